import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { descriptionOf } from '../run/sending/observed';
import { emailBatch, itemsOf, phones, smsBatch } from './settings';

let service: Service;
beforeEach(() => {
	service = new Service(() => ({ body: { uuid: 'u-1', success: 'OK' } }));
});
afterEach(() => service.close());

const people = itemsOf(phones(3).map((phone) => ({ phone })));

describe('mailings that an expression makes of all items', () => {
	const all = (
		more = '',
	) => `={{ [{ alphaname_id: "1", name: "A" + $itemIndex, message_type: "bulk",
		text: "Hi", delivery_list: $input.all().map((one) => one.json.phone) }${more}] }}`;
	const own = `, { alphaname_id: "1", name: "B", message_type: "bulk", text: "Bye",
		delivery_list: [$json.phone] }`;
	const sentTo = () =>
		service.requests.flatMap(({ query }) =>
			query.filter(([name]) => name.includes('delivery_list')).map(([, phone]) => phone),
		);
	const running = async (mailingsJson: string, more = {}) =>
		await runNode(
			smsBatch({ specifyMailings: 'json', mailingsJson }, { items: people, ...more }),
		);

	test('go to each recipient once: under Stop nothing is sent', async () => {
		const { error } = await running(all());
		expect(error?.message).toBe(
			`'Mailings (JSON)' has a recipient who gets the same from item 0`,
		);
		expect((error as { description?: string }).description).toContain('"Execute Once"');
		expect(service.requests).toEqual([]);
	});

	test('go to each recipient once: with Continue the later items send the rest', async () => {
		const phones = people.map(({ json: { phone } }) => phone);
		const continuing = { onError: 'continueRegularOutput' } as const;
		const { items } = await running(all(own), continuing);
		expect(sentTo().sort()).toEqual([...phones, ...phones].sort());
		const errors = items.filter(({ json }) => json.error !== undefined);
		expect(errors.map(({ json, pairedItem }) => [json.is_sent, pairedItem])).toEqual(
			people.slice(1).map((_, place) => [false, { item: place + 1 }]),
		);
	});

	test('a recipient may be in two mailings of an item, and get another text from another', async () => {
		const { error } = await running(
			`={{ ["x", "y"].map((text) => ({ alphaname_id: "1", name: text, message_type: "bulk",
				text: text + $itemIndex, delivery_list: ["380501112233"] })) }}`,
		);
		expect(error).toBeUndefined();
		expect(sentTo()).toHaveLength(2 * people.length);
	});
});

describe('of several mailings of an item', () => {
	const mailing = (name: string, email: string) => ({
		sender_email: 'shop@example.com',
		message_type: 'bulk',
		subject: name,
		message: 'Hi',
		delivery_list: [email],
	});
	/** The second item has one mailing, the others two. */
	const items = itemsOf(
		[0, 1, 2].map((item) => ({
			mailings: ['a', 'b']
				.slice(0, item === 1 ? 1 : 2)
				.map((name) => mailing(`${name}${item}`, `${name}${item}@example.com`)),
		})),
	);
	const running = async (failing: string[], onError?: 'continueRegularOutput') => {
		let count = 0;
		service.close();
		service = new Service(({ body }) =>
			failing.some((name) => body.includes(`${name}%40`) || body.includes(`${name}@`))
				? { status: 400, body: { status: 'error', message: 'No' } }
				: { body: { status: 'OK', result: { uuid: `u-${count++}` } } },
		);
		const mailingsJson = '={{ $json.mailings }}';
		const options = { batching: { batch: { batchSize: 1, batchInterval: 1 } } };
		const json = { specifyMailings: 'json', mailingsJson, options };
		return await runNode(emailBatch(json, { items, ...(onError && { onError }) }));
	};

	test('the error says which were sent, and which failed', async () => {
		const { error } = await running(['b2']);
		expect(error?.message).toContain('No');
		expect(descriptionOf({ error })).toContain(
			'Sent: mailing 0 of item 0 (uuid u-0), mailing 1 of item 0 (uuid u-1), ' +
				'item 1 (uuid u-2), mailing 0 of item 2 (uuid u-3). Failed: mailing 1 of item 2.',
		);
	});

	test('the item of the error does, too', async () => {
		const { items: all } = await running(['b0', 'a1'], 'continueRegularOutput');
		const errors = all.flatMap(({ json }) => (json.error === undefined ? [] : [json.error]));
		expect(errors).toEqual([
			expect.stringContaining(
				'Sent: mailing 0 of item 0 (uuid u-0). Failed: mailing 1 of item 0.',
			),
			expect.not.stringContaining('mailing '),
		]);
	});
});
