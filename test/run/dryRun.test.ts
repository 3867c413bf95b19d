import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { contract } from '../contract';
import type { ContractRow } from '../contract/row';
import { apiOf } from '../contract/wire';
import { type DuplicateStore, useDuplicateStore } from '../support/duplicateStore';
import { origin, token } from '../support/engine/credentials';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { importContacts, people, phoneOf, sendSms } from '../support/operations';
import { asking } from '../wait/asking';

let service: Service;
let table: DuplicateStore;
beforeEach(async () => {
	table = await useDuplicateStore();
	service = new Service(() => ({ body: { sms_id: 1, status: 'OK', result: [] } }));
});
afterEach(() => service.close());

const credentials = { baseUrl: origin, token };
const run = async (setting: RunSetting) =>
	await runNode({ mode: 'trigger', credentials, ...setting });

/** A row whose step has the option besides its own. */
const dry = ({ node, resource, operation, parameters, items, timezone }: ContractRow) => ({
	...{ node, items, timezone },
	parameters: {
		...{ resource, operation, ...parameters },
		options: { ...(parameters.options as INodeParameters), dryRun: true },
	},
});
const sends = (row: ContractRow) => {
	const { effect } = apiOf(row);
	return effect === 'send' || (typeof effect === 'object' && row.operation === 'confirm');
};
const isSingle = ({ resource, operation }: ContractRow) =>
	resource !== 'batch' && operation !== 'sendAndWait';
const named = (row: ContractRow): [string, ContractRow] => [
	`${row.node} ${row.resource}:${row.operation} ${row.title}`,
	row,
];
const texts = (json: IDataObject) =>
	Object.fromEntries(Object.entries(json).map(([name, value]) => [name, String(value)]));

test.each(contract.filter(sends).map(named))('nothing is sent: %s', async (_, row) => {
	const { items, error, execution } = await run(dry(row));
	expect(error?.message).toBeUndefined();
	expect([...service.requests, ...service.strays]).toEqual([]);
	expect(execution?.waitTill ?? undefined).toBeUndefined();
	expect(items).not.toEqual([]);
	for (const { json } of items) {
		expect(json).toMatchObject({ dry_run: true, is_sent: false, reason: 'dry run' });
		expect(json).not.toHaveProperty('data');
		expect(json).not.toHaveProperty('token');
		expect(JSON.stringify(json)).not.toContain(token);
	}
});

test.each(contract.filter((row) => sends(row) && isSingle(row)).map(named))(
	'the parameters are those of the request: %s',
	async (_, row) => {
		const { items } = await run(dry(row));
		expect(items).toHaveLength(row.sends.length);
		for (const [at, { query, form }] of row.sends.entries()) {
			const shown = texts(items[at].json);
			const isCode = row.node === 'messagingServiceVerification';
			const expected = {
				...query,
				...form,
				...(isCode && { message: expect.stringContaining('***') as string }),
			};
			expect(shown).toMatchObject(expected);
		}
	},
);

test('is read per item: the others are sent', async () => {
	const items = people(3).map(({ json }, n) => ({ json: { ...json, dry: n === 1 } }));
	const made = sendSms({ dryRun: '={{ $json.dry }}' });
	const found = await run({ ...made, items });
	expect(service.requests.map(({ query }) => new Map(query).get('phone'))).toEqual([
		phoneOf(0),
		phoneOf(2),
	]);
	expect(found.items.map(({ json }) => json.is_sent)).toEqual([true, false, true]);
	expect(found.items[1].json).toEqual({
		phone: phoneOf(1),
		is_sent: false,
		reason: 'dry run',
		dry_run: true,
		alphaname_id: '1363',
		message: 'Hello there',
		length: 11,
		parts: 1,
		encoding: 'GSM-7',
	});
});

test('an item that is to be sent is sent, although a dry one before has the same request', async () => {
	const [{ json }] = people(1);
	const items = [true, true, false, false].map((dry) => ({ json: { ...json, dry } }));
	const found = await run({ ...sendSms({ dryRun: '={{ $json.dry }}' }), items });
	expect(service.requests).toHaveLength(1);
	expect(found.items[2].json).toMatchObject({ sms_id: 1, is_sent: true });
	expect(found.items[3].json).toMatchObject({ is_sent: false, repeats_item: 2 });
});

test('an item that repeats a dry one has its own reason, as in a batch', async () => {
	const items = [...people(1), ...people(1)];
	const found = await run({ ...sendSms({ dryRun: true }), items });
	expect(found.items.map(({ json }) => json.reason)).toEqual(['dry run', 'repeated in this run']);
	expect(found.items[1].json).toMatchObject({ is_sent: false, repeats_item: 0 });
	expect(service.requests).toEqual([]);
});

test('shows items that share a key as the real run would send them', async () => {
	const [{ json }] = people(1);
	const items = [true, true, false, false].map((dry) => ({ json: { ...json, dry } }));
	const all = await run({
		...sendSms({ dryRun: true, sendOnceKey: '={{ $json.phone }}' }),
		items,
	});
	expect(all.items.map(({ json }) => json.reason)).toEqual([
		'dry run',
		'already sent',
		'already sent',
		'already sent',
	]);
	const [task] = Object.values(all.runData).at(-1) ?? [];
	expect(task.hints?.[0].message).toMatch(/^4 items have the same key/);
	expect([service.requests, table.rows.size]).toEqual([[], 0]);
	const some = sendSms({ dryRun: '={{ $json.dry }}', sendOnceKey: '={{ $json.phone }}' });
	const found = await run({ ...some, items });
	expect(found.items.map(({ json }) => json.reason)).toEqual([
		'already sent',
		'already sent',
		undefined,
		'already sent',
	]);
	expect(service.requests).toHaveLength(1);
});

test.each([
	['empty', '={{ $json.none }}', "'Dry Run' is empty, which is neither true nor false"],
	['no switch', '={{ "maybe" }}', `'Dry Run' is "maybe", which is neither true nor false`],
])('nothing is sent if the expression is %s', async (_, dryRun, message) => {
	const { error } = await run({ ...sendSms({ dryRun }), items: people(2) });
	expect(error?.message).toBe(message);
	expect(service.requests).toEqual([]);
});

test('an invalid item ends it with the error of a real run', async () => {
	const items = people(2);
	items[1].json.phone = '12';
	const [real, shown] = [sendSms(), sendSms({ dryRun: true })];
	const [expected, found] = [await run({ ...real, items }), await run({ ...shown, items })];
	expect(found.error?.message).toBe(expected.error?.message);
	expect(found.error?.message).toMatch(/^'Phone' /);
});

test('counts for the limits, and leaves keys alone', async () => {
	const limited = sendSms({ dryRun: true, maxRecipients: 1 });
	const { error } = await run({ ...limited, items: people(2) });
	expect(error?.message).toMatch(/^'Max Recipients per Run' is 1/);
	await run({
		...sendSms({ dryRun: true, sendOnceKey: '={{ $json.phone }}' }),
		items: people(2),
	});
	expect(table.rows.size).toBe(0);
});

test('shows a code as ***, also one that is entered, and no token', async () => {
	const parameters = {
		resource: 'code',
		operation: 'sendTelegram',
		phone: phoneOf(0),
		generateCode: false,
		code: '482915',
		options: { dryRun: true },
	};
	const { items } = await run({ node: 'messagingServiceVerification', parameters });
	expect(items.map(({ json }) => json)).toEqual([
		{ phone: phoneOf(0), is_sent: false, reason: 'dry run', dry_run: true, message: '***' },
	]);
});

test('counts the parts of a question with its link, and shows no link', async () => {
	const setting = asking({ message: 'May we?', options: { dryRun: true } });
	const { items, execution } = await run(setting);
	expect(execution?.waitTill ?? undefined).toBeUndefined();
	expect(items.map(({ json }) => json)).toMatchObject([{ message: 'May we?', parts: 2 }]);
});

describe('an import', () => {
	const items = [
		{ phone: phoneOf(0), email: 'anna@x.example' },
		{ phone: '12' },
		{ phone: phoneOf(1) },
		{ phone: `+${phoneOf(0)}`, email: 'anna@y.example' },
	].map((json) => ({ json }));

	test('is one item, in which contacts, merged items and rejects add up', async () => {
		const made = importContacts({ dryRun: true, rejectsAsItems: true });
		const found = await run({ ...made, items });
		expect(found.error?.message).toBeUndefined();
		expect(service.requests).toEqual([]);
		expect(found.items.map(({ json }) => json)).toEqual([
			{
				dry_run: true,
				is_sent: false,
				reason: 'dry run',
				recipients: 2,
				contacts: [
					{ index: 3, list_id: 1001, phone: phoneOf(0), email: 'anna@y.example' },
					{ index: 2, list_id: 1001, phone: phoneOf(1) },
				],
				requests: [
					{ recipients: 1, list_id: 1001, columns: ['phone', 'email'], indexes: '0, 3' },
					{ recipients: 1, list_id: 1001, columns: ['phone'], indexes: '2' },
				],
				left_out: [{ index: 0, reason: 'merged into item 3' }],
				rejects: [{ index: 1, reason: expect.stringContaining('"12"') as string }],
			},
		]);
	});

	test('ends with the error of a real run, and differs for no item', async () => {
		const stopped = await run({ ...importContacts({ dryRun: true }), items });
		expect(stopped.error?.message).toMatch(/: phone' /);
		const mixed = importContacts({ dryRun: "={{ $json.phone === '12' }}" });
		const { error } = await run({ ...mixed, items });
		expect(error?.message).toBe("'Dry Run' differs in item 1 from item 0");
		expect(service.requests).toEqual([]);
	});
});
