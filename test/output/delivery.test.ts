import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

type Call = [node: NodeName, does: string, parameters: INodeParameters];

const sms = 'messagingServiceSms';
const viber = 'messagingServiceViber';
const email = 'messagingServiceEmail';
const codes = 'messagingServiceVerification';
const ADDRESS = 'ann@example.com';
const all = { returnAll: true };
const enveloped = (result: unknown) => ({ status: 'OK', result });

/** The parameters as n8n passes them. */
const parametersOf = ([, does, parameters]: Call): INodeParameters => {
	const [resource, operation] = does.split(':');
	return { resource, operation, ...parameters };
};

async function outputOf(call: Call, body: unknown): Promise<IDataObject[]> {
	const service = new Service(() => ({ body }));
	try {
		const { items, error } = await runNode({ node: call[0], parameters: parametersOf(call) });
		if (error) throw error;
		return items.map(({ json }) => json);
	} finally {
		service.close();
	}
}

const smsRecipients: Call = [sms, 'message:getRecipients', { messageId: byId('31'), ...all }];
const smsMailingRecipients: Call = [
	sms,
	'mailing:getRecipients',
	{ mailingId: byId('31'), ...all },
];
const viberRecipients: Call = [viber, 'mailing:getRecipients', { mailingId: byId('31'), ...all }];
const emailRecipients: Call = [email, 'mailing:getRecipients', { mailingId: '31', ...all }];
const smsDelivery: Call = [sms, 'message:getDelivery', { smsId: '5001' }];

describe('an item about one recipient says whether it is delivered', () => {
	test.each<[call: Call, body: unknown, isDelivered: boolean | null]>([
		[smsMailingRecipients, { result: [{ phone: 1, status: 'sent' }] }, null],
		[smsRecipients, { result: [{ phone: 1, status: 'delivered' }] }, true],
		[smsRecipients, { result: [{ phone: 1, status: 'sent' }] }, null],
		[smsRecipients, { result: [{ phone: 1, status: 'undelivered' }] }, false],
		[viberRecipients, enveloped([{ status: 'DELIVERED', error_code: 0 }]), true],
		[viberRecipients, enveloped([{ status: ' Read ', error_code: 0 }]), true],
		[viberRecipients, enveloped([{ status: 'NEW', error_code: 0 }]), null],
		[viberRecipients, enveloped([{ status: 'NEW', error_code: 7 }]), false],
		[viberRecipients, enveloped([{ status: 'SENT', error_code: '5' }]), false],
		[viberRecipients, enveloped([{ status: 'SENT', error_code: '0' }]), null],
		[viberRecipients, enveloped([{ status: 'READ', error_code: 5 }]), true],
		[viberRecipients, enveloped([{ status: 'PARKED', error_code: 0 }]), null],
		[viberRecipients, enveloped([{ status: 'UNDELIVERED', error_code: 0 }]), false],
		[viberRecipients, enveloped([{ status: 'EXPIRED', error_code: '0' }]), false],
		[viberRecipients, enveloped([{ status: 'EXPIRED', error_code: 7 }]), false],
		[viberRecipients, enveloped([{ status: 'constructor', error_code: null }]), null],
		[viberRecipients, enveloped([{ error_code: 0 }]), null],
		// No number can be made of it.
		[viberRecipients, enveloped([{ error_code: { toString: 1, valueOf: 1 } }]), false],
		[emailRecipients, enveloped([{ status: 'OPEN', error: '' }]), true],
		[emailRecipients, enveloped([{ status: 'UNDELIVERED', error: 'No mailbox' }]), false],
		[emailRecipients, enveloped([{ status: 'BOUNCED', error: 'No mailbox' }]), false],
		[emailRecipients, enveloped([{ status: 'QUEUED', error: '' }]), null],
		[emailRecipients, enveloped([{ status: 'QUEUED', error: null }]), null],
		[smsDelivery, { sms_id: 5001, sent: 1767225600, delivered: 1767225660 }, true],
		[smsDelivery, { sms_id: 5001, sent: 1767225600, delivered: 0 }, null],
		[smsDelivery, { sms_id: 5001, sent: 1767225600 }, null],
		// Public clients read `status`, which is not documented, before the times.
		...(
			[
				['UNDELIVERED', 1616064799, false],
				['undelivered', 0, false],
				['NEW', 1616064799, null],
				['SENT', 1616064799, null],
				['DELIVERED', 0, true],
				['DELIVERED', undefined, true],
				['PARKED', 1616064799, true],
				['PARKED', 0, null],
				['', 1616064799, true],
				[null, 1616064799, true],
				[1, 1616064799, true],
			] as const
		).map(([status, delivered, isDelivered]): [Call, unknown, boolean | null] => [
			smsDelivery,
			{ sms_id: 5001, sent: 1616064698, delivered, status },
			isDelivered,
		]),
		[smsDelivery, { sms_id: 5001, delivered: 1616064799, error_code: 7 }, true],
		[smsDelivery, { sms_id: 5001, delivered: 1616064799, error_code: 7, status: 'NEW' }, false],
		[smsRecipients, { result: [{ phone: 1, status: 'undelivered', delivered: 1 }] }, false],
		[
			[viber, 'message:getDelivery', { messageId: '31' }],
			enveloped({ phone: PHONE, status: 'READ', error_code: 0 }),
			true,
		],
	])('%j with the response %j', async (call, body, isDelivered) => {
		const [item] = await outputOf(call, body);
		expect(item.is_delivered).toBe(isDelivered);
	});

	// Typed from the issue, not from the table.
	test.each<[isDelivered: boolean | null, words: string[]]>([
		[
			false,
			[
				...['failed', 'expired', 'rejected', 'undeliverable', 'undelivered', 'blocked'],
				...['not delivered', 'Not-Delivered', ' NOT_DELIVERED ', 'canceled', 'cancelled'],
				...['error', 'bounced', 'Bounce', 'spam', 'complained', 'COMPLAINT'],
			],
		],
		[
			null,
			[
				...['new', 'sent', 'queued', 'accepted', 'pending', 'moderation', 'moderated'],
				...['scheduled', 'Sending', 'parked'],
			],
		],
		[true, ['delivered', 'READ', 'open', 'Opened', 'clicked']],
	])('%p is the outcome of the statuses %j', async (isDelivered, words) => {
		const body = { result: words.map((status, phone) => ({ phone, status })) };
		const items = await outputOf(smsRecipients, body);
		const expected = words.map((status) => [status, isDelivered]);
		expect(items.map(({ status, is_delivered }) => [status, is_delivered])).toEqual(expected);
	});

	test('a message that was just sent says nothing of its delivery', async () => {
		const call: Call = [
			sms,
			'message:send',
			{ sender: byId('1363'), phone: '+380 50 123 45 67', message: 'Hello' },
		];
		const response = { sms_id: 5001, status: 'NEW', parts: 1 };
		expect(await outputOf(call, response)).toEqual([
			{ ...response, phone: '380501234567', is_sent: true },
		]);
	});

	test('a field of the API of the same name stays', async () => {
		const body = enveloped([{ status: 'READ', is_delivered: 'yes', message_id: null }]);
		expect(await outputOf(viberRecipients, body)).toEqual([
			{ status: 'READ', is_delivered: 'yes', message_id: null },
		]);
	});
});

describe('an item keeps the IDs and addresses that its response lacks', () => {
	const phone = '380501234567';
	const code = { sms_id: 5001, status: 'NEW', parts: 1 };
	/** Added to the item of a recipient. */
	const added = { is_sent: true };
	// Token of a code, which contains the time.
	const token = expect.any(String) as string;
	test.each<[call: Call, body: unknown, output: IDataObject]>([
		[
			[sms, 'message:sendPrepared', { messageId: byId('31'), phone }],
			{ sms_id: 5001, status: 'NEW' },
			{ sms_id: 5001, status: 'NEW', message_id: 31, phone, ...added },
		],
		[
			[codes, 'code:sendTelegram', { phone, code: '1234' }],
			code,
			{ ...code, phone, token, ...added },
		],
		[
			[codes, 'code:sendWhatsApp', { phone, code: '1234' }],
			code,
			{ ...code, phone, token, ...added },
		],
		[
			[codes, 'code:sendSms', { sender: byId('21'), phone, message: '{code}', code: '1234' }],
			code,
			{ ...code, phone, token, ...added },
		],
		[
			[viber, 'message:send', { sender: byId('21'), phone, message: 'Hello' }],
			enveloped({ message_id: 7 }),
			{ message_id: 7, phone, ...added },
		],
		[
			[
				email,
				'message:send',
				{ senderEmail: ADDRESS, email: ADDRESS, subject: 'A', message: 'B' },
			],
			enveloped({ email_id: 7 }),
			{ email_id: 7, email: ADDRESS, ...added },
		],
		[
			[viber, 'mailing:confirm', { mailingId: byId('31') }],
			{ status: 'OK' },
			{ success: true, message_id: 31, is_sent: true },
		],
		[
			[sms, 'mailing:confirm', { mailingId: byId('31') }],
			{ status: 'ok' },
			{ success: true, message_id: 31, is_sent: true },
		],
		[
			[sms, 'mailing:get', { mailingId: byId('31') }],
			{ cost: '1.20' },
			{ cost: '1.20', message_id: 31, is_finished: false },
		],
		[
			[sms, 'message:getStatus', { messageId: byId('31') }],
			{ status: 'moderated' },
			{ status: 'moderated', message_id: 31 },
		],
		[
			[email, 'address:unsubscribe', { email: ADDRESS }],
			{ status: 'OK' },
			{ success: true, email: ADDRESS },
		],
		[
			[email, 'address:resubscribe', { email: ADDRESS }],
			{ status: 'OK' },
			{ success: true, email: ADDRESS },
		],
		[
			['messagingServiceTemplates', 'template:delete', { templateId: byId('5') }],
			{ status: 'OK' },
			{ deleted: true, id: 5 },
		],
		[
			[viber, 'reply:getAll', { mailingId: byId('31'), ...all }],
			enveloped([{ id: '1', phone: '1', message: 'Yes' }]),
			{ id: '1', phone: '1', message: 'Yes', message_id: 31 },
		],
		[
			emailRecipients,
			enveloped([{ email_id: '5', email: ADDRESS, status: 'NEW', error: '' }]),
			{
				email_id: '5',
				email: ADDRESS,
				status: 'NEW',
				error_text: '',
				message_id: 31,
				is_delivered: null,
			},
		],
	])('%j', async (call, body, output) => {
		expect(await outputOf(call, body)).toEqual([output]);
		// A second time: what the first run added is in no other item.
		expect(await outputOf(call, body)).toEqual([output]);
	});
});

describe('a status says whether it is finished', () => {
	const one = (status: string) => ({ delivery_id: 1, phone: PHONE, status });
	const smsStatus: Call = [sms, 'batch:getStatus', { uuid: 'u' }];
	const viberStatus: Call = [viber, 'batch:getStatus', { uuid: 'u' }];
	const emailStatus: Call = [email, 'batch:getStatus', { uuid: 'u' }];

	test.each<[call: Call, body: unknown, isFinished: boolean]>([
		[smsStatus, [{ message_id: 1, success: [one('DELIVERED'), one('NEW')] }], false],
		[smsStatus, [{ message_id: 1, success: [one('DELIVERED'), one('UNDELIVERED')] }], true],
		[smsStatus, [{ message_id: 1, success: [one('DELIVERED'), one('on its way')] }], false],
		[smsStatus, [{ message_id: 1, success: [one('DELIVERED'), one('FAILED')] }], true],
		[smsStatus, [{ success: [{ ...one('SENT'), error_code: 5 }] }], true],
		[smsStatus, [{ message_id: 1, success: [] }], false],
		[smsStatus, [{ message_id: 1 }], false],
		[smsStatus, [{ message_id: 1, success: ['380501234567'] }], false],
		[viberStatus, [{ errors: ['A: the content URL is invalid'] }], false],
		[viberStatus, [{ success: [one('NEW')], errors: ['A: use 800x800 px'] }], false],
		[viberStatus, [{ success: [one('READ')], errors: ['A: use 800x800 px'] }], true],
		[emailStatus, enveloped([{ success: [], errors: [{ email: 'x', error: 'bad' }] }]), true],
		[emailStatus, enveloped([{ success: [{ status: 'OPEN' }], errors: [] }]), true],
		[emailStatus, enveloped([{ success: [{ status: 'NEW', error: null }] }]), false],
		[[viber, 'mailing:get', { mailingId: byId('1') }], enveloped(mailing('SENT')), true],
		[[viber, 'mailing:get', { mailingId: byId('1') }], enveloped(mailing('NEW')), false],
		[[viber, 'mailing:get', { mailingId: byId('1') }], enveloped(mailing('PAUSED')), false],
		[[viber, 'mailing:get', { mailingId: byId('1') }], enveloped(mailing('Rejected')), true],
		[[viber, 'mailing:getAll', all], enveloped([mailing('SENT')]), true],
		[
			[sms, 'mailing:getAll', all],
			{ status: 'success', data: [{ id: 1, status: 'NEW' }] },
			false,
		],
		[[sms, 'mailing:get', { mailingId: byId('1') }], { status: 'SENT', cost: '1' }, true],
	])('%j with the response %j', async (call, body, isFinished) => {
		const [item] = await outputOf(call, body);
		expect(item.is_finished).toBe(isFinished);
	});

	function mailing(status: string) {
		return { message_id: 1, status };
	}

	test('and its recipients say whether they are delivered', async () => {
		const success = [one('DELIVERED'), one('NEW')];
		const errors = [{ email: 'nobody', error: 'invalid' }];
		expect(
			await outputOf(emailStatus, enveloped([{ message_id: '1', success, errors }])),
		).toEqual([
			{
				message_id: '1',
				success: [
					{ ...one('DELIVERED'), is_delivered: true },
					{ ...one('NEW'), is_delivered: null },
				],
				errors: [{ email: 'nobody', error_text: 'invalid', is_delivered: false }],
				uuid: 'u',
				is_finished: false,
			},
		]);
	});

	test('also when each recipient is an item', async () => {
		const call: Call = [
			viber,
			'batch:getStatus',
			{ uuid: 'u', options: { oneItemPerRecipient: true } },
		];
		const body = [
			{ message_id: 1, success: [one('READ'), one('NEW'), '380501234567'] },
			{ errors: ['B: the content URL is invalid'] },
			{ message_id: 2, success: [] },
		];
		const head = { message_id: 1, uuid: 'u', is_finished: false };
		expect(await outputOf(call, body)).toEqual([
			{ ...head, ...one('READ'), is_delivered: true },
			{ ...head, ...one('NEW'), is_delivered: null },
			{ ...head, recipient: '380501234567', is_delivered: null },
			{
				uuid: 'u',
				is_finished: false,
				errors: ['B: the content URL is invalid'],
				is_delivered: null,
			},
			{ ...head, message_id: 2 },
		]);
	});
});
