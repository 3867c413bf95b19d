import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { apiTable } from '../contract/apiTable';
import { contract } from '../contract';
import { byId, type ContractRow, OTHER_PHONE, PHONE } from '../contract/row';
import { apiOf } from '../contract/wire';
import { useDuplicateStore } from '../support/duplicateStore';
import { callers } from '../support/engine/callTool';
import { origin, token } from '../support/engine/credentials';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { type SentRequest, Service } from '../support/engine/service';
import { people, phoneOf, sendBatch, sendEmails, sendSms } from '../support/operations';
import { sms as smsTool } from '../support/toolSettings';
import { asking } from '../wait/asking';

const REASON = 'not in Only Send To';
const result = { id: 5, name: 'A', message: 'Hi', message_id: 1, email_id: '1', uuid: 'u' };
const answer = {
	status: 'OK',
	success: 'OK',
	sms_id: 1,
	message_id: 1,
	parts: 1,
	uuid: 'u',
	result,
};

let service: Service;
beforeEach(() => {
	service = new Service(() => ({ body: answer }));
});
afterEach(() => service.close());

const account = (onlySendTo: unknown, more: IDataObject = {}) =>
	({ baseUrl: origin, token, onlySendTo, ...more }) as { baseUrl: string; token: string };
const run = async (onlySendTo: unknown, setting: RunSetting, more: IDataObject = {}) =>
	await runNode({ mode: 'trigger', ...setting, credentials: account(onlySendTo, more) });
const hintsOf = ({ runData }: { runData: object }) =>
	Object.values(runData as Record<string, Array<{ hints?: Array<{ message: string }> }>>)
		.flat()
		.flatMap(({ hints = [] }) => hints.map(({ message }) => message));
/** The recipients of all requests. */
const reached = () =>
	service.requests.flatMap(({ query, form = [], json }) =>
		[...JSON.stringify([query, form, json ?? {}]).matchAll(/380501\d{6}|[\w.]+@x\.example/gi)]
			.map(([one]) => one)
			.filter((one, at, all) => all.indexOf(one) === at),
	);

const isSending = ({ path, form = [] }: SentRequest) => {
	const { effect } = Object.values(apiTable).find((one) => one.path === path) ?? {
		effect: 'send',
	};
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
const LISTS = [
	'messagingServiceSms mailing:confirm',
	'messagingServiceViber mailing:confirm',
	'messagingServiceEmail mailing:send',
];
const isToList = (title: string) => LISTS.some((one) => title.startsWith(one));

describe('nobody', () => {
	test.each(contract.filter(sends).map(named))('gets %s', async (title, row) => {
		const { items, error, execution } = await run('nobody', settingOf(row));
		expect(service.requests.filter(isSending)).toEqual([]);
		expect(execution?.waitTill ?? undefined).toBeUndefined();
		if (isToList(title)) {
			expect(error?.message).toMatch(
				/^'Only Send To' is set in the credential, .* contact list$/,
			);
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
		'gets %s if n8n makes the request without this package',
		async (_, row) => {
			const items = row.items?.slice(0, 1);
			const declared = { ...settingOf(row), items, isDeclared: true };
			const { error } = await run('nobody', declared);
			expect(error?.message).toMatch(/^Only Send To is set in the credential/);
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
	)('changes nothing about %s', async (_, row) => {
		const outcome = async (onlySendTo: string) => {
			service.requests.length = 0;
			const { items, error } = await run(onlySendTo, settingOf(row));
			// A form with a file has another boundary each time.
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
test('single messages: others come out as items without an error, recipient first', async () => {
	const found = await run(inList, { ...sendSms(), items: mixed });
	expect(reached()).toEqual([phoneOf(1)]);
	expect(found.items.map(({ json }) => Object.entries(json).slice(0, 3))).toEqual([
		[
			['phone', phoneOf(0)],
			['is_sent', false],
			['reason', REASON],
		],
		expect.arrayContaining([['phone', phoneOf(1)]]),
		[
			['phone', phoneOf(2)],
			['is_sent', false],
			['reason', REASON],
		],
	]);
	expect(found.items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2].map((item) => ({ item })),
	);
	expect(hintsOf(found)).toEqual([
		'2 recipients were left out. Only Send To is set in the credential.',
	]);
});

test.each<[string, RunSetting]>([
	['an SMS batch', sendBatch() as RunSetting],
	[
		'an SMS batch with an item per recipient',
		sendBatch({ oneItemPerRecipient: true }) as RunSetting,
	],
	['an email batch', sendEmails() as RunSetting],
])('%s is of those in the list, and the others come out as items', async (_, setting) => {
	const found = await run('*@x.example, ' + inList, { ...setting, items: mixed });
	expect(service.requests).toHaveLength(1);
	const sent = decodeURIComponent(JSON.stringify(service.requests));
	expect([0, 1, 2].map((n) => sent.includes(phoneOf(n)) || sent.includes(`person${n}@`))).toEqual(
		[false, true, false],
	);
	const left = found.items.filter(({ json }) => json.reason === REASON);
	expect(left.map(({ json, pairedItem }) => [json.is_sent, pairedItem])).toEqual([
		[false, { item: 0 }],
		[false, { item: 2 }],
	]);
	expect(found.items.filter(({ json }) => json.is_sent === true)).toHaveLength(1);
});

test('a batch of which one recipient is left is bulk, whatever the others would get', async () => {
	const items = mixed.map(({ json }, n) => ({ json: { ...json, text: `Text ${n}` } }));
	const { items: output } = await run(phoneOf(1), { ...sendBatch(), items });
	expect(output[1].json).toMatchObject({ message_type: 'bulk', recipients: 1, indexes: '1' });
	expect(service.requests[0].body).not.toMatch(/Text [02]/);
});

test.each([
	['a full-width host', 'anna@ｏｋ.example', 'anna@ok.example'],
	['the sign of Kelvin in the host', 'anna@o\u212a.example', 'anna@oK.example'],
	['the sign of Kelvin in the mailbox', '\u212aim@ok.example', 'Kim@ok.example'],
	['an accent of its own', 'rene\u0301@ok.example', 'ren\u00e9@ok.example'],
	['a percent sign', 'bob%evil.example@ok.example', undefined],
	['an exclamation mark', 'evil.example!bob@ok.example', undefined],
	['an asterisk', '*@ok.example', undefined],
	['an encoded word', 'bob=?utf-8?q?=40evil.example?=@ok.example', undefined],
])('an address with %s is sent as it was compared, or not at all', async (_, email, wire) => {
	const parameters = {
		...{ resource: 'message', operation: 'send', senderEmail: 'shop@example.com' },
		...{ subject: 'S', message: 'M', email },
	};
	const setting = { node: 'messagingServiceEmail', parameters } as RunSetting;
	const { items, error } = await run('*@ok.example', setting);
	if (error) throw error;
	const sent = service.requests.map(({ form = [] }) => new Map(form).get('email'));
	expect(sent).toEqual(wire ? [wire] : []);
	expect(items[0].json).toMatchObject(wire ? { is_sent: true } : { reason: REASON });
});

test('a mailing is bulk if those who are left get the same', async () => {
	const items = ['Hi', 'Bye', 'Bye', 'Hi'].map((text, n) => ({
		json: { phone: phoneOf(n), text },
	}));
	const typeOf = async (onlySendTo: string) =>
		(await run(onlySendTo, { ...sendBatch(), items })).items.find(({ json }) => json.is_sent)
			?.json.message_type;
	expect(await typeOf(`${phoneOf(1)}, ${phoneOf(2)}`)).toBe('bulk');
	expect(await typeOf(`${phoneOf(1)}, ${phoneOf(3)}`)).toBe('personal');
});

test('a dry run shows who is left out', async () => {
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

describe('a wait', () => {
	const both = { phone: `${PHONE}, ${OTHER_PHONE}` };
	test('asks and waits for those in the list, and its item names the others', async () => {
		const found = await run(OTHER_PHONE, asking(both));
		expect(found.execution?.status).toBe('waiting');
		expect(service.requests.map(({ query }) => new Map(query).get('phone'))).toEqual([
			OTHER_PHONE,
		]);
		const other = { phone: PHONE, is_sent: false, reason: REASON };
		expect(found.items[0].json).toMatchObject({
			...{ phone: OTHER_PHONE, is_sent: true },
			messages: [{ phone: OTHER_PHONE, is_sent: true }, other],
		});
		expect(found.items[0].json.reason).toBeUndefined();
	});

	test('does not wait if nobody is left, whatever the input says', async () => {
		const items = [{ json: { approved: true, data: { approved: true } } }];
		const found = await run('nobody', asking(both, { items }));
		expect(found.execution?.status).toBe('success');
		expect(found.items.map(({ json }) => json)).toEqual([
			{ phone: `${PHONE}, ${OTHER_PHONE}`, is_sent: false, reason: REASON },
		]);
		expect(service.requests).toEqual([]);
	});

	test('shows the failure of a recipient in the list, and not who was left out', async () => {
		service.close();
		service = new Service(() => ({ status: 400, body: { error: 'Blocked' } }));
		const more = { onError: 'continueRegularOutput' } as const;
		const { items } = await run(OTHER_PHONE, asking(both, more));
		expect(items[0].json).toMatchObject({
			error: expect.stringContaining('Blocked'),
			is_sent: false,
		});
		const { error } = await run(OTHER_PHONE, asking(both));
		expect(error?.message).toBe('Blocked');
	});

	test('remembers its key as sent if some recipients were left out', async () => {
		await useDuplicateStore();
		const setting = asking({ ...both, options: { sendOnceKey: 'A-1' } });
		await run(OTHER_PHONE, setting);
		const again = await run(OTHER_PHONE, setting);
		expect(again.items.map(({ json }) => json.reason)).toEqual(['already sent']);
		expect(service.requests).toHaveLength(1);
	});
});

test('the key of what is left out is not claimed, also for another item with it', async () => {
	await useDuplicateStore();
	const items = mixed.map(({ json }) => ({ json: { ...json, order: 'A-1' } }));
	const setting = { ...sendSms({ sendOnceKey: '={{ $json.order }}' }), items };
	const first = await run(phoneOf(1), setting);
	expect(first.items.map(({ json }) => json.reason)).toEqual([REASON, undefined, REASON]);
	const second = await run('nobody', { ...setting, items: [items[0]] });
	expect(second.items[0].json.reason).toBe(REASON);
	await run(phoneOf(7), { ...sendSms({ sendOnceKey: 'B' }), items: people(1) });
	const free = await run('', { ...sendSms({ sendOnceKey: 'B' }), items: people(1) });
	expect(free.items[0].json.is_sent).toBe(true);
});

test('what is left out does not count for Max Recipients, nor as repeated', async () => {
	const setting = sendBatch({ maxRecipients: 1 }) as RunSetting;
	const { items, error } = await run(phoneOf(1), {
		...setting,
		items: [...mixed, mixed[0], mixed[0]],
	});
	expect(error).toBeUndefined();
	expect(items.filter(({ json }) => json.reason === REASON)).toHaveLength(4);
});

const unreadable = ['0501000001', '={{ $json.phone }}', ' ', 'nobody, anna@a.com'];
/** Values that an API or a program may have stored. They do not allow messages to everybody. */
const noTexts = [7, 0, false, true, [], {}];
test.each([...unreadable, ...noTexts])(
	'nothing is sent if %j in the list cannot be read, also with Continue',
	async (list) => {
		const { error } = await run(list, { ...sendSms(), items: people(2) });
		expect(error?.message).toMatch(/^'Only Send To' in the credential (is|has|contains) /);
		// n8n logs errors.
		expect(error?.message).not.toContain('501000001');
		const more = { items: people(2), onError: 'continueRegularOutput' } as const;
		const { items } = await run(list, { ...sendSms(), ...more });
		expect(items.map(({ json }) => json.error_kind)).toEqual(['invalid', 'invalid']);
		expect(service.requests).toEqual([]);
	},
);

test.each(contract.filter(sends).map(named))(
	'nobody gets %s, and it is an error, if the list is the number 0',
	async (_, row) => {
		const { error } = await run(0, settingOf(row));
		expect(error?.message).toMatch(
			/^'Only Send To' in the credential is 0, which is not a list/,
		);
		expect(service.requests.filter(isSending)).toEqual([]);
	},
);

test.each([null, undefined, ''])(
	'everybody gets messages if %p is stored: n8n hands it on as the untouched field',
	async (list) => {
		const { items } = await run(list, { ...sendSms(), items: people(2) });
		expect(items.map(({ json }) => json.is_sent)).toEqual([true, true]);
	},
);

test('phones are compared as they are sent, with the default country code of each', async () => {
	const items = ['050 100 00 01', '+380501000001', '0501000002'].map((phone, item) => ({
		json: { phone, text: `Hi ${item}` },
	}));
	const options = { defaultCountryCode: '380' };
	const found = await run('0501000001', { ...sendSms(), items }, options);
	expect(found.items.map(({ json }) => json.is_sent)).toEqual([true, true, false]);
	// The list is the credential's, and the step's code says nothing about it.
	const { error } = await run('0501000001', { ...sendSms(options), items });
	expect(error?.message).toContain('Only Send To');
});

test('a later try of Retry On Fail leaves out the same, and sends what failed', async () => {
	service.close();
	let failures = 1;
	service = new Service(() =>
		failures-- > 0 ? { status: 400, body: { error: 'Blocked' } } : { body: answer },
	);
	const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const found = await run(`${phoneOf(1)}\n${phoneOf(2)}`, {
		...sendSms(),
		...retry,
		items: mixed,
	});
	expect(found.items.map(({ json }) => json.is_sent)).toEqual([false, true, true]);
	expect(reached().filter((one) => one === phoneOf(0))).toEqual([]);
});

test.each(callers)('holds for %s', async (_, call) => {
	const setting = { ...smsTool, credentials: account(OTHER_PHONE) };
	const [record] = await call(setting, { to: PHONE, text: 'Hi' });
	const message: unknown = expect.stringContaining('Not sent: the recipient is not in Only Send');
	expect(record).toMatchObject({ phone: PHONE, is_sent: false, reason: REASON, message });
	expect(service.requests).toEqual([]);
});

test('with Continue, a mailing to a contact list is an error of each item', async () => {
	const parameters: INodeParameters = {
		...{ resource: 'mailing', operation: 'confirm', mailingId: byId(5) },
	};
	const setting = { node: 'messagingServiceSms', parameters, items: people(2) } as RunSetting;
	const { items } = await run(inList, { ...setting, onError: 'continueRegularOutput' });
	expect(items.map(({ json }) => [json.error_kind, json.is_sent])).toEqual([
		['invalid', false],
		['invalid', false],
	]);
	expect(service.requests).toEqual([]);
});
