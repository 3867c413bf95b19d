import type { Account } from '../account/account';
import { fillIn } from '../account/contacts';
import type { Contact, Content, Mailing, Message } from '../account/records';
import { orRefuse, refuse } from '../wire/refusal';
import type { Outbox } from './outbox';
import { costOf } from './prices';

type NewMailing = Pick<Mailing, 'channel' | 'content' | 'operation' | 'senderId' | 'sender'> &
	Partial<Omit<Mailing, 'id' | 'createdAt' | 'status' | 'cost' | 'messages'>>;

export class Mailings {
	private readonly byId = new Map<number, Mailing>();

	constructor(
		private readonly account: Account,
		private readonly outbox: Outbox,
	) {}

	create(options: NewMailing): Mailing {
		const id = this.account.nextId();
		const mailing: Mailing = {
			type: 'TEXT',
			origin: 'API',
			...options,
			name: options.name ?? `Mailing ${id}`,
			id,
			createdAt: this.account.clock.now(),
			status: 'NEW',
			cost: 0,
			messages: [],
		};
		mailing.cost = costOf(mailing.channel, mailing.content, this.recipients(mailing).length);
		this.byId.set(id, mailing);
		return mailing;
	}

	get all(): Mailing[] {
		return [...this.byId.values()];
	}

	of(channel: Mailing['channel']): Mailing[] {
		const mailings = this.all.filter((mailing) => mailing.channel === channel);
		return this.account.settings.listOrder === 'newest' ? mailings.reverse() : mailings;
	}

	get(channel: Mailing['channel'], id: number): Mailing {
		return orRefuse(this.find(channel, id), 'message_id');
	}

	find(channel: Mailing['channel'], id: number): Mailing | undefined {
		const mailing = this.byId.get(id);
		return mailing?.channel === channel ? mailing : undefined;
	}

	recipients(mailing: Mailing): Contact[] {
		const contacts = this.account.lists.get(mailing.listId ?? 0)?.contacts ?? [];
		if (mailing.channel !== 'email') return contacts.filter(({ phone }) => phone !== '');
		const { unsubscribed } = this.account;
		return contacts.filter(
			({ email }) => email !== '' && !unsubscribed.has(email, mailing.listId),
		);
	}

	confirm(mailing: Mailing): void {
		if (mailing.status !== 'NEW') throw refuse('message_id', 'already confirmed');
		const contacts = this.recipients(mailing);
		mailing.cost = costOf(mailing.channel, mailing.content, contacts.length);
		this.account.debit(mailing.cost);
		this.send(
			mailing,
			contacts.map((contact) => ({
				...mailing.content,
				to: mailing.channel === 'email' ? contact.email : contact.phone,
				text: fillIn(mailing.content.text, contact),
				subject: mailing.content.subject && fillIn(mailing.content.subject, contact),
			})),
		);
	}

	send(mailing: Mailing, items: MailingItem[]): void {
		mailing.status = 'CONFIRMED';
		mailing.messages = items.map((item) =>
			this.outbox.draft({
				...item,
				messageId: mailing.id,
				channel: mailing.channel,
				sender: mailing.sender,
				operation: mailing.operation,
				trackOpen: mailing.trackOpen ?? true,
			}),
		);
		this.outbox.send(mailing.messages, mailing.scheduledAt, () => {
			mailing.status = 'SENT';
		});
	}

	sentMessages(mailing: Mailing): Message[] {
		return mailing.messages.filter(({ sentAt }) => sentAt !== undefined);
	}
}

export type MailingItem = Content & { to: string };
