import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { INodeExecutionData } from 'n8n-workflow';
import * as http from '../../nodes/shared/http/sendRequest';
import type { Sandbox } from '../../sandbox';
import { importContacts, type OperationSetting, people, phoneOf } from '../support/operations';
import { sendBatch, sendEmails, sendSms } from '../support/operations';
import { useFakeTime } from '../support/fakeTime';
import { countRequestsTo, run, startTestSandbox } from '../support/sandboxHarness';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startTestSandbox();
});
afterEach(async () => await sandbox.close());

/** One request at a time, so that the fault hits the right item. */
const inOrder = { maxInFlight: 1, maxWait: 0, timeout: 20 };
const retrying = { retryOnFail: true, maxTries: 3 };
const UNKNOWN = /The (message may have been sent|change may have been made)$/;
const ids = (items: INodeExecutionData[]) => items.map(({ json }) => json.sms_id);
const deliveries = (count: number) => people(count).map(({ json }) => sent(json.phone));
const sent = (recipient: string) => {
	sandbox.advance(60_000);
	return sandbox.deliveriesTo(recipient);
};

describe('Retry On Fail after the second of three messages failed', () => {
	const made = sendSms(inOrder);
	const items = people(3);

	test('resends only that item if the service rejected it', async () => {
		sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS', skip: 1 });
		const result = await run(sandbox, { ...made, ...retrying, items });
		expect([result.error, countRequestsTo(sandbox, 'sendQuickSMS')]).toEqual([undefined, 4]);
		expect(deliveries(3)).toEqual([1, 1, 1]);
		const pairs = result.items.map(({ pairedItem }) => pairedItem);
		expect(pairs).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(new Set(ids(result.items)).size).toBe(3);
	});

	const itsOwn = `={{ $json.phone === '${items[0].json.phone}' }}`;
	test.each([
		['without the option', {}],
		['with the option of another item', { resendUnknown: itsOwn }],
	])('does not resend that item after an unknown outcome: %s', async (_, options) => {
		sandbox.fault({ kind: 'cut', operation: 'sendQuickSMS', skip: 1, after: true });
		const setting = { ...sendSms({ ...inOrder, ...options }), ...retrying, items };
		const result = await run(sandbox, setting);
		expect(result.error?.message).toMatch(UNKNOWN);
		expect(countRequestsTo(sandbox, 'sendQuickSMS')).toBe(3);
		expect(deliveries(3)).toEqual([1, 1, 1]);
	});

	test('resends only that item after an unknown outcome with Resend If Unknown', async () => {
		sandbox.fault({ kind: 'cut', operation: 'sendQuickSMS', skip: 1 });
		const options = { ...inOrder, resendUnknown: true };
		const result = await run(sandbox, { ...sendSms(options), ...retrying, items });
		expect([result.error, countRequestsTo(sandbox, 'sendQuickSMS')]).toEqual([undefined, 4]);
		expect(deliveries(3)).toEqual([1, 1, 1]);
	});

	test('does not resend that item if this package failed after the response', async () => {
		const { sendRequest } = http;
		const faulty = jest.spyOn(http, 'sendRequest').mockImplementationOnce(async (...given) => {
			await sendRequest(...given);
			throw new TypeError('Cannot read properties of undefined');
		});
		const result = await run(sandbox, { ...made, ...retrying, items });
		faulty.mockRestore();
		expect(result.error?.message).toMatch(UNKNOWN);
		expect(deliveries(3)).toEqual([1, 1, 1]);
	});

	describe('and time passes between two tries', () => {
		useFakeTime();

		test('sends in the next try, because a refused connection has sent nothing', async () => {
			const { url } = sandbox;
			await sandbox.close();
			let again: Promise<Sandbox> | undefined;
			const late = setTimeout(() => {
				again = startTestSandbox({ port: Number(new URL(url).port) });
			}, 100);
			const setting = { ...made, ...retrying, waitBetweenTries: 1_000, items };
			const result = await run({ url }, setting);
			clearTimeout(late);
			sandbox = (await again) ?? (await startTestSandbox());
			expect(result.error).toBeUndefined();
			expect(deliveries(3)).toEqual([1, 1, 1]);
		});
	});
});

const whole: Array<[string, OperationSetting, string, string]> = [
	['batch of items', sendBatch(inOrder), 'sendBulkSms', phoneOf(0)],
	['e-mail batch', sendEmails(inOrder), 'sendBulkEmail', 'person0@example.com'],
];

describe.each(whole)('%s', (_, made, operation, somebody) => {
	const items = people(2);

	test('is sent once by the second try if the first was rejected', async () => {
		sandbox.fault({ kind: 'error200', operation });
		const { error } = await run(sandbox, { ...made, ...retrying, items });
		expect(error).toBeUndefined();
		expect([countRequestsTo(sandbox, operation), sent(somebody)]).toEqual([2, 1]);
	});

	test.each(['cut', '500', 'empty200'] as const)('is not resent after %s', async (kind) => {
		sandbox.fault({ kind, operation, after: true });
		const { error } = await run(sandbox, { ...made, ...retrying, items });
		expect(error?.message).toMatch(UNKNOWN);
		expect([countRequestsTo(sandbox, operation), sent(somebody)]).toEqual([1, 1]);
	});

	test('is resent after an unknown outcome with Resend If Unknown', async () => {
		sandbox.fault({ kind: 'cut', operation });
		const options = { ...inOrder, resendUnknown: true };
		const parameters = { ...made.parameters, options };
		const { error } = await run(sandbox, { ...made, parameters, ...retrying, items });
		expect(error).toBeUndefined();
		expect([countRequestsTo(sandbox, operation), sent(somebody)]).toEqual([2, 1]);
	});
});

describe('an import whose second of three calls fails', () => {
	const made = importContacts(inOrder);
	// Texts so long that the import needs about fifteen requests.
	const items = people(45).map(({ json }) => ({ json: { ...json, text: 'x'.repeat(400) } }));
	const calls = () => countRequestsTo(sandbox, 'importContacts');
	const imported = () =>
		sandbox.state.lists
			.find(({ id }) => id === 1001)
			?.contacts.filter((contact) => JSON.stringify(contact).includes('3805010')).length;

	test('is retried only with the calls that were not executed', async () => {
		const smooth = await run(sandbox, { ...made, items });
		const needed = calls();
		expect(needed).toBeGreaterThanOrEqual(3);
		sandbox.reset();
		sandbox.fault({ kind: 'error200', operation: 'importContacts', skip: 1 });
		const result = await run(sandbox, { ...made, ...retrying, items });
		expect(result.error).toBeUndefined();
		expect(calls()).toBe(needed + 1);
		expect(imported()).toBe(items.length);
		expect(result.items.map(({ json }) => json)).toEqual(smooth.items.map(({ json }) => json));
	});

	test('does not repeat a call with an unknown outcome', async () => {
		sandbox.fault({ kind: 'cut', operation: 'importContacts', skip: 1, after: true });
		const result = await run(sandbox, { ...made, ...retrying, items });
		expect(result.error?.message).toMatch(UNKNOWN);
		const firstContacts = sandbox.requests.map(({ query }) => query['data[0][0]']);
		expect(firstContacts).toEqual([...new Set(firstContacts)]);
	});
});

describe('two items that were sent are sent again', () => {
	const made = sendSms(inOrder);
	const items = people(2);

	test('by a second execution', async () => {
		await run(sandbox, { ...made, ...retrying, items });
		await run(sandbox, { ...made, ...retrying, items });
		expect(deliveries(2)).toEqual([2, 2]);
	});

	test('by the next round of a loop in the same execution', async () => {
		const result = await run(sandbox, { ...made, ...retrying, items, rounds: 3 });
		expect([result.rounds, result.error]).toEqual([3, undefined]);
		expect(deliveries(2)).toEqual([3, 3]);
	});

	test('by a loop whose round fails, but not its earlier rounds', async () => {
		sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS', skip: 2 });
		const result = await run(sandbox, { ...made, ...retrying, items, rounds: 2 });
		expect([result.rounds, result.error]).toEqual([2, undefined]);
		expect(deliveries(2)).toEqual([2, 2]);
	});
});

test('with Continue, a failed first item makes n8n retry, and only that item is resent', async () => {
	sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS' });
	const onError = 'continueRegularOutput';
	const setting = { ...sendSms(inOrder), ...retrying, onError, items: people(2) } as const;
	const { items } = await run(sandbox, setting);
	expect(items.some(({ json }) => 'error' in json)).toBe(false);
	expect(countRequestsTo(sandbox, 'sendQuickSMS')).toBe(3);
	expect(deliveries(2)).toEqual([1, 1]);
});

test('Retry On Fail frees the memory of a run together with its items', async () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const made = sendSms(inOrder);
	const sendAndForget = async () => {
		const items = people(50);
		await run(sandbox, { ...made, ...retrying, items });
		return items.map(({ json }) => new WeakRef(json));
	};
	const held = await sendAndForget();
	// A reference to the run would keep its items alive.
	const left = () => held.filter((item) => item.deref()).length;
	for (let n = 0; n < 50 && left() > 0; n++) {
		await new Promise(setImmediate);
		collect();
	}
	expect(left()).toBe(0);
});
