import { aMoment, byId, type NodeSteps, seeded } from './step';

const letter = { senderEmail: 'shop@shop.example', subject: 'News', message: '<p>Hello</p>' };
const getMany = { returnAll: false, limit: 10 };
const email = 'ann@shop.example';

export const emailNode: NodeSteps = {
	node: 'messagingServiceEmail',
	steps: [
		{
			does: 'message:send',
			api: 'sendEmail',
			with: () => ({ ...letter, email, options: { senderName: 'Shop', trackOpens: false } }),
			gives: ['email_id'],
		},
		{
			does: 'message:sendAndWait',
			api: 'sendEmail',
			with: () => ({ ...letter, email }),
			gives: ['email_id'],
			waits: true,
		},
		{
			does: 'mailing:send',
			api: 'sendEmailByList',
			with: () => ({
				...letter,
				listId: byId(seeded.list),
				options: { mailingName: 'Spring' },
			}),
			gives: ['message_id', 'count_emails'],
			keep: { mailing: 'message_id' },
		},
		{
			does: 'mailing:getRecipients',
			api: 'getEmailDeliveryList',
			with: ({ mailing }) => ({ mailingId: mailing, ...getMany }),
			gives: ['email_id', 'email', 'status', 'error_text'],
		},
		{
			does: 'batch:send',
			api: 'sendBulkEmail',
			items: [{ email: 'bob@shop.example' }, { email: 'eve@shop.example' }],
			with: () => ({ ...letter, email: '={{ $json.email }}' }),
			gives: ['uuid'],
			keep: { batch: 'uuid' },
		},
		{
			does: 'batch:getStatus',
			api: 'statusBulkEmail',
			before: aMoment,
			with: ({ batch }) => ({ uuid: batch }),
			gives: ['message_id', 'sender_email', 'success', 'errors'],
		},
		{
			does: 'address:unsubscribe',
			api: 'unsubscribeEmail',
			with: () => ({ email, options: { reason: 'Asked by phone' } }),
			gives: ['success'],
		},
		{
			does: 'address:resubscribe',
			api: 'subscribeEmail',
			with: () => ({ email }),
			gives: ['success'],
		},
		{
			does: 'template:getAll',
			api: 'getEmailTemplates',
			with: () => getMany,
			gives: ['id', 'title'],
		},
	],
};
