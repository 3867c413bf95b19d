import { aMoment, byId, type NodeSteps, seeded } from './step';

const sender = byId(seeded.vibername);
const getMany = { returnAll: false, limit: 10 };
const phone = '37120000021';

export const viber: NodeSteps = {
	node: 'messagingServiceViber',
	steps: [
		{
			does: 'message:send',
			api: 'sendQuickViberMessage',
			with: () => ({ sender, phone, contentType: 'text', message: 'One Viber message' }),
			gives: ['message_id'],
			keep: { single: 'message_id' },
		},
		{
			does: 'message:sendAndWait',
			api: 'sendQuickViberMessage',
			with: () => ({ sender, phone: '37120000022', message: 'Yes or no?' }),
			gives: ['message_id'],
			waits: true,
		},
		{
			does: 'message:getDelivery',
			api: 'getViberDeliveryData',
			with: ({ single }) => ({ messageId: single }),
			gives: ['phone', 'status', 'error_code'],
		},
		{
			does: 'mailing:create',
			api: 'sendViberMessageList',
			with: () => ({
				sender,
				listId: byId(seeded.list),
				contentType: 'button',
				message: 'Look at this',
				imageSource: 'url',
				imageUrl: 'https://shop.example/picture.png',
				buttonText: 'Open',
				buttonLink: 'https://shop.example',
				options: { mailingName: 'Spring' },
			}),
			gives: ['message_id', 'count_subscribers'],
			keep: { mailing: 'message_id' },
		},
		{
			does: 'mailing:confirm',
			api: 'confirmViberMessage',
			with: ({ mailing }) => ({ mailingId: byId(mailing) }),
			gives: ['success'],
		},
		{
			does: 'mailing:get',
			api: 'getViberMessageData',
			with: ({ mailing }) => ({ mailingId: byId(mailing) }),
			gives: ['message_id', 'message_type', 'status', 'cost'],
		},
		{
			does: 'mailing:getAll',
			api: 'getViberMessages',
			with: () => getMany,
			gives: ['message_id', 'message_type', 'status', 'cost'],
		},
		{
			does: 'mailing:getRecipients',
			api: 'getViberDeliveryList',
			with: ({ mailing }) => ({ mailingId: byId(mailing), ...getMany }),
			gives: ['delivery_id', 'phone', 'status', 'error_code'],
		},
		{
			does: 'batch:send',
			api: 'sendBulkViber',
			items: [
				{ phone: '37120000022', text: 'Hello Ann' },
				{ phone: '37120000023', text: 'Hello Bob' },
			],
			with: () => ({
				batchSender: byId(seeded.alphaname),
				mailingName: 'Batch',
				contentType: 'text',
				phone: '={{ $json.phone }}',
				message: '={{ $json.text }}',
			}),
			gives: ['uuid'],
			keep: { batch: 'uuid' },
		},
		{
			does: 'batch:getStatus',
			api: 'statusBulkViber',
			before: aMoment,
			with: ({ batch }) => ({ uuid: batch }),
			gives: ['message_id', 'name', 'success'],
		},
		{
			does: 'reply:getAll',
			api: 'getNewIncomingMessages',
			before: ({ sandbox }) => void sandbox.reply(phone, 'Yes, please'),
			with: ({ single }) => ({ mailingId: byId(single), ...getMany }),
			gives: ['id', 'phone', 'message', 'd_receiver'],
			keep: { reply: 'id' },
		},
		{
			does: 'reply:markAsRead',
			api: 'readResponseStatus',
			with: ({ reply }) => ({ replyIds: reply }),
			gives: ['message', 'marked'],
		},
	],
};
