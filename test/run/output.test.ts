import type { INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import type { Answer } from '../support/engine/service';
import { useService } from '../support/engine/useService';

interface Call {
	node: NodeName;
	parameters: INodeParameters;
}

const call = (
	node: NodeName,
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
): Call => ({ node, parameters: { resource, operation, ...parameters } });

const sendSms = call('messagingServiceSms', 'message', 'send', {
	sender: byId('1363'),
	phone: PHONE,
	message: 'Hello',
});
const smsList = call('messagingServiceSms', 'message', 'getAll');
const smsMailings = call('messagingServiceSms', 'mailing', 'getAll');
const smsBatchStatus = call('messagingServiceSms', 'batch', 'getStatus', { uuid: 'u' });
const sendBatch = call('messagingServiceSms', 'batch', 'send', {
	sender: byId('1363'),
	mailingName: 'March',
	message: 'Hello',
	phone: PHONE,
});

const service = useService();

async function answering(answer: Answer, { node, parameters }: Call) {
	service.answer(() => answer);
	return await runNode({ node, parameters });
}

const oneByOne = { options: { oneItemPerRecipient: true } };
const viberRecipients = call('messagingServiceViber', 'mailing', 'getRecipients', {
	mailingId: byId('1'),
});
const batchEntry = {
	...{ message_id: 1, name: 'March', alphaname_id: 1363 },
	success: [{ delivery_id: 2, phone: '37120000001', status: 'NEW', status_time: 'x' }],
};

test.each<[title: string, made: Call, body: unknown, fields: string]>([
	['a message', sendSms, { sms_id: 1, status: 'NEW' }, 'phone sms_id status is_sent'],
	[
		'a recipient of a mailing',
		viberRecipients,
		{ status: 'OK', result: [{ delivery_id: 1, phone: '1', status: 'READ', error_code: 0 }] },
		'phone delivery_id status error_code message_id is_delivered',
	],
	[
		'a recipient of a batch',
		{ ...sendBatch, parameters: { ...sendBatch.parameters, ...oneByOne } },
		{ uuid: 'u' },
		'phone uuid message_type is_sent',
	],
	[
		'the status of a recipient of a batch, with what all have in common last',
		{ ...smsBatchStatus, parameters: { ...smsBatchStatus.parameters, ...oneByOne } },
		[batchEntry],
		'phone delivery_id status status_time is_delivered message_id name alphaname_id uuid is_finished',
	],
])('begins with whom it is about: %s', async (_, made, body, fields) => {
	const { items } = await answering({ body: body as never }, made);
	expect(Object.keys(items[0].json).join(' ')).toBe(fields);
});

test('no SMS mailings (406) are no items', async () => {
	const body = { error: 'Content not found' };
	const { items, error } = await answering({ status: 406, body }, smsMailings);
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
});

describe('a page after the first one', () => {
	const rows = [{ message_id: 1 }, { message_id: 2 }];
	/** All prepared SMS from a service that responds so to an offset. */
	const allWith = async (offset: string, failure: Answer) => {
		service.answer(({ query }) =>
			query.some(([name, value]) => name === 'limit_offset' && value === offset)
				? failure
				: { body: { result: rows } },
		);
		const { node, parameters } = smsList;
		return await runNode({ node, parameters: { ...parameters, returnAll: true } });
	};

	test('that the service does not find (406) is the end of the list', async () => {
		const { items, error } = await allWith('2', { status: 406, body: 'Content not found' });
		expect([items.map(({ json }) => json), error]).toEqual([rows, undefined]);
	});

	test.each([400, 404])('with the status %i is an error', async (status) => {
		const { items, error } = await allWith('2', { status, body: { error: 'No' } });
		expect([items, error?.message]).toEqual([[], 'No']);
	});

	test('is what 406 ends, and not the first one', async () => {
		const { error } = await allWith('0', { status: 406, body: 'Content not found' });
		expect(error?.message).toBe('Content not found');
	});
});
