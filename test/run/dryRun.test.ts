import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { contract } from '../contract';
import type { ContractRow } from '../contract/row';
import { apiOf } from '../contract/wire';
import { type DuplicateStore, useDuplicateStore } from '../support/duplicateStore';
import { origin, token } from '../support/engine/credentials';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { importContacts, people, phoneOf, sendSms } from '../support/operations';
import { asking } from '../wait/asking';
import { hintsOf, jsonsOf } from './sending/observed';

const service = useService(() => ({ body: { sms_id: 1, status: 'OK', result: [] } }));
let table: DuplicateStore;
beforeEach(async () => {
	table = await useDuplicateStore();
});

const credentials = { baseUrl: origin, token };
const run = async (setting: RunSetting) =>
	await runNode({ mode: 'trigger', credentials, ...setting });

/** Returns the step of a row with Dry Run. */
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

test.each(contract.filter(sends).map(named))('a dry run sends nothing: %s', async (_, row) => {
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
	'a dry run shows the parameters of the request: %s',
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

const OWN = '={{ $json.dry }}';

test('Dry Run applies to its item, and the others are sent', async () => {
	const items = people(3).map(({ json }, n) => ({ json: { ...json, dry: n === 1 } }));
	const found = await run({ ...sendSms({ dryRun: OWN }), items });
	const phones = service.requests.map(({ query }) => new Map(query).get('phone'));
	expect(phones).toEqual([phoneOf(0), phoneOf(2)]);
	expect(jsonsOf(found).map(({ is_sent }) => is_sent)).toEqual([true, false, true]);
	expect(found.items[1].json).toEqual({
		...{ phone: phoneOf(1), is_sent: false, reason: 'dry run', dry_run: true },
		...{ alphaname_id: '1363', message: 'Hello there' },
		...{ length: 11, parts: 1, encoding: 'GSM-7' },
	});
});

test('an item is sent although an earlier dry-run item has the same request', async () => {
	const [{ json }] = people(1);
	const items = [true, true, false, false].map((dry) => ({ json: { ...json, dry } }));
	const output = jsonsOf(await run({ ...sendSms({ dryRun: OWN }), items }));
	expect(service.requests).toHaveLength(1);
	expect(output[2]).toMatchObject({ sms_id: 1, is_sent: true });
	expect(output[3]).toMatchObject({ is_sent: false, repeats_item: 2 });
});

test('an item that repeats a dry-run item has the reason that it is repeated, as in a batch', async () => {
	const items = [...people(1), ...people(1)];
	const output = jsonsOf(await run({ ...sendSms({ dryRun: true }), items }));
	expect(output.map(({ reason }) => reason)).toEqual(['dry run', 'repeated in this run']);
	expect(output[1]).toMatchObject({ is_sent: false, repeats_item: 0 });
	expect(service.requests).toEqual([]);
});

test('an item that repeats a dry-run item outside its hours has the reason of that one', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T21:00:00Z'));
	const made = sendSms({ dryRun: true, sendBetween: '09:00-18:00' });
	const setting = { ...made, timezone: 'UTC', items: [...people(1), ...people(1)] };
	const reasons = jsonsOf(await run(setting)).map(({ reason }) => reason);
	jest.restoreAllMocks();
	expect(reasons).toEqual(Array(2).fill('outside sending hours'));
});

test('an item with the key of one that may have been sent is an error, even if that one is now a dry run', async () => {
	service.answer(() => ({ status: 500, body: { error: 'Down' } }));
	const items = people(2).map(({ json }) => ({ json: { ...json, dry: false } }));
	Object.defineProperty(items[0].json, 'dry', { get: () => service.requests.length > 0 });
	const dryRun = '={{ (() => $json.dry)() }}';
	const made = sendSms({ dryRun, sendOnceKey: 'A-1', resendUnknown: true });
	const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const setting = { ...made, ...retrying, items, onError: 'continueRegularOutput' } as const;
	expect(jsonsOf(await run(setting))).toMatchObject([
		{ error: 'Down. The message may have been sent', is_sent: null },
		{ error: expect.stringContaining('may have been sent before'), is_sent: null },
	]);
	expect(service.requests).toHaveLength(1);
});

test('a dry run shows for items that share a key which one the real run would send', async () => {
	const [{ json }] = people(1);
	const items = [true, true, false, false].map((dry) => ({ json: { ...json, dry } }));
	const running = async (dryRun: true | string) =>
		await run({ ...sendSms({ dryRun, sendOnceKey: '={{ $json.phone }}' }), items });
	const reasonsOf = (result: Awaited<ReturnType<typeof running>>) =>
		jsonsOf(result).map(({ reason }) => reason);
	const SENT = 'already sent';
	const all = await running(true);
	expect(reasonsOf(all)).toEqual(['dry run', SENT, SENT, SENT]);
	expect(hintsOf(all)[0]).toMatch(/^4 items have the same key/);
	expect([service.requests, table.rows.size]).toEqual([[], 0]);
	expect(reasonsOf(await running(OWN))).toEqual(['dry run', SENT, undefined, SENT]);
	expect(service.requests).toHaveLength(1);
});

test('a dry-run item with the key of an item whose outcome is unknown does not change the error', async () => {
	const [{ json }] = people(1);
	const items = [true, false].map((dry) => ({ json: { ...json, dry } }));
	service.answer(() => ({ status: 500, body: { error: 'Down' } }));
	const made = sendSms({ dryRun: OWN, sendOnceKey: '={{ $json.phone }}' });
	const { error } = await run({ ...made, items, retryOnFail: true, waitBetweenTries: 0 });
	expect(error?.message).toBe('Down. The message may have been sent');
	expect(service.requests).toHaveLength(1);
});

test('a dry run in a test execution has no hint that keys are not remembered', async () => {
	const made = sendSms({ dryRun: true, sendOnceKey: '={{ $json.phone }}' });
	expect(hintsOf(await run({ ...made, mode: 'manual', items: people(1) }))).toEqual([
		expect.stringMatching(/^Dry Run: /),
	]);
});

test.each([
	['={{ $json.none }}', "'Dry Run' is empty, which is neither true nor false"],
	['={{ "maybe" }}', `'Dry Run' is "maybe", which is neither true nor false`],
])('nothing is sent if Dry Run is %s', async (dryRun, message) => {
	const { error } = await run({ ...sendSms({ dryRun }), items: people(2) });
	expect(error?.message).toBe(message);
	expect(service.requests).toEqual([]);
});

test('an invalid item ends a dry run with the error of a real run', async () => {
	const items = people(2);
	items[1].json.phone = '12';
	const errors = [sendSms(), sendSms({ dryRun: true })].map(
		async (made) => (await run({ ...made, items })).error?.message,
	);
	const [expected, found] = await Promise.all(errors);
	expect(found).toMatch(/^'Phone' /);
	expect(found).toBe(expected);
});

test('a dry run counts towards the limits, and remembers no key', async () => {
	const limited = sendSms({ dryRun: true, maxRecipients: 1 });
	const { error } = await run({ ...limited, items: people(2) });
	expect(error?.message).toMatch(/^'Max Recipients per Run' is 1/);
	const keyed = sendSms({ dryRun: true, sendOnceKey: '={{ $json.phone }}' });
	await run({ ...keyed, items: people(2) });
	expect(table.rows.size).toBe(0);
});

test('a dry run shows a code as ***, even one that is entered, and no token', async () => {
	const parameters = {
		...{ resource: 'code', operation: 'sendTelegram', phone: phoneOf(0) },
		...{ generateCode: false, code: '482915', options: { dryRun: true } },
	};
	const found = await run({ node: 'messagingServiceVerification', parameters });
	expect(jsonsOf(found)).toEqual([
		{ phone: phoneOf(0), is_sent: false, reason: 'dry run', dry_run: true, message: '***' },
	]);
});

test('a dry run of Send and Wait counts the parts with the link, but does not show the link', async () => {
	const found = await run(asking({ message: 'May we?', options: { dryRun: true } }));
	expect(found.execution?.waitTill ?? undefined).toBeUndefined();
	expect(jsonsOf(found)).toMatchObject([{ message: 'May we?', parts: 2 }]);
});

describe('the dry run of an import', () => {
	const items = [
		{ phone: phoneOf(0), email: 'anna@x.example' },
		{ phone: '12' },
		{ phone: phoneOf(1) },
		{ phone: `+${phoneOf(0)}`, email: 'anna@y.example' },
		{ phone: phoneOf(0) },
	].map((json) => ({ json }));

	test('is one item, whose contacts, merged items and rejects add up to the input', async () => {
		const made = importContacts({ dryRun: true, rejectsAsItems: true });
		const found = await run({ ...made, items });
		expect(found.error?.message).toBeUndefined();
		expect(service.requests).toEqual([]);
		expect(jsonsOf(found)).toEqual([
			{
				...{ dry_run: true, is_sent: false, reason: 'dry run', recipients: 2 },
				contacts: [
					{ index: 4, list_id: 1001, phone: phoneOf(0), email: 'anna@y.example' },
					{ index: 2, list_id: 1001, phone: phoneOf(1) },
				],
				requests: [
					{
						recipients: 1,
						list_id: 1001,
						columns: ['phone', 'email'],
						indexes: '0, 3-4',
					},
					{ recipients: 1, list_id: 1001, columns: ['phone'], indexes: '2' },
				],
				left_out: [0, 3].map((index) => ({ index, reason: 'merged into item 4' })),
				rejects: [{ index: 1, reason: expect.stringContaining('"12"') as string }],
			},
		]);
	});

	test('lists the first 100 contacts, and counts all of them', async () => {
		const many = Array.from({ length: 101 }, (_, n) => ({ json: { phone: phoneOf(n) } }));
		const found = await run({ ...importContacts({ dryRun: true }), items: many });
		const [{ recipients, contacts }] = jsonsOf(found);
		expect([recipients, (contacts as unknown[]).length]).toEqual([101, 100]);
	});

	test('has the error of a real run, and must be on or off for all items', async () => {
		const stopped = await run({ ...importContacts({ dryRun: true }), items });
		expect(stopped.error?.message).toMatch(/: phone' /);
		const mixed = importContacts({ dryRun: "={{ $json.phone === '12' }}" });
		const { error } = await run({ ...mixed, items });
		expect(error?.message).toBe("'Dry Run' differs between item 0 and item 1");
		expect(service.requests).toEqual([]);
	});
});
