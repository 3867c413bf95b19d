import type { Clock } from '../account/clock';
import type { Channel, Content, Message } from '../account/records';
import { orRefuse } from '../wire/refusal';
import type { Outbox } from './outbox';

/** The Viber message that replaces an undelivered SMS. */
export interface Forwarding {
	channel: 'sms' | 'viber';
	sender: string;
	minutes: number;
}

interface Single extends Content {
	channel: Channel;
	to: string;
	sender: string;
	operation: string;
	messageId?: number;
	at?: number;
	trackOpen?: boolean;
	forwarding?: Forwarding;
}

export class Singles {
	private readonly byId = new Map<number, Message>();
	private readonly viber = new Map<number, Message>();

	constructor(
		private readonly clock: Clock,
		private readonly outbox: Outbox,
	) {}

	send({ at, forwarding, ...single }: Single): Message {
		const message = this.outbox.draft({ ...single, messageId: single.messageId ?? null });
		this.byId.set(message.id, message);
		if (message.channel === 'viber' && message.messageId !== null) {
			this.viber.set(message.messageId, message);
		}
		this.outbox.send([message], at, () => {
			if (forwarding) this.forwardLater(message, forwarding);
		});
		return message;
	}

	sms(id: number): Message {
		const message = this.byId.get(id);
		const isSms = message && message.channel !== 'email' && message.channel !== 'viber';
		return orRefuse(isSms ? message : undefined, 'sms_id');
	}

	/** Finds a message by the message_id of sendQuickViberMessage. */
	viberMessage(id: number): Message | undefined {
		return this.viber.get(id);
	}

	private forwardLater(message: Message, { channel, sender, minutes }: Forwarding): void {
		this.clock.after(minutes * 60_000, () => {
			if (message.deliveredAt !== undefined || message.status === 'READ') return;
			const text = message.text === '' ? (message.image ?? '') : message.text;
			const { to, operation, messageId } = message;
			const copy = { to, text, operation, messageId, channel, sender, forwarded: true };
			this.outbox.send([this.outbox.draft(copy)]);
		});
	}
}
