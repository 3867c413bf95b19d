import { type Sandbox, startSandbox } from '../../sandbox';
import { operations } from '../../sandbox/operations';
import type { ApiOperationName } from '../contract/apiTable';
import { share, shareOf } from '../support/thorough';
import { type Answer, call, type Parts, reason } from './call';
import { apiNames, prepare, type Row, rows } from './table';

let sandbox: Sandbox;
let table: ReturnType<typeof rows>;

beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual' });
});
afterAll(() => sandbox.close());

/** Some operations can be carried out only once with what was prepared. */
async function begin(): Promise<void> {
	sandbox.reset();
	table = rows(await prepare(sandbox), sandbox.token);
}

function rowOf(name: ApiOperationName): Row {
	const row = table.get(name);
	if (!row) throw new Error(`${name} has no call`);
	return row;
}

const partsOf = ({ method, query, form }: Row): Parts =>
	method === 'GET' || Object.keys(form).length === 0
		? { method, query }
		: { method, query, form };

const send = (row: Row, change: Partial<Parts> = {}): Promise<Answer> =>
	call(sandbox, row.path, { ...partsOf(row), ...change });

const without = (fields: Record<string, string>, name: string) =>
	Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

/** `field_names[0]` is told by its root: that is the parameter. */
const root = (name: string) => name.split('[')[0];

/** A cell, and what a public sample has without a value. */
const MAY_BE_EMPTY = ['data[0][0]', 'callback_url'];

test('the sandbox has every operation of the API, and no other', () => {
	const documented = operations.filter(({ undocumented }) => !undocumented);
	expect(documented.map(({ name }) => name).sort()).toEqual([...apiNames].sort());
});

describe.each(apiNames.map((name, turn) => [name, turn] as const))('%s', (name, turn) => {
	beforeAll(begin);

	test('returns the documented response to a correct request', async () => {
		const row = rowOf(name);
		const { status, body } = await send(row);
		expect({ status, body }).toEqual({ status: 200, body: row.response });
	});

	test('accepts a multipart form', async () => {
		const hasForm = rowOf(name).method !== 'GET' && Object.keys(rowOf(name).form).length > 0;
		if (!hasForm || turn % share(1, 3) !== 0) return;
		await begin();
		const row = rowOf(name);
		const { status } = await send(row, { multipart: true });
		expect(status).toBe(200);
	});

	test('returns a 404 for the other method', async () => {
		const row = rowOf(name);
		const method = row.method === 'GET' ? 'POST' : 'GET';
		const answer = await call(sandbox, row.path, { method, query: row.query });
		expect(answer.status).toBe(404);
		expect(reason(answer)).toContain(row.method);
	});

	test('rejects every parameter in the wrong place', async () => {
		const row = rowOf(name);
		if (row.method === 'GET') {
			const answer = await call(sandbox, row.path, { method: 'GET', query: {} });
			expect(answer).toMatchObject({ status: 403, body: { error: 'Invalid token' } });
			return;
		}
		for (const [key, value] of Object.entries(row.query)) {
			const query = without(row.query, key);
			const answer = await send(row, { query, form: { ...row.form, [key]: value } });
			expect(answer.status).toBe(400);
			expect(reason(answer)).toMatch(new RegExp(`^${root(key)}: must be in the query`));
		}
		for (const [key, value] of Object.entries(row.form)) {
			const form = without(row.form, key);
			const answer = await send(row, { form, query: { ...row.query, [key]: value } });
			expect(answer.status).toBe(400);
			expect(reason(answer)).toMatch(new RegExp(`^${root(key)}: must be in the form`));
		}
	});

	test('requires the required parameters and accepts a request without the others', async () => {
		if (rowOf(name).method !== 'GET') await begin();
		const row = rowOf(name);
		const keys = [...Object.keys(row.query), ...Object.keys(row.form)];
		const needed = keys.filter((one) => !row.optional.includes(one) && one !== 'token');
		for (const key of shareOf(needed, 2, turn)) {
			const change = { query: without(row.query, key), form: without(row.form, key) };
			const answer = await send(row, row.method === 'GET' ? { query: change.query } : change);
			expect([key, answer.status]).toEqual([key, 400]);
			expect(reason(answer)).toContain(root(key));
		}
		const bare = (fields: Record<string, string>) =>
			row.optional.filter((key) => key !== 'type_message').reduce(without, fields);
		const query = bare(row.query);
		const form = bare(row.form);
		const answer = await send(row, row.method === 'GET' ? { query } : { query, form });
		expect([reason(answer), answer.status]).toEqual(['undefined', 200]);
	});

	test('rejects empty, repeated and unknown parameters', async () => {
		const row = rowOf(name);
		for (const place of ['query', 'form'] as const) {
			const keys = Object.keys(row[place]).filter((key) => key !== 'token');
			for (const key of shareOf(keys, 3, turn)) {
				const empty = await send(row, { [place]: { ...row[place], [key]: '' } });
				if (!MAY_BE_EMPTY.includes(key)) expect([key, empty.status]).toEqual([key, 400]);
				const pairs: Array<[string, string]> = Object.entries(row[place]);
				const twice = await send(row, { [place]: [...pairs, [key, row[place][key]]] });
				expect(reason(twice)).toMatch(/: given twice$/);
			}
		}
		const unknown = await send(row, { query: { ...row.query, colour: 'red' } });
		expect(unknown).toMatchObject({
			status: 400,
			body: { error: 'colour: unknown parameter' },
		});
	});

	test('requires the token, and accepts it in no other body than a form', async () => {
		const row = rowOf(name);
		const place = 'token' in row.query ? 'query' : 'form';
		const wrong = await send(row, { [place]: { ...row[place], token: 'wrong' } });
		expect(wrong).toMatchObject({ status: 403, body: { error: 'Invalid token' } });
		const missing = await send(row, { [place]: without(row[place], 'token') });
		expect(missing).toMatchObject({ status: 403, body: { error: 'Invalid token' } });
		if (row.method === 'GET') return;
		const json = await call(sandbox, row.path, { query: row.query, json: row.form });
		expect(json.status).toBe(400);
	});
});
