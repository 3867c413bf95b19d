import type { IDataObject } from 'n8n-workflow';
import { byId } from '../contract/row';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import {
	emailBatch,
	itemsOf,
	jsonOf,
	pairsOf,
	phones,
	shown,
	smsBatch,
	useWorld,
	viberBatch,
} from './settings';

const world = useWorld();

const [ann, bob, eve] = phones(3);
const mixed = itemsOf([
	{ phone: ann, text: 'Hi Ann' },
	{ phone: 'call me', text: 'Hi' },
	{ phone: bob, text: ' ' },
	{ phone: `+${ann}`, text: 'Hi Ann' },
	{ phone: eve, text: 'Hi Eve' },
]);
const personal = { message: '={{ $json.text }}' };

describe('bad items of a batch', () => {
	test('stop the batch before anything is sent, and the error names the first and counts the rest', async () => {
		const { error } = await world.run(smsBatch(personal, { items: mixed }));
		expect(shown(error)).toMatch(/'Phone'.*1 more item has an error \(item 2\)/s);
		expect((error as Error & { context: IDataObject }).context.itemIndex).toBe(1);
		expect(world.sandbox.requests).toEqual([]);
	});

	test('become error items with Continue', async () => {
		const onError = 'continueRegularOutput';
		const { items } = await world.run(smsBatch(personal, { items: mixed, onError }));
		expect(items.map(pairsOf)).toEqual([[0, 4], [1], [2], [3]]);
		expect(items[0].json).toMatchObject({ recipients: 2, indexes: '0, 4' });
		expect(items.slice(1).map(({ json }) => json.error ?? json.reason)).toEqual([
			expect.stringContaining("'Phone'"),
			expect.stringContaining("'Message'"),
			'repeated in this run',
		]);
		expect(world.sentTo()).toEqual([ann, eve]);
	});

	test.each([[{}], [{ oneItemPerRecipient: true }], [{ waitForFinalStatus: 1 }]])(
		'are returned in the order of the input, with %j',
		async (options) => {
			const items = itemsOf(
				['x', ann, 'y', bob, 'z'].map((phone, item) => ({ phone, text: 'Hi', item })),
			);
			const more = { items, onError: 'continueRegularOutput' } as const;
			const { items: output } = await world.run(smsBatch({ options }, more));
			const first = output.map((item) => pairsOf(item)[0]);
			expect(first).toEqual([...first].sort());
			expect(first.slice(0, 2)).toEqual([0, 1]);
		},
	);
});

test('a credential without a base URL fails every item', async () => {
	const items = itemsOf([{ phone: ann }, { phone: 'call me' }]);
	const made = smsBatch({}, { items, onError: 'continueRegularOutput' });
	const { items: output } = await runNode({ ...made, credentials: { baseUrl: '', token: 'x' } });
	const told = new Map(output.map((item) => [pairsOf(item).join(), String(item.json.error)]));
	expect(told.get('0')).toMatch(/base URL/i);
	expect(told.get('1')).toMatch(/base URL/i);
	expect(output).toHaveLength(2);
});

test('two email addresses that differ only in letter case are one recipient', async () => {
	const emails = ['Ann@Example.com', 'bob@example.com', 'ann@EXAMPLE.com'];
	const onError = 'continueRegularOutput';
	const items = itemsOf(emails.map((email) => ({ email })));
	const result = await world.run(emailBatch({}, { items, onError }));
	expect(result.items.map(pairsOf)).toEqual([[0, 1], [2]]);
	expect(world.sentTo()).toEqual(emails.slice(0, 2));
});

const texts = () => world.sandbox.messages.map(({ to, text }) => `${to} ${text}`);
const PHONE = '380501234567';
const OTHER = '380501234568';
const peopleOf = (...rows: Array<[phone: string, order: string]>) =>
	itemsOf(rows.map(([phone, order]) => ({ phone, order, email: `a${phone}@example.com` })));
const withOrder = { message: '=Order {{ $json.order }}' };

describe('in a personal mailing', () => {
	test('two texts to one phone are both sent, in the order of the items', async () => {
		const items = peopleOf([PHONE, '1'], [OTHER, '2'], [PHONE, '3']);
		const options = { oneItemPerRecipient: true };
		const { items: output, error } = await world.run(
			smsBatch({ ...withOrder, options }, { items }),
		);
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
	])('two texts to one recipient of a %s batch are both sent', async (_, batch, more) => {
		const items = peopleOf([PHONE, '1'], [PHONE, '3']);
		const { error } = await world.run(batch({ ...withOrder, ...more }, { items }));
		expect(error).toBeUndefined();
		expect(world.sentTo()).toHaveLength(2);
	});
});

describe.each([
	['SMS', smsBatch],
	['Viber', viberBatch],
])('a batch of %s', (_, batch) => {
	test.each([
		...[
			['Shop', 'Shop'],
			['Крамниця 24', 'Крамниця 24'],
			['00123', '00123'],
		],
		...[
			[1363, '1363'],
			[' 1363\n', '1363'],
		],
	])('is sent with the sender %j', async (given, wire) => {
		const service = new Service(() => ({ body: { uuid: 'u', success: 'OK' } }));
		const sender = byId(`={{ ${JSON.stringify(given)} }}`);
		const items = itemsOf([{ phone: PHONE }]);
		const { error } = await runNode(batch({ sender, batchSender: sender }, { items }));
		service.close();
		if (error) throw error;
		const [{ query }] = service.requests;
		expect(Object.fromEntries(query)['messages[0][alphaname_id]']).toBe(wire);
	});
});
