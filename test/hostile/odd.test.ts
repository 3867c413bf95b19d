import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { parseJson } from '../../nodes/shared/values/json';
import { byId } from '../contract/row';
import { callers } from '../support/engine/callTool';
import type { NodeName } from '../support/engine/nodeTypes';
import { openTrigger } from '../support/engine/poll';
import { runNode } from '../support/engine/runNode';
import { runColumns } from '../support/engine/runPicker';
import { Service } from '../support/engine/service';
import { importContacts, people, sendSms, sendBatch } from '../support/operations';
import type { RawService } from '../support/rawService';
import { credentialsOf, run, pick } from '../support/sandboxHarness';
import { collectWarnings } from '../trigger/account';
import { startAnswering } from './hostileService';
import { autoColumns } from '../support/autoColumns';

describe('IDs', () => {
	let raw: RawService;
	afterEach(async () => await raw?.close());

	const BIG = '9007199254740993';

	const sent: Array<[string, unknown]> = [
		['"7-a"', '7-a'],
		['1.0', 1],
		['-7', -7],
		['1e21', 1e21],
		[BIG, BIG],
		[`-${BIG}`, `-${BIG}`],
	];

	test.each(sent)('keeps the message ID %s unchanged', async (id, expected) => {
		raw = await startAnswering({ sendQuickSMS: `{"sms_id":${id},"status":"NEW"}` });
		const { error, items } = await run(raw, { ...sendSms(), items: people(1) });
		expect([error, items[0]?.json.sms_id]).toEqual([undefined, expected]);
	});

	test.each([
		[`"${BIG}"`, BIG],
		[`[${BIG}, ${BIG}5]`, [BIG, `${BIG}5`]],
		[`"say \\"${BIG}\\", or: ${BIG}, twice"`, `say "${BIG}", or: ${BIG}, twice`],
		[`{"a\\\\":${BIG}}`, { 'a\\': BIG }],
		['1234567890123456', 1234567890123456],
		['0.12345678901234567890', 0.12345678901234568],
		[`${BIG}.5`, 9007199254740994],
		[`${BIG}e2`, 900719925474099300],
		[`1e-${'0'.repeat(20)}1`, 0.1],
		[`[${BIG}`, undefined],
	])('reads the exact number in the JSON %s', (json, expected) => {
		expect(parseJson(json)).toEqual(expected);
	});

	const entry = (id: string, n: number) =>
		`{"id":${id},"delivery_id":${id},"phone":"38050100000${n}","message":"Text ${n}","status":"NEW"}`;
	/** Twins that a careless reading would take for one. */
	const ids = [
		'{"a":1}',
		'{"a":2}',
		'""',
		'""',
		'null',
		'null',
		BIG,
		'9007199254740992',
		'-1',
		'1.5',
		'1e21',
	];

	test.each(['viberReply', 'viberDelivery'])(
		'%s: the trigger emits each entry once',
		async (event) => {
			const text = `{"status":"OK","result":[${ids.map(entry).join(',')}]}`;
			raw = await startAnswering({
				getNewIncomingMessages: text,
				getViberDeliveryList: text,
			});
			const options = { includeExisting: true };
			const trigger = await openTrigger({
				node: 'messagingServiceTrigger',
				parameters: { event, mailings: 'selected', mailingIds: '5', options },
				credentials: credentialsOf(raw),
			});
			const texts = (await trigger.poll('activation')).map(({ json }) =>
				String(json.message),
			);
			expect(texts.sort()).toEqual(ids.map((_, n) => `Text ${n}`).sort());
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('does not mark replies without an ID as read', async () => {
		const replies = ['7', 'null', '{"a":1}'].map(entry).join(',');
		raw = await startAnswering({
			getNewIncomingMessages: `{"status":"OK","result":[${replies}]}`,
		});
		const options = { includeExisting: true, markAsRead: true };
		const trigger = await openTrigger({
			node: 'messagingServiceTrigger',
			parameters: { event: 'viberReply', mailings: 'selected', mailingIds: '5', options },
			credentials: credentialsOf(raw),
		});
		expect(await trigger.poll('activation')).toHaveLength(3);
		expect((trigger.state.state as IDataObject).toMarkAsRead).toEqual(['7']);
	});

	test('does not watch mailings without a number as ID, and logs a warning', async () => {
		const mailings = ['5', `"6"`, '7.0', BIG, 'null', '-3', '1e21', '{"a":1}'];
		const records = mailings.map((id) => `{"message_id":${id}}`).join(',');
		raw = await startAnswering({
			getViberMessages: `{"status":"OK","result":[${records}]}`,
			getNewIncomingMessages: '{"status":"OK","result":[]}',
		});
		const warnings = collectWarnings();
		const trigger = await openTrigger({
			node: 'messagingServiceTrigger',
			parameters: { event: 'viberReply', mailings: 'all', options: {} },
			credentials: credentialsOf(raw),
		});
		await trigger.poll('activation');
		expect(raw.requests.filter((url) => url.includes('getNewIncomingMessages'))).toHaveLength(
			4,
		);
		expect(warnings).toEqual([
			expect.stringContaining('4 mailings without a numeric ID are ignored'),
		]);
	});

	const shapes: Array<[string, IDataObject[]]> = [
		['[{"phone":"1"}]', [{ message_id: 1, phone: '1' }]],
		['["380501000000"]', [{ message_id: 1, recipient: '380501000000' }]],
		[
			'{"0":{"phone":"1"},"4":{"phone":"2"}}',
			[1, 2].map((n) => ({ message_id: 1, phone: `${n}` })),
		],
		['[null, 5]', [null, 5].map((recipient) => ({ message_id: 1, recipient }))],
		['"none"', [{ message_id: 1, recipient: 'none' }]],
	];

	test.each(shapes)('returns all recipients of the shape %s', async (success, expected) => {
		raw = await startAnswering({ statusBulkSms: `[{"message_id":1,"success":${success}}]` });
		const { error, items } = await run(raw, {
			node: 'messagingServiceSms' as NodeName,
			parameters: {
				resource: 'batch',
				operation: 'getStatus',
				uuid: 'x',
				options: { oneItemPerRecipient: true },
			},
		});
		const added = { uuid: 'x', is_delivered: null, is_finished: false };
		expect([error, items.map(({ json }) => json)]).toEqual([
			undefined,
			expected.map((recipient) => ({ ...recipient, ...added })),
		]);
	});

	const logs: Array<[string, IDataObject[]]> = [
		['{"0":{"index":0,"error_message":"bad"}}', [{ index: 0, error_message: 'bad' }]],
		['[null,"bad"]', [null, 'bad'].map((error_message) => ({ error_message, index: null }))],
		['[{"index":"__proto__"}]', [{ index: null }]],
	];

	test.each(logs)('keeps an import log of the shape %s and its counts', async (log, expected) => {
		raw = await startAnswering({
			importContacts: `{"status":"OK","result":{"inserted":"1","updated":{},"log":${log}}}`,
		});
		const { error, items } = await run(raw, { ...importContacts(), items: people(1) });
		expect(error).toBeUndefined();
		expect(items[0].json).toEqual({
			inserted: 1,
			updated: 0,
			invalid: 0,
			merged: 0,
			log: expected,
		});
	});
});

describe('rounded IDs', () => {
	let service: Service;
	beforeEach(() => {
		service = new Service(() => ({ body: { status: 'OK', sms_id: 1, result: 'done' } }));
	});
	afterEach(() => service.close());

	/** JavaScript reads 9007199254740993 as another number. */
	const ID = JSON.parse('9007199254740993') as number;
	const given = '={{ $json.id }}';

	/** Operations with one ID and with several. test/contract/refusalRows verifies that each ID is read. */
	const operations: Array<[node: NodeName, parameters: INodeParameters]> = [
		[
			'messagingServiceSms',
			{ resource: 'mailing', operation: 'confirm', mailingId: byId(given) },
		],
		['messagingServiceViber', { resource: 'reply', operation: 'markAsRead', replyIds: given }],
	];

	test.each(operations)(
		'rejects an ID that JavaScript has rounded: %s %j',
		async (node, parameters) => {
			const { error } = await runNode({ node, parameters, items: [{ json: { id: ID } }] });
			expect(error?.message).toMatch(
				/ is 9007199254740992, (a number that was rounded|which is not)/,
			);
			const chosen = given.replace('$json.id', "$fromAI('id', '', 'number')");
			const asTool = JSON.parse(
				JSON.stringify(parameters).replaceAll(
					JSON.stringify(given),
					JSON.stringify(chosen),
				),
			) as INodeParameters;
			for (const [, call] of callers) {
				const args: IDataObject = { id: ID };
				const told = await call({ node, parameters: asTool }, args).then(
					([record]) => String(record.error),
					(thrown: Error) => thrown.message,
				);
				expect(told).toContain('is 9007199254740992, ');
			}
			expect(service.requests).toEqual([]);
		},
	);

	test.each(operations)(
		'sends an ID with all its digits as text: %s %j',
		async (node, parameters) => {
			await runNode({ node, parameters, items: [{ json: { id: '9007199254740993' } }] });
			const [{ url, body }] = service.requests;
			expect(url + body).toContain('9007199254740993');
		},
	);
});

describe('keys', () => {
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

	/** Unexpected fields of an item: all of the odd keys. */
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
		[
			'an envelope',
			lists,
			'getSubscriberLists',
			`{"status":"OK",${EVIL},"result":[{${EVIL}}]}`,
		],
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

	test.each(['status', 'success', 'ok', 'code'])(
		'an object as %s with a toString of its own is read as any other object',
		async (key) => {
			raw = await startAnswering({
				sendQuickSMS: `{"sms_id":7,"${key}":{"toString":1,"valueOf":1}}`,
			});
			const { error, items } = await run(raw, { ...sendSms(), items: people(1) });
			expect([error, items[0]?.json.sms_id]).toEqual([undefined, 7]);
		},
	);

	test.each(['status', 'error_code'])(
		'the trigger goes on after an object as %s with a toString of its own',
		async (key) => {
			const entry = `{"phone":"380501000000","status":"NEW","${key}":{"toString":1}}`;
			raw = await startAnswering({
				getViberDeliveryList: `{"status":"OK","result":[${entry}]}`,
			});
			const trigger = await openTrigger({
				node: 'messagingServiceTrigger',
				parameters: { event: 'viberDelivery', mailings: 'selected', mailingIds: '5' },
				credentials: credentialsOf(raw),
			});
			await trigger.poll('activation');
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('an error response with special keys keeps its message', async () => {
		raw = await startAnswering(
			{ sendQuickSMS: `{${EVIL},"error":{${EVIL},"message":"No"}}` },
			400,
		);
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
		const made = importContacts();
		const columns = autoColumns(Object.keys(json));
		const parameters = { ...made.parameters, columns } as INodeParameters;
		const { error } = await run(raw, { ...made, parameters, items: [{ json }] });
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
			raw = await startAnswering({
				getNewIncomingMessages: text,
				getViberDeliveryList: text,
			});
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
});
