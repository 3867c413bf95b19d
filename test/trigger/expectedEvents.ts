import type { IDataObject } from 'n8n-workflow';
import type { Mailing, FakeAccount } from './fakeAccount';

export type TestedEvent = 'viberReply' | 'viberDelivery' | 'smsDelivery';

/** Compares the events of the trigger with the history of the account. */
export class ExpectedEvents {
	/** Status at activation of existing recipients, by ID; empty for replies. */
	private readonly old = new Map<number, string>();

	private readonly emitted = new Map<number, IDataObject[]>();

	/** Replies that may stay unread, because a lost state contained the request to mark them. */
	private readonly mayBeUnread = new Set<number>();

	private readonly wrong: string[] = [];

	constructor(
		private readonly account: FakeAccount,
		private readonly event: TestedEvent,
		private readonly markAsRead: boolean,
	) {}

	/** Records the current events of the mailing, which the trigger must not emit. */
	baseline(mailing: Mailing): void {
		if (this.account.responds(mailing) !== 'well') return;
		for (const { id } of this.account.repliesTo(mailing)) {
			if (!this.emitted.has(Number(id))) this.old.set(Number(id), '');
		}
		const recipients =
			this.event === 'smsDelivery'
				? this.account.smsRecipientsOf(mailing)
				: this.account.recipientsOf(mailing);
		for (const recipient of recipients) {
			this.old.set(idOf(recipient), String(recipient.status));
			// A crash lost this state, so the new state starts with the current status.
			this.emitted.delete(idOf(recipient));
		}
	}

	/**
	 * The trigger starts with an empty state. With Mark as Read, it emits existing replies, too.
	 */
	forget(marksAsRead: boolean): void {
		this.forgetMarks();
		if (marksAsRead) this.old.clear();
	}

	forgetMarks(): void {
		for (const id of this.emitted.keys()) this.mayBeUnread.add(id);
	}

	take(items: IDataObject[]): void {
		for (const item of items) {
			const mailing = this.account.byId(String(item.message_id));
			const id = idOf(item);
			const events = this.emitted.get(id) ?? [];
			this.emitted.set(id, [...events, item]);
			const { status } = mailing.recipients.find((one) => one.id === id) ?? {};
			if (status !== item.status) this.wrong.push(`${id} is ${status}, not ${item.status}`);
		}
	}

	/** A reply may be marked as read only after an earlier poll emitted it. */
	mark(ids: string[]): void {
		for (const id of ids)
			if (!this.emitted.has(Number(id))) this.wrong.push(`${id} marked early`);
	}

	/**
	 * @param watched mailings whose events are still expected
	 * @param once true if an event must not come twice
	 */
	problems(watched: Mailing[], once: boolean): string[] {
		for (const mailing of this.account.mailings) {
			const isWatched = watched.includes(mailing);
			if (this.event === 'viberReply') this.checkReplies(mailing, isWatched, once);
			else this.checkRecipients(mailing, isWatched, once);
		}
		return this.wrong;
	}

	private checkReplies({ replies }: Mailing, isWatched: boolean, once: boolean): void {
		for (const { id, read } of replies) {
			const times = this.emitted.get(id)?.length ?? 0;
			if (this.old.has(id) ? times > 0 : times === 0 && isWatched) {
				this.wrong.push(`reply ${id} came ${times} times`);
			}
			if (once && times > 1) this.wrong.push(`reply ${id} came ${times} times`);
			// After a crash, the trigger forgets emitted events of a mailing that is no longer
			// watched.
			const isMarked =
				read === (this.markAsRead && times > 0) || (!read && this.mayBeUnread.has(id));
			if (!isMarked && (once || isWatched)) this.wrong.push(`${id} read: ${read}`);
		}
	}

	private checkRecipients({ recipients }: Mailing, isWatched: boolean, once: boolean): void {
		for (const { id, status } of recipients) {
			let last = this.old.get(id) ?? null;
			for (const event of this.emitted.get(id) ?? []) {
				const follows = event.previous_status === last && event.status !== last;
				if (once && !follows)
					this.wrong.push(`${id}: ${JSON.stringify(event)} after ${last}`);
				last = String(event.status);
			}
			if (isWatched && last !== status) this.wrong.push(`${id} is ${status}, told ${last}`);
		}
	}
}

const idOf = ({ id, delivery_id, d_sent }: IDataObject) => Number(id ?? delivery_id ?? d_sent);
