import {
	emailBatch,
	itemsOf,
	jsonOf,
	smsBatch,
	startWorld,
	viberBatch,
	type World,
} from './settings';

let world: World;
beforeEach(async () => {
	world = await startWorld();
});
afterEach(async () => await world.sandbox.close());

const texts = () => world.sandbox.messages.map(({ to, text }) => `${to} ${text}`);
const PHONE = '380501234567';
const OTHER = '380501234568';
const people = (...rows: Array<[phone: string, order: string]>) =>
	itemsOf(rows.map(([phone, order]) => ({ phone, order, email: `a${phone}@example.com` })));
const own = { message: '=Order {{ $json.order }}' };

describe('in a personal mailing', () => {
	test('two texts to one phone are both sent, in the order of the items', async () => {
		const items = people([PHONE, '1'], [OTHER, '2'], [PHONE, '3']);
		const options = { oneItemPerRecipient: true };
		const { items: output, error } = await world.run(smsBatch({ ...own, options }, { items }));
		expect(error).toBeUndefined();
		expect(texts()).toEqual([`${PHONE} Order 1`, `${OTHER} Order 2`, `${PHONE} Order 3`]);
		expect(jsonOf(output).map(({ phone }) => phone)).toEqual([PHONE, OTHER, PHONE]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
	});

	test.each([
		['Viber', viberBatch, {}],
		['email', emailBatch, { subject: '=Order {{ $json.order }}' }],
	])('of %s too', async (_, batch, more) => {
		const items = people([PHONE, '1'], [PHONE, '3']);
		const { error } = await world.run(batch({ ...own, ...more }, { items }));
		expect(error).toBeUndefined();
		expect(world.sentTo()).toHaveLength(2);
	});

	test('the same text to one phone is a duplicate that names the first item', async () => {
		const items = people([PHONE, '1'], [PHONE, '2'], [`+${PHONE}`, '1']);
		const { error } = await world.run(smsBatch(own, { items }));
		expect(error?.message).toBe(`'Phone' is a duplicate of item 0`);
		expect(texts()).toEqual([]);
		const onError = 'continueRegularOutput';
		const { items: output } = await world.run(smsBatch(own, { items, onError }));
		expect(texts()).toEqual([`${PHONE} Order 1`, `${PHONE} Order 2`]);
		expect(jsonOf(output)[1].error).toContain('is a duplicate of item 0');
	});
});
