import type { Settings } from '../options';
import type { Clock } from '../account/clock';
import type { Message } from '../account/records';

type Draft = Omit<Message, 'id' | 'status' | 'statusAt' | 'forwarded' | 'trackOpen'> &
	Partial<Pick<Message, 'forwarded' | 'trackOpen'>>;

const FIRST_ID = 500_000;

export class Outbox {
	readonly sent: Message[] = [];
	readonly scheduled = new Set<Message>();
	undeliverable: Set<string>;
	private readonly counts = new Map<string, number>();
	private lastId: number;

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		private readonly changed: (messages: Message[]) => void,
	) {
		this.undeliverable = new Set(settings.undeliverable);
		this.lastId = FIRST_ID + settings.firstId;
	}

	draft(draft: Draft): Message {
		return {
			forwarded: false,
			...draft,
			trackOpen: draft.trackOpen ?? true,
			id: ++this.lastId,
			status: 'NEW',
			statusAt: this.clock.now(),
		};
	}

	/** Sends the messages now, or at a future time `at`. Calls `onSent` afterwards. */
	send(messages: Message[], at?: number, onSent?: () => void): void {
		if (at === undefined || at <= this.clock.now()) this.handOver(messages, onSent);
		else this.schedule(messages, at, onSent);
	}

	get usedIdCount(): number {
		return this.lastId - FIRST_ID - this.settings.firstId;
	}

	find(id: number): Message | undefined {
		return [...this.scheduled, ...this.sent].find((message) => message.id === id);
	}

	countTo(recipient: string): number {
		return this.counts.get(recipient) ?? 0;
	}

	moveTo(message: Message, status: Message['status']): void {
		message.status = status;
		message.statusAt = this.clock.now();
		if (status === 'DELIVERED') message.deliveredAt = message.statusAt;
	}

	private schedule(messages: Message[], at: number, onSent?: () => void): void {
		for (const message of messages) {
			message.scheduledAt = at;
			this.scheduled.add(message);
		}
		this.changed(messages);
		this.clock.at(at, () => {
			for (const message of messages) this.scheduled.delete(message);
			this.handOver(messages, onSent);
		});
	}

	private handOver(messages: Message[], onSent?: () => void): void {
		const now = this.clock.now();
		for (const message of messages) {
			message.sentAt = now;
			message.statusAt = now;
			this.sent.push(message);
			this.counts.set(message.to, this.countTo(message.to) + 1);
		}
		this.changed(messages);
		this.clock.after(this.settings.paceMs, () => this.deliver(messages));
		onSent?.();
	}

	private deliver(messages: Message[]): void {
		for (const message of messages) {
			// If the recipient has already replied, the message is READ.
			if (message.status !== 'NEW') continue;
			const unreachable = this.undeliverable.has('*') || this.undeliverable.has(message.to);
			const lost = unreachable && !message.forwarded;
			this.moveTo(message, lost ? 'UNDELIVERED' : 'DELIVERED');
		}
		this.changed(messages);
		this.clock.after(this.settings.paceMs, () => this.read(messages));
	}

	/** Only Viber and tracked emails report that a message was read. */
	private read(messages: Message[]): void {
		const seen = messages.filter(
			({ status, channel, trackOpen }) =>
				status === 'DELIVERED' &&
				(channel === 'viber' || (channel === 'email' && trackOpen)),
		);
		for (const message of seen) {
			this.moveTo(message, message.channel === 'viber' ? 'READ' : 'OPEN');
		}
		if (seen.length > 0) this.changed(seen);
	}
}
