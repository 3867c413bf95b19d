import { emailBatch, itemsOf, phones, smsBatch, useWorld } from './settings';
import { expandRanges } from '../support/ranges';
import { share } from '../support/thorough';

const PHONES = share(100_000, 10_001);
const ADDRESSES = share(10_000, 1_000);

const world = useWorld();

test('more than 10,000 SMS recipients are sent to exactly once, 10,000 in a request', async () => {
	const all = phones(PHONES);
	const { items, error } = await world.run(
		smsBatch({}, { items: itemsOf(all.map((phone) => ({ phone }))) }),
	);
	if (error) throw error;
	const counts = items.map(({ json }) => json.recipients);
	expect(counts).toHaveLength(Math.ceil(PHONES / 10_000));
	expect(counts.slice(0, -1)).toEqual(counts.slice(1).fill(10_000));
	expect(world.sandbox.requests).toHaveLength(counts.length);
	expect(items.flatMap(({ json }) => expandRanges(json.indexes as string))).toEqual([
		...all.keys(),
	]);
	expect(world.sentTo()).toEqual(all);
}, 60_000);

test.each([
	['own letters', '=Dear {{ $json.email }}', 3],
	['one letter', 'Hello', 1],
])(
	'thousands of email addresses with %s are sent in forms of at most 900 fields',
	async (_, message, each) => {
		const all = Array.from({ length: ADDRESSES }, (__, index) => `person${index}@example.com`);
		const { error } = await world.run(
			emailBatch({ message }, { items: itemsOf(all.map((email) => ({ email }))) }),
		);
		if (error) throw error;
		const fields = world.sandbox.requests.map((request) => Object.keys(request.fields).length);
		expect(Math.max(...fields)).toBeLessThanOrEqual(900);
		// Another recipient would exceed the 900 fields of a request.
		expect(fields[0] + each).toBeGreaterThan(900);
		expect(world.sentTo()).toEqual(all);
	},
	60_000,
);
