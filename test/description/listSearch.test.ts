import type { INodeListSearchItems, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { origin } from '../support/engine/credentials';
import { reveals } from '../support/engine/reveals';
import { runNode } from '../support/engine/runNode';
import { runColumns, runPicker } from '../support/engine/runPicker';
import { Service } from '../support/engine/service';
import { actualRequest } from '../contract/wire';
import { shareOfPairs } from '../support/thorough';
import type { NodeName } from '../support/engine/nodeTypes';

interface Picker {
	node: NodeName;
	parameters: INodeParameters;
	field: string;
}

const picker = (node: NodeName, resource: string, operation: string, field: string): Picker => ({
	node,
	parameters: { resource, operation },
	field,
});
const senders = picker('messagingServiceSms', 'message', 'send', 'sender');
const viberNames = picker('messagingServiceViber', 'message', 'send', 'sender');
const lists = picker('messagingServiceEmail', 'mailing', 'send', 'listId');
const templates = picker('messagingServiceTemplates', 'template', 'get', 'templateId');
const prepared = picker('messagingServiceSms', 'message', 'getStatus', 'messageId');
const smsMailings = picker('messagingServiceSms', 'mailing', 'confirm', 'mailingId');
const viberMailings = picker('messagingServiceViber', 'mailing', 'get', 'mailingId');

let service: Service;
afterEach(() => service.close());

async function pick(one: Picker, body: unknown, filter?: string): Promise<INodeListSearchItems[]> {
	service = new Service(() => ({ body }));
	return (await runPicker(one, one.field, filter)).results;
}

const asked: Array<[title: string, one: Picker, method: string, path: string, body: unknown]> = [
	['sender names', senders, 'GET', 'v1/getAlphanames', { '5': 'A' }],
	[
		'contact lists',
		lists,
		'POST',
		'v2/getSubscriberLists',
		{ status: 'OK', result: [{ list_id: 5, name: 'A' }] },
	],
	[
		'templates',
		templates,
		'POST',
		'v2/getTemplateMessages',
		{ status: 'OK', result: [{ id: 5, name: 'A' }] },
	],
	[
		'prepared SMS',
		prepared,
		'GET',
		'v1/getMessagesList',
		{ result: [{ message_id: 5, message: 'A' }] },
	],
	[
		'SMS mailings',
		smsMailings,
		'GET',
		'v1/getSMSMessages',
		{ status: 'success', data: [{ id: 5, name: 'A' }] },
	],
	[
		'Viber mailings',
		viberMailings,
		'POST',
		'v2/getViberMessages',
		{ status: 'OK', result: [{ message_id: 5, message: 'A' }] },
	],
];

test.each(asked)(
	'%s are requested from the endpoint that lists them',
	async (_, one, method, path, body) => {
		const found = await pick(one, body);
		expect(found).toHaveLength(1);
		expect(String(found[0].value)).toBe('5');
		expect(found[0].name).toContain('A');
		expect(service.requests).not.toEqual([]);
		for (const request of service.requests.map(actualRequest)) {
			expect(request).toMatchObject({ method, path: `/api/${path}` });
		}
	},
);

const shapes: Array<[title: string, body: unknown]> = [
	['a map', { '1363': 'Shop', '1364': 'Bank' }],
	['a map in an envelope', { status: 'OK', result: { '1363': 'Shop', '1364': 'Bank' } }],
	[
		'an array of records',
		[
			{ id: 1363, name: 'Shop' },
			{ id: 1364, name: 'Bank' },
		],
	],
	[
		'an envelope of records',
		{
			status: 'OK',
			result: [
				{ id: 1363, name: 'Shop' },
				{ id: 1364, name: 'Bank' },
			],
		},
	],
];
describe.each([
	['sender names', senders],
	['Viber names', viberNames],
])('%s, whose response is not documented,', (_, one) => {
	test.each(shapes)('are read from %s', async (__, body) => {
		const found = await pick(one, body);
		expect(found.map(({ name, value }) => `${value} ${name}`).sort()).toEqual([
			'1363 Shop',
			'1364 Bank',
		]);
	});

	test.each([
		[['System name', 'Shop']],
		[{ '0': 'System name', '1': 'Shop' }],
		[{ status: 'OK', result: ['System name', 'Shop'] }],
		[{ status: 'success', data: { '0': { name: 'System name' }, '1': { title: 'Shop' } } }],
	])('count from 0 in %j', async (body) => {
		const found = await pick(one, body);
		expect(found.map(({ name, value }) => `${value} ${name}`)).toEqual([
			'0 System name',
			'1 Shop',
		]);
	});

	test.each([
		{},
		[],
		{ status: 'OK', result: [] },
		{ data: [], status: 'OK' },
		[{ name: 'Shop' }],
	])('may be empty (%j)', async (body) => {
		expect(await pick(one, body)).toEqual([]);
	});

	test.each([
		{ status: 404, body: 'Not found' },
		...['', 'None', '"Shop"', { status: 'OK' }, { message: 'Shop' }].map((body) => ({ body })),
	])('can be entered as an ID if there is no list (%j)', async (answer) => {
		service = new Service(() => answer);
		const error: unknown = await runPicker(one, one.field).catch((e: unknown) => e);
		expect(error).toBeInstanceOf(Error);
		const { message, description } = error as Error & { description?: string };
		expect([message, description]).toEqual([
			'The service does not list its sender names',
			'Choose "By ID" and type the ID.',
		]);
		expect(reveals(error)).toEqual([]);
	});

	test.each([
		[401, { error: 'Wrong token' }, /^Check the token .*Choose "By ID" and type the ID\.$/],
		[503, '', /^Choose "By ID" and type the ID\. .*Try again later/],
	])('say what is wrong with status %i', async (status, body, advice) => {
		service = new Service(() => ({ status, body }));
		const error: unknown = await runPicker(one, one.field).catch((e: unknown) => e);
		const { description } = error as { description?: string };
		expect(description).toMatch(advice);
	});
});

describe('Viber names', () => {
	const settingOf = (token: string) => ({
		...viberNames,
		credentials: { baseUrl: origin, token },
	});
	const pathsOf = ({ requests }: Service) => requests.map(({ method, path }) => method + path);
	const V1 = 'GET/api/v1/getVibernames';
	const V2 = 'POST/api/v2/getVibernames';
	/** A service of which this version of the operation is missing. */
	const without = (version: string, body: unknown) => {
		service = new Service(({ path }) =>
			path.includes(version) ? { status: 404, body: 'Page not found' } : { body },
		);
	};

	test('are read from v1 if v2 is not there, which is remembered for the account', async () => {
		without('v2', { '5': 'A' });
		for (const token of ['first', 'first', 'second']) {
			const { results } = await runPicker(settingOf(token), 'sender');
			expect(results).toEqual([{ name: 'A', value: '5' }]);
		}
		expect(pathsOf(service)).toEqual([V2, V1, V1, V2, V1]);
	});

	test('are read from v2 alone if it is there', async () => {
		without('v1', { '5': 'A' });
		for (const token of ['third', 'third']) await runPicker(settingOf(token), 'sender');
		expect(pathsOf(service)).toEqual([V2, V2]);
	});

	test('are read from v2 again after another error of it', async () => {
		service = new Service(() => ({ status: 400, body: { error: 'Not now' } }));
		await expect(runPicker(settingOf('fifth'), 'sender')).rejects.toThrow('Not now');
		expect(pathsOf(service)).toEqual([V2]);
	});

	test('are looked for in both places again if neither is there', async () => {
		without('v', {});
		for (const token of ['fourth', 'fourth']) {
			await expect(runPicker(settingOf(token), 'sender')).rejects.toThrow('does not list');
		}
		expect(pathsOf(service)).toEqual([V2, V1, V2, V1]);
	});
});

describe('the list of a Confirm', () => {
	const viberConfirm = picker('messagingServiceViber', 'mailing', 'confirm', 'mailingId');
	const statuses = ['NEW', 'SENT', 'moderated', 'Canceled', 'sending', 'PARKED', undefined];
	const waiting = ['1', '3', '6', '7'];

	test.each([
		['SMS', smsMailings, 'id', 'data', 'success'],
		['Viber', viberConfirm, 'message_id', 'result', 'OK'],
	])('has the %s mailings that wait for it', async (_, one, id, key, status) => {
		const all = statuses.map((word, at) => ({ [id]: at + 1, name: 'A', status: word }));
		const found = await pick(one, { status, [key]: all });
		expect(found.map(({ value }) => value)).toEqual(waiting);
	});

	test('is not the list of Get', async () => {
		const all = statuses.map((word, at) => ({ message_id: at + 1, status: word }));
		const found = await pick(viberMailings, { status: 'OK', result: all });
		expect(found).toHaveLength(statuses.length);
	});
});

const many = (count: number, record: (i: number) => object) =>
	Array.from({ length: count }, (_, i) => record(i));

describe('entries with the same name', () => {
	const mailings = [
		{ message_id: 7, message: 'Sale', status: 'SENT', d_create: '2026-03-01 09:00:00' },
		{ message_id: 8, message: 'Sale', status: 'NEW', d_create: '2026-03-02 09:00:00' },
	];
	test('are distinguished by status and date for Viber mailings', async () => {
		const found = await pick(viberMailings, { status: 'OK', result: mailings });
		expect(found.map(({ name }) => name)).toEqual([
			'Sale · SENT · 2026-03-01 09:00:00',
			'Sale · NEW · 2026-03-02 09:00:00',
		]);
	});

	test('are distinguished by status and date for prepared SMS', async () => {
		const found = await pick(prepared, { result: mailings });
		expect(found.map(({ name }) => name)[1]).toBe('Sale · NEW · 2026-03-02 09:00:00');
	});

	test('are distinguished by status and date for SMS mailings', async () => {
		const data = [{ id: 7, name: 'Sale', status: 'NEW', d_create: 1772442000 }];
		const found = await pick(smsMailings, { status: 'success', data });
		expect(found.map(({ name }) => name)).toEqual(['Sale · NEW · 2026-03-02 09:00']);
	});

	test('are distinguished by type for a Viber image', async () => {
		const result = [{ message_id: 7, message: '', message_type: 'IMAGE', status: 'SENT' }];
		const found = await pick(viberMailings, { status: 'OK', result });
		expect(found.map(({ name }) => name)).toEqual(['IMAGE · SENT']);
	});

	test('are distinguished by their ID if they have nothing else', async () => {
		const result = many(3, (i) => ({ list_id: i + 1, name: i < 2 ? 'Customers' : 'Staff' }));
		const found = await pick(lists, { status: 'OK', result });
		expect(found.map(({ name }) => name)).toEqual([
			'Customers · ID 1',
			'Customers · ID 2',
			'Staff',
		]);
	});
});

test('the search finds an entry by its ID', async () => {
	const found = await pick(senders, { '1363': 'Shop', '136': 'Bank' }, '136');
	expect(found.map(({ name }) => name)).toEqual(['Bank']);
});

describe('if the service cannot list', () => {
	test.each([
		['sender names', senders],
		['contact lists', lists],
		['templates', templates],
		['prepared SMS', prepared],
		['SMS mailings', smsMailings],
		['Viber mailings', viberMailings],
		['Viber names', viberNames],
	])('%s, the error advises By ID', async (_, one) => {
		service = new Service(() => ({ body: { error: 'Not allowed' } }));
		const error: unknown = await runPicker(one, one.field).catch((e: unknown) => e);
		expect((error as { description?: string }).description).toMatch(/^Choose "By ID"/);
	});

	test('the columns of an import can still be named in Additional Columns', async () => {
		service = new Service(() => ({ body: { error: 'Not allowed' } }));
		const one = picker('messagingServiceContacts', 'contact', 'import', 'listId');
		const error: unknown = await runColumns(one, 'columns').catch((e: unknown) => e);
		expect((error as { description?: string }).description).toMatch(
			/Enter all columns in Additional Columns, including phone and email\./,
		);
	});
});

test('the search filters the list', async () => {
	const found = await pick(senders, { '1363': 'Shop', '1364': 'Bank' }, 'ban');
	expect(found.map(({ name }) => name)).toEqual(['Bank']);
});

test('a picker reads all pages of a long list', async () => {
	service = new Service(({ form = [] }) => {
		const offset = Number(Object.fromEntries(form).limit_offset);
		const length = Math.min(100, 107 - offset);
		const result = Array.from({ length }, (_, i) => ({ message_id: offset + i, message: 'A' }));
		return { body: { status: 'OK', result } };
	});
	const { results } = await runPicker(viberMailings, 'mailingId');
	expect(new Set(results.map(({ value }) => value)).size).toBe(107);
});

/** Requests for a picked entry: the other parameters, and its name in the API. */
const used: Array<[title: string, one: Picker, others: INodeParameters, wire: string]> = [
	['a sender name', senders, { phone: PHONE, message: 'Hello' }, 'alphaname_id'],
	['a Viber name', viberNames, { phone: PHONE, message: 'Hello' }, 'vibername_id'],
	[
		'a contact list',
		lists,
		{ senderEmail: 'a@example.com', subject: 'Hello', message: 'Hello' },
		'list_id',
	],
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
// The contract rows verify that each is sent.
test.each(
	shareOfPairs(used, ways, used.length).map(
		([[title, ...picked], [way, value]]) => [title, way, value, picked] as const,
	),
)('%s is sent %s', async (_, __, value, [{ node, parameters, field }, others, wire]) => {
	service = new Service(() => ({ body: { status: 'OK', result: {} } }));
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
	const result = [
		{ list_id: 16, name: 'A', params: 'OTHER' },
		{ list_id: 17, name: 'B', params: 'NAME, CITY' },
	];

	test('are phone, email and the fields of the chosen list', async () => {
		service = new Service(() => ({ body: { status: 'OK', result } }));
		const { fields } = await runColumns(setting, 'columns');
		const ids = fields.map(({ id }) => id);
		expect(ids).toEqual(['phone', 'email', 'NAME', 'CITY']);
		for (const field of fields) {
			expect(field).toMatchObject({
				displayName: field.id,
				required: false,
				type: 'string',
				display: true,
				defaultMatch: false,
				canBeUsedToMatch: false,
			});
		}
	});

	test.each([
		['that has no fields of its own', { list_id: 17, name: 'B', params: '' }],
		['without a word about fields', { list_id: 17, name: 'B' }],
		['with gaps', { list_id: 17, name: 'B', params: ' , ,' }],
		['that is not there', { list_id: 18, name: 'C', params: 'CITY' }],
	])('are phone and email for a list %s', async (_, list) => {
		service = new Service(() => ({ body: { status: 'OK', result: [list] } }));
		const { fields } = await runColumns(setting, 'columns');
		expect(fields.map(({ id }) => id)).toEqual(['phone', 'email']);
	});

	test('contain each field once', async () => {
		const params = 'PHONE, EMAIL, NAME';
		service = new Service(() => ({
			body: { status: 'OK', result: [{ list_id: 17, name: 'B', params }] },
		}));
		const { fields } = await runColumns(setting, 'columns');
		const ids = fields.map(({ id }) => id.toLowerCase());
		expect(ids.sort()).toEqual(['email', 'name', 'phone']);
	});
});
