import { byId, type NodeSteps, seeded } from './step';
import { autoColumns } from '../../support/autoColumns';

const getMany = { returnAll: true };

export const verification: NodeSteps = {
	node: 'messagingServiceVerification',
	steps: [
		{
			does: 'code:sendTelegram',
			api: 'sendOtpTelegram',
			with: () => ({ phone: '37120000031', code: '123456' }),
			gives: ['sms_id', 'status', 'parts'],
		},
		{
			does: 'code:sendWhatsApp',
			api: 'sendOtpWhatsApp',
			with: () => ({ phone: '37120000031', code: '654321' }),
			gives: ['sms_id', 'status', 'parts'],
		},
		{
			does: 'code:sendSms',
			api: 'sendQuickSMS',
			with: () => ({
				...{ sender: byId(seeded.alphaname), phone: '37120000031' },
				...{ message: 'Your code is {code}', code: '654321' },
			}),
			gives: ['sms_id', 'status', 'parts'],
		},
	],
};

export const contacts: NodeSteps = {
	node: 'messagingServiceContacts',
	steps: [
		{
			does: 'list:create',
			api: 'createSubscriberList',
			with: () => ({ name: 'Visitors' }),
			gives: ['list_id'],
			keep: { list: 'list_id' },
		},
		{
			does: 'contact:import',
			api: 'importContacts',
			items: [
				{ phone: '37120000041', NAME: 'Ann' },
				{ phone: '37120000042', NAME: 'Bob' },
			],
			with: ({ list }) => ({
				listId: byId(list),
				columns: autoColumns(['NAME']),
			}),
			gives: ['inserted', 'updated', 'invalid'],
		},
		{
			does: 'list:getAll',
			api: 'getSubscriberLists',
			with: () => getMany,
			gives: ['list_id', 'name', 'params'],
		},
	],
};

export const templates: NodeSteps = {
	node: 'messagingServiceTemplates',
	steps: [
		{
			does: 'template:create',
			api: 'createTemplateMessage',
			with: () => ({ name: 'Reminder', message: 'See you tomorrow' }),
			gives: ['id', 'name', 'message', 'parts'],
			keep: { template: 'id' },
		},
		{
			does: 'template:get',
			api: 'getTemplateMessageById',
			with: ({ template }) => ({ templateId: byId(template) }),
			gives: ['id', 'name', 'message', 'parts'],
		},
		{
			does: 'template:fillIn',
			api: 'getTemplateMessageById',
			with: ({ template }) => ({ templateId: byId(template) }),
			gives: ['template_id', 'template_name', 'message', 'parts', 'encoding'],
		},
		{
			does: 'template:getAll',
			api: 'getTemplateMessages',
			with: () => getMany,
			gives: ['id', 'name'],
		},
		{
			does: 'template:update',
			api: 'editTemplateMessage',
			with: ({ template }) => ({
				templateId: byId(template),
				name: 'Reminder',
				message: 'See you soon',
			}),
			gives: ['id', 'name', 'message', 'parts'],
		},
		{
			does: 'template:delete',
			api: 'deleteTemplateMessage',
			with: ({ template }) => ({ templateId: byId(template) }),
			gives: ['deleted'],
		},
	],
};
