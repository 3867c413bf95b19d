import { type Sandbox, startSandbox } from '../../sandbox';
import { operations } from '../../sandbox/operations';
import { type ApiOperation, apiTable } from '../contract/apiTable';
import { type Answer, call, LIST, type Parts, PHONE, reason } from './call';

const documented = operations.filter(({ undocumented }) => !undocumented);

test('the sandbox has every operation of the API, and no other', () => {
	const names = documented.map(({ name }) => name);
	expect(names.sort()).toEqual(Object.keys(apiTable).sort());
});

/** `messages[0][name]` and `messages[].name` belong to the parameter `messages`. */
const root = (name: string) => name.split('[')[0];

test.each(documented)('the sandbox accepts $name as the API documents it', (operation) => {
	const { method, path, parameters }: ApiOperation =
		apiTable[operation.name as keyof typeof apiTable];
	expect([operation.method, `/api/${operation.version}/${operation.name}`]).toEqual([
		method,
		path,
	]);
	// Required fields of list entries are checked by the operation itself.
	const known = parameters.map(({ name, place, required }) =>
		name.includes('[') ? `${place} ${root(name)}[]` : `${place} ${name} ${required}`,
	);
	const own = operation.parameters.map(({ name, in: place, indexed, required }) =>
		indexed ? `${place} ${name}[]` : `${place} ${name} ${required}`,
	);
	expect(own.sort()).toEqual([...new Set(known)].sort());
});

interface Row {
	path: string;
	method: 'GET' | 'POST';
	query: Record<string, string>;
	form: Record<string, string>;
	/** Optional parameters. */
	optional: string[];
}

const viber = { vibername_id: '21', phone: PHONE, message: 'Hi', type_message: 'TEXT' };
const sms = { token: 'T', message: 'Hi', phone: PHONE, alphaname_id: '1363', show_cost: '1' };
const forwarding = { forwarding_message: '1', forwarding_time: '60', vibername_id: '21' };
const contact = { list_id: LIST, 'field_names[0]': 'phone', 'data[0][0]': PHONE };

/** A valid request of each kind. */
const kinds: Record<string, Row> = {
	'a GET': {
		...{ path: '/api/v1/createSmsMessage', method: 'GET', form: {}, optional: ['name'] },
		query: { token: 'T', message: 'Hi', name: 'N' },
	},
	'a POST with a query and a form': {
		...{ path: '/api/v1/sendQuickSMS', method: 'POST', query: sms, form: forwarding },
		optional: ['show_cost', ...Object.keys(forwarding)],
	},
	'a POST with the token in its form': {
		...{ path: '/api/v2/sendQuickViberMessage', method: 'POST', query: {} },
		...{ form: { token: 'T', ...viber }, optional: ['type_message'] },
	},
	'a POST with lists': {
		...{ path: '/api/v2/importContacts', method: 'POST', form: {}, optional: [] },
		query: { token: 'T', ...contact },
	},
};

describe.each(Object.entries(kinds))('%s', (_, row) => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ clock: 'manual', token: 'T' });
	});
	afterAll(() => sandbox.close());

	const hasForm = Object.keys(row.form).length > 0;
	const send = ({ method, path, query, form }: Row, more: Partial<Parts> = {}): Promise<Answer> =>
		call(sandbox, path, { method, query, ...(hasForm && { form }), ...more });
	const without = (name: string): Row => {
		const less = (fields: Record<string, string>) =>
			Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
		return { ...row, query: less(row.query), form: less(row.form) };
	};
	const names = [...Object.keys(row.query), ...Object.keys(row.form)];
	const others = names.filter((name) => name !== 'token');

	test('is accepted with only required parameters, and as a multipart form', async () => {
		expect((await send(row)).status).toBe(200);
		for (const name of row.optional) {
			expect([name, (await send(without(name))).status]).toEqual([name, 200]);
		}
		if (hasForm) expect((await send(row, { multipart: true })).status).toBe(200);
	});

	test('is rejected without a required parameter', async () => {
		for (const name of others.filter((one) => !row.optional.includes(one))) {
			const answer = await send(without(name));
			expect([answer.status, reason(answer)]).toEqual([
				400,
				expect.stringContaining(root(name)),
			]);
		}
	});

	test('is rejected with a parameter in the wrong place', async () => {
		if (row.method === 'GET') return;
		for (const name of names) {
			const { query, form } = without(name);
			const isQuery = name in row.query;
			const value = { [name]: isQuery ? row.query[name] : row.form[name] };
			const answer = isQuery
				? await send(row, { query, form: { ...form, ...value } })
				: await send(row, { query: { ...query, ...value }, form });
			expect([answer.status, reason(answer)]).toEqual([
				400,
				expect.stringMatching(
					new RegExp(`^${root(name)}: must be in the ${isQuery ? 'query' : 'form'}`),
				),
			]);
		}
	});

	test('is rejected with an empty, repeated or unknown parameter', async () => {
		for (const place of ['query', 'form'] as const) {
			for (const name of others.filter((one) => one in row[place])) {
				const empty = await send(row, { [place]: { ...row[place], [name]: '' } });
				// A cell of an import may be empty.
				if (!name.startsWith('data')) expect([name, empty.status]).toEqual([name, 400]);
				const twice = [...Object.entries(row[place]), [name, row[place][name]]];
				expect(reason(await send(row, { [place]: twice as never }))).toMatch(
					/: given twice$/,
				);
			}
		}
		const unknown = await send(row, { query: { ...row.query, colour: 'red' } });
		expect([unknown.status, reason(unknown)]).toEqual([400, 'colour: unknown parameter']);
	});

	test('is rejected without the token, with another method, or as JSON', async () => {
		const wrong = (fields: Record<string, string>) =>
			'token' in fields ? { ...fields, token: 'wrong' } : fields;
		for (const one of [
			without('token'),
			{ ...row, query: wrong(row.query), form: wrong(row.form) },
		]) {
			const { status, body } = await send(one);
			expect([status, body]).toEqual([403, { error: 'Invalid token' }]);
		}
		const method = row.method === 'GET' ? 'POST' : 'GET';
		const other = await call(sandbox, row.path, { method, query: row.query });
		expect([other.status, reason(other)]).toEqual([404, expect.stringContaining(row.method)]);
		if (row.method === 'GET') return;
		const json = await call(sandbox, row.path, { query: row.query, json: row.form });
		expect(json.status).toBe(400);
	});
});
