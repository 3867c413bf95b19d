import { byId } from '../../contract/row';
import { sendPrepared, sendSms } from '../../support/operations';
import {
	captureLog,
	lastPrepared,
	prepareMessages,
	countRequestsTo,
	run,
	useSandbox,
	sandbox,
} from '../../support/sandboxHarness';
import { bulk, contacts, emailBatch, itemsOf, personal, sms, VALUE } from './kinds';
import { descriptionOf, pairsOf, sentOf, throwing } from './observed';

useSandbox();

const inOrder = { maxInFlight: 1, maxWait: 0 };
const retrying = { retryOnFail: true, maxTries: 2 };
const goOn = { ...retrying, onError: 'continueRegularOutput' } as const;
const later = (attempt: number) => attempt > 1;
const first = (attempt: number) => attempt === 1;

test('a later try returns what the first one sent, though its expression now throws', async () => {
	const items = throwing(itemsOf(sms, 3), { 0: first, 1: later });
	const { items: output } = await run(sandbox, { ...sms.made(inOrder), ...goOn, items });
	expect(sentOf(sandbox, sms, 3)).toEqual([1, 1, 1]);
	expect(output.map(({ json }) => json.error)).toEqual([undefined, undefined, undefined]);
	expect(output.map(({ json }) => json.phone)).toEqual([0, 1, 2].map(sms.value));
	expect(pairsOf(output)).toEqual([[0], [1], [2]]);
});

test('a later try returns what the first one sent, though the options now throw', async () => {
	sandbox.fault({ kind: 'error200', operation: sms.sends });
	sandbox.fault({ kind: 'cut', operation: sms.sends, skip: 1, after: true });
	const timeout = VALUE.replace('$json.value', '20');
	const items = throwing(itemsOf(sms, 3), { 0: later });
	const made = sendSms({ ...inOrder, timeout });
	const { items: output } = await run(sandbox, { ...made, ...goOn, items });
	expect(output.map(({ json }) => json.error ?? 'sent')).toEqual([
		"Referenced node doesn't exist",
		'sent',
		expect.stringMatching(/The message may have been sent$/),
	]);
	expect(pairsOf(output)).toEqual([[0], [1], [2]]);
});

test('a later try sends an item although Resend If Unknown of another one is invalid', async () => {
	sandbox.fault({ kind: 'error200', operation: sms.sends });
	const items = itemsOf(sms, 2);
	items[0].json.resend = false;
	items[1].json.resend = 'maybe';
	const made = sms.made({ ...inOrder, resendUnknown: '={{ $json.resend }}' });
	const { items: output } = await run(sandbox, { ...made, ...goOn, items });
	expect(output.map(({ json }) => json.error ?? 'sent')).toEqual([
		'sent',
		expect.stringMatching(/^'Resend If Unknown' is "maybe"/),
	]);
	expect(sentOf(sandbox, sms, 2)).toEqual([2, 0]);
});

test('a later try does not send again to a recipient of an item that the first one could not read', async () => {
	sandbox.fault({ kind: 'cut', operation: bulk.sends, after: true });
	const same = { value: bulk.value(0) };
	const items = throwing(itemsOf(bulk, 2, { 1: same }), { 0: first });
	const { items: output } = await run(sandbox, { ...bulk.made(inOrder), ...goOn, items });
	expect(sentOf(sandbox, bulk, 1)).toEqual([1]);
	expect(output.map(({ json }) => json.error ?? json.repeats_item)).toEqual([
		1,
		expect.stringMatching(/The message may have been sent$/),
	]);
});

test.each([bulk, personal, emailBatch, contacts].map((kind) => [kind.title, kind] as const))(
	'a later try of %s sends the items that were not sent, and not those that may have been sent',
	async (_, kind) => {
		sandbox.fault({ kind: 'cut', operation: kind.sends, after: true });
		const items = throwing(itemsOf(kind, 2), { 1: first });
		const { items: output } = await run(sandbox, { ...kind.made(inOrder), ...goOn, items });
		expect(sentOf(sandbox, kind, 2)).toEqual([1, 1]);
		expect(pairsOf(output)).toEqual([[0], [1]]);
		const [failed, other] = output.map(({ json }) => json);
		expect([typeof failed.error, other.error]).toEqual(['string', undefined]);
		if (kind === contacts) expect(other).toMatchObject({ inserted: 1, invalid: 0, merged: 0 });
		else expect(failed.error).toMatch(/The message may have been sent$/);
	},
);

test('a later try returns the totals of an earlier import, though it fails before it sends', async () => {
	const items = throwing(itemsOf(contacts, 2), { 0: first });
	let tries = 0;
	Object.defineProperty(items[0].json, 'turn', { get: () => [false, 'x'][tries++] });
	const made = contacts.made({ ...inOrder, rejectsAsItems: '={{ (() => $json.turn)() }}' });
	const { items: output } = await run(sandbox, { ...made, ...goOn, items });
	expect(output.map(({ json }) => json.error ?? json)).toEqual([
		expect.stringContaining("'Rejects as Items'"),
		{ inserted: 1, updated: 0, invalid: 1, merged: 0 },
	]);
});

test('a later try repeats the requests of all items if they only read', async () => {
	await prepareMessages(sandbox, 2);
	const id = Number(lastPrepared.id);
	const made = { ...sendPrepared(inOrder) };
	const { resource } = made.parameters;
	const messageId = { ...byId(''), value: VALUE };
	const operation = 'checkSMSMessageStatus';
	sandbox.fault({ kind: 'error200', operation, skip: 1 });
	const { error, items } = await run(sandbox, {
		node: made.node,
		parameters: { resource, operation: 'getStatus', messageId },
		...retrying,
		items: [id - 1, id].map((value) => ({ json: { value } })),
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.message_id)).toEqual([id - 1, id]);
	expect(countRequestsTo(sandbox, operation)).toBe(4);
});

describe('the error of a later try with Stop', () => {
	test('says what was sent before, and what may have been sent', async () => {
		const log = captureLog();
		sandbox.fault({ kind: 'cut', operation: sms.sends, skip: 1, after: true });
		const items = throwing(itemsOf(sms, 3), { 2: later });
		const result = await run(sandbox, { ...sms.made(inOrder), ...retrying, items });
		expect(log.filter((line) => line.includes('cancelled'))).toEqual([]);
		expect(descriptionOf(result)).toMatch(
			/Sent by an earlier try: item 0 \(sms_id \d+\)\. May have been sent: item 1\. Nothing else was sent\.$/,
		);
	});

	test('says what was sent, though the options cannot be read', async () => {
		sandbox.fault({ kind: 'error200', operation: sms.sends, skip: 1 });
		const timeout = VALUE.replace('$json.value', '20');
		const items = throwing(itemsOf(sms, 2), { 0: later });
		const made = sendSms({ ...inOrder, timeout });
		const result = await run(sandbox, { ...made, ...retrying, items });
		expect(descriptionOf(result)).toMatch(/Sent by an earlier try: item 0 \(sms_id \d+\)\./);
	});
});
