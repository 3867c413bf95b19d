import { aMoment, byId, type NodeSteps, seeded } from './step';

const vibernameId = byId(seeded.vibername);
const getMany = { returnAll: false, limit: 10 };
const phone = '37120000021';

export const viber: NodeSteps = {
	node: 'messagingServiceViber',
	steps: [
		{
			does: 'message:send',
			api: 'sendQuickViberMessage',
			with: () => ({ vibernameId, phone, typeMessage: 'TEXT', message: 'One Viber message' }),
			gives: ['message_id'],
			keep: { single: 'message_id' },
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
				vibernameId,
				listId: byId(seeded.list),
				typeMessage: 'BUTTON',
				message: 'Look at this',
				imageSource: 'url',
				imageUrl: 'https://shop.example/picture.png',
				button: 'Open',
				buttonLink: 'https://shop.example',
				options: { name: 'Spring' },
			}),
			gives: ['message_id', 'count_subscribers'],
			keep: { mailing: 'message_id' },
		},
		{
			does: 'mailing:confirm',
			api: 'confirmViberMessage',
			with: ({ mailing }) => ({ messageId: byId(mailing) }),
			gives: ['success'],
		},
		{
			does: 'mailing:get',
			api: 'getViberMessageData',
			with: ({ mailing }) => ({ messageId: byId(mailing) }),
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
			with: ({ mailing }) => ({ messageId: byId(mailing), ...getMany }),
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
				alphanameId: byId(seeded.alphaname),
				name: 'Batch',
				messageType: 'personal',
				contentType: 'text',
				phone: '={{ $json.phone }}',
				text: '={{ $json.text }}',
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
			with: ({ single }) => ({ messageId: byId(single), ...getMany }),
			gives: ['id', 'phone', 'message', 'd_receiver'],
			keep: { reply: 'id' },
		},
		{
			does: 'reply:markAsRead',
			api: 'readResponseStatus',
			with: ({ reply }) => ({ incomingMessages: reply }),
			gives: ['message'],
		},
	],
};
