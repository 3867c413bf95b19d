import type { MailingItem } from '../service/mailings';
import type { BatchEntry } from '../account/records';
import type { Service } from '../service/service';
import { inOrder, type Tree } from '../wire/brackets';
import { email, oneOf, text } from '../wire/formats';
import { ok, type Operation } from './operation';
import { form, indexed, required, token } from '../wire/parameters';
import { refuse } from '../wire/refusal';
import type { Values } from '../wire/values';
import { letter, senderOf, tracksOpen } from './email';

const isPersonal = (values: Values): boolean => values.optional('message_type') === 'personal';

/**
 * The documentation requires subject and message for the whole mailing. In the example of a
 * personal mailing, only the recipients have both, so the sandbox accepts this, too.
 */
function contentRule(values: Values): void {
	for (const name of ['subject', 'message']) {
		if (!isPersonal(values) && !values.has(name)) throw refuse(name, 'required');
	}
	items(values);
}

function items(values: Values): MailingItem[] {
	const recipients = inOrder(values.tree('delivery_list'), 'delivery_list');
	const read = isPersonal(values) ? personalItem : bulkItem;
	return recipients.map((tree, index) => read(values, tree, `delivery_list[${index}]`));
}

function bulkItem(values: Values, tree: Tree, at: string): MailingItem {
	if (typeof tree !== 'string' || tree === '') throw refuse(at, 'must be an address');
	return { to: tree, text: values.text('message'), subject: values.text('subject') };
}

function personalItem(values: Values, tree: Tree, at: string): MailingItem {
	if (typeof tree === 'string') throw refuse(at, 'must have email, subject and message');
	for (const [name, value] of tree) {
		if (!['email', 'subject', 'message'].includes(name)) throw refuse(at, `unknown ${name}`);
		if (value === '') throw refuse(`${at}[${name}]`, 'empty: leave it out instead');
	}
	const take = (name: string): string => {
		const value = tree.get(name) ?? values.optional(name);
		if (typeof value !== 'string') throw refuse(`${at}[${name}]`, 'required');
		return value;
	};
	return { to: take('email'), text: take('message'), subject: take('subject') };
}

/** Reports invalid addresses in the status of the batch, without rejecting the request. */
function run(service: Service, values: Values): BatchEntry[] {
	const errors: BatchEntry['errors'] = [];
	const accepted = items(values).filter(({ to }) => {
		const unsubscribed = service.unsubscribed.has(to)
			? 'The address is unsubscribed'
			: undefined;
		const error = email(to) === undefined ? unsubscribed : 'Invalid email';
		if (error !== undefined) errors.push({ email: to, error });
		return error === undefined;
	});
	const mailing = service.mailings.create({
		channel: 'email',
		name: values.optional('name'),
		content: { text: values.text('message'), subject: values.optional('subject') },
		operation: 'sendBulkEmail',
		senderId: 0,
		sender: senderOf(values),
		senderEmail: values.text('sender_email'),
		senderName: values.optional('sender_name'),
		scheduledAt: service.dates.read(values.text('d_schedule'), 'minute'),
		trackOpen: tracksOpen(values),
	});
	service.mailings.send(mailing, accepted);
	return [{ mailing, errors }];
}

const entry = ({ mailing, errors }: BatchEntry) => ({
	message_id: String(mailing?.id),
	name: mailing?.name,
	sender_email: mailing?.senderEmail,
	sender_name: mailing?.senderName ?? '',
	success: mailing?.messages.map(({ id, to, status }) => ({
		email_id: String(id),
		recipient: to,
		status,
		error: status === 'UNDELIVERED' ? 'Mailbox does not exist' : null,
	})),
	errors,
});

export const emailBatchOperations: Operation[] = [
	{
		name: 'sendBulkEmail',
		version: 'v2',
		method: 'POST',
		parameters: [
			token('form'),
			form('name', text),
			...letter,
			form('message_type', oneOf('bulk', 'personal')),
			form('subject', text),
			form('message', text),
			required(indexed(form('delivery_list', text))),
		],
		rules: [contentRule],
		run: (service, values) =>
			ok({ uuid: service.batches.start('sendBulkEmail', () => run(service, values)) }),
	},
	{
		name: 'statusBulkEmail',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), required(form('uuid', text))],
		run: ({ batches }, values) =>
			ok(batches.get('sendBulkEmail', values.text('uuid')).entries.map(entry)),
	},
];
