import {
	emailBatch,
	importing,
	itemsOf,
	phones,
	smsBatch,
	startWorld,
	type World,
} from './settings';
import { fromRanges } from '../support/ranges';
import { share } from '../support/thorough';

const REQUESTS = share(10, 2);
const MANY = share(10_000, 2_000);

let world: World;
beforeEach(async () => {
	world = await startWorld();
});
afterEach(async () => await world.sandbox.close());

test('tens of thousands of SMS recipients are reached exactly once, 10,000 in a request', async () => {
	const all = phones(REQUESTS * 10_000);
	const { items, error } = await world.run(
		smsBatch({}, { items: itemsOf(all.map((phone) => ({ phone }))) }),
	);
	if (error) throw error;
	expect(world.sandbox.requests).toHaveLength(REQUESTS);
	expect(items.map(({ json }) => json.recipients)).toEqual(Array(REQUESTS).fill(10_000));
	expect(items.flatMap(({ json }) => fromRanges(json.indexes as string))).toEqual([
		...all.keys(),
	]);
	expect(world.sentTo()).toEqual(all);
}, 60_000);

test.each([
	['own letters', '=Dear {{ $json.email }}', 3],
	['one letter', 'Hello', 1],
])(
	'thousands of addresses with %s go out in forms of at most 900 fields',
	async (_, message, each) => {
		const all = Array.from({ length: MANY }, (__, index) => `person${index}@example.com`);
		const { error } = await world.run(
			emailBatch({ message }, { items: itemsOf(all.map((email) => ({ email }))) }),
		);
		if (error) throw error;
		const fields = world.sandbox.requests.map((request) => Object.keys(request.fields).length);
		expect(Math.max(...fields)).toBeLessThanOrEqual(900);
		// No recipient more would have had room.
		expect(fields[0] + each).toBeGreaterThan(900);
		expect(world.sentTo()).toEqual(all);
	},
	60_000,
);

test('thousands of contacts are imported once each', async () => {
	const all = phones(MANY).map((phone, index) => ({ phone, NAME: `Person ${index}` }));
	const { items, error } = await world.run(importing(1001, {}, { items: itemsOf(all) }));
	if (error) throw error;
	expect(items[0].json).toEqual({ inserted: all.length, updated: 0, invalid: 0 });
}, 60_000);
