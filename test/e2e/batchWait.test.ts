import type { IDataObject } from 'n8n-workflow';

import { readExample } from '../../playground/examples';
import type { Execution, SavedCredential, SavedWorkflow } from '../../playground/rest';
import { START_TIMEOUT, startWorld, TOKEN, webhookHeaders, type World } from './n8n/harness';

const PHONES = ['37120000081', '37120000082', '37120000083'];
/** n8n looks for executions whose time is up about once a minute. */
const LIMIT = 200_000;

let world: World;
let credentials: SavedCredential[];
let workflow: SavedWorkflow;

beforeAll(async () => {
	// The clock stands still: the service calls when a test moves it.
	world = await startWorld({ clock: 'manual', batchDelayMs: 1_000, paceMs: 1_000 });
	const account = await world.rest.saveCredential('Sandbox', 'messagingServiceApi', {
		baseUrl: world.sandbox.url,
		token: TOKEN,
	});
	credentials = [account, await world.webhookCredential()];
}, START_TIMEOUT);

afterAll(async () => await world?.stop(), 60_000);

beforeEach(() => world.sandbox.reset());
afterEach(async () => await world.rest.deactivate(workflow));

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** The example, published, with a limit that a test can wait for. */
async function publish(seconds: number): Promise<void> {
	const draft = readExample('batch-wait-report.json', ...credentials);
	for (const node of draft.nodes) {
		if (node.name === 'Wait for the Service') {
			Object.assign(node.parameters, { resumeAmount: seconds, resumeUnit: 'seconds' });
		}
		if (node.name === 'Not Yet') Object.assign(node.parameters, { amount: 3, unit: 'seconds' });
	}
	workflow = await world.rest.createWorkflow(draft);
	await world.rest.activate(workflow);
	await pause(1_500);
}

/** Posts an order; answers the execution's id and the address that the service was told to call. */
async function order(): Promise<{ id: string; callback: string }> {
	const before = world.sandbox.requests.length;
	const answer = await fetch(`${world.n8n.url}/webhook/batch-report`, {
		method: 'POST',
		headers: webhookHeaders,
		body: JSON.stringify({ text: 'Half price today', phones: PHONES }),
	});
	expect(answer.status).toBe(200);
	const isSent = () => world.sandbox.requests.length > before;
	for (let tries = 0; tries < 100 && !isSent(); tries++) await pause(100);
	const [{ id }] = await world.rest.executions(workflow.id);
	if (!isSent()) {
		const { data } = await world.rest.finished(id);
		throw new Error(`Nothing was sent: ${data.resultData.error?.message}`);
	}
	const { json } = world.sandbox.requests[before];
	return { id, callback: (json as { callback_url: string }).callback_url };
}

const post = async (url: string, body = '') =>
	(await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(30_000) })).status;

async function status(id: string): Promise<string> {
	return (await world.rest.finished(id)).status;
}

async function asleep(id: string): Promise<void> {
	for (let tries = 0; tries < 100 && (await status(id)) !== 'waiting'; tries++) await pause(100);
	expect(await status(id)).toBe('waiting');
}

async function report(id: string, patience: number): Promise<IDataObject> {
	let execution: Execution = await world.rest.finished(id);
	for (const end = Date.now() + patience; Date.now() < end; await pause(250)) {
		execution = await world.rest.finished(id);
		if (execution.status !== 'waiting') break;
	}
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(execution.status).toBe('success');
	const [run] = execution.data.resultData.runData.Report;
	return run.data?.main[0]?.[0].json ?? {};
}

const calls = (operation: string) =>
	world.sandbox.requests.filter((one) => one.operation === operation).length;

test('the call of the service resumes the execution, which reports', async () => {
	await publish(3_600);
	const { id, callback } = await order();
	expect(callback).toMatch(new RegExp(`^${world.n8n.url}/webhook-waiting/${id}`));
	await asleep(id);
	world.sandbox.advance(1_500);
	expect(await report(id, 20_000)).toEqual({
		ended: 'woken by the service',
		recipients: 3,
		statuses: { NEW: 3 },
		problems: [],
	});
	expect([calls('sendBulkSms'), calls('statusBulkSms')]).toEqual([1, 1]);
	// A second call finds nobody: nothing runs again.
	expect(await post(callback)).toBeGreaterThanOrEqual(400);
	expect(calls('statusBulkSms')).toBe(1);
});

test('a forged call resumes no execution, and the body of a genuine call is not read', async () => {
	await publish(3_600);
	const { id, callback } = await order();
	await asleep(id);
	const forged = callback.replace(/signature=[^&]*/, 'signature=0000');
	expect(forged).not.toBe(callback);
	expect(await post(forged)).toBe(401);
	await asleep(id);
	expect(calls('statusBulkSms')).toBe(0);
	// True, but before the service has done anything: the status has no entries yet.
	expect(await post(callback, '<junk/>')).toBe(200);
	while (calls('statusBulkSms') < 2) await pause(200);
	world.sandbox.advance(1_500);
	expect(await report(id, 30_000)).toMatchObject({ recipients: 3, statuses: { NEW: 3 } });
	for (const phone of PHONES) expect(world.sandbox.deliveriesTo(phone)).toBe(1);
});

test("another execution's URL and a body of 20 MB resume no execution", async () => {
	await publish(3_600);
	const first = await order();
	await asleep(first.id);
	const second = await order();
	await asleep(second.id);
	// The signature of the first one, on the address of the second.
	const mixed = first.callback.replace(`/${first.id}?`, `/${second.id}?`);
	expect(mixed).not.toBe(first.callback);
	expect(await post(mixed)).toBe(401);
	expect(await post(first.callback.replace(/[?&]signature=[^&]*/, ''))).toBe(401);
	// n8n takes 16 MB, and hangs up on what is larger.
	const huge = await post(first.callback, 'x'.repeat(20 * 1024 * 1024)).catch(() => 'cut off');
	expect(huge === 'cut off' || Number(huge) >= 400).toBe(true);
	for (const { id } of [first, second]) await asleep(id);
	expect(calls('statusBulkSms')).toBe(0);
	world.sandbox.advance(1_500);
	for (const { id } of [first, second]) {
		expect(await report(id, 20_000)).toMatchObject({ ended: 'woken by the service' });
	}
	for (const phone of PHONES) expect(world.sandbox.deliveriesTo(phone)).toBe(2);
});

test(
	'a call that is too early is lost, and the execution reports after its time limit',
	async () => {
		await publish(5);
		const fault = { kind: 'slow', after: true, delayMs: 2_000 } as const;
		world.sandbox.fault({ operation: 'sendBulkSms', ...fault });
		const { id } = await order();
		// The only call comes while the batch's own answer is still on its way: nobody waits yet.
		world.sandbox.advance(1_500);
		const outcome = () => world.sandbox.state.callbacks[0].outcome;
		while (outcome() === 'pending') await pause(50);
		expect(outcome()).toBeGreaterThanOrEqual(400);
		world.sandbox.advance(1_000);
		await asleep(id);
		expect(await report(id, LIMIT - 20_000)).toEqual({
			ended: 'timed out',
			recipients: 3,
			statuses: { DELIVERED: 3 },
			problems: [],
		});
	},
	LIMIT,
);
