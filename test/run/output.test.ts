import type { INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { jsonsOf } from './sending/observed';

const service = useService();

const call = (node: string, does: string, parameters: INodeParameters = {}): RunSetting => {
	const [resource, operation] = does.split(':');
	return {
		node: `messagingService${node}` as NodeName,
		parameters: { resource, operation, ...parameters },
	};
};
const text = { sender: byId('1363'), phone: PHONE, message: 'Hello' };
const oneByOne = { options: { oneItemPerRecipient: true } };
const recipient = { delivery_id: 1, phone: '1', status: 'READ', error_code: 0 };
const batchEntry = {
	...{ message_id: 1, name: 'March', alphaname_id: 1363 },
	success: [{ delivery_id: 2, phone: '37120000001', status: 'NEW', status_time: 'x' }],
};

test.each<[title: string, setting: RunSetting, body: unknown, fields: string]>([
	[
		'a message',
		call('Sms', 'message:send', text),
		{ sms_id: 1, status: 'NEW' },
		'phone sms_id status is_sent',
	],
	[
		'a recipient of a mailing',
		call('Viber', 'mailing:getRecipients', { mailingId: byId('1') }),
		{ status: 'OK', result: [recipient] },
		'phone delivery_id status error_code message_id is_delivered',
	],
	[
		'a recipient of a batch',
		call('Sms', 'batch:send', { ...text, mailingName: 'March', ...oneByOne }),
		{ uuid: 'u' },
		'phone uuid message_type is_sent',
	],
	[
		'the status of a recipient of a batch, with what all have in common last',
		call('Sms', 'batch:getStatus', { uuid: 'u', ...oneByOne }),
		[batchEntry],
		'phone delivery_id status status_time is_delivered message_id name alphaname_id uuid is_finished',
	],
])('an item begins with its recipient: %s', async (_, setting, body, fields) => {
	service.answer(() => ({ body }));
	const [json] = jsonsOf(await runNode(setting));
	expect(Object.keys(json).join(' ')).toBe(fields);
});

test('a response without SMS mailings (406) returns no items', async () => {
	service.answer(() => ({ status: 406, body: { error: 'Content not found' } }));
	const { items, error } = await runNode(call('Sms', 'mailing:getAll'));
	expect([items, error]).toEqual([[], undefined]);
});

test.each([
	['a later page that is not found (406) is the end of the list', '2', 406, 2, undefined],
	['a later page with the status 400 is an error', '2', 400, 0, 'No'],
	['a later page with the status 404 is an error', '2', 404, 0, 'No'],
	['a first page that is not found (406) is an error', '0', 406, 0, 'No'],
])('%s', async (_, offset, status, count, message) => {
	const result = [{ message_id: 1 }, { message_id: 2 }];
	service.answer(({ query }) =>
		new Map(query).get('limit_offset') === offset
			? { status, body: { error: 'No' } }
			: { body: { result } },
	);
	const { items, error } = await runNode(call('Sms', 'message:getAll', { returnAll: true }));
	expect([items.length, error?.message]).toEqual([count, message]);
});
