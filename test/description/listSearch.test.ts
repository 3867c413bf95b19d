import type { INodeListSearchItems, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { origin, token } from '../support/engine/credentials';
import { findTokenLeaks } from '../support/engine/findTokenLeaks';
import { runNode } from '../support/engine/runNode';
import { loadColumns, loadList } from '../support/engine/pickerLists';
import type { Answer } from '../support/engine/service';
import { useService } from '../support/engine/useService';
import { actualRequest } from '../contract/wire';
import { shareOfPairs } from '../support/thorough';
import type { NodeName } from '../support/engine/nodeTypes';
import { descriptionOf } from '../run/sending/observed';
import { useFakeTime } from '../support/fakeTime';

interface Picker {
	node: NodeName;
	parameters: INodeParameters;
	field: string;
}

const picker = (node: string, resource: string, operation: string, field: string): Picker => ({
	node: `messagingService${node}` as NodeName,
	parameters: { resource, operation },
	field,
});
const senders = picker('Sms', 'message', 'send', 'sender');
const viberNames = picker('Viber', 'message', 'send', 'sender');
const lists = picker('Email', 'mailing', 'send', 'listId');
const templates = picker('Templates', 'template', 'get', 'templateId');
const prepared = picker('Sms', 'message', 'getStatus', 'messageId');
const smsMailings = picker('Sms', 'mailing', 'confirm', 'mailingId');
const viberMailings = picker('Viber', 'mailing', 'get', 'mailingId');

const service = useService();
const ok = (result: unknown) => ({ status: 'OK', result });
const withData = (data: unknown) => ({ status: 'success', data });

async function pick(one: Picker, body: unknown, filter?: string): Promise<INodeListSearchItems[]> {
	service.answer(() => ({ body }));
	return (await loadList(one, one.field, filter)).results;
}
const namesIn = async (...args: Parameters<typeof pick>) =>
	(await pick(...args)).map(({ name }) => name);
async function errorOf(one: Picker, answer: Answer) {
	service.answer(() => answer);
	const error = await loadList(one, one.field).catch((e: unknown) => e as Error);
	if (!(error instanceof Error)) throw new Error('The list has no error');
	return error;
}

test.each<[title: string, one: Picker, method: string, path: string, body: unknown]>([
	['sender names', senders, 'GET', 'v1/getAlphanames', { '5': 'A' }],
	['contact lists', lists, 'POST', 'v2/getSubscriberLists', ok([{ list_id: 5, name: 'A' }])],
	['templates', templates, 'POST', 'v2/getTemplateMessages', ok([{ id: 5, name: 'A' }])],
	[
		'prepared SMS',
		prepared,
		'GET',
		'v1/getMessagesList',
		{ result: [{ message_id: 5, message: 'A' }] },
	],
	['SMS mailings', smsMailings, 'GET', 'v1/getSMSMessages', withData([{ id: 5, name: 'A' }])],
	[
		'Viber mailings',
		viberMailings,
		'POST',
		'v2/getViberMessages',
		ok([{ message_id: 5, message: 'A' }]),
	],
])('%s are requested from the endpoint that lists them', async (_, one, method, path, body) => {
	const found = await pick(one, body);
	expect(found).toMatchObject([{ name: expect.stringContaining('A'), value: expect.anything() }]);
	expect(String(found[0].value)).toBe('5');
	expect(service.requests).not.toEqual([]);
	for (const request of service.requests.map(actualRequest)) {
		expect(request).toMatchObject({ method, path: `/api/${path}` });
	}
});

describe.each([
	['sender names', senders],
	['Viber names', viberNames],
])('the list of %s, whose response is not documented,', (_, one) => {
	const map = { '1363': 'Shop', '1364': 'Bank' };
	const records = [
		{ id: 1363, name: 'Shop' },
		{ id: 1364, name: 'Bank' },
	];
	const known = ['1363 Shop', '1364 Bank'];
	const counted = ['0 System name', '1 Shop'];
	test.each([
		[map, known],
		[ok(map), known],
		[records, known],
		[ok(records), known],
		[['System name', 'Shop'], counted],
		[{ '0': 'System name', '1': 'Shop' }, counted],
		[ok(['System name', 'Shop']), counted],
		[withData({ '0': { name: 'System name' }, '1': { title: 'Shop' } }), counted],
		[[{ alphaname_id: 5, vibername_id: 5, alphaname: 'Shop', vibername: 'Shop' }], ['5 Shop']],
		[[{ id: 5, name: 'x'.repeat(61) }], [`5 ${'x'.repeat(60)}`]],
		[[{ id: 5 }], ['5 ID 5']],
		[{}, []],
		[[], []],
		[ok([]), []],
		[{ data: [], status: 'OK' }, []],
		[[{ name: 'Shop' }], []],
	])('is read from %j', async (body, expected) => {
		const found = await pick(one, body);
		expect(found.map(({ name, value }) => `${value} ${name}`).sort()).toEqual(expected);
	});

	test.each([
		{ status: 404, body: 'Not found' },
		...['', 'None', '"Shop"', { status: 'OK' }, { message: 'Shop' }].map((body) => ({ body })),
	])('says that an ID can be entered if the response has no list (%j)', async (answer) => {
		const error = await errorOf(one, answer);
		expect(error.message).toBe('The service does not provide a list of sender names');
		expect(descriptionOf({ error })).toBe('Choose "By ID" and type the ID.');
		expect(findTokenLeaks(error)).toEqual([]);
	});

	test.each([
		[401, { error: 'Wrong token' }, /^Check the token .*Choose "By ID" and type the ID\.$/],
		[403, { error: 'No access' }, /^Check the token .*Choose "By ID" and type the ID\.$/],
		[503, '', /^Choose "By ID" and type the ID\. .*Try again later/],
	])('fails with the error of the service and status %i', async (status, body, advice) => {
		expect(descriptionOf({ error: await errorOf(one, { status, body }) })).toMatch(advice);
	});
});

describe('the list of Viber names', () => {
	const V1 = 'GET/api/v1/getVibernames';
	const V2 = 'POST/api/v2/getVibernames';
	const notFound = { status: 404, body: 'Page not found' };
	// The process remembers the API version of an account.
	test.each([
		['v2 alone if it is there', 'first', 'v1', [V2], [V2]],
		[
			'v1 if v2 is missing, which is remembered for the account',
			'second',
			'v2',
			[V2, V1],
			[V1],
		],
		['v2 again for another account', 'third', 'v2', [V2, V1], [V1]],
		['both again if neither is there', 'fourth', 'v', [V2, V1], [V2, V1]],
	])('is read from %s', async (_, token, missing, first, second) => {
		const body = { '5': 'A' };
		service.answer(({ path }) => (path.includes(missing) ? notFound : { body }));
		const setting = { ...viberNames, credentials: { baseUrl: origin, token } };
		for (const requests of [first, second]) {
			service.requests.length = 0;
			const found = loadList(setting, 'sender');
			if (missing === 'v') await expect(found).rejects.toThrow('does not provide a list');
			else expect((await found).results).toEqual([{ name: 'A', value: '5' }]);
			expect(service.requests.map(({ method, path }) => method + path)).toEqual(requests);
		}
	});

	test('is not read from v1 after an error of v2 other than a missing page', async () => {
		const setting = { ...viberNames, credentials: { baseUrl: origin, token: 'fifth' } };
		service.answer(() => ({ status: 400, body: { error: 'Not now' } }));
		await expect(loadList(setting, 'sender')).rejects.toThrow('Not now');
		expect(service.requests.map(({ method, path }) => method + path)).toEqual([V2]);
	});
});

describe('the list of mailings', () => {
	const statuses = ['NEW', 'SENT', 'moderated', 'Canceled', 'sending', 'PARKED', undefined];
	const waiting = ['1', '3', '6', '7'];
	const viberConfirm = picker('Viber', 'mailing', 'confirm', 'mailingId');
	const mailings = (id: string) =>
		statuses.map((status, at) => ({ [id]: at + 1, name: 'A', status }));
	test.each([
		['SMS mailings that wait for Confirm', smsMailings, withData(mailings('id')), waiting],
		['Viber mailings that wait for Confirm', viberConfirm, ok(mailings('message_id')), waiting],
		[
			'Viber mailings for Get, whatever their status',
			viberMailings,
			ok(mailings('message_id')),
			['1', '2', '3', '4', '5', '6', '7'],
		],
	])('shows the %s', async (_, one, body, expected) => {
		expect((await pick(one, body)).map(({ value }) => value)).toEqual(expected);
	});
});

const sale = { message_id: 8, message: 'Sale', status: 'NEW', d_create: '2026-03-02 09:00:00' };
const smsSale = { id: 7, name: 'Sale', status: 'NEW', d_create: 1772442000 };
const image = { message_id: 7, message: '', message_type: 'IMAGE', status: 'SENT' };
const named = ['Customers', 'Customers', 'Staff'].map((name, at) => ({ list_id: at + 1, name }));
test.each([
	[
		'status and date for Viber mailings',
		viberMailings,
		ok([sale]),
		'Sale · NEW · 2026-03-02 09:00:00',
	],
	['status and date for prepared SMS', prepared, ok([sale]), 'Sale · NEW · 2026-03-02 09:00:00'],
	[
		'status and date for SMS mailings',
		smsMailings,
		withData([smsSale]),
		'Sale · NEW · 2026-03-02 09:00',
	],
	['type for a Viber image', viberMailings, ok([image]), 'IMAGE · SENT'],
	['ID if there is nothing else', lists, ok(named), 'Customers · ID 1, Customers · ID 2, Staff'],
])('entries of a list with the same name show %s', async (_, one, body, expected) => {
	expect((await namesIn(one, body)).join(', ')).toBe(expected);
});

test.each([
	['136', 'Bank'],
	['ban', 'Bank'],
	[' BANK ', 'Bank'],
])('the search in a list finds %j by ID or name', async (typed, name) => {
	expect(await namesIn(senders, { '1363': 'Shop', '136': 'Bank' }, typed)).toEqual([name]);
});

test.each([
	['sender names', senders],
	['contact lists', lists],
	['templates', templates],
	['prepared SMS', prepared],
	['SMS mailings', smsMailings],
	['Viber mailings', viberMailings],
	['Viber names', viberNames],
])('the error of a list advises By ID: %s', async (_, one) => {
	const error = await errorOf(one, { body: { error: 'Not allowed' } });
	expect(descriptionOf({ error })).toMatch(/^Choose "By ID"/);
});

describe('a person who opens a list', () => {
	useFakeTime();
	const open = async (limit: { maxWait?: number } = {}) =>
		await loadList(
			{ ...templates, credentials: { baseUrl: origin, token, ...limit } },
			'templateId',
		);
	/** Limits the rate of the first request. */
	const limitFirst = (seconds: string) =>
		service.answer((_, index) =>
			index === 0
				? { status: 429, headers: { 'retry-after': seconds }, body: { error: 'Slow' } }
				: { body: ok([{ id: 5, name: 'A' }]) },
		);

	test('waits up to 10 seconds for the rate limit', async () => {
		limitFirst('10');
		expect((await open()).results).toEqual([{ name: 'A', value: '5' }]);
	});

	test.each([
		['11', { maxWait: 600 }],
		['6', { maxWait: 5 }],
	])('does not wait %s seconds for the rate limit with %j', async (seconds, limit) => {
		limitFirst(seconds);
		await expect(open(limit)).rejects.toThrow('Slow');
		expect(service.requests).toHaveLength(1);
	});

	test('waits at most 10 seconds for a response', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		service.answer(() => ({ body: ok([]) }));
		await open();
		expect(timeout.mock.calls).toEqual([[10_000]]);
	});
});

test('a list in the editor has the rows of all pages', async () => {
	service.answer(({ form = [] }) => {
		const offset = Number(Object.fromEntries(form).limit_offset);
		const length = Math.min(100, 107 - offset);
		return {
			body: ok(Array.from({ length }, (_, i) => ({ message_id: offset + i, message: 'A' }))),
		};
	});
	const { results } = await loadList(viberMailings, 'mailingId');
	expect(new Set(results.map(({ value }) => value)).size).toBe(107);
});

/** Fields with a list: title, field, other parameters, and the name in the API. */
const texts = { phone: PHONE, message: 'Hello' };
const email = { senderEmail: 'a@example.com', subject: 'Hello', message: 'Hello' };
const used: Array<[title: string, one: Picker, others: INodeParameters, wire: string]> = [
	['a sender name', senders, texts, 'alphaname_id'],
	['a Viber name', viberNames, texts, 'vibername_id'],
	['a contact list', lists, email, 'list_id'],
	['a template', templates, {}, 'template_id'],
	['a prepared SMS', prepared, {}, 'message_id'],
	['an SMS mailing', smsMailings, {}, 'message_id'],
	['a Viber mailing', viberMailings, {}, 'message_id'],
];
const ways: Array<[title: string, value: INodeParameters[string]]> = [
	['picked from the list', { __rl: true, mode: 'list', value: '17', cachedResultName: 'A' }],
	['typed as an ID', byId('17')],
	['from an expression', byId('={{ $json.chosen }}')],
	['from an expression in the list', { __rl: true, mode: 'list', value: '={{ $json.chosen }}' }],
	['from an expression in place of the field', '={{ $json.chosen }}'],
];
test.each(
	shareOfPairs(used, ways, used.length).map(
		([[title, ...picked], [way, value]]) => [title, way, value, picked] as const,
	),
)('the ID of %s is sent %s', async (_, __, value, [{ node, parameters, field }, others, wire]) => {
	service.answer(() => ({ body: ok({}) }));
	await runNode({
		node,
		parameters: { ...parameters, ...others, [field]: value },
		items: [{ json: { chosen: 17 } }],
	});
	const sent = service.requests.flatMap(({ query, form = [], parts = [] }) => [
		...query,
		...form,
		...parts.map((part): [string, string] => [part.name, part.value]),
	]);
	expect(sent).toContainEqual([wire, '17']);
});

describe('the columns of an import', () => {
	const setting = {
		node: 'messagingServiceContacts' as const,
		parameters: { resource: 'contact', operation: 'import', listId: byId('17') },
	};

	test.each([
		['NAME, CITY', { list_id: 17, params: 'NAME, CITY' }, ['NAME', 'CITY']],
		['fields that repeat phone and email', { list_id: 17, params: 'PHONE, EMAIL, A' }, ['A']],
		['no fields of its own', { list_id: 17, params: '' }, []],
		['no word about fields', { list_id: 17 }, []],
		['gaps', { list_id: 17, params: ' , ,' }, []],
		['another ID', { list_id: 18, params: 'CITY' }, []],
	])('are phone, email and the fields of a list with %s', async (_, list, fields) => {
		const other = { list_id: 16, name: 'A', params: 'OTHER' };
		service.answer(() => ({ body: ok([other, { name: 'B', ...list }]) }));
		const columns = await loadColumns(setting, 'columns');
		const shown = ['phone', 'email', ...fields].map((id) => ({
			...{ id: expect.stringMatching(new RegExp(`^${id}$`, 'i')) as string, required: false },
			...{ type: 'string', display: true, defaultMatch: false, canBeUsedToMatch: false },
		}));
		expect(columns.fields).toMatchObject(shown);
		expect(columns.fields).toHaveLength(shown.length);
		for (const { id, displayName } of columns.fields) expect(displayName).toBe(id);
	});

	test('can still be named in Additional Columns if the service cannot list them', async () => {
		service.answer(() => ({ body: { error: 'Not allowed' } }));
		const error = await loadColumns(setting, 'columns').catch((e: unknown) => e as Error);
		expect(descriptionOf({ error: error as Error })).toMatch(
			/Enter all columns in Additional Columns, including phone and email\./,
		);
	});
});
