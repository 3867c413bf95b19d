import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import { useDuplicateStore } from '../support/duplicateStore';
import { origin, token } from '../support/engine/credentials';
import {
	type InputItem,
	runNode,
	type RunResult,
	type RunSetting,
} from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';
import {
	type Made,
	phoneOf,
	sendBatch,
	sendEmails,
	sendPrepared,
	sendSms,
} from '../support/operations';
import { asking } from '../wait/asking';

const sent = {
	body: { sms_id: 1, message_id: 1, status: 'NEW', parts: 1, uuid: 'u', email_id: 'e' },
};
const rejects = { body: { error: 'No such sender' } };
const lost = { status: 500, body: '' };

let service: Service;
const answer = (...answers: Answer[]) => {
	service?.close();
	service = new Service((_, index) => answers[index] ?? sent);
};
beforeEach(async () => {
	await useDuplicateStore();
	answer();
});
afterEach(() => {
	jest.restoreAllMocks();
	service.close();
});

const [PHONE, OTHER] = [phoneOf(1), phoneOf(2)];
const goOn = { onError: 'continueRegularOutput' } as const;
const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const execute = async (setting: RunSetting, account: IDataObject = {}) =>
	await runNode({
		...{ mode: 'trigger', timezone: 'UTC', ...setting },
		credentials: { baseUrl: origin, token, maxInFlight: 1, maxWait: 0, ...account } as never,
	});
const items = (...rows: IDataObject[]): InputItem[] =>
	rows.map((row) => ({ json: { phone: PHONE, text: 'Hello', email: 'a@x.example', ...row } }));
const jsons = ({ items: output }: RunResult) => output.map(({ json }) => json);
const hintsOf = ({ runData }: RunResult) =>
	(Object.values(runData).at(-1) ?? []).flatMap(({ hints = [] }) =>
		hints.map(({ message }) => message),
	);
const repeated = (first: number): unknown =>
	expect.objectContaining({
		is_sent: false,
		reason: 'repeated in this run',
		repeats_item: first,
	});
const isSent: unknown = expect.objectContaining({ is_sent: true });
const requests = () => service.requests.length;

const viber = (options: INodeParameters = {}): Made => ({
	node: 'messagingServiceViber',
	parameters: {
		...{ resource: 'message', operation: 'send', sender: byId(5), phone: '={{ $json.phone }}' },
		...{ contentType: 'text', message: '={{ $json.text }}', options },
	},
});
const email = (options: INodeParameters = {}): Made => ({
	node: 'messagingServiceEmail',
	parameters: {
		...{ resource: 'message', operation: 'send', senderEmail: 'shop@x.example', options },
		...{ email: '={{ $json.email }}', subject: 'Hi', message: '={{ $json.text }}' },
	},
});
const code = (parameters: INodeParameters = {}): Made => ({
	node: 'messagingServiceVerification',
	parameters: {
		...{ resource: 'code', operation: 'sendTelegram', phone: '={{ $json.phone }}' },
		...{ generateCode: true, codeLength: 6, returnCodeAs: 'code', ...parameters },
	},
});

test('a hundred equal SMS to one phone are one request, and one hint counts the rest', async () => {
	const result = await execute({
		...sendSms(),
		items: items(...Array<IDataObject>(100).fill({})),
	});
	expect(requests()).toBe(1);
	expect(jsons(result)).toEqual([isSent, ...Array<unknown>(99).fill(repeated(0))]);
	expect(jsons(result)[7]).toMatchObject({ phone: PHONE });
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
		Array.from({ length: 100 }, (_, item) => ({ item })),
	);
	expect(hintsOf(result)).toEqual([
		'99 items repeat an earlier item of this run: the same message to the same recipient. Each message is sent once. See repeats_item.',
	]);
});

const SAME = { text: 'Hello' };
const ROWS: Array<[what: string, made: Made, rows: IDataObject[], sent: number]> = [
	[
		'a phone in another spelling',
		sendSms(),
		[{ phone: '380501000001' }, { phone: '+380 (50) 100-00-01' }],
		1,
	],
	['an email in another letter case', email(), [{}, { email: 'A@X.example' }], 1],
	[
		'an email host in Punycode',
		email(),
		[{ email: 'a@bücher.example' }, { email: 'a@xn--bcher-kva.example' }],
		1,
	],
	[
		'a text that is the same once its characters are replaced',
		sendSms({ replaceSpecialCharacters: true }),
		[{ text: '“Hi”' }, { text: '"Hi"' }],
		1,
	],
	['a Viber message', viber(), [{}, {}], 1],
	['a prepared SMS', sendPrepared(), [{}, {}], 1],
	['a generated code', code(), [{}, {}], 1],
	[
		'other hours in the same words',
		sendSms({ sendBetween: '={{ $json.hours }}' }),
		[{ hours: '00:00-24:00' }, { hours: '00:00-24:00' }],
		1,
	],
	['another text', sendSms(), [SAME, { text: 'Bye' }], 2],
	['another phone', sendSms(), [SAME, { phone: OTHER }], 2],
	[
		'another sender',
		{
			...sendSms(),
			parameters: { ...sendSms().parameters, sender: byId('={{ $json.from }}') },
		},
		[{ from: 1 }, { from: 2 }],
		2,
	],
	[
		'another schedule',
		email({ scheduleTime: '={{ $json.at }}' }),
		[{ at: '2036-01-01 10:00' }, { at: '2036-01-02 10:00' }],
		2,
	],
	[
		'other sending hours',
		email({ sendBetween: '={{ $json.hours }}' }),
		[{ hours: '00:00-24:00' }, { hours: '00:00-12:00, 12:00-24:00' }],
		2,
	],
	[
		'another code to one phone',
		code({ generateCode: false, code: '={{ $json.pin }}' }),
		[{ pin: '1234' }, { pin: '5678' }],
		2,
	],
	[
		'another Send Once Key',
		sendSms({ sendOnceKey: '={{ $json.order }}' }),
		[{ order: 'a' }, { order: 'b' }],
		2,
	],
	[
		'another prepared SMS',
		{
			...sendPrepared(),
			parameters: { ...sendPrepared().parameters, messageId: byId('={{ $json.id }}') },
		},
		[{ id: 1 }, { id: 2 }],
		2,
	],
];

test.each(ROWS)('compares the whole request of two items: %s', async (_, made, rows, count) => {
	const result = await execute({ ...made, items: items(...rows) });
	if (result.error) throw result.error;
	expect(requests()).toBe(count);
	expect(jsons(result)).toEqual([isSent, count === 1 ? repeated(0) : isSent]);
});

test.each([
	['the same file', 'a', 1],
	['another file', 'b', 2],
])('compares the files of two emails: %s', async (_, other, count) => {
	const withFile = (content: string) => ({
		...items({})[0],
		files: { data: { content, fileName: 'invoice.pdf', mimeType: 'application/pdf' } },
	});
	const made = email({ attachment: 'data' });
	const result = await execute({ ...made, items: [withFile('a'), withFile(other)] });
	if (result.error) throw result.error;
	expect(requests()).toBe(count);
});

describe('what repeats an item', () => {
	const failed = (more: IDataObject): unknown => expect.objectContaining(more);

	test('has its error if it was rejected', async () => {
		answer(rejects);
		const output = jsons(await execute({ ...sendSms(), ...goOn, items: items({}, {}) }));
		const same = { error: 'No such sender', error_kind: 'rejected', is_sent: false };
		expect(output).toEqual([failed(same), failed(same)]);
		expect(requests()).toBe(1);
	});

	test('has its reason if it was left out by its hours', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T21:00:00Z'));
		const made = sendSms({ sendBetween: '09:00-18:00' });
		const late = failed({ is_sent: false, reason: 'outside sending hours' });
		expect(jsons(await execute({ ...made, items: items({}, {}) }))).toEqual([late, late]);
	});

	test('follows it if its hours end before its request', async () => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T17:59:59Z'));
		service.close();
		service = new Service(() => {
			now.mockReturnValue(Date.parse('2026-11-20T18:00:01Z'));
			return sent;
		});
		const made = sendSms({ sendBetween: '09:00-18:00' });
		const result = await execute({ ...made, items: items({ phone: OTHER }, {}, {}) });
		const late = failed({ is_sent: false, reason: 'outside sending hours' });
		expect(jsons(result)).toEqual([isSent, late, late]);
	});

	test('is not sent if the outcome of that one is unknown', async () => {
		answer(lost);
		const output = jsons(await execute({ ...sendSms(), ...goOn, items: items({}, {}) }));
		expect(output).toEqual([failed({ error_kind: 'unknown', is_sent: null }), repeated(0)]);
		expect(requests()).toBe(1);
	});

	test('is not sent under Stop, and the error says of each item once what happened', async () => {
		answer(rejects);
		const { error } = await execute({ ...sendSms(), items: items({}, {}, { phone: OTHER }) });
		expect(String((error as { description?: string }).description)).toMatch(
			/Failed: item 0\. Not sent: items 1-2\. Nothing was sent\.$/,
		);
		expect(requests()).toBe(1);
	});

	test('is sent once in all tries of Retry On Fail', async () => {
		for (const setting of [{}, goOn]) {
			answer(rejects);
			const result = await execute({
				...sendSms(),
				...setting,
				...retrying,
				items: items({}, {}),
			});
			expect(jsons(result)).toEqual([isSent, repeated(0)]);
			expect(requests()).toBe(2);
		}
	});

	test('follows what an earlier try has sent or may have sent, though it stands before it', async () => {
		for (const outcome of [sent, lost]) {
			answer(outcome);
			const rows = items({}, {});
			Object.defineProperty(rows[0].json, 'text', {
				enumerable: true,
				get: () => (requests() === 0 ? '' : 'Hello'),
			});
			const result = await execute({ ...sendSms(), ...goOn, ...retrying, items: rows });
			expect(requests()).toBe(1);
			expect(jsons(result)[0]).toEqual(repeated(1));
		}
	});

	test('is resent with Resend If Unknown only as the one that it repeats', async () => {
		answer(lost);
		const made = sendSms({ resendUnknown: true });
		const result = await execute({ ...made, ...goOn, ...retrying, items: items({}, {}) });
		expect(jsons(result)).toEqual([isSent, repeated(0)]);
		expect(requests()).toBe(2);
	});

	test('does not follow an item that is wrong', async () => {
		const rows = items({ text: '' }, {}, {});
		const result = await execute({ ...sendSms(), ...goOn, items: rows });
		expect(jsons(result)).toEqual([failed({ error_kind: 'invalid' }), isSent, repeated(1)]);
	});

	test('is an item of the run that is cancelled while the first is sent', async () => {
		let cancel = () => {};
		service.close();
		service = new Service(() => {
			cancel();
			return sent;
		});
		const started = (stop: () => void) => (cancel = stop);
		await execute({ ...sendSms(), ...goOn, started, items: items({}, {}) });
		expect(requests()).toBe(1);
	});
});

test('what repeats an item, or is not in Only Send To, counts for no limit', async () => {
	const made = sendSms({ maxRecipients: 1 });
	const rows = items({ phone: OTHER }, {}, {}, {}, {}, {});
	const result = await execute({ ...made, items: rows }, { onlySendTo: PHONE });
	const left = expect.objectContaining({ reason: 'not in Only Send To' });
	expect(jsons(result)).toEqual([left, isSent, ...Array<unknown>(4).fill(repeated(1))]);
	const { error } = await execute({ ...made, items: rows });
	expect(error?.message).toContain('this run has 2 recipients');
});

test('the error of a limit says that keys count for it', async () => {
	const made = sendSms({ maxRecipients: 1, sendOnceKey: '={{ $json.order }}' });
	const { error } = await execute({ ...made, items: items({ order: 'a' }, { order: 'b' }) });
	expect(String((error as { description?: string }).description)).toContain(
		'Items whose key was sent before count too',
	);
});

describe.each([
	['of SMS', sendBatch, { phone: OTHER }],
	['of emails', sendEmails, { email: 'b@x.example' }],
])('a batch %s', (_, make, other) => {
	const rows = items({ order: 'a' }, { ...other, order: 'b' }, { order: 'a' }, { order: 'a' });

	test('has each recipient once, and returns the others beside it', async () => {
		const result = await execute({ ...make(), items: rows });
		const mailing = expect.objectContaining({ recipients: 2, message_type: 'bulk' });
		expect(jsons(result)).toEqual([mailing, repeated(0), repeated(0)]);
		expect(requests()).toBe(1);
	});

	test('sends a recipient two texts', async () => {
		const result = await execute({ ...make(), items: [...rows, ...items({ text: 'Bye' })] });
		const mailing = expect.objectContaining({ recipients: 3, message_type: 'personal' });
		expect(jsons(result)).toEqual([mailing, repeated(0), repeated(0)]);
	});

	test('has the error of the request for what repeats one of its recipients', async () => {
		answer(rejects);
		const result = await execute({ ...make(), ...goOn, items: rows });
		const failed = { error: 'No such sender', error_kind: 'rejected', is_sent: false };
		expect(jsons(result)).toEqual(Array(4).fill(expect.objectContaining(failed)));
	});

	test.each([
		[{}, { reason: 'repeated in this run', repeats_item: 0 }],
		[{ sendOnceKey: '={{ $json.order }}' }, { reason: 'already sent', key: 'a' }],
	])('adds up in a dry run with %j', async (options, left) => {
		const all = [...rows, ...items({ text: '' })];
		const result = await execute({
			...make({ dryRun: true, ...options }),
			...goOn,
			items: all,
		});
		const [{ recipients, left_out, rejects: wrong }] = jsons(result);
		expect([recipients, wrong]).toMatchObject([2, [{ index: 4 }]]);
		expect(left_out).toMatchObject([
			{ index: 2, ...left },
			{ index: 3, ...left },
		]);
		expect(hintsOf(result)).toHaveLength(1);
		expect(requests()).toBe(0);
	});
});

test('a wait asks each of its recipients, and an import is not concerned', async () => {
	const result = await execute(asking({ phone: `${PHONE}, ${OTHER}` }, { items: items({}) }));
	expect(result.execution?.status).toBe('waiting');
	expect(requests()).toBe(2);
});
