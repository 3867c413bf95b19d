import type { INodeParameters } from 'n8n-workflow';
import type { LoggedRequest, Sandbox } from '../../../sandbox';
import { importContacts } from '../../support/operations';
import { prepare, requestsTo, run, startService } from '../../support/sandboxHarness';
import { shareOf } from '../../support/thorough';
import { contacts, itemsOf, type Kind, kinds, VALUE } from './kinds';
import { pairsOf, sentOf, throwing } from './observed';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startService();
});
beforeEach(async () => {
	sandbox.reset();
	await prepare(sandbox, 1);
});
afterAll(async () => await sandbox.close());

/** Contacts that no two have the same columns of, so that each goes in a request of its own. */
const oneByOne: Kind = {
	...contacts,
	title: 'an import of several requests',
	made: (options) => {
		const { node, parameters } = importContacts(options);
		const bit = (n: number) => `={{ $json.n & ${n} ? "yes" : "" }}`;
		const value = { phone: VALUE, A: bit(1), B: bit(2), C: bit(4) };
		return { node, parameters: { ...parameters, columns: { ...columns, value } } };
	},
};
const columns: INodeParameters = {
	mappingMode: 'defineBelow',
	matchingColumns: [],
	schema: [],
};
const isImport = ({ sends }: Kind) => sends === 'importContacts';
const sending = kinds.filter(({ mark }) => mark);
/** What sends each item in a request of its own. */
const separate = [...sending.filter((kind) => !isImport(kind)), oneByOne];
const inOrder = { maxInFlight: 1, maxWait: 0 };
const optionsOf = (kind: Kind): INodeParameters =>
	kind.together && !isImport(kind) ? { ...inOrder, recipientsPerRequest: 1 } : inOrder;
const five = (kind: Kind) =>
	itemsOf(kind, 5, Object.fromEntries([0, 1, 2, 3, 4].map((n) => [n, { n }])));
const setting = (kind: Kind, maxTries: number) => ({
	...kind.made(optionsOf(kind)),
	retryOnFail: true,
	maxTries,
});
const titled = (all: Kind[]) => all.map((kind) => [kind.title, kind] as const);
/** Each kind has another number of tries. */
const triesOf = (kind: Kind) => shareOf([2, 3, 4, 5], 4, kinds.indexOf(kind));
const goOn = { onError: 'continueRegularOutput' } as const;
const errorOutput = { onError: 'continueErrorOutput' } as const;
const all = (count: number) => [count, count, count, count, count];

describe.each(titled(sending))('%s with an expression that throws', (_, kind) => {
	test.each(triesOf(kind))('sends nothing in %i tries under Stop', async (maxTries) => {
		const items = throwing(five(kind), { 4: () => true });
		const { error } = await run(sandbox, { ...setting(kind, maxTries), items });
		expect(error).toBeDefined();
		expect(requestsTo(sandbox, kind.sends)).toBe(0);
	});

	test('sends every item once if it throws no more at the second try', async () => {
		const items = throwing(five(kind), { 4: (attempt) => attempt < 2 });
		const { error } = await run(sandbox, { ...setting(kind, 5), items });
		expect(error).toBeUndefined();
		expect(sentOf(sandbox, kind, 5)).toEqual(all(1));
	});

	test.each(triesOf(kind))(
		'sends the others once in %i tries under Continue',
		async (maxTries) => {
			const items = throwing(five(kind), { 0: () => true });
			const { items: output } = await run(sandbox, {
				...setting(kind, maxTries),
				...goOn,
				items,
			});
			expect(sentOf(sandbox, kind, 5)).toEqual([0, 1, 1, 1, 1]);
			expect(pairsOf(output.filter(({ json }) => json.error))).toEqual([[0]]);
		},
	);

	test('sends the others once with an error output', async () => {
		const items = throwing(five(kind), { 0: () => true });
		const { errorItems } = await run(sandbox, { ...setting(kind, 3), ...errorOutput, items });
		expect(sentOf(sandbox, kind, 5)).toEqual([0, 1, 1, 1, 1]);
		expect(pairsOf(errorItems)).toEqual([[0]]);
	});
});

describe.each(titled(separate))('%s whose third request is rejected', (_, kind) => {
	const carriedOut = ({ fault }: LoggedRequest) => fault === undefined;
	const reject = (times: number | 'forever') =>
		sandbox.fault({ kind: 'error200', operation: kind.sends, skip: 2, times });

	test('continues from there at the second try', async () => {
		reject(1);
		const { error, items } = await run(sandbox, { ...setting(kind, 2), items: five(kind) });
		expect(error).toBeUndefined();
		expect(sentOf(sandbox, kind, 5, carriedOut)).toEqual(all(1));
		expect(requestsTo(sandbox, kind.sends)).toBe(6);
		const pairs = pairsOf(items).flat();
		expect(pairs.sort()).toEqual([0, 1, 2, 3, 4]);
	});

	test.each(triesOf(kind))('sends no item twice in %i tries that all fail', async (maxTries) => {
		reject('forever');
		const { error } = await run(sandbox, { ...setting(kind, maxTries), items: five(kind) });
		expect(error).toBeDefined();
		expect(sentOf(sandbox, kind, 5, carriedOut)).toEqual([1, 1, 0, 0, 0]);
		expect(requestsTo(sandbox, kind.sends)).toBe(2 + maxTries);
	});

	test.each([
		['under Continue', goOn],
		['with an error output', errorOutput],
	])('sends no item twice %s', async (__, onError) => {
		reject('forever');
		const { error } = await run(sandbox, {
			...setting(kind, 3),
			...onError,
			items: five(kind),
		});
		expect(error).toBeUndefined();
		expect(sentOf(sandbox, kind, 5, carriedOut)).toEqual([1, 1, 0, 0, 0]);
	});
});

describe.each(titled(separate))('%s whose third request is lost', (_, kind) => {
	test.each([
		['under Stop', {}, 'an error'],
		['under Continue', goOn, 'items'],
		['with an error output', errorOutput, 'items'],
	])('sends every item once %s, and the third not again', async (__, onError, ends) => {
		sandbox.fault({ kind: 'cut', operation: kind.sends, skip: 2, after: true });
		const { error } = await run(sandbox, {
			...setting(kind, 3),
			...onError,
			items: five(kind),
		});
		expect(error ? 'an error' : 'items').toBe(ends);
		expect(sentOf(sandbox, kind, 5)).toEqual(all(1));
	});
});
