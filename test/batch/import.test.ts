import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { importing, itemsOf, jsonOf, pairsOf, phones, shown, useWorld } from './settings';

const LIST = 1001;

const world = useWorld();
let before: number;
beforeEach(() => {
	before = contacts().length;
});

function contacts(): Array<Record<string, string>> {
	const list = world.sandbox.state.lists.find(({ id }) => id === LIST);
	return list?.contacts ?? [];
}
const queries = () => world.sandbox.requests.map(({ query }) => query);
const people = (count: number, extra: IDataObject = {}) =>
	itemsOf(phones(count).map((phone) => ({ phone, ...extra })));

test('every contact is imported once, in calls of at most 8,000 bytes', async () => {
	const { items, error } = await world.run(
		importing(LIST, {}, { items: people(1_200, { NAME: 'Їжак & Co' }) }),
	);
	if (error) throw error;
	expect(jsonOf(items)).toEqual([{ inserted: 1_200, updated: 0, invalid: 0, merged: 0 }]);
	expect(pairsOf(items[0])).toEqual([...Array(1_200).keys()]);
	expect(contacts()).toHaveLength(before + 1_200);
	for (const query of queries()) {
		const url = `${world.sandbox.url}/api/v2/importContacts?${new URLSearchParams(query)}`;
		expect(url.length).toBeLessThanOrEqual(8_000);
	}
});

test('each value is imported into its own field, whatever the order of the fields', async () => {
	const [ann, bob, eve] = phones(3);
	const items = itemsOf([
		{ phone: ann, NAME: 'Ann', CITY: 'Riga' },
		{ phone: bob, CITY: 'Kyiv', NAME: 'Bob' },
		{ CITY: 'Oslo', NAME: 'Eve', phone: eve },
	]);
	const { error } = await world.run(importing(LIST, {}, { items }));
	if (error) throw error;
	expect(queries()).toHaveLength(1);
	expect(contacts().slice(before)).toMatchObject([
		{ PHONE: ann, NAME: 'Ann', CITY: 'Riga' },
		{ PHONE: bob, NAME: 'Bob', CITY: 'Kyiv' },
		{ PHONE: eve, NAME: 'Eve', CITY: 'Oslo' },
	]);
});

test('a contact that is too long for a URL is rejected, and the error says by how much', async () => {
	const [phone] = phones(1);
	const importOf = async (length: number) =>
		await world.run(
			importing(LIST, {}, { items: itemsOf([{ phone, NAME: 'x'.repeat(length) }]) }),
		);
	const tooLong = shown((await importOf(9_000)).error);
	expect(tooLong).toMatch(
		/^'Map Automatically' is too long: this contact alone exceeds the 8000-byte URL limit by \d+ bytes\n/,
	);
	const [, over] = /limit by (\d+) bytes/.exec(tooLong) ?? [];
	expect(shown((await importOf(9_001 - Number(over))).error)).toContain('limit by 1 bytes');
	expect(world.sandbox.requests).toEqual([]);
	const { error } = await importOf(9_000 - Number(over));
	expect(error).toBeUndefined();
	const [{ path, query }] = world.sandbox.requests;
	const token = world.sandbox.token;
	const url = `${world.sandbox.url}${path}?${new URLSearchParams({ ...query, token })}`;
	expect(url).toHaveLength(8_000);
});

test('contacts with different fields are imported in separate calls, so that none clears a field', async () => {
	const [ann, bob, eve] = phones(3);
	const items = itemsOf([
		{ phone: ann, NAME: 'Ann' },
		{ phone: bob, NAME: '' },
		{ NAME: 'Eve', phone: eve },
	]);
	const result = await world.run(importing(LIST, {}, { items }));
	if (result.error) throw result.error;
	expect(queries().map(({ token: _, list_id: __, ...query }) => query)).toEqual([
		{
			'field_names[0]': 'phone',
			'field_names[1]': 'NAME',
			'data[0][0]': ann,
			'data[0][1]': 'Ann',
			'data[1][0]': eve,
			'data[1][1]': 'Eve',
		},
		{ 'field_names[0]': 'phone', 'data[0][0]': bob },
	]);
	expect(result.items[0].json).toEqual({ inserted: 3, updated: 0, invalid: 0, merged: 0 });
	expect(pairsOf(result.items[0])).toEqual([0, 1, 2]);
});

test('additional columns are imported beside those of the list', async () => {
	const value = { phone: '={{ $json.tel }}', NAME: '=Dear {{ $json.name }}' };
	const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
	const additionalColumns = {
		column: [
			{ name: 'CITY', value: '={{ $json.city.toUpperCase() }}' },
			{ name: 'SOURCE', value: 'n8n' },
		],
	};
	const items = itemsOf([
		{ tel: phones(2)[0], name: 'Ann', city: 'Riga' },
		{ tel: phones(2)[1], name: 'Bob', city: 'Lviv' },
	]);
	const { error } = await world.run(
		importing(LIST, { columns, options: { additionalColumns } }, { items }),
	);
	if (error) throw error;
	expect(queries()[0]).toMatchObject({
		'field_names[2]': 'CITY',
		'field_names[3]': 'SOURCE',
		'data[0][1]': 'Dear Ann',
		'data[0][2]': 'RIGA',
		'data[1][2]': 'LVIV',
		'data[1][3]': 'n8n',
	});
});

describe('an imported contact', () => {
	const fields = (count: number): IDataObject =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [`F${n}`, n]));
	test('has at most 30 fields, and the error counts them', async () => {
		const items = itemsOf([{ phone: phones(1)[0], ...fields(29) }]);
		expect((await world.run(importing(LIST, {}, { items }))).error).toBeUndefined();
		expect(Object.keys(queries()[0]).filter((key) => /^field_names/.test(key))).toHaveLength(
			30,
		);
		const more = itemsOf([{ phone: phones(1)[0], ...fields(31) }]);
		const { error } = await world.run(importing(LIST, {}, { items: more }));
		expect(error?.message).toContain('has 32 columns; an import takes at most 30');
	});
});

describe('the error of an import call', () => {
	const setting = (more: object) => importing(LIST, {}, { items: people(1_200), ...more });
	const fault = (kind: '500' | '429') =>
		world.sandbox.fault({ operation: 'importContacts', kind, skip: 1, times: 1 });

	test('says what the calls before it imported', async () => {
		fault('500');
		const { error } = await world.run(setting({}));
		const first = contacts().length - before;
		expect(first).toBeGreaterThan(0);
		const sent = `items 0-${first - 1} (inserted ${first}, updated 0, invalid 0)`;
		expect(shown(error)).toContain(
			`Sent: ${sent}. May have been sent: items ${first}-${2 * first - 1}. Not sent: items ${2 * first}-1199.`,
		);
	});
});

test('the totals of several calls add up numbers, and list other values that differ', async () => {
	const results = [
		{ inserted: '1', updated: {}, quota: 5, list: 'Sale', state: 'a' },
		{ inserted: 1, updated: 1, quota: 6, list: 'Sale', state: 'b', note: 'x' },
	];
	const service = new Service((_, index) => ({ body: { status: 'OK', result: results[index] } }));
	const items = itemsOf(phones(2).map((phone, n) => ({ phone, [`C${n}`]: 'x' })));
	const { items: output } = await runNode(importing(17, {}, { items }));
	service.close();
	const counts = { inserted: 2, updated: 1, invalid: 0, merged: 0 };
	const others = { quota: 11, list: 'Sale', state: ['a', 'b'], note: 'x' };
	expect(jsonOf(output)).toEqual([{ ...counts, ...others }]);
});

describe('contacts that the import API rejects', () => {
	// Two of these contacts fill a URL.
	const records = people(4).map(({ json }, index) => ({
		...json,
		NOTE: String(index).repeat(3_000),
	}));
	/** Imports into a service that rejects the second contact of each call. */
	async function imported(options: IDataObject, onError?: 'continueErrorOutput') {
		const service = new Service(({ query }) => {
			const count = query.filter(([name]) => /^data\[\d+\]\[0\]$/.test(name)).length;
			const log = [{ index: count - 1, error_message: 'invalid phone' }];
			const result = { inserted: count - 1, updated: 0, invalid: 1, log };
			return { body: { status: 'OK', result } };
		});
		try {
			const items = itemsOf(records);
			return await runNode(importing(17, { options }, { items, onError }));
		} finally {
			service.close();
		}
	}
	const log = [1, 3].map((index) => ({ index, error_message: 'invalid phone' }));
	const totals = { inserted: 2, updated: 0, invalid: 2, merged: 0, log };

	test('become items that are paired with their input, whichever request they were in', async () => {
		const { items } = await imported({ rejectsAsItems: true });
		expect(jsonOf(items)).toEqual([
			totals,
			{ ...records[1], error: 'invalid phone', error_kind: 'rejected' },
			{ ...records[3], error: 'invalid phone', error_kind: 'rejected' },
		]);
		expect(items.map(pairsOf)).toEqual([[0, 2], [1], [3]]);
	});
});
