import { Account } from '../account/account';
import type { Clock } from '../account/clock';
import type { Message, PreparedSms } from '../account/records';
import type { Settings } from '../options';
import { orRefuse } from '../wire/refusal';
import { Batches } from './batches';
import { Files } from './files';
import { Mailings } from './mailings';
import { Outbox } from './outbox';
import { Replies } from './replies';
import { Singles } from './singles';

/** A reset of the sandbox creates a new service. */
export class Service extends Account {
	readonly prepared = new Map<number, PreparedSms>();
	readonly files = new Files();
	readonly outbox: Outbox;
	readonly mailings: Mailings;
	readonly batches: Batches;
	readonly singles: Singles;
	readonly replies: Replies;

	constructor(settings: Settings, clock: Clock, changed: (messages: Message[]) => void) {
		super(settings, clock);
		this.outbox = new Outbox(clock, settings, changed);
		this.mailings = new Mailings(this, this.outbox);
		this.batches = new Batches(this, () => changed([]));
		this.singles = new Singles(clock, this.outbox);
		this.replies = new Replies(this, this.outbox, changed);
	}

	/** Number of IDs that the longest ID sequence has used. */
	override get usedIdCount(): number {
		return Math.max(super.usedIdCount, this.outbox.usedIdCount, this.replies.all.length);
	}

	preparedSms(id: number): PreparedSms {
		return orRefuse(this.prepared.get(id), 'message_id');
	}
}
