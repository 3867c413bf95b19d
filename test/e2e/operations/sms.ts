import { aMoment, byId, type NodeSteps, seeded } from './step';

const sender = byId(seeded.alphaname);
const getMany = { returnAll: false, limit: 10 };
const phone = '37120000011';

export const sms: NodeSteps = {
	node: 'messagingServiceSms',
	steps: [
		{
			does: 'message:send',
			api: 'sendQuickSMS',
			with: () => ({ sender, phone, message: 'One SMS', options: { showCost: true } }),
			gives: ['sms_id', 'status', 'parts'],
		},
		{
			does: 'message:sendAndWait',
			api: 'sendQuickSMS',
			with: () => ({ sender, phone, message: 'Yes or no?', options: { showCost: true } }),
			gives: ['sms_id', 'status', 'parts'],
			waits: true,
		},
		{
			does: 'message:prepare',
			api: 'createSmsMessage',
			with: () => ({ message: 'Prepared', options: { name: 'First', sender } }),
			gives: ['message_id', 'parts', 'len', 'alphaname'],
			keep: { prepared: 'message_id' },
		},
		{
			does: 'message:sendPrepared',
			api: 'sendSMS',
			with: ({ prepared }) => ({ messageId: byId(prepared), phone }),
			gives: ['sms_id', 'status'],
			keep: { smsId: 'sms_id' },
		},
		{
			does: 'message:getStatus',
			api: 'checkSMSMessageStatus',
			with: ({ prepared }) => ({ messageId: byId(prepared) }),
			gives: ['status'],
		},
		{
			does: 'message:getDelivery',
			api: 'checkSMS',
			with: ({ smsId }) => ({ smsId }),
			gives: ['sms_id', 'sent', 'delivered'],
		},
		{
			does: 'message:getAll',
			api: 'getMessagesList',
			with: () => getMany,
			gives: ['message_id', 'message', 'parts', 'd_create', 'status'],
		},
		{
			does: 'message:getRecipients',
			api: 'getSmsDeliveryList',
			with: ({ prepared }) => ({ messageId: byId(prepared), ...getMany }),
			gives: ['phone', 'status', 'd_sent'],
		},
		{
			does: 'mailing:create',
			api: 'sendSmsList',
			with: () => ({
				mailingName: 'Spring',
				message: 'To the whole list',
				// A Luxon date: this n8n evaluates expressions in an isolate, where it could lose its kind.
				scheduleTime: '={{ $now }}',
				listId: byId(seeded.list),
				sender,
			}),
			gives: ['message_id'],
			keep: { mailing: 'message_id' },
		},
		{
			does: 'mailing:get',
			api: 'confirmSendMessageByList',
			with: ({ mailing }) => ({ mailingId: byId(mailing) }),
			gives: ['message_id', 'status'],
		},
		{
			does: 'mailing:confirm',
			api: 'confirmSendMessageByList',
			with: ({ mailing }) => ({ mailingId: byId(mailing) }),
			gives: ['message_id', 'status'],
		},
		{
			does: 'mailing:getRecipients',
			api: 'getSmsDeliveryList',
			before: aMoment,
			with: ({ mailing }) => ({ mailingId: byId(mailing), ...getMany }),
			gives: ['phone', 'status', 'd_sent'],
		},
		{
			does: 'mailing:getAll',
			api: 'getSMSMessages',
			with: () => getMany,
			gives: ['id', 'name', 'count_phones', 'status'],
		},
		{
			does: 'batch:send',
			api: 'sendBulkSms',
			items: [{ phone: '37120000012' }, { phone: '37120000013' }],
			with: () => ({
				sender,
				mailingName: 'Batch',
				message: 'To all of you',
				phone: '={{ $json.phone }}',
			}),
			gives: ['uuid'],
			keep: { batch: 'uuid' },
		},
		{
			does: 'batch:getStatus',
			api: 'statusBulkSms',
			before: aMoment,
			with: ({ batch }) => ({ uuid: batch }),
			gives: ['message_id', 'name', 'success'],
		},
	],
};
