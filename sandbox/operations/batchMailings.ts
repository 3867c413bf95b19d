import type { MailingItem } from '../service/mailings';
import type { BatchEntry, Content, Mailing } from '../account/records';
import type { Service } from '../service/service';
import { asJson } from '../wire/brackets';
import { oneOf, phone, secondDate, senderId } from '../wire/formats';
import { JsonRecord } from '../wire/record';
import { refuse } from '../wire/refusal';
import type { Values } from '../wire/values';

/** The batch is accepted despite `problems`, which appear in its status. */
export interface BatchMailing {
	channel: 'sms' | 'viber';
	name: string;
	type: Mailing['type'];
	sender: { id: number; name: string };
	scheduledAt?: number;
	content: Content;
	items: MailingItem[];
	problems: string[];
}

export interface MailingHead {
	sender: { id: number; name: string };
	name: string;
	personal: boolean;
	scheduledAt?: number;
}

/** Reads the mailings from a JSON body or from the query string. */
export function mailingRecords(values: Values): JsonRecord[] {
	const messages = values.json.get('messages') ?? asJson(values.tree('messages'), 'messages');
	if (!Array.isArray(messages) || messages.length === 0) {
		throw refuse('messages', 'must be an array of mailing objects');
	}
	return messages.map((item: unknown, index) => new JsonRecord(item, `messages[${index}]`));
}

export function readHead(service: Service, mailing: JsonRecord): MailingHead {
	return {
		sender: service.sender('alphaname_id', Number(mailing.text('alphaname_id', senderId))),
		name: mailing.text('name'),
		personal: mailing.text('message_type', oneOf('bulk', 'personal')) === 'personal',
		scheduledAt: service.dates.read(
			mailing.optional('schedule_time', secondDate) ?? '',
			'second',
		),
	};
}

export function bulkItems(mailing: JsonRecord, content: Content): MailingItem[] {
	return mailing.list('delivery_list').map(({ value, at }) => {
		if (typeof value !== 'string') throw refuse(at, 'must be a phone as text');
		const reason = phone(value);
		if (reason !== undefined) throw refuse(at, reason);
		return { ...content, to: value };
	});
}

/** @param read reads further fields of each recipient */
export function personalItems(
	mailing: JsonRecord,
	read: (recipient: JsonRecord) => Partial<Content> = () => ({}),
): MailingItem[] {
	return mailing.list('delivery_list').map(({ value, at }) => {
		const recipient = new JsonRecord(value, at);
		const to = recipient.text('phone', phone);
		const item = { to, text: recipient.text('text'), ...read(recipient) };
		recipient.end();
		return item;
	});
}

export const runBatch =
	(service: Service, operation: string, mailings: BatchMailing[]) => (): BatchEntry[] =>
		mailings.map(({ problems, items, sender, ...options }) => {
			if (problems.length > 0) {
				return {
					errors: problems.map((error) => ({ error: `${options.name}: ${error}` })),
				};
			}
			const senderId = sender.id;
			const created = { ...options, operation, senderId, sender: sender.name };
			const mailing = service.mailings.create(created);
			service.mailings.send(mailing, items);
			return { mailing, errors: [] };
		});
