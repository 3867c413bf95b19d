import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import type { NodeName } from '../support/engine/nodeTypes';
import { Service } from '../support/engine/service';
import { itemsOf, jsonOf, pairsOf } from './settings';

/** What comes out of a status that the service answers with these entries. */
async function statusOf(node: NodeName, entries: IDataObject[], options: IDataObject = {}) {
	const email = node === 'messagingServiceEmail';
	const service = new Service(() => ({
		body: email ? { status: 'OK', result: entries } : entries,
	}));
	try {
		const { items, error } = await runNode({
			node,
			parameters: {
				resource: 'batch',
				operation: 'getStatus',
				uuid: '={{ $json.uuid }}',
				options: options as Record<string, boolean>,
			},
			items: itemsOf([{ uuid: 'u1' }, { uuid: 'u2' }]),
		});
		if (error) throw error;
		return items;
	} finally {
		service.close();
	}
}

const head = { message_id: 1, name: 'A', alphaname_id: 1363 };
const recipient = (delivery_id: number) => ({ delivery_id, phone: '380501234567', status: 'NEW' });
const entries = [
	{ ...head, success: [recipient(1), recipient(2)] },
	{ errors: ['B: the content URL is invalid', 'B: use 800x800 px'] },
	{ ...head, message_id: 2, success: [] },
];

test('without the option an item is a mailing', async () => {
	const items = await statusOf('messagingServiceSms', entries);
	expect(jsonOf(items)).toEqual([...entries, ...entries]);
});

describe('split', () => {
	test.each<NodeName>(['messagingServiceSms', 'messagingServiceViber'])(
		'gives one item per recipient and per error (%s)',
		async (node) => {
			const items = await statusOf(node, entries, { oneItemPerRecipient: true });
			const expected = [
				{ ...head, ...recipient(1) },
				{ ...head, ...recipient(2) },
				{ rejected: true, errors: ['B: the content URL is invalid'] },
				{ rejected: true, errors: ['B: use 800x800 px'] },
				{ ...head, message_id: 2 },
			];
			expect(jsonOf(items)).toEqual([...expected, ...expected]);
			expect(items.map(pairsOf)).toEqual([
				...expected.map(() => [0]),
				...expected.map(() => [1]),
			]);
		},
	);

	test('tells rejected addresses from recipients', async () => {
		const mailing = { message_id: '9', name: 'March', sender_email: 'a@example.com' };
		const sent = { email_id: '5', recipient: 'ann@example.com', status: 'OPEN', error: null };
		const items = await statusOf(
			'messagingServiceEmail',
			[{ ...mailing, success: [sent], errors: [{ email: 'nobody', error: 'invalid' }] }],
			{ oneItemPerRecipient: true },
		);
		expect(jsonOf(items).slice(0, 2)).toEqual([
			{
				...mailing,
				email_id: '5',
				recipient: 'ann@example.com',
				status: 'OPEN',
				error_text: null,
			},
			{ ...mailing, recipient: 'nobody', rejected: true, error_text: 'invalid' },
		]);
	});

	test('of nothing yet is no items', async () => {
		expect(await statusOf('messagingServiceSms', [], { oneItemPerRecipient: true })).toEqual(
			[],
		);
	});
});
