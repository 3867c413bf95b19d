import { readExample, saveWebhookHeader, WEBHOOK_HEADER } from '../../playground/examples';
import { startSandbox } from '../../sandbox';
import type { Name } from './cluster/cluster';
import { executions, ranOn } from './outcome';
import { until } from '../support/until';
import { untilListening } from '../e2e/n8n/listening';
import { TOKEN, type World } from './sandboxHarness';

const SLEEPERS = 5;
const WEBHOOK_KEY = 'queue-webhook-key';

/**
 * Runs the example that sends a batch and sleeps until the service calls, on one worker; ends that
 * one, starts the other, and lets the service call. Answers how many slept here and woke there.
 */
export async function sleepAndWake({ cluster }: World, from: Name, to: Name): Promise<number> {
	// The clock stands still: the service calls when told.
	const service = await startSandbox({
		token: TOKEN,
		clock: 'manual',
		batchDelayMs: 1_000,
		callbackPort: Number(new URL(cluster.url).port),
	});
	try {
		const data = { baseUrl: service.url, token: TOKEN };
		const type = 'messagingServiceApi';
		const account = await cluster.rest().saveCredential('Waiting', type, data);
		const header = await saveWebhookHeader(cluster.rest(), WEBHOOK_KEY);
		const draft = readExample('batch-wait-report.json', account, header);
		await cluster.rest().activate(await cluster.rest().createWorkflow(draft));
		await untilListening(cluster.url, 'batch-report');
		const phones = Array.from({ length: SLEEPERS }, (_, n) => String(37_120_001_000 + n));
		for (const phone of phones) {
			const answer = await fetch(`${cluster.url}/webhook/batch-report`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', [WEBHOOK_HEADER]: WEBHOOK_KEY },
				body: JSON.stringify({ text: 'Half price', phones: [phone] }),
			});
			expect(answer.status).toBe(200);
		}
		const all = async (status: string) => {
			const own = (await executions(cluster.postgres)).filter(
				({ workflow }) => workflow === draft.name,
			);
			return own.filter((one) => one.status === status).map(({ id }) => id);
		};
		const reached = (status: string) => async () => (await all(status)).length === SLEEPERS;
		await until('all sleep', 60, reached('waiting'));
		await cluster.stop(from);
		await cluster.start(to);
		service.advance(1_500);
		await until('all have woken and reported', 60, reached('success'));
		const places = ranOn([...cluster.logs(from), ...cluster.logs(to)]);
		const last = (name: Name) => cluster.logs(name).slice(-1);
		for (const id of await all('success')) {
			expect(places.get(id)).toEqual([...last(from), ...last(to)]);
			const { data: run } = await cluster.rest().finished(id);
			const [report] = run.resultData.runData['Not Delivered'];
			expect(report.data?.main[0]?.[0].json).toEqual({
				not_delivered: [],
				not_known_yet: [expect.any(String)],
				timed_out: [],
			});
		}
		for (const phone of phones) expect(service.deliveriesTo(phone)).toBe(1);
		expect(service.state.callbacks.map(({ outcome }) => outcome)).toEqual(
			phones.map(() => 200),
		);
		return SLEEPERS;
	} finally {
		await service.close();
	}
}
