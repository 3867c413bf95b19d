import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import { useDuplicateStore } from '../support/duplicateStore';
import { origin, token } from '../support/engine/credentials';
import { type InputItem, runNode, type RunSetting } from '../support/engine/runNode';
import type { Answer } from '../support/engine/service';
import { useService } from '../support/engine/useService';
import {
	type OperationSetting,
	phoneOf,
	sendBatch,
	sendEmails,
	sendPrepared,
	sendSms,
} from '../support/operations';
import { asking } from '../wait/asking';
import { descriptionOf, hintsOf, itemOfError, jsonsOf } from './sending/observed';

const sent = {
	body: { sms_id: 1, message_id: 1, status: 'NEW', parts: 1, uuid: 'u', email_id: 'e' },
};
const rejects = { body: { error: 'No such sender' } };
const lost = { status: 500, body: '' };

const service = useService(() => sent);
const answerFirst = (first: Answer) => service.answer((_, index) => (index === 0 ? first : sent));
beforeEach(async () => {
	await useDuplicateStore();
});
afterEach(() => jest.restoreAllMocks());

const [PHONE, OTHER] = [phoneOf(1), phoneOf(2)];
const goOn = { onError: 'continueRegularOutput' } as const;
const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const execute = async (setting: RunSetting, account: IDataObject = {}) =>
	await runNode({
		...{ mode: 'trigger', timezone: 'UTC', ...setting },
		credentials: { baseUrl: origin, token, maxInFlight: 1, maxWait: 0, ...account } as never,
	});
const executed = async (setting: RunSetting) => jsonsOf(await execute(setting));
const items = (...rows: IDataObject[]): InputItem[] =>
	rows.map((row) => ({ json: { phone: PHONE, text: 'Hello', email: 'a@x.example', ...row } }));
const like = (fields: IDataObject): unknown => expect.objectContaining(fields);
const repeated = (first: number) =>
	like({ is_sent: false, reason: 'repeated in this run', repeats_item: first });
const isSent = like({ is_sent: true });
const requests = () => service.requests.length;

const having = (
	{ node, parameters }: OperationSetting,
	more: INodeParameters,
): OperationSetting => ({
	node,
	parameters: { ...parameters, ...more },
});
const viber = having(sendSms(), { contentType: 'text' });
viber.node = 'messagingServiceViber';
const email = (options: INodeParameters = {}): OperationSetting => ({
	node: 'messagingServiceEmail',
	parameters: {
		...{ resource: 'message', operation: 'send', senderEmail: 'shop@x.example', options },
		...{ email: '={{ $json.email }}', subject: 'Hi', message: '={{ $json.text }}' },
	},
});
const code = (parameters: INodeParameters = {}): OperationSetting => ({
	node: 'messagingServiceVerification',
	parameters: {
		...{ resource: 'code', operation: 'sendTelegram', phone: '={{ $json.phone }}' },
		...{ generateCode: true, codeLength: 6, returnCodeAs: 'code', ...parameters },
	},
});

test('a hundred equal SMS to one phone are one request, and one hint counts the rest', async () => {
	const hundred = items(...Array<IDataObject>(100).fill({}));
	const result = await execute({ ...sendSms(), items: hundred });
	expect(requests()).toBe(1);
	expect(jsonsOf(result)).toEqual([isSent, ...Array<unknown>(99).fill(repeated(0))]);
	expect(jsonsOf(result)[7]).toMatchObject({ phone: PHONE });
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
		hundred.map((_, item) => ({ item })),
	);
	expect(hintsOf(result)).toEqual([
		'99 items repeat an earlier item of this run: the same message to the same recipient. Each message is sent once. See the field repeats_item of the output.',
	]);
	const [{ hints }] = Object.values(result.runData).at(-1) ?? [];
	expect(hints).toMatchObject([{ type: 'info', location: 'outputPane' }]);
});

const plainText = sendSms({ replaceSpecialCharacters: true });
const hours = '={{ $json.hours }}';
const at = email({ scheduleTime: '={{ $json.at }}' });
const from = having(sendSms(), { sender: byId('={{ $json.from }}') });
const pin = code({ generateCode: false, code: '={{ $json.pin }}' });
const keyed = sendSms({ sendOnceKey: '={{ $json.order }}' });
const byMessage = having(sendPrepared(), { messageId: byId('={{ $json.id }}') });
const ALL_DAY = '00:00-24:00';
test.each<
	[what: string, made: OperationSetting, first: IDataObject, second: IDataObject, sent: number]
>([
	['a phone', sendSms(), { phone: '380501000001' }, { phone: '+380 (50) 100-00-01' }, 1],
	['an email', email(), {}, { email: 'A@X.example' }, 1],
	['an IDN', email(), { email: 'a@bücher.example' }, { email: 'a@xn--bcher-kva.example' }, 1],
	['replaced characters', plainText, { text: '“Hi”' }, { text: '"Hi"' }, 1],
	['a Viber message', viber, {}, {}, 1],
	['a prepared SMS', sendPrepared(), {}, {}, 1],
	['a generated code', code(), {}, {}, 1],
	['the same hours', sendSms({ sendBetween: hours }), { hours: ALL_DAY }, { hours: ALL_DAY }, 1],
	['another text', sendSms(), {}, { text: 'Bye' }, 2],
	['another phone', sendSms(), {}, { phone: OTHER }, 2],
	['another sender', from, { from: 1 }, { from: 2 }, 2],
	['another schedule', at, { at: '2036-01-01 10:00' }, { at: '2036-01-02 10:00' }, 2],
	[
		'other hours',
		email({ sendBetween: hours }),
		{ hours: ALL_DAY },
		{ hours: '00:00-12:00, 12:00-24:00' },
		2,
	],
	[
		'another schedule that Send Between moves to the same time',
		email({ scheduleTime: '={{ $json.at }}', sendBetween: '09:00-18:00' }),
		{ at: '2036-01-01 20:00' },
		{ at: '2036-01-01 21:00' },
		2,
	],
	['another code', pin, { pin: '1234' }, { pin: '5678' }, 2],
	['another key', keyed, { order: 'a' }, { order: 'b' }, 2],
	['another prepared SMS', byMessage, { id: 1 }, { id: 2 }, 2],
])('items are repeated only with the same request: %s', async (_, made, first, second, count) => {
	const result = await execute({ ...made, items: items(first, second) });
	if (result.error) throw result.error;
	expect(requests()).toBe(count);
	expect(jsonsOf(result)).toEqual([isSent, count === 1 ? repeated(0) : isSent]);
});

test.each([
	['the same file', {}, 1],
	['another file', { content: 'b' }, 2],
	['another file name', { fileName: 'bill.pdf' }, 2],
	['another extension', { fileExtension: 'txt' }, 2],
	['another type', { mimeType: 'text/plain' }, 2],
])('emails are repeated only with the same files: %s', async (_, other, count) => {
	const file = { content: 'a', fileName: 'invoice.pdf', mimeType: 'application/pdf' };
	const withFile = (data: typeof file) => ({ ...items({})[0], files: { data } });
	const made = email({ attachment: 'data' });
	const files = [withFile(file), withFile({ ...file, ...other })];
	const { error } = await execute({ ...made, items: files });
	expect([error, requests()]).toEqual([undefined, count]);
});

describe('an item that repeats another one', () => {
	const late = like({ is_sent: false, reason: 'outside sending hours' });

	test('has the error of the first one if that was rejected', async () => {
		answerFirst(rejects);
		const same = like({ error: 'No such sender', error_kind: 'rejected', is_sent: false });
		const output = await executed({ ...sendSms(), ...goOn, items: items({}, {}) });
		expect(output).toEqual([same, same]);
		expect(requests()).toBe(1);
	});

	test('has the reason of the first one if that is outside its hours', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T21:00:00Z'));
		const made = sendSms({ sendBetween: '09:00-18:00' });
		expect(await executed({ ...made, items: items({}, {}) })).toEqual([late, late]);
	});

	test('has the reason of the first one if the hours end before its request', async () => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T17:59:59Z'));
		service.answer(() => {
			now.mockReturnValue(Date.parse('2026-11-20T18:00:01Z'));
			return sent;
		});
		const made = sendSms({ sendBetween: '09:00-18:00' });
		const output = await executed({ ...made, items: items({ phone: OTHER }, {}, {}) });
		expect(output).toEqual([isSent, late, late]);
	});

	test('is not sent if the outcome of the first one is unknown', async () => {
		answerFirst(lost);
		const output = await executed({ ...sendSms(), ...goOn, items: items({}, {}) });
		expect(output).toEqual([like({ error_kind: 'unknown', is_sent: null }), repeated(0)]);
		expect(requests()).toBe(1);
	});

	test('is not sent with Stop, and the error says once for each item what happened', async () => {
		answerFirst(rejects);
		const result = await execute({ ...sendSms(), items: items({}, {}, { phone: OTHER }) });
		const outcome = /Failed: item 0\. Not sent: items 1-2\. Nothing was sent\.$/;
		expect(descriptionOf(result)).toMatch(outcome);
		expect(requests()).toBe(1);
	});

	test.each([{}, goOn])('is sent once in all tries of Retry On Fail, with %j', async (mode) => {
		answerFirst(rejects);
		const output = await executed({ ...sendSms(), ...mode, ...retrying, items: items({}, {}) });
		expect(output).toEqual([isSent, repeated(0)]);
		expect(requests()).toBe(2);
	});

	test.each([
		['has sent', sent, {}, 1],
		['may have sent', lost, {}, 1],
		['may have sent and this one resends', lost, { resendUnknown: true }, 2],
	])('is not sent if an earlier try %s a later item with the same text', async (...row) => {
		const [, outcome, options, count] = row;
		answerFirst(outcome);
		const rows = items({}, {});
		Object.defineProperty(rows[0].json, 'text', {
			enumerable: true,
			get: () => (requests() === 0 ? '' : 'Hello'),
		});
		const setting = { ...sendSms(options), ...goOn, ...retrying, items: rows };
		const [first, second] = await executed(setting);
		expect([first, requests()]).toEqual([repeated(1), count]);
		expect(second.is_sent).toBe(outcome === sent || count === 2 ? true : null);
	});

	test('is sent by a later try in which it is another message', async () => {
		service.answer((_, index) => (index === 1 ? rejects : sent));
		const rows = items({}, {}, { phone: OTHER });
		Object.defineProperty(rows[1].json, 'text', {
			enumerable: true,
			get: () => (requests() < 2 ? 'Hello' : 'Bye'),
		});
		const output = await executed({ ...sendSms(), ...retrying, items: rows });
		expect(output).toEqual([isSent, isSent, isSent]);
		expect(requests()).toBe(4);
	});

	test('is resent with Resend If Unknown only once, as the first one', async () => {
		answerFirst(lost);
		const made = sendSms({ resendUnknown: true });
		const output = await executed({ ...made, ...goOn, ...retrying, items: items({}, {}) });
		expect(output).toEqual([isSent, repeated(0)]);
		expect(requests()).toBe(2);
	});

	test('is not sent if the first one may have been sent and cannot be resent', async () => {
		service.answer((_, index) => (index === 0 ? lost : rejects));
		const made = sendSms({ resendUnknown: true });
		const output = await executed({ ...made, ...goOn, ...retrying, items: items({}, {}) });
		expect(output).toEqual([like({ error_kind: 'unknown', is_sent: null }), repeated(0)]);
		expect(requests()).toBe(2);
	});

	test('is sent if the first one is invalid', async () => {
		const rows = items({ text: '' }, {}, {});
		const output = await executed({ ...sendSms(), ...goOn, items: rows });
		expect(output).toEqual([like({ error_kind: 'invalid' }), isSent, repeated(1)]);
	});
});

test.each([sendSms, sendBatch])(
	'Max Recipients per Run counts nobody twice, and nobody who is left out (%#)',
	async (make) => {
		const made = make({ maxRecipients: 1 });
		const rows = items({ phone: OTHER }, {}, {}, {}, {}, {});
		const result = await execute({ ...made, items: rows }, { onlySendTo: PHONE });
		const left = like({ reason: 'not in Only Send To' });
		expect(jsonsOf(result)).toEqual([left, isSent, ...Array<unknown>(4).fill(repeated(1))]);
		const { error } = await execute({ ...made, items: rows });
		expect(error?.message).toContain('this run has 2 recipients');
	},
);

test.each([
	['that items with a used key count', { sendOnceKey: '={{ $json.order }}' }, true],
	['nothing about keys if there are none', {}, false],
])('the error of Max Recipients per Run says %s', async (_, options, isSaid) => {
	const made = sendSms({ maxRecipients: 1, ...options });
	// The first item is invalid, so it has no key.
	const rows = items({ text: '' }, { order: 'a' }, { order: 'b', phone: OTHER });
	const result = await execute({ ...made, items: rows });
	expect(itemOfError(result)).toBeUndefined();
	const description = descriptionOf(result);
	expect(description).toContain('Filter the input items, or send them in smaller runs.');
	const said = 'Items with a key that was already used count too';
	expect(description.includes(said)).toBe(isSaid);
});

describe.each([
	['of SMS', sendBatch, { phone: OTHER }],
	['of emails', sendEmails, { email: 'b@x.example' }],
])('a batch %s with repeated items', (_, make, other) => {
	const rows = items({ order: 'a' }, { ...other, order: 'b' }, { order: 'a' }, { order: 'a' });

	test('is sent to each recipient once, and returns the repeated items', async () => {
		const mailing = like({ recipients: 2, message_type: 'bulk' });
		const output = await executed({ ...make(), items: rows });
		expect(output).toEqual([mailing, repeated(0), repeated(0)]);
		expect(requests()).toBe(1);
	});

	test('is sent with two different texts to a recipient', async () => {
		const mailing = like({ recipients: 3, message_type: 'personal' });
		const output = await executed({ ...make(), items: [...rows, ...items({ text: 'Bye' })] });
		expect(output).toEqual([mailing, repeated(0), repeated(0)]);
	});

	test('returns the error of the request for the repeated items too', async () => {
		answerFirst(rejects);
		const failed = like({ error: 'No such sender', error_kind: 'rejected', is_sent: false });
		const output = await executed({ ...make(), ...goOn, items: rows });
		expect(output).toEqual(Array<unknown>(4).fill(failed));
	});

	test.each([
		[{}, { reason: 'repeated in this run', repeats_item: 0 }],
		[{ sendOnceKey: '={{ $json.order }}' }, { reason: 'already sent', key: 'a' }],
	])('has a dry run whose totals add up with %j', async (options, left) => {
		const made = make({ dryRun: true, ...options });
		const result = await execute({
			...made,
			...goOn,
			items: [...rows, ...items({ text: '' })],
		});
		expect(jsonsOf(result)[0]).toMatchObject({
			recipients: 2,
			left_out: [
				{ index: 2, ...left },
				{ index: 3, ...left },
			],
			rejects: [{ index: 4 }],
		});
		expect(hintsOf(result)).toHaveLength(1);
		expect(requests()).toBe(0);
	});
});

test('a Send and Wait asks all of its recipients', async () => {
	const result = await execute(asking({ phone: `${PHONE}, ${OTHER}` }, { items: items({}) }));
	expect([result.execution?.status, requests()]).toEqual(['waiting', 2]);
});
