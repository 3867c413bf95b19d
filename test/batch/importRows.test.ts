import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { VALUE } from '../run/sending/kinds';
import { throwing } from '../run/sending/observed';
import { at, call } from '../sandbox/call';
import { importing, itemsOf, jsonOf, pairsOf, phones, shown, useWorld } from './settings';

const LIST = 1001;
const onError = 'continueRegularOutput' as const;
const [ann, bob, eve] = phones(3);
const mail = 'a@example.com';

const world = useWorld();
let second: number;
/** Number of requests before the test. */
let created: number;
beforeEach(async () => {
	const query = { token: world.sandbox.token, name: 'Second' };
	const list = await call(world.sandbox, '/api/v2/createSubscriberList', { query });
	second = Number(at(list, 'body', 'result', 'list_id'));
	created = world.sandbox.requests.length;
});

const contactsOf = (id = LIST): Array<Record<string, string>> =>
	(world.sandbox.state.lists.find((list) => list.id === id)?.contacts ?? []).filter(
		({ PHONE, EMAIL }) => PHONE?.startsWith('3805') || EMAIL?.endsWith('@example.com'),
	);
const requests = () => world.sandbox.requests.slice(created);
const headings = () =>
	requests().map(({ query }) =>
		Object.keys(query)
			.filter((key) => key.startsWith('field_names'))
			.map((key) => query[key]),
	);
const sentValues = () => requests().flatMap(({ query }) => Object.values(query));
const people = () => contactsOf().filter(({ PHONE, EMAIL }) => PHONE === ann || EMAIL === mail);
const imported = async (records: IDataObject[], more: object = {}, parameters = {}) =>
	await world.run(importing(LIST, parameters, { items: itemsOf(records), ...more }));

describe('headings of an import', () => {
	test('are sent without surrounding spaces and invisible characters', async () => {
		const { error } = await imported([
			{ '\ufeffPhone': ann, ' NAME ': 'Ann', 'CI\u200bTY\u00a0': 'Riga' },
		]);
		expect(error).toBeUndefined();
		expect(headings()).toEqual([['phone', 'NAME', 'CITY']]);
		expect(contactsOf()).toMatchObject([{ PHONE: ann, NAME: 'Ann', CITY: 'Riga' }]);
	});

	test('that differ only in letter case are the same column, in one request', async () => {
		const { error } = await imported([
			{ PHONE: '+380 50 000 00 00', Name: 'Ann' },
			{ NAME: 'Bob', phone: bob },
			{ Phone: eve, 'name ': 'Eve' },
		]);
		expect(error).toBeUndefined();
		expect(headings()).toEqual([['phone', 'Name']]);
		expect(contactsOf()).toMatchObject([
			{ PHONE: ann, NAME: 'Ann' },
			{ PHONE: bob, NAME: 'Bob' },
			{ PHONE: eve, NAME: 'Eve' },
		]);
	});

	test.each([
		['phone', 'Phone '],
		['\ufeffphone', 'PHONE'],
		['City', 'ci\u200dty'],
	])('that become equal are an error that names both: %j and %j', async (one, other) => {
		const { error } = await imported([{ [one]: ann, [other]: bob, EMAIL: 'a@example.com' }]);
		expect(shown(error)).toContain(
			`'Map Automatically' has "${one}" and "${other}", which are the same column`,
		);
		expect(requests()).toEqual([]);
	});
});

describe('rows that are wrong before they are sent', () => {
	const rows = [{ phone: ann }, { phone: 'call me' }, { phone: bob }, { city: 'Riga' }];

	test('stop the import, and the error says how the others are imported', async () => {
		const { error } = await imported(rows);
		expect(error?.message).toBe(
			"'Map Automatically: phone' is not a phone number. It has no digits",
		);
		expect(described(error)).toContain(
			'To import the other contacts, turn on Rejects as Items.',
		);
		expect(requests()).toEqual([]);
	});

	test('have one error that names everything wrong with the row', async () => {
		const { error } = await imported([{ phone: 'call me', email: 'nobody' }]);
		expect(error?.message).toMatch(
			/^'Map Automatically: phone' is not .*\. 'Map Automatically: email' is /,
		);
		// There are no other contacts to import.
		expect(described(error)).not.toContain('Rejects as Items');
	});

	test('become items with Rejects as Items, and the others are imported', async () => {
		const { error, items } = await imported(rows, {}, { options: { rejectsAsItems: true } });
		expect(error).toBeUndefined();
		expect(contactsOf().map(({ PHONE }) => PHONE)).toEqual([ann, bob]);
		expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			[undefined, [{ item: 0 }, { item: 2 }]],
			[
				`'Map Automatically: phone' is not a phone number. It has no digits: "call me"`,
				{ item: 1 },
			],
			["'Map Automatically' gives the contact neither a phone nor an email", { item: 3 }],
		]);
	});

	test('become items if the first one lacks a Default Country Code', async () => {
		const options = { rejectsAsItems: true, defaultCountryCode: '={{ $json.land }}' };
		const all = [
			{ phone: ann, land: '' },
			{ phone: bob, land: '380' },
		];
		const { error, items } = await imported(all, {}, { options });
		expect(error).toBeUndefined();
		expect(contactsOf().map(({ PHONE }) => PHONE)).toEqual([bob]);
		expect(items.map(({ json }) => json.error)).toEqual([
			"'Default Country Code' is empty",
			undefined,
		]);
	});

	test.each([
		['Rejects as Items', { options: { rejectsAsItems: true } }, {}, [[0], [1], [2], [4]]],
		['On Error: Continue', {}, { onError }, [[1], [4]]],
	])(
		'are counted together with rejects of the service and merged items: %s',
		async (_, parameters, more, rejected) => {
			// Two rows of a contact that the service rejects, two rows of an accepted contact, and
			// two invalid rows.
			const log = [{ index: 0, error_message: 'Unknown' }];
			const result = { inserted: 1, updated: 0, invalid: 1, log };
			const service = new Service(() => ({ body: { status: 'OK', result } }));
			const all = [ann, 'call me', ann, bob, '', bob].map((phone) => ({ phone, NAME: 'A' }));
			const setting = importing(LIST, parameters, { items: itemsOf(all), ...more });
			const { items } = await runNode(setting);
			service.close();
			const totals = items.find(({ json }) => 'inserted' in json);
			expect(totals?.json).toMatchObject({ inserted: 1, updated: 0, invalid: 4, merged: 1 });
			const rejects = items.filter((one) => one !== totals).map(pairsOf);
			expect(rejects).toEqual(rejected);
		},
	);

	test('all become items if no row is valid, and nothing is sent', async () => {
		const asItems = { options: { rejectsAsItems: true } };
		const { items } = await imported([{ phone: '1' }, { city: 'Riga' }], {}, asItems);
		expect(items.map(({ json }) => typeof json.error)).toEqual(['string', 'string']);
		expect(requests()).toEqual([]);
	});

	test('do not hide that a request failed, which ends the import', async () => {
		world.sandbox.fault({ kind: 'error200', operation: 'importContacts' });
		const { error } = await imported(rows, {}, { options: { rejectsAsItems: true } });
		expect(error).toBeDefined();
		expect(error?.message).not.toContain('phone number');
	});

	test('have an error that names the headings that were found', async () => {
		const { error } = await imported([{ 'phone;name;city': '380501234567;Ann;Riga' }]);
		expect(described(error)).toContain('The columns are "phone;name;city".');
		expect(requests()).toEqual([]);
	});

	test.each([
		[10, '"C9", "C10".'],
		[11, '"C9", "C10", ….'],
	])('have an error that names the first ten of %i headings', async (count, names) => {
		const fields = Array.from({ length: count }, (_, n) => [`C${n + 1}`, 'x']);
		const { error } = await imported([Object.fromEntries(fields) as IDataObject]);
		expect(described(error)).toContain(names);
	});

	test('include rows whose heading has a comma, which would be two columns', async () => {
		const { error } = await imported([{ phone: ann, 'Balance, UAH': '5' }]);
		expect(error?.message).toBe(
			"'Map Automatically' has a column whose name contains a comma, so the service would read two columns",
		);
		expect(requests()).toEqual([]);
	});

	test.each(['name', 'first_name', 'note'])('include a line break in %s', async (column) => {
		await imported([{ phone: ann, [column]: ' Ann\r\n' }]);
		expect(requests()[0].query['data[0][1]']).toBe('Ann');
		const { error } = await imported([{ phone: ann, [column]: 'Ann\nBob' }]);
		expect(error?.message).toBe(
			`'Map Automatically: ${column}' contains a line break after "Ann"`,
		);
		expect(requests()).toHaveLength(1);
	});

	const long = 'x'.repeat(41);
	const short = long.slice(1);
	test.each<[IDataObject, error: string]>([
		[{ phone: ann, [long]: 'a\nb' }, `'Map Automatically: ${short}' contains a line break`],
		[{ phone: ann, [long]: 'a', [long.toUpperCase()]: 'b' }, `has "${short}" and "X`],
	])('have an error that shortens the heading of the row %j', async (row, message) => {
		const { error } = await imported([row]);
		expect(error?.message).toContain(message);
		expect(error?.message.toLowerCase()).not.toContain(long);
	});
});

const described = (error: unknown) => String((error as { description?: unknown }).description);

describe('a contact that several items have', () => {
	const rows = [
		{ phone: ann, NAME: 'first', CITY: 'Riga' },
		{ phone: bob, NAME: 'Bob' },
		{ phone: ann, NAME: 'second', AGE: 30 },
		{ phone: ann, NAME: 'third', CITY: '' },
		{ email: 'a@example.com', phone: ann },
	];
	const merged = [
		{ PHONE: ann, NAME: 'third', CITY: 'Riga', AGE: '30', EMAIL: 'a@example.com' },
		{ PHONE: bob, NAME: 'Bob' },
	];
	const byPhone = () => [...contactsOf()].sort((a, b) => Number(a.PHONE) - Number(b.PHONE));

	test('is imported with the last value of each column, whichever columns an item has', async () => {
		const { items, error } = await imported(rows);
		expect(error).toBeUndefined();
		expect(byPhone()).toMatchObject(merged);
		expect(pairsOf(items[0])).toEqual([0, 1, 2, 3, 4]);
	});

	test('is imported with the last values if its items do not fit into one request', async () => {
		const [NOTE, BIO] = ['n'.repeat(5_000), 'b'.repeat(5_000)];
		const { error } = await imported([
			{ phone: ann, NAME: 'first', NOTE },
			{ phone: ann, NAME: 'second', BIO },
		]);
		expect(error).toBeUndefined();
		expect(headings()).toEqual([
			['phone', 'NOTE'],
			['phone', 'NAME', 'BIO'],
		]);
		expect(contactsOf()).toMatchObject([{ PHONE: ann, NAME: 'second', NOTE, BIO }]);
	});

	test('is one row if the last item has all the columns', async () => {
		const records = Array.from({ length: 600 }, (_, n) => ({ phone: ann, NAME: `Name ${n}` }));
		const { items } = await imported(records);
		expect(jsonOf(items)).toEqual([{ inserted: 1, updated: 0, invalid: 0, merged: 599 }]);
		expect(pairsOf(items[0])).toEqual([...Array(600).keys()]);
		expect(contactsOf()).toMatchObject([{ PHONE: ann, NAME: 'Name 599' }]);
	});

	test('is recognized by its email, in any letter case of the host', async () => {
		const { error } = await imported([
			{ email: 'ann@example.com', NAME: 'first', CITY: 'Riga' },
			{ email: 'ann@EXAMPLE.com', NAME: 'second' },
		]);
		expect(error).toBeUndefined();
		expect(sentValues()).not.toContain('first');
	});

	const byEmail = (NAME: string) => ({ email: mail, NAME });
	const byPhoneOf = (NAME: string) => ({ phone: ann, NAME });
	test.each([
		...[0, 1, 2].map((place) => [place, byEmail('old'), byPhoneOf('new')] as const),
		...[0, 1, 2].map((place) => [place, byPhoneOf('old'), byEmail('new')] as const),
	])('that item %i identifies by phone and email gets the last of %j and %j', async (...row) => {
		const [place, ...others] = row;
		// Makes an earlier request with the same columns.
		const first = [
			{ phone: bob, NAME: 'Bob' },
			{ email: 'b@example.com', NAME: 'Bea' },
		];
		const link = { phone: ann, email: mail, CITY: 'Riga' };
		const rows = [...others.slice(0, place), link, ...others.slice(place)];
		expect((await imported([...first, ...rows])).error).toBeUndefined();
		expect(sentValues()).not.toContain('old');
		expect(people()).toMatchObject([{ PHONE: ann, EMAIL: mail, NAME: 'new', CITY: 'Riga' }]);
	});

	test.each([[[]], [[{ phone: ann, CITY: 'Kyiv' }]]])(
		'is merged though other contacts fill the columns of its email item: on the list %j',
		async (known) => {
			if (known.length > 0) await imported(known);
			const { error } = await imported([
				{ phone: bob, AGE: 20 },
				{ email: 'b@example.com', NAME: 'Bea' },
				{ phone: ann, email: mail, CITY: 'Riga' },
				{ phone: ann, AGE: 30 },
				{ email: mail, NAME: 'Anna' },
			]);
			expect(error).toBeUndefined();
			const all = { CITY: 'Riga', AGE: '30', NAME: 'Anna' };
			expect(people()).toMatchObject([{ PHONE: ann, EMAIL: mail, ...all }]);
		},
	);

	test('is imported whole or not at all', async () => {
		world.sandbox.fault({ operation: 'importContacts', kind: 'error200', times: 1 });
		const records = [
			{ phone: ann, email: mail, CITY: 'Riga' },
			{ phone: ann, AGE: 30 },
			{ email: mail, NAME: 'Anna' },
		];
		const { items } = await imported(records, { onError });
		const failed = items.filter(({ json }) => json.error).flatMap(pairsOf);
		expect([failed, contactsOf()]).toEqual([[0, 1, 2], []]);
	});

	const NOTE = 'x'.repeat(9_000);
	const rowsOf = (...all: IDataObject[]) => all;
	test.each<[rows: IDataObject[], found: object]>([
		[
			rowsOf({ phone: ann, NAME: 'Ann', CITY: 'Riga' }, { phone: ann, NAME: 'Anna', NOTE }),
			{ PHONE: ann, NAME: 'Ann', CITY: 'Riga' },
		],
		[
			rowsOf({ phone: ann, NAME: 'Ann' }, { phone: ann, NAME: 'Anna', NOTE }),
			{ PHONE: ann, NAME: 'Ann' },
		],
		[
			rowsOf({ phone: ann, email: mail }, { phone: ann, email: mail, NOTE }, byEmail('Anna')),
			{ PHONE: ann, EMAIL: mail, NAME: 'Anna' },
		],
	])('is imported without its second item, which is too long: %#', async (records, found) => {
		const { items } = await imported(records, { onError });
		const failed = items.filter(({ json }) => json.error);
		expect(failed.flatMap(pairsOf)).toEqual([1]);
		expect(failed[0].json.error).toContain('this contact alone exceeds');
		expect(contactsOf()).toMatchObject([found]);
	});

	test('is separate from a contact with an email that it had before', async () => {
		const rows = [
			{ phone: ann, email: 'old@example.com', NAME: 'Ann' },
			{ phone: ann, email: 'new@example.com', NAME: 'Anna' },
			{ email: 'old@example.com', NAME: 'Eve' },
		];
		expect((await imported(rows)).error).toBeUndefined();
		expect(contactsOf()).toMatchObject([
			{ PHONE: ann, EMAIL: 'new@example.com', NAME: 'Anna' },
			{ EMAIL: 'old@example.com', NAME: 'Eve' },
		]);
	});

	test('is separate from a contact with another phone and the same email', async () => {
		const records = [
			{ phone: ann, email: 'family@example.com', NAME: 'Ann' },
			{ phone: bob, email: 'family@example.com', NAME: 'Bob' },
			{ phone: eve, NAME: 'Eve' },
			{ email: 'family@example.com', CITY: 'Riga' },
		];
		expect((await imported(records)).error).toBeUndefined();
		expect(sentValues()).toEqual(expect.arrayContaining([ann, 'Ann', bob, 'Bob', 'Riga']));
	});

	test('is imported with all its values if Retry On Fail repeats its request', async () => {
		// The first request is rejected. The second request is executed, but its response is lost.
		const fault = { operation: 'importContacts', after: true };
		world.sandbox.fault({ ...fault, kind: 'error200', after: false, times: 1 });
		world.sandbox.fault({ ...fault, kind: 'cut', times: 1 });
		const more = { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		await imported(rows.slice(0, 4), more);
		expect(requests().map(({ query }) => query['data[0][0]'])).toEqual([ann, bob, ann]);
		const [{ EMAIL: _none, ...person }, other] = merged;
		expect(byPhone()).toMatchObject([person, other]);
	});

	test.each([
		['imports the rest of an earlier item', 'Riga', ['second', mail, 'Riga'], [1, 1]],
		['imports an earlier item no more', '', ['second', mail, undefined], [0, 0]],
	])('%s whose expression failed in the first try', async (_, CITY, found, counts) => {
		world.sandbox.fault({ operation: 'importContacts', kind: 'cut', after: true });
		const [NAME, town, email] = ['NAME', 'CITY', 'MAIL'].map((name) => `={{ $json.${name} }}`);
		const value = { phone: VALUE, NAME, CITY: town, email };
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		const items = throwing(
			itemsOf([
				{ value: ann, NAME: 'first', CITY, MAIL: 'old@example.com' },
				{ value: ann, NAME: 'second', MAIL: mail },
			]),
			{ 0: (attempt) => attempt === 1 },
		);
		const more = { items, onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { items: output } = await world.run(importing(LIST, { columns }, more));
		const updated = output.filter(({ json }) => json.updated === 1).length;
		expect([updated, requests().length - 1]).toEqual(counts);
		expect(contactsOf().map(({ NAME, EMAIL, CITY }) => [NAME, EMAIL, CITY])).toEqual([found]);
	});
});

test('a list for each item gets its contacts with their columns', async () => {
	const parameters = { listId: { __rl: true, mode: 'id', value: '={{ $json.LIST }}' } };
	const { items, error } = await imported(
		[
			{ phone: ann, NAME: 'Ann', LIST: 1001 },
			{ phone: bob, LIST: second, CITY: 'Kyiv' },
			{ LIST: 1001, phone: eve, CITY: 'Oslo' },
			{ phone: ann, LIST: second, NAME: 'Anna' },
			{ email: 'ann@example.com', LIST: 1001 },
		],
		{},
		parameters,
	);
	if (error) throw error;
	expect(contactsOf(1001)).toEqual([
		expect.objectContaining({ PHONE: ann, NAME: 'Ann' }),
		expect.objectContaining({ PHONE: eve, CITY: 'Oslo' }),
		expect.objectContaining({ EMAIL: 'ann@example.com' }),
	]);
	expect(contactsOf(second)).toEqual([
		expect.objectContaining({ PHONE: bob, CITY: 'Kyiv' }),
		expect.objectContaining({ PHONE: ann, NAME: 'Anna' }),
	]);
	expect(items[0].json).toEqual({ inserted: 5, updated: 0, invalid: 0, merged: 0 });
});

test('with Continue, each row without a contact is rejected, and the others are imported', async () => {
	const empty = [{}, { phone: '', email: '  ', NAME: null }, { NAME: 'nobody' }];
	const { items, error } = await imported([{ phone: ann }, ...empty, { phone: bob }], {
		onError,
	});
	expect(error).toBeUndefined();
	expect(items.map(pairsOf)).toEqual([[0, 4], [1], [2], [3]]);
	for (const { json } of items.slice(1)) {
		expect(json.error).toContain('gives the contact neither a phone nor an email');
	}
	expect(contactsOf().map(({ PHONE }) => PHONE)).toEqual([ann, bob]);
});

describe('the import log of the service', () => {
	/** Returns the output of an import of three items, of which the first two are one contact. */
	async function logged(log: unknown, options: IDataObject, more: object = {}) {
		const result = { inserted: 1, updated: 0, invalid: 1, log };
		const service = new Service(() => ({ body: { status: 'OK', result } }));
		try {
			const items = itemsOf([
				{ phone: ann, NAME: 'first' },
				{ phone: ann, NAME: 'second' },
				{ phone: bob, NAME: 'Bob' },
			]);
			return await runNode(importing(17, { options }, { items, ...more }));
		} finally {
			service.close();
		}
	}
	const entry = (index: unknown) => [{ index, error_message: 'invalid phone' }];

	test.each([
		[0, [0, 1]],
		['0', [0, 1]],
		[1, [2]],
	])('counts rows from 0: %j means the items %j', async (index, rejected) => {
		const { items } = await logged(entry(index), { rejectsAsItems: true });
		const totals = items.filter(({ json }) => 'log' in json);
		expect(totals[0].json.log).toEqual(rejected.flatMap((item) => entry(item)));
		const rejects = items.filter(({ json }) => 'error' in json);
		expect(rejects.map(pairsOf)).toEqual(rejected.map((item) => [item]));
		const first = items.map((item) => pairsOf(item)[0]);
		expect(first).toEqual([...first].sort());
	});

	test.each([2, -1, 1.5, '', ' ', 'first', null, undefined, true, [], [0], { a: 0 }])(
		'reports a reject with the index %j without an input item',
		async (index) => {
			// n8n would pair these by position, because there are as many output items as input
			// items.
			const log = [...entry(index), ...entry(index)];
			const { items } = await logged(log, { rejectsAsItems: true });
			const [totals, ...others] = items;
			expect(totals.json.log).toEqual([...entry(null), ...entry(null)]);
			expect(pairsOf(totals)).toEqual([0, 1, 2]);
			const reject = { error: 'invalid phone', error_kind: 'rejected' };
			expect(others.map(({ json }) => json)).toEqual([reject, reject]);
			expect(others.map(pairsOf)).toEqual([[], []]);
		},
	);

	test('reports a reject without an index on the error output, without the fields of an item', async () => {
		const { items, errorItems } = await logged(
			entry(9),
			{ rejectsAsItems: true },
			{ onError: 'continueErrorOutput' },
		);
		expect(items).toHaveLength(1);
		// n8n keeps only the error of an item without a paired item.
		expect(errorItems.map(({ json }) => json)).toEqual([{ error: 'invalid phone' }]);
	});

	test('reports a reject without a reason', async () => {
		const { items } = await logged([{ index: 1 }], { rejectsAsItems: true });
		expect(items.map(({ json }) => json.error)).toEqual([
			undefined,
			'The service gave no reason',
		]);
	});

	const noted = (error_message: string | null) => [{ index: null, error_message }];
	test.each([
		['a text', 'one phone is invalid', noted('one phone is invalid')],
		['nothing', '', undefined],
		['null', null, undefined],
		['entries of nothing', [null, ''], noted(null)],
	])('is returned as it is if it is %s', async (_, log, shownLog) => {
		const { items } = await logged(log, {});
		expect(items[0].json.log).toEqual(shownLog);
	});
});
