import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runColumns } from '../support/engine/runPicker';
import { openTrigger } from '../support/engine/poll';
import type { NodeName } from '../support/engine/nodeTypes';
import { importContacts, people, sendBatch, sendSms } from '../support/operations';
import type { RawService } from '../support/rawService';
import { credentialsOf, pick, run } from '../support/sandboxHarness';
import { startAnswering } from './hostileService';

jest.setTimeout(30_000);

/** As JSON: in a literal, `__proto__` would set the prototype. */
const EVIL =
	'"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}';
const evil = JSON.parse(`{${EVIL}}`) as IDataObject;

const keysOfAll = () =>
	[Object, Array, String, Function].map((one) => Reflect.ownKeys(one.prototype));
const before = keysOfAll();

let raw: RawService;

afterEach(async () => {
	await raw?.close();
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	expect(keysOfAll()).toEqual(before);
});

/** What an item has besides what is expected of it: the odd keys, all of them. */
const odd = (json: IDataObject) =>
	Object.fromEntries(Object.entries(json).filter(([key]) => Object.hasOwn(evil, key)));

const status = (split: boolean) => ({
	node: 'messagingServiceSms' as NodeName,
	parameters: {
		resource: 'batch',
		operation: 'getStatus',
		uuid: 'x',
		options: { oneItemPerRecipient: split },
	},
});
const lists = {
	node: 'messagingServiceContacts' as NodeName,
	parameters: { resource: 'list', operation: 'getAll', returnAll: true },
};
const answers: Array<[string, ReturnType<typeof sendSms>, string, string]> = [
	['a record', sendSms(), 'sendQuickSMS', `{"sms_id":7,"status":"NEW",${EVIL}}`],
	['an envelope', lists, 'getSubscriberLists', `{"status":"OK",${EVIL},"result":[{${EVIL}}]}`],
	['a list', status(false), 'statusBulkSms', `[{"message_id":1,${EVIL},"success":[]}]`],
	[
		'recipients',
		status(true),
		'statusBulkSms',
		`[{"message_id":1,"success":[{"phone":"1",${EVIL}}]}]`,
	],
];

test.each(answers)('%s keeps all keys of the response', async (_, setting, operation, text) => {
	raw = await startAnswering({ [operation]: text });
	const { error, items } = await run(raw, { ...setting, items: people(1) });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => odd(json))).toEqual([evil]);
});

test('an error response with special keys keeps its message', async () => {
	raw = await startAnswering({ sendQuickSMS: `{${EVIL},"error":{${EVIL},"message":"No"}}` }, 400);
	const { error } = await run(raw, { ...sendSms(), items: people(1) });
	expect(error?.message).toBe('No');
});

const [{ json: person }] = people(1);
const sends: Array<[string, ReturnType<typeof sendSms>]> = [
	['a message', sendSms()],
	['a batch', sendBatch()],
];

test.each(sends)('sends %s from an item with special keys', async (_, setting) => {
	const answer = '{"sms_id":7,"status":"NEW","uuid":"u","success":"OK"}';
	raw = await startAnswering({ sendQuickSMS: answer, sendBulkSms: answer });
	const { error, items } = await run(raw, {
		...setting,
		items: [{ json: { ...person, ...evil } }],
	});
	expect([error, items.length, raw.requests.length]).toEqual([undefined, 1, 1]);
});

const IMPORTED = '{"status":"OK","result":{"inserted":1,"updated":0,"invalid":0}}';
const names = ['phone', '__proto__', 'constructor', 'toString'];

test('imports columns with special names', async () => {
	raw = await startAnswering({ importContacts: IMPORTED });
	const json = JSON.parse(
		'{"phone":"380501000000","__proto__":"a","constructor":"b","toString":"c"}',
	) as IDataObject;
	const { error } = await run(raw, { ...importContacts(), items: [{ json }] });
	expect(error).toBeUndefined();
	const { searchParams } = new URL(raw.requests[0], raw.url);
	const sent = names.map((_, at) => [`field_names[${at}]`, `data[0][${at}]`]);
	expect(sent.map((pair) => pair.map((name) => searchParams.get(name)))).toEqual([
		['phone', '380501000000'],
		['__proto__', 'a'],
		['constructor', 'b'],
		['toString', 'c'],
	]);
});

test('imports additional columns with special names', async () => {
	raw = await startAnswering({ importContacts: IMPORTED });
	const column = names.slice(1).map((name) => ({ name, value: 'x' }));
	const made = importContacts({ additionalColumns: { column } });
	const columns = { mappingMode: 'defineBelow', value: { phone: '={{ $json.phone }}' } };
	const parameters: INodeParameters = { ...made.parameters, columns };
	const { error } = await run(raw, { ...made, parameters, items: people(1) });
	expect(error).toBeUndefined();
	const { searchParams } = new URL(raw.requests[0], raw.url);
	expect(names.map((_, at) => searchParams.get(`field_names[${at}]`))).toEqual(names);
});

test('offers no column that n8n would lose', async () => {
	const params = '"params":"CITY, __proto__, constructor"';
	raw = await startAnswering({
		getSubscriberLists: `{"status":"OK","result":[{"list_id":1001,${params},${EVIL}}]}`,
	});
	const setting = { ...importContacts(), credentials: credentialsOf(raw) };
	const { fields } = await runColumns(setting, 'columns');
	expect(fields.map(({ id }) => id)).toEqual(['phone', 'email', 'CITY', 'constructor']);
});

test('lists all sender names of a map with special keys', async () => {
	raw = await startAnswering({ getAlphanames: `{"1363":"Shop",${EVIL},"1364":"Bakery"}` });
	const { results } = await pick(raw, sendSms(), 'sender');
	expect(results).toEqual([
		{ name: 'Shop', value: '1363' },
		{ name: 'Bakery', value: '1364' },
	]);
});

test.each(['viberReply', 'viberDelivery'])(
	'%s: the trigger emits each entry with a special ID once',
	async (event) => {
		const entry = (id: string) =>
			`{"id":"${id}","delivery_id":"${id}","status":"${id}","message":"x",${EVIL}}`;
		const entries = ['__proto__', 'constructor', 'prototype', 'toString'].map(entry);
		const text = `{"status":"OK",${EVIL},"result":[${entries.join(',')}]}`;
		raw = await startAnswering({ getNewIncomingMessages: text, getViberDeliveryList: text });
		const options = { includeExisting: true };
		const trigger = await openTrigger({
			node: 'messagingServiceTrigger',
			parameters: { event, mailings: 'selected', mailingIds: '5', options },
			credentials: credentialsOf(raw),
		});
		const items = await trigger.poll('activation');
		expect(items.map(({ json }) => [json.status, odd(json)])).toEqual(
			['__proto__', 'constructor', 'prototype', 'toString'].map((id) => [id, evil]),
		);
		expect(await trigger.poll()).toEqual([]);
	},
);
