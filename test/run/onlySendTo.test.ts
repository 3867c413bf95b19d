import type { IDataObject } from 'n8n-workflow';
import { apiTable } from '../contract/apiTable';
import { contract } from '../contract';
import { byId, type ContractRow, OTHER_PHONE, PHONE } from '../contract/row';
import { apiOf } from '../contract/wire';
import { useDuplicateStore } from '../support/duplicateStore';
import { toolCallers } from '../support/engine/callTool';
import { origin, token } from '../support/engine/credentials';
import { runNode, type RunSetting } from '../support/engine/runNode';
import type { SentRequest } from '../support/engine/service';
import { useService } from '../support/engine/useService';
import { people, phoneOf, sendBatch, sendEmails, sendSms } from '../support/operations';
import { sms as smsTool } from '../support/toolSettings';
import { asking } from '../wait/asking';
import { descriptionOf, hintsOf, itemOfError, jsonsOf } from './sending/observed';

const REASON = 'not in Only Send To';
const result = { id: 5, name: 'A', message: 'Hi', message_id: 1, email_id: '1', uuid: 'u' };
const body = {
	...{ status: 'OK', success: 'OK', sms_id: 1, message_id: 1, parts: 1, uuid: 'u' },
	result,
};
const blocked = { status: 400, body: { error: 'Blocked' } };

const service = useService(() => ({ body }));

const account = (onlySendTo: unknown, more: IDataObject = {}) =>
	({ baseUrl: origin, token, onlySendTo, ...more }) as { baseUrl: string; token: string };
const run = async (onlySendTo: unknown, setting: RunSetting, more: IDataObject = {}) =>
	await runNode({ mode: 'trigger', ...setting, credentials: account(onlySendTo, more) });
const phonesOf = () => service.requests.map(({ query }) => new Map(query).get('phone'));
const goOn = { onError: 'continueRegularOutput' } as const;

const isSending = ({ path, form = [] }: SentRequest) => {
	const { effect = 'send' } = Object.values(apiTable).find((one) => one.path === path) ?? {};
	if (typeof effect === 'string') return effect === 'send';
	return effect.values[new Map(form).get(effect.parameter) ?? ''] !== 'read';
};
const sends = (row: ContractRow) => {
	const { effect } = apiOf(row);
	return effect === 'send' || (typeof effect === 'object' && row.operation === 'confirm');
};
const settingOf = ({ node, resource, operation, parameters, items, timezone }: ContractRow) => ({
	...{ node, items, timezone },
	parameters: { resource, operation, ...parameters },
});
const named = (row: ContractRow): [string, ContractRow] => [
	`${row.node} ${row.resource}:${row.operation} ${row.title}`,
	row,
];
const TO_LIST = /^messagingService((Sms|Viber) mailing:confirm|Email mailing:send)/;

describe('with "nobody" in Only Send To', () => {
	test.each(contract.filter(sends).map(named))('nothing is sent by %s', async (title, row) => {
		const { items, error, execution } = await run('nobody', settingOf(row));
		expect(service.requests.filter(isSending)).toEqual([]);
		expect(execution?.waitTill ?? undefined).toBeUndefined();
		if (TO_LIST.test(title)) {
			const message = /^'Only Send To' is set in the credential, .* contact list$/;
			expect(error?.message).toMatch(message);
			expect(descriptionOf({ error })).toMatch(/^Send to single recipients, or use a cred/);
			return;
		}
		if (error) throw error;
		expect(items).not.toEqual([]);
		for (const { json } of items) {
			if (json.dry_run) expect(json).toMatchObject({ recipients: 0, messages: [] });
			else expect(json).toMatchObject({ is_sent: false, reason: REASON });
			expect(json).not.toHaveProperty('data');
		}
	});

	test.each(contract.filter(sends).map(named))(
		'nothing is sent by %s if n8n makes the request without this package',
		async (_, row) => {
			const items = row.items?.slice(0, 1);
			const declared = { ...settingOf(row), items, isDeclared: true };
			const { error } = await run('nobody', declared);
			expect(error?.message).toMatch(
				/^The credential limits the recipients with "Only Send To"/,
			);
			expect([...service.requests.filter(isSending), ...service.strays]).toEqual([]);
			await run('', declared);
			expect(service.requests.filter(isSending)).not.toEqual([]);
		},
	);

	test.each(
		contract
			.filter((row) => !sends(row))
			.map(named)
			.filter((_, n) => n % 5 === 0),
	)('the outcome of %s is the same as without Only Send To', async (_, row) => {
		const outcome = async (onlySendTo: string) => {
			service.requests.length = 0;
			const { items, error } = await run(onlySendTo, settingOf(row));
			// The boundary of a form with a file differs in each request.
			const requests = JSON.stringify(service.requests).replace(/form-[\da-f-]{36}/g, '');
			return { items, error: error?.message, requests };
		};
		const withList = await outcome('nobody');
		expect(withList.requests).not.toBe('[]');
		expect(withList).toEqual(await outcome(''));
	});
});

const mixed = people(3);
const inList = `${phoneOf(1)}, person1@example.com`;

test('Only Send To returns messages to others without an error, their recipient first', async () => {
	const found = await run(inList, { ...sendSms(), items: mixed });
	expect(phonesOf()).toEqual([phoneOf(1)]);
	const left = (n: number) => `{"phone":"${phoneOf(n)}","is_sent":false,"reason":"${REASON}"`;
	const texts = found.items.map(({ json }) => JSON.stringify(json));
	expect(texts).toEqual(
		[left(0), `{"phone":"${phoneOf(1)}"`, left(2)].map(
			(start) => expect.stringMatching(new RegExp(`^${start}`)) as string,
		),
	);
	expect(found.items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2].map((item) => ({ item })),
	);
});

test.each([
	[[0, 1, 2], 'No recipients were'],
	[[0, 1], '1 recipient was'],
	[[0], '2 recipients were'],
])('Only Send To with the recipients %j has a hint: %s left out', async (numbers, were) => {
	const list = numbers.map(phoneOf).join();
	const found = await run(list, { ...sendSms(), items: mixed });
	expect(hintsOf(found)).toEqual([
		`${were} left out. The credential limits the recipients with "Only Send To".`,
	]);
});

test.each([
	['SMS', sendBatch],
	['email', sendEmails],
])('Only Send To sends an %s batch to its recipients, and returns the others', async (_, make) => {
	const found = await run('*@x.example, ' + inList, { ...make(), items: mixed });
	expect(service.requests).toHaveLength(1);
	const sent = decodeURIComponent(JSON.stringify(service.requests));
	const reached = [0, 1, 2].map((n) => sent.includes(phoneOf(n)) || sent.includes(`person${n}@`));
	expect(reached).toEqual([false, true, false]);
	const left = found.items.filter(({ json }) => json.reason === REASON);
	expect(left.map(({ json, pairedItem }) => [json.is_sent, pairedItem])).toEqual([
		[false, { item: 0 }],
		[false, { item: 2 }],
	]);
	expect(found.items.filter(({ json }) => json.is_sent === true)).toHaveLength(1);
});

test.each([
	[[1], { message_type: 'bulk', recipients: 1, indexes: '1' }],
	[[1, 2], { message_type: 'bulk', recipients: 2 }],
	[[1, 3], { message_type: 'personal', recipients: 2 }],
])('a batch is bulk or personal by the texts of the recipients left: %j', async (left, summary) => {
	const texts = ['Hi', 'Bye', 'Bye', 'Hi'];
	const items = texts.map((text, n) => ({ json: { phone: phoneOf(n), text } }));
	const found = await run(left.map(phoneOf).join(), { ...sendBatch(), items });
	expect(jsonsOf(found).find(({ is_sent }) => is_sent)).toMatchObject(summary);
});

test.each([
	['a full-width host', 'anna@ｏｋ.example', 'anna@ok.example'],
	['the sign of Kelvin in the host', 'anna@o\u212a.example', 'anna@oK.example'],
	['the sign of Kelvin in the mailbox', '\u212aim@ok.example', 'Kim@ok.example'],
	['a decomposed accent', 'rene\u0301@ok.example', 'ren\u00e9@ok.example'],
	['a percent sign', 'bob%evil.example@ok.example', undefined],
	['an exclamation mark', 'evil.example!bob@ok.example', undefined],
	['an asterisk', '*@ok.example', undefined],
	['an encoded word', 'bob=?utf-8?q?=40evil.example?=@ok.example', undefined],
])('Only Send To compares an address with %s in the form sent', async (_, email, wire) => {
	const parameters = {
		...{ resource: 'message', operation: 'send', senderEmail: 'shop@example.com' },
		...{ subject: 'S', message: 'M', email },
	};
	const { items, error } = await run('*@ok.example', {
		node: 'messagingServiceEmail',
		parameters,
	});
	if (error) throw error;
	const sent = service.requests.map(({ form = [] }) => new Map(form).get('email'));
	expect(sent).toEqual(wire ? [wire] : []);
	expect(items[0].json).toMatchObject(wire ? { is_sent: true } : { reason: REASON });
});

test('a dry run shows whom Only Send To leaves out', async () => {
	const found = await run(phoneOf(1), { ...sendBatch({ dryRun: true }), items: mixed });
	expect(found.items[0].json).toMatchObject({
		recipients: 1,
		messages: [{ index: 1, phone: phoneOf(1) }],
		left_out: [
			{ index: 0, phone: phoneOf(0), reason: REASON },
			{ index: 2, phone: phoneOf(2), reason: REASON },
		],
		rejects: [],
	});
	expect(hintsOf(found)).toHaveLength(1);
});

describe('a Send and Wait with Only Send To', () => {
	const both = { phone: `${PHONE}, ${OTHER_PHONE}` };

	test('asks the recipients in the list and waits for them, and its item names the others', async () => {
		const found = await run(OTHER_PHONE, asking(both));
		expect(found.execution?.status).toBe('waiting');
		expect(phonesOf()).toEqual([OTHER_PHONE]);
		const left = { phone: PHONE, is_sent: false, reason: REASON };
		expect(found.items[0].json).toMatchObject({
			...{ phone: OTHER_PHONE, is_sent: true },
			messages: [{ phone: OTHER_PHONE, is_sent: true }, left],
		});
		expect(found.items[0].json.reason).toBeUndefined();
	});

	test('does not wait if no recipient is in the list, whatever the input says', async () => {
		const items = [{ json: { approved: true, data: { approved: true } } }];
		const found = await run('nobody', asking(both, { items }));
		expect(found.execution?.status).toBe('success');
		expect(jsonsOf(found)).toEqual([{ ...both, is_sent: false, reason: REASON }]);
		expect(service.requests).toEqual([]);
	});

	test('shows the failure of a recipient in the list, but not who was left out', async () => {
		service.answer(() => blocked);
		const [json] = jsonsOf(await run(OTHER_PHONE, asking(both, goOn)));
		const error = expect.stringContaining('Blocked') as string;
		expect(json).toMatchObject({ error, is_sent: false });
		expect((await run(OTHER_PHONE, asking(both))).error?.message).toBe('Blocked');
	});

	test('remembers its key as sent if some recipients were left out', async () => {
		await useDuplicateStore();
		const setting = asking({ ...both, options: { sendOnceKey: 'A-1' } });
		await run(OTHER_PHONE, setting);
		const again = await run(OTHER_PHONE, setting);
		expect(jsonsOf(again)).toMatchObject([{ phone: OTHER_PHONE, reason: 'already sent' }]);
		expect(service.requests).toHaveLength(1);
	});
});

test('Only Send To does not claim the key of an item that it leaves out', async () => {
	await useDuplicateStore();
	const reasonsOf = async (onlySendTo: string, sendOnceKey: string, items = mixed) => {
		const found = await run(onlySendTo, { ...sendSms({ sendOnceKey }), items });
		return jsonsOf(found).map(({ reason }) => reason);
	};
	expect(await reasonsOf(phoneOf(1), 'A')).toEqual([REASON, undefined, REASON]);
	expect(await reasonsOf('nobody', 'A', people(1))).toEqual([REASON]);
	expect(await reasonsOf(phoneOf(7), 'B', people(1))).toEqual([REASON]);
	expect(await reasonsOf('', 'B', people(1))).toEqual([undefined]);
});

const unreadable = ['0501000001', '={{ $json.phone }}', ' ', 'nobody, anna@a.com'];
/** Values that an API or a program may have saved. None of them may allow messages to everybody. */
const noTexts = [7, 0, false, true, [], {}];
test.each([...unreadable, ...noTexts])('nothing is sent if Only Send To is %j', async (list) => {
	const result = await run(list, { ...sendSms(), items: people(2) });
	const { error } = result;
	expect(itemOfError(result)).toBeUndefined();
	expect(error?.message).toMatch(/^'Only Send To' in the credential (is|has|contains) /);
	// n8n logs errors, so they must not contain the phone.
	expect(error?.message).not.toContain('501000001');
	const found = await run(list, { ...sendSms(), items: people(2), ...goOn });
	expect(jsonsOf(found).map(({ error_kind }) => error_kind)).toEqual(['invalid', 'invalid']);
	expect(service.requests).toEqual([]);
});

test.each([null, undefined, ''])(
	'Only Send To allows everybody if %p is stored, which is the untouched field',
	async (list) => {
		const found = await run(list, { ...sendSms(), items: people(2) });
		expect(jsonsOf(found).map(({ is_sent }) => is_sent)).toEqual([true, true]);
	},
);

test('Only Send To compares phones in the form sent, with the default country code of each item', async () => {
	const phones = ['050 100 00 01', '+380501000001', '0501000002'];
	const items = phones.map((phone, item) => ({ json: { phone, text: `Hi ${item}` } }));
	const options = { defaultCountryCode: '380' };
	const found = await run('0501000001', { ...sendSms(), items }, options);
	expect(jsonsOf(found).map(({ is_sent }) => is_sent)).toEqual([true, true, false]);
	// The step's country code does not apply to the list of the credential.
	const { error } = await run('0501000001', { ...sendSms(options), items });
	expect(error?.message).toContain('Only Send To');
});

test('Only Send To leaves out the same recipients in a later try, which sends what failed', async () => {
	service.answer((_, index) => (index === 0 ? blocked : { body }));
	const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const setting = { ...sendSms(), ...retry, items: mixed };
	const found = await run(`${phoneOf(1)}\n${phoneOf(2)}`, setting);
	expect(jsonsOf(found).map(({ is_sent }) => is_sent)).toEqual([false, true, true]);
	expect(phonesOf()).not.toContain(phoneOf(0));
});

test.each(toolCallers)(
	'Only Send To allows no message by %s to a recipient who is not in the list',
	async (_, call) => {
		const setting = { ...smsTool, credentials: account(OTHER_PHONE) };
		const [record] = await call(setting, { to: PHONE, text: 'Hi' });
		const message: unknown = expect.stringContaining(
			'Not sent: the recipient is not in Only Send',
		);
		expect(record).toMatchObject({ phone: PHONE, is_sent: false, reason: REASON, message });
		expect(service.requests).toEqual([]);
	},
);

test('an invalid phone with Only Send To is the error of its item only, with Continue', async () => {
	const items = ['0', phoneOf(1)].map((phone) => ({ json: { phone, text: 'Hi' } }));
	const found = await run(inList, { ...sendSms(), items, ...goOn });
	expect(jsonsOf(found)).toMatchObject([{ error_kind: 'invalid' }, { is_sent: true }]);
});

test('Only Send To makes a mailing to a contact list an error of each item with Continue', async () => {
	const parameters = { resource: 'mailing', operation: 'confirm', mailingId: byId(5) };
	const setting = { node: 'messagingServiceSms', parameters, items: people(2), ...goOn } as const;
	const found = await run(inList, setting as RunSetting);
	const failed = expect.objectContaining({ error_kind: 'invalid', is_sent: false }) as object;
	expect(jsonsOf(found)).toEqual([failed, failed]);
	expect(service.requests).toEqual([]);
});
