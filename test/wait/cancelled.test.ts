import { byId, OTHER_PHONE, PHONE } from '../contract/row';
import { captureLog } from '../support/sandboxHarness';
import { useDuplicateStore } from '../support/duplicateStore';
import { origin, token } from '../support/engine/credentials';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { type Answer, Service, type SentRequest } from '../support/engine/service';
import { useFakeTime } from '../support/fakeTime';
import { pause, until } from '../support/until';
import { asking, sent } from './asking';

useFakeTime();

const ALONE = '380990000000';
const accepted = { body: sent };
const rejected = { status: 400, body: { error: 'Bad sender' } };
const limited = { status: 429, headers: { 'retry-after': '30' }, body: { error: 'Slow down' } };

let log: string[];
let service: Service;
beforeAll(() => (log = captureLog()));
beforeEach(async () => {
	log.length = 0;
	await useDuplicateStore();
});
afterEach(() => service.close());

const phoneOf = ({ query }: SentRequest) => new Map(query).get('phone');
const phones = () => service.requests.map(phoneOf);
const lines = () => log.filter((line) => line.includes('the execution was cancelled'));

/** Asks two recipients for order 17. One request is in flight at most. */
const question = (more: Partial<RunSetting> = {}) =>
	asking(
		{ phone: `${PHONE}, ${OTHER_PHONE}`, options: { sendOnceKey: 'order-17' } },
		{ mode: 'trigger', credentials: { baseUrl: origin, token, maxInFlight: 1 }, ...more },
	);

/** Asks another recipient in a separate execution. */
const other = async () =>
	await runNode({
		...question({ executionId: 'other' }),
		parameters: {
			...{ resource: 'message', operation: 'send', message: 'Hello' },
			...{ sender: byId('1363'), phone: ALONE },
		},
	});

/** Cancels the question when `isDue` is true. Returns n8n's log line. */
async function cancelled(isDue: () => boolean, more: Partial<RunSetting> = {}): Promise<string> {
	let cancel = () => {};
	const running = runNode({ ...question(more), onStart: (stop) => (cancel = stop) });
	await until('requests', 10, isDue);
	await pause(50);
	cancel();
	await running;
	await until('a line in the log', 5, () => lines().length > 0);
	const [line] = lines();
	for (const phone of [PHONE, OTHER_PHONE]) expect(line).not.toContain(phone);
	return line;
}

const answering = (answer: (phone?: string) => Answer | Promise<Answer>) => {
	service = new Service(async (request) => await answer(phoneOf(request)));
};
const SENT_TO_FIRST = /cancelled\. Sent: recipient 1 \(sms_id 9001\)\. /;

/** Expects that the next execution with this key does not send. */
async function expectKept(): Promise<void> {
	const { error } = await runNode(question());
	expect(error?.message).toMatch(/Send Once Per Key.* may have been sent before/);
	expect(phones().filter((phone) => phone === PHONE)).toHaveLength(1);
}

describe('an execution that is cancelled after the first of two recipients got the question', () => {
	test('while the second waits for a slot keeps the key, and the log says so', async () => {
		let release = () => {};
		const held = new Promise<void>((resolve) => (release = resolve));
		answering(async (phone) => {
			// The other execution is next in the queue, and keeps the slot.
			if (phone === ALONE) await held;
			else await pause(500);
			return accepted;
		});
		let busy: Promise<unknown> = Promise.resolve();
		let isBusy = false;
		const line = await cancelled(() => {
			if (phones().includes(PHONE) && !isBusy) {
				isBusy = true;
				busy = other();
			}
			return phones().includes(ALONE);
		});
		release();
		await busy;
		expect(phones()).toEqual([PHONE, ALONE]);
		expect(line).toMatch(SENT_TO_FIRST);
		expect(line).toContain('Not sent: recipient 2.');
		await expectKept();
	});

	test('while the second waits for the rate limit logs who got the question', async () => {
		answering((phone) => (phone === PHONE ? accepted : limited));
		expect(await cancelled(() => phones().includes(OTHER_PHONE))).toMatch(SENT_TO_FIRST);
		await expectKept();
	});

	test('between two tries keeps the key, and the log says who got the question', async () => {
		answering((phone) => (phone === PHONE ? accepted : rejected));
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 500 };
		const line = await cancelled(() => phones().includes(OTHER_PHONE), retry);
		expect(line).toMatch(SENT_TO_FIRST);
		expect(line).toContain('Not sent: recipient 2.');
		await expectKept();
		expect(phones()).toEqual([PHONE, OTHER_PHONE]);
	});
});

test('an execution that is cancelled before the first recipient is sent to releases the key', async () => {
	let release = () => {};
	const held = new Promise<void>((resolve) => (release = resolve));
	answering(async (phone) => {
		if (phone === ALONE) await held;
		return accepted;
	});
	const busy = other();
	await until('a request', 5, () => service.requests.length > 0);
	const since = Date.now();
	const line = await cancelled(() => Date.now() - since > 500);
	expect(line).toMatch(/cancelled\. Nothing was sent\. Not sent: recipients 1-2\./);
	release();
	await busy;
	expect((await runNode(question())).execution?.status).toBe('waiting');
	expect(phones()).toEqual([ALONE, PHONE, OTHER_PHONE]);
});

test('an execution that is cancelled does not wait for another one that sends with its key', async () => {
	let release = () => {};
	const held = new Promise<void>((resolve) => (release = resolve));
	answering(async () => {
		await held;
		return accepted;
	});
	let isBusy = true;
	const busy = runNode(question()).finally(() => (isBusy = false));
	await until('a request', 5, () => service.requests.length > 0);
	let cancel = () => {};
	const waiting = runNode({
		...question({ executionId: 'second' }),
		onStart: (stop) => (cancel = stop),
	});
	await pause(500);
	cancel();
	await waiting;
	expect(isBusy).toBe(true);
	release();
	expect((await busy).execution?.status).toBe('waiting');
	expect(phones()).toEqual([PHONE, OTHER_PHONE]);
});
