import type { Content, Message } from '../account/records';
import { email, flag, id, idList, minuteDate, text } from '../wire/formats';
import { ok, type Operation } from './operation';
import { file, form, messageId, required, token } from '../wire/parameters';
import type { Values } from '../wire/values';
import type { Service } from '../service/service';

export const tracking = [form('track_open', flag), form('track_click', flag)];
export const letter = [
	required(form('sender_email', email)),
	form('sender_name', text),
	form('d_schedule', minuteDate),
	...tracking,
];
const content = [required(form('subject', text)), required(form('message', text))];

export const senderOf = (values: Values): string => {
	const address = values.text('sender_email');
	const name = values.optional('sender_name');
	return name === undefined ? address : `${name} <${address}>`;
};

export const tracksOpen = (values: Values): boolean => values.optional('track_open') !== '0';

function contentOf(values: Values): Content {
	const upload = values.files.get('attachment');
	const { filename, contentType, size } = upload ?? { filename: '', contentType: '', size: 0 };
	return {
		text: values.text('message'),
		subject: values.text('subject'),
		attachment: upload && { filename, contentType, size },
	};
}

const NO_MAILBOX = 'Mailbox does not exist';

const recipient = ({ id: emailId, to, status }: Message) => ({
	email_id: String(emailId),
	email: to,
	status,
	error: status === 'UNDELIVERED' ? NO_MAILBOX : '',
});

function listIds(service: Service, values: Values): number[] | undefined {
	const ids = values.optional('list_ids')?.split(',').map(Number);
	return ids?.map((listId) => service.list(listId, 'list_ids').id);
}

export const emailOperations: Operation[] = [
	{
		name: 'sendEmail',
		version: 'v2',
		method: 'POST',
		parameters: [
			token('form'),
			...letter,
			...content,
			file('attachment'),
			required(form('email', email)),
		],
		run: ({ singles, dates }, values) => {
			const message = singles.send({
				...contentOf(values),
				channel: 'email',
				to: values.text('email'),
				sender: senderOf(values),
				operation: 'sendEmail',
				at: dates.read(values.text('d_schedule'), 'minute'),
				trackOpen: tracksOpen(values),
			});
			return ok({ email_id: message.id });
		},
	},
	{
		name: 'sendEmailByList',
		version: 'v2',
		method: 'POST',
		parameters: [
			token('form'),
			form('name', text),
			required(form('list_id', id)),
			...letter,
			...content,
			file('attachment'),
		],
		run: (service, values) => {
			const mailing = service.mailings.create({
				channel: 'email',
				name: values.optional('name'),
				listId: service.list(values.number('list_id')).id,
				content: contentOf(values),
				operation: 'sendEmailByList',
				senderId: 0,
				sender: senderOf(values),
				scheduledAt: service.dates.read(values.text('d_schedule'), 'minute'),
				trackOpen: tracksOpen(values),
			});
			service.mailings.confirm(mailing);
			return ok({ message_id: mailing.id, count_emails: mailing.messages.length });
		},
	},
	{
		name: 'getEmailDeliveryList',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), messageId('form')],
		run: ({ mailings }, values) => {
			const mailing = mailings.get('email', values.number('message_id'));
			return ok(mailings.sentMessages(mailing).map(recipient));
		},
	},
	{
		name: 'unsubscribeEmail',
		version: 'v2',
		method: 'POST',
		parameters: [
			token('form'),
			required(form('email', email)),
			form('list_ids', idList),
			form('reason', text),
		],
		run: (service, values) => {
			service.unsubscribed.add(values.text('email'), listIds(service, values));
			return ok();
		},
	},
	{
		name: 'subscribeEmail',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), required(form('email', email)), form('list_ids', idList)],
		run: (service, values) => {
			const ids = listIds(service, values);
			service.unsubscribed.remove(values.text('email'), [...service.lists.keys()], ids);
			return ok();
		},
	},
	{
		name: 'getEmailTemplates',
		version: 'v2',
		method: 'POST',
		parameters: [token('query')],
		run: ({ emailTemplates }) =>
			ok([...emailTemplates].map(([key, title]) => ({ id: key, title }))),
	},
];
