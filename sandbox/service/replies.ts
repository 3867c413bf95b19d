import type { Account } from '../account/account';
import type { Message, Reply } from '../account/records';
import { orRefuse } from '../wire/refusal';
import type { Outbox } from './outbox';

export class Replies {
	readonly all: Reply[] = [];
	private lastId: number;

	constructor(
		private readonly account: Account,
		private readonly outbox: Outbox,
		private readonly changed: (messages: Message[]) => void,
	) {
		this.lastId = 7_000 + account.settings.firstId;
	}

	/** Adds a reply to the given message, or to the latest Viber message to the phone. */
	add(phone: string, text: string, messageId?: number): Reply | undefined {
		const message = this.latest(phone, messageId);
		if (!message || message.messageId === null) return undefined;
		const reply: Reply = {
			id: ++this.lastId,
			messageId: message.messageId,
			phone,
			text,
			receivedAt: this.account.clock.now(),
			read: false,
		};
		this.all.push(reply);
		// A reply proves that the message was delivered.
		if (message.deliveredAt === undefined) this.outbox.moveTo(message, 'DELIVERED');
		this.outbox.moveTo(message, 'READ');
		this.changed([message]);
		return reply;
	}

	private latest(phone: string, messageId?: number): Message | undefined {
		const { sent } = this.outbox;
		for (let index = sent.length - 1; index >= 0; index -= 1) {
			const message = sent[index];
			if (message.channel !== 'viber' || message.to !== phone || message.messageId === null)
				continue;
			if (messageId === undefined || message.messageId === messageId) return message;
		}
		return undefined;
	}

	unread(messageId: number): Reply[] {
		return this.all.filter((reply) => reply.messageId === messageId && !reply.read);
	}

	/** Returns the number of replies that were unread. */
	markAsRead(ids: number[]): number {
		const replies = ids.map((id) =>
			orRefuse(
				this.all.find((reply) => reply.id === id),
				'incoming_messages',
			),
		);
		const unread = new Set(replies.filter((reply) => !reply.read));
		for (const reply of unread) reply.read = true;
		return unread.size;
	}
}
