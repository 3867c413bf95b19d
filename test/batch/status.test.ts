import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import type { NodeName } from '../support/engine/nodeTypes';
import { Service } from '../support/engine/service';
import { itemsOf, jsonOf, pairsOf } from './settings';

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
const success = [recipient(1), recipient(2)];
const entries = [
	{ ...head, success },
	{ errors: ['B: the content URL is invalid', 'B: use 800x800 px'] },
	{ ...head, message_id: 2, success: [] },
];

test('Get Status of a batch returns one item per mailing without One Item per Recipient', async () => {
	const items = await statusOf('messagingServiceSms', entries);
	const [sent, failed, empty] = entries;
	const open = success.map((one) => ({ ...one, is_delivered: null }));
	expect(jsonOf(items)).toEqual(
		['u1', 'u2'].flatMap((uuid) => [
			{ ...sent, success: open, uuid, is_finished: false },
			{ ...failed, uuid, is_finished: false },
			{ ...empty, uuid, is_finished: false },
		]),
	);
});

describe('Get Status of a batch with One Item per Recipient', () => {
	test.each<NodeName>(['messagingServiceSms', 'messagingServiceViber'])(
		'returns an item for each recipient and each error (%s)',
		async (node) => {
			const items = await statusOf(node, entries, { oneItemPerRecipient: true });
			const open = { ...head, is_finished: false };
			const told = { is_finished: false, is_delivered: null };
			const expected = [
				{ ...open, ...recipient(1), is_delivered: null },
				{ ...open, ...recipient(2), is_delivered: null },
				{ ...told, errors: ['B: the content URL is invalid'] },
				{ ...told, errors: ['B: use 800x800 px'] },
				{ ...open, message_id: 2 },
			];
			const of = (uuid: string) => expected.map((item) => ({ ...item, uuid }));
			expect(jsonOf(items)).toEqual([...of('u1'), ...of('u2')]);
			expect(items.map(pairsOf)).toEqual([
				...expected.map(() => [0]),
				...expected.map(() => [1]),
			]);
		},
	);

	test('distinguishes rejected addresses from recipients', async () => {
		const mailing = { message_id: '9', name: 'March', sender_email: 'a@example.com' };
		const sent = { email_id: '5', recipient: 'ann@example.com', status: 'OPEN', error: null };
		const items = await statusOf(
			'messagingServiceEmail',
			[{ ...mailing, success: [sent], errors: [{ email: 'nobody', error: 'invalid' }] }],
			{ oneItemPerRecipient: true },
		);
		const read = { ...mailing, uuid: 'u1', is_finished: true };
		expect(jsonOf(items).slice(0, 2)).toEqual([
			{ ...read, ...sent, error: undefined, error_text: null, is_delivered: true },
			{
				...{ ...read, recipient: 'nobody', rejected: true },
				...{ error_text: 'invalid', is_delivered: false },
			},
		]);
	});

	test("returns a recipient that is only a text as the recipient's address", async () => {
		const [item] = await statusOf(
			'messagingServiceSms',
			[{ ...head, success: ['380501234567'] }],
			{ oneItemPerRecipient: true },
		);
		expect(item.json).toMatchObject({ ...head, recipient: '380501234567', is_delivered: null });
	});

	test('returns no items for a batch without mailings', async () => {
		expect(await statusOf('messagingServiceSms', [], { oneItemPerRecipient: true })).toEqual(
			[],
		);
	});
});
