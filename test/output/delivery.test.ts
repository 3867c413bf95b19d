import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';

const service = useService();

type Call = [node: string, does: string, parameters: INodeParameters];
const ADDRESS = 'ann@example.com';
const all = { returnAll: true };
const ok = (result: unknown) => ({ status: 'OK', result });

async function outputOf([node, does, parameters]: Call, body: unknown): Promise<IDataObject[]> {
	service.answer(() => ({ body }));
	const [resource, operation] = does.split(':');
	const { items, error } = await runNode({
		node: `messagingService${node}` as NodeName,
		parameters: { resource, operation, ...parameters },
	});
	if (error) throw error;
	return items.map(({ json }) => json);
}

const mailingId = byId('31');
const smsRecipients: Call = ['Sms', 'message:getRecipients', { messageId: mailingId, ...all }];
const smsMailing: Call = ['Sms', 'mailing:getRecipients', { mailingId, ...all }];
const viberRecipients: Call = ['Viber', 'mailing:getRecipients', { mailingId, ...all }];
const emailRecipients: Call = ['Email', 'mailing:getRecipients', { mailingId: '31', ...all }];
const smsDelivery: Call = ['Sms', 'message:getDelivery', { smsId: '5001' }];
const viberDelivery: Call = ['Viber', 'message:getDelivery', { messageId: '31' }];

/** A record of one recipient, and the expected `is_delivered`. */
type Delivery = [record: IDataObject, isDelivered: boolean | null];
const deliveries: Array<[call: Call, wrap: (record: object) => unknown, records: Delivery[]]> = [
	[smsMailing, (record) => ({ result: [record] }), [[{ phone: 1, status: 'sent' }, null]]],
	[
		smsRecipients,
		(record) => ({ result: [record] }),
		[
			[{ phone: 1, status: 'delivered' }, true],
			[{ phone: 1, status: 'sent' }, null],
			[{ phone: 1, status: 'undelivered' }, false],
			[{ phone: 1, status: 'undelivered', delivered: 1 }, false],
		],
	],
	[
		viberRecipients,
		(record) => ok([record]),
		[
			[{ status: 'DELIVERED', error_code: 0 }, true],
			[{ status: ' Read ', error_code: 0 }, true],
			[{ status: 'NEW', error_code: 0 }, null],
			[{ status: 'NEW', error_code: 7 }, false],
			[{ status: 'SENT', error_code: '5' }, false],
			[{ status: 'SENT', error_code: '0' }, null],
			[{ status: 'READ', error_code: 5 }, true],
			[{ status: 'PARKED', error_code: 0 }, null],
			[{ status: 'UNDELIVERED', error_code: 0 }, false],
			[{ status: 'EXPIRED', error_code: '0' }, false],
			[{ status: 'EXPIRED', error_code: 7 }, false],
			[{ status: 'constructor', error_code: null }, null],
			[{ error_code: 0 }, null],
			// Conversion to a number throws.
			[{ error_code: { toString: 1, valueOf: 1 } as never }, false],
		],
	],
	[
		emailRecipients,
		(record) => ok([record]),
		[
			[{ status: 'OPEN', error: '' }, true],
			[{ status: 'UNDELIVERED', error: 'No mailbox' }, false],
			[{ status: 'BOUNCED', error: 'No mailbox' }, false],
			[{ status: 'QUEUED', error: '' }, null],
			[{ status: 'QUEUED', error: null }, null],
		],
	],
	[viberDelivery, ok, [[{ phone: PHONE, status: 'READ', error_code: 0 }, true]]],
	[
		smsDelivery,
		(record) => ({ sms_id: 5001, sent: 1616064698, ...record }),
		[
			[{ delivered: 1616064799 }, true],
			[{ delivered: 0 }, null],
			[{}, null],
			// Public clients read `status`, which is not documented, before the times.
			[{ status: 'UNDELIVERED', delivered: 1616064799 }, false],
			[{ status: 'undelivered', delivered: 0 }, false],
			[{ status: 'NEW', delivered: 1616064799 }, null],
			[{ status: 'SENT', delivered: 1616064799 }, null],
			[{ status: 'DELIVERED', delivered: 0 }, true],
			[{ status: 'DELIVERED' }, true],
			[{ status: 'PARKED', delivered: 1616064799 }, true],
			[{ status: 'PARKED', delivered: 0 }, null],
			[{ status: '', delivered: 1616064799 }, true],
			[{ status: null, delivered: 1616064799 }, true],
			[{ status: 1, delivered: 1616064799 }, true],
			[{ delivered: 1616064799, error_code: 7 }, true],
			[{ delivered: 1616064799, error_code: 7, status: 'NEW' }, false],
		],
	],
];
test.each(
	deliveries.flatMap(([call, wrap, records]) =>
		records.map(([record, expected]) => [...call, record, expected, wrap] as const),
	),
)('%s %s %j: the record %j has is_delivered %p', async (node, does, parameters, ...row) => {
	const [record, isDelivered, wrap] = row;
	const [item] = await outputOf([node, does, parameters], wrap(record));
	expect(item.is_delivered).toBe(isDelivered);
});

// Typed from the specification, not from the table in the code.
test.each<[isDelivered: boolean | null, words: string]>([
	[
		false,
		'failed,expired,rejected,undeliverable,undelivered,blocked,not delivered,Not-Delivered, NOT_DELIVERED ,canceled,cancelled,error,bounced,Bounce,spam,complained,COMPLAINT',
	],
	[null, 'new,sent,queued,accepted,pending,moderation,moderated,scheduled,Sending,parked'],
	[true, 'delivered,READ,open,Opened,clicked'],
])('is_delivered is %p for the statuses %s', async (isDelivered, words) => {
	const result = words.split(',').map((status, phone) => ({ phone, status }));
	const items = await outputOf(smsRecipients, { result });
	expect(items.map(({ status, is_delivered }) => [status, is_delivered])).toEqual(
		result.map(({ status }) => [status, isDelivered]),
	);
});

test('the item of a message that was just sent has no is_delivered', async () => {
	const parameters = { sender: byId('1363'), phone: '+380 50 123 45 67', message: 'Hello' };
	const response = { sms_id: 5001, status: 'NEW', parts: 1 };
	expect(await outputOf(['Sms', 'message:send', parameters], response)).toEqual([
		{ ...response, phone: '380501234567', is_sent: true },
	]);
});

test('a field of the API keeps its value if this package adds one with the same name', async () => {
	const record = { status: 'READ', is_delivered: 'yes', message_id: null };
	expect(await outputOf(viberRecipients, ok([record]))).toEqual([record]);
});

const phone = '380501234567';
const sending = { phone, code: '1234' };
const codeBySms = { ...sending, sender: byId('21'), message: '{code}' };
const code = { sms_id: 5001, status: 'NEW', parts: 1 };
// The token of a code contains the time.
const withToken = { ...code, phone, token: expect.any(String) as string, is_sent: true };
const letter = { senderEmail: ADDRESS, email: ADDRESS, subject: 'A', message: 'B' };
const reply = { id: '1', phone: '1', message: 'Yes' };
const OK = { status: 'OK' };
test.each<[call: Call, body: unknown, output: IDataObject]>([
	[
		['Sms', 'message:sendPrepared', { messageId: byId('31'), phone }],
		{ sms_id: 5001, status: 'NEW' },
		{ sms_id: 5001, status: 'NEW', message_id: 31, phone, is_sent: true },
	],
	[['Verification', 'code:sendTelegram', sending], code, withToken],
	[['Verification', 'code:sendWhatsApp', sending], code, withToken],
	[['Verification', 'code:sendSms', codeBySms], code, withToken],
	[
		['Viber', 'message:send', { sender: byId('21'), phone, message: 'Hello' }],
		ok({ message_id: 7 }),
		{ message_id: 7, phone, is_sent: true },
	],
	[
		['Email', 'message:send', letter],
		ok({ email_id: 7 }),
		{ email_id: 7, email: ADDRESS, is_sent: true },
	],
	[
		['Viber', 'mailing:confirm', { mailingId }],
		OK,
		{ success: true, message_id: 31, is_sent: true },
	],
	[
		['Sms', 'mailing:confirm', { mailingId }],
		{ status: 'ok' },
		{ success: true, message_id: 31, is_sent: true },
	],
	[
		['Sms', 'mailing:get', { mailingId }],
		{ cost: '1.20' },
		{ cost: '1.20', message_id: 31, is_finished: false },
	],
	[
		['Sms', 'message:getStatus', { messageId: byId('31') }],
		{ status: 'moderated' },
		{ status: 'moderated', message_id: 31 },
	],
	[['Email', 'address:unsubscribe', { email: ADDRESS }], OK, { success: true, email: ADDRESS }],
	[['Email', 'address:resubscribe', { email: ADDRESS }], OK, { success: true, email: ADDRESS }],
	[['Templates', 'template:delete', { templateId: byId('5') }], OK, { deleted: true, id: 5 }],
	[['Viber', 'reply:getAll', { mailingId, ...all }], ok([reply]), { ...reply, message_id: 31 }],
	[
		emailRecipients,
		ok([{ email_id: '5', status: 'NEW', error: '' }]),
		{ email_id: '5', status: 'NEW', error_text: '', message_id: 31, is_delivered: null },
	],
])('an item has the IDs and addresses that its response lacks: %j', async (call, body, output) => {
	expect(await outputOf(call, body)).toEqual([output]);
	// The second run must not contain fields that the first run added.
	expect(await outputOf(call, body)).toEqual([output]);
});

const one = (status: string) => ({ delivery_id: 1, phone: PHONE, status });
const [DELIVERED, NEW] = [one('DELIVERED'), one('NEW')];
const smsBatch: Call = ['Sms', 'batch:getStatus', { uuid: 'u' }];
const viberBatch: Call = ['Viber', 'batch:getStatus', { uuid: 'u' }];
const emailBatch: Call = ['Email', 'batch:getStatus', { uuid: 'u' }];
const viberMailing: Call = ['Viber', 'mailing:get', { mailingId: byId('1') }];
const mailing = (status: string) => ({ message_id: 1, status });
const advice = { errors: ['A: use 800x800 px'] };
test.each<[call: Call, body: unknown, isFinished: boolean]>([
	[smsBatch, [{ message_id: 1, success: [DELIVERED, NEW] }], false],
	[smsBatch, [{ message_id: 1, success: [DELIVERED, one('UNDELIVERED')] }], true],
	[smsBatch, [{ message_id: 1, success: [DELIVERED, one('on its way')] }], false],
	[smsBatch, [{ message_id: 1, success: [DELIVERED, one('FAILED')] }], true],
	[smsBatch, [{ success: [{ ...one('SENT'), error_code: 5 }] }], true],
	[smsBatch, [{ message_id: 1, success: [] }], false],
	[smsBatch, [{ message_id: 1 }], false],
	[smsBatch, [{ message_id: 1, success: [phone] }], false],
	[viberBatch, [advice], false],
	[viberBatch, [{ success: [NEW], ...advice }], false],
	[viberBatch, [{ success: [one('READ')], ...advice }], true],
	[emailBatch, ok([{ success: [], errors: [{ email: 'x', error: 'bad' }] }]), true],
	[emailBatch, ok([{ success: [{ status: 'OPEN' }], errors: [] }]), true],
	[emailBatch, ok([{ success: [{ status: 'NEW', error: null }] }]), false],
	[viberMailing, ok(mailing('SENT')), true],
	[viberMailing, ok(mailing('NEW')), false],
	[viberMailing, ok(mailing('PAUSED')), false],
	[viberMailing, ok(mailing('Rejected')), true],
	[['Viber', 'mailing:getAll', all], ok([mailing('SENT')]), true],
	[
		['Sms', 'mailing:getAll', all],
		{ status: 'success', data: [{ id: 1, status: 'NEW' }] },
		false,
	],
	[['Sms', 'mailing:get', { mailingId: byId('1') }], { status: 'SENT', cost: '1' }, true],
])('the item of %j with the response %j has is_finished %p', async (call, body, isFinished) => {
	const [item] = await outputOf(call, body);
	expect(item.is_finished).toBe(isFinished);
});

test('the recipients in the status of a batch have is_delivered', async () => {
	const errors = [{ email: 'nobody', error: 'invalid' }];
	const body = ok([{ message_id: '1', success: [DELIVERED, NEW], errors }]);
	expect(await outputOf(emailBatch, body)).toEqual([
		{
			message_id: '1',
			success: [
				{ ...DELIVERED, is_delivered: true },
				{ ...NEW, is_delivered: null },
			],
			errors: [{ email: 'nobody', error_text: 'invalid', is_delivered: false }],
			uuid: 'u',
			is_finished: false,
		},
	]);
});

test('the item of each recipient of a batch has is_delivered', async () => {
	const options = { oneItemPerRecipient: true };
	const head = { message_id: 1, uuid: 'u', is_finished: false };
	const body = [
		{ message_id: 1, success: [one('READ'), NEW, phone] },
		advice,
		{ message_id: 2, success: [] },
	];
	expect(await outputOf(['Viber', 'batch:getStatus', { uuid: 'u', options }], body)).toEqual([
		{ ...head, ...one('READ'), is_delivered: true },
		{ ...head, ...NEW, is_delivered: null },
		{ ...head, recipient: phone, is_delivered: null },
		{ uuid: 'u', is_finished: false, ...advice, is_delivered: null },
		{ ...head, message_id: 2 },
	]);
});
