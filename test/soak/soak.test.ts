import { readFileSync } from 'node:fs';
import type { N8n } from '../../playground/n8n';
import { type N8nRest } from '../../playground/rest';
import { startOwnWorld, TOKEN, type OwnWorld } from '../e2e/n8n/harness';
import { type Collector, startCollector } from './collector';
import { FaultCount, misbehave } from './faults';
import { Ledger, type Outcome, outcomeOf } from './ledger';
import { answerUntil, createList, planMailings, wrongDeliveries, wrongReplies } from './mailings';
import { Memory, heapTrend } from './memory';
import { Orders } from './orders';
import { paths, publish, publishControl } from './workflows';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
/** Minutes in which caches fill up. */
const WARM_UP = Math.min(5, MINUTES / 4);
/** Number of windows in the trend of the memory. */
const WINDOWS = 20;
/** A trend of the memory is meaningful only for a long run. */
const IS_LONG = MINUTES >= 20;
/** Time after the last order for late events and one empty poll. */
const SETTLE_MS = 60_000;
const OPERATIONS = [
	...['sendQuickSMS', 'sendBulkSms', 'importContacts', 'getViberMessages'],
	...['getViberDeliveryList', 'getNewIncomingMessages', 'readResponseStatus'],
];
/** Maximum growth per message above the control. A leaked item is larger. */
const BYTES_A_MESSAGE = 1_024;

const env = { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', EXECUTIONS_DATA_PRUNE: 'true' };
const sandboxOptions = { paceMs: 15_000, balance: 1_000_000 };

const memory = new Memory();
const others = new Memory();

let world: OwnWorld;
/** Another n8n without this package, to compare the memory. */
let control: OwnWorld | undefined;
let collector: Collector;

beforeAll(async () => {
	world = await startOwnWorld(sandboxOptions, { env: { ...env, ...memory.env } });
	if (IS_LONG) control = await startOwnWorld(sandboxOptions, { env: { ...env, ...others.env } });
	collector = await startCollector();
}, 600_000);

afterAll(async () => {
	await Promise.all([world?.stop(), control?.stop()]);
	await collector?.close();
	for (const one of [memory, others]) one.forget();
}, 60_000);

/**
 * Reads the errors of failed executions, and corrects the outcomes of the recipients that they
 * name.
 */
async function readFailed(
	rest: N8nRest,
	workflows: string[],
	orders: Orders,
	sent: Ledger,
	imported: Ledger,
): Promise<number> {
	let read = 0;
	for (const workflow of workflows) {
		for (const { id } of await rest.executions(workflow)) {
			const { data } = await rest.finished(id);
			const { error, runData } = data.resultData;
			const [{ json }] = runData.Webhook[0].data?.main[0] ?? [];
			const people = orders.failed.get((json.body as { order: number }).order) ?? [];
			const outcome = outcomeOf(error?.message);
			if (workflow === workflows[paths.indexOf('import')]) {
				// So few contacts are imported with one request, and have the same outcome.
				for (const person of people) imported.correct(person, outcome);
			} else {
				const { itemIndex } = (error as { context?: { itemIndex?: number } }).context ?? {};
				sent.correct(people[itemIndex ?? -1], outcome);
			}
			read++;
		}
	}
	return read;
}

async function until(milliseconds: number, holds: () => boolean): Promise<void> {
	for (const end = Date.now() + milliseconds; Date.now() < end && !holds(); ) {
		await new Promise((resolve) => setTimeout(resolve, 500));
	}
}

const troubles = (log: string): string[] =>
	readFileSync(log, 'utf8')
		.split('\n')
		.filter((line) => /unhandled|uncaught|MaxListeners|heap out of memory/i.test(line));

test(
	`${MINUTES} minutes of faults keep counts exact and memory flat`,
	async () => {
		const { sandbox, rest, n8n } = world;
		const credential = await rest.saveCredential('Sandbox', 'messagingServiceApi', {
			baseUrl: sandbox.url,
			token: TOKEN,
		});
		const list = await createList(sandbox, 'Imports');
		const setting = { rest, credential, list, collector: collector.url };
		const workflows = await publish(setting);
		if (control) await publishControl(control.rest, control.sandbox.url, TOKEN);
		const count = (name: string) =>
			sandbox.requests.filter(({ operation }) => operation === name).length;
		// Both triggers have been activated, and one has polled again, so neither knows a mailing.
		await until(60_000, () => count('getViberMessages') > 2);
		await planMailings(sandbox, Math.ceil(MINUTES));
		await until(20_000, () => count('getViberDeliveryList') > 0);
		const worlds = control ? [world, control] : [world];
		for (const one of worlds) misbehave(one.sandbox, OPERATIONS);

		const faults = new FaultCount();
		const counting = setInterval(() => faults.take(sandbox), 1_000);
		const sent = new Ledger();
		const imported = new Ledger();
		const orders = new Orders(
			worlds.map(({ n8n: { url } }) => url),
			sent,
			imported,
		);
		const start = Date.now();
		const end = start + MINUTES * 60_000;
		try {
			await Promise.all([orders.placeUntil(end), answerUntil(end - 5_000, sandbox, 3_000)]);
		} finally {
			clearInterval(counting);
		}
		faults.take(sandbox);
		for (const one of worlds) one.sandbox.clearFaults();

		const { viberReply, viberDelivery } = collector.reports;
		const problems = () => [
			...wrongReplies(sandbox, viberReply),
			...wrongDeliveries(sandbox, viberDelivery),
		];
		await until(SETTLE_MS, () => problems().length === 0);
		// Time for one more poll of each trigger, which must not repeat an event.
		await new Promise((resolve) => setTimeout(resolve, 12_000));
		const failed = await readFailed(rest, workflows, orders, sent, imported);

		const contacts = sandbox.state.lists.find(({ id }) => id === list)?.contacts ?? [];
		const times = new Map<string, number>();
		for (const { PHONE } of contacts) times.set(PHONE, (times.get(PHONE) ?? 0) + 1);
		const trendOf = (one: Memory, { pid }: N8n) => {
			const samples = one.samples(pid, start + WARM_UP * 60_000, end);
			return heapTrend(samples, (MINUTES * 60_000) / WINDOWS);
		};
		const heap = control && {
			ours: trendOf(memory, n8n),
			control: trendOf(others, control.n8n),
		};
		const people = (outcome: Outcome) => sent.count(outcome) + imported.count(outcome);
		const result = {
			...{ minutes: MINUTES, executions: orders.placed, replies: sandbox.replies.length },
			...{ once: people('once'), perhaps: people('perhaps'), never: people('never') },
			...{ changes: viberDelivery.length, requests: faults.requests },
			...{ faults: faults.summary, heap },
		};
		process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);

		expect(sent.wrong((person) => sandbox.deliveriesTo(person))).toEqual([]);
		expect(imported.wrong((person) => times.get(person) ?? 0)).toEqual([]);
		expect(problems()).toEqual([]);
		expect(failed).toBe(orders.failed.size);
		for (const one of worlds) expect(troubles(one.n8n.log)).toEqual([]);
		// Each kind of fault must have occurred.
		for (const kind of ['429', '500', 'cut', 'error200']) {
			expect([kind, faults.of(kind)]).not.toEqual([kind, 0]);
		}
		if (!heap) return;
		const messagesAnHour = (orders.people / MINUTES) * 60;
		const allowed = (messagesAnHour * BYTES_A_MESSAGE) / 1024 / 1024;
		const noise = 2 * Math.hypot(heap.ours.error, heap.control.error);
		expect(heap.ours.slope).toBeLessThan(heap.control.slope + allowed + noise);
	},
	(MINUTES + 10) * 60_000,
);
