import type { IDataObject } from 'n8n-workflow';
import type { Mailing, World } from './fakeAccount';

/** Compares what the trigger gave out with what happened in the world. */
export class Ledger {
	/** Replies and recipients that were there at activation, with the status of that time. */
	private readonly old = new Map<number, string>();

	private readonly given = new Map<number, IDataObject[]>();

	private readonly wrong: string[] = [];

	constructor(
		private readonly world: World,
		private readonly event: 'viberReply' | 'viberDelivery',
		private readonly markAsRead: boolean,
	) {}

	/** What the mailing lists now is old. */
	baseline(mailing: Mailing): void {
		if (this.world.answers(mailing) !== 'well') return;
		for (const { id } of this.world.repliesTo(mailing)) {
			if (!this.given.has(Number(id))) this.old.set(Number(id), '');
		}
		for (const { delivery_id: id, status } of this.world.recipientsOf(mailing)) {
			this.old.set(Number(id), String(status));
		}
	}

	take(items: IDataObject[]): void {
		for (const item of items) {
			const mailing = this.world.byId(String(item.message_id));
			const id = Number(item.id ?? item.delivery_id);
			const events = this.given.get(id) ?? [];
			this.given.set(id, [...events, item]);
			const { status } = mailing.recipients.find((one) => one.id === id) ?? {};
			if (status !== item.status) this.wrong.push(`${id} is ${status}, not ${item.status}`);
		}
	}

	/** Replies that are being marked as read: n8n must have had them from an earlier poll. */
	mark(ids: string[]): void {
		for (const id of ids)
			if (!this.given.has(Number(id))) this.wrong.push(`${id} marked early`);
	}

	/**
	 * @param watched mailings that the trigger still watches; of the others nothing more is expected
	 * @param once whether every event must have come exactly once
	 */
	problems(watched: Mailing[], once: boolean): string[] {
		for (const mailing of this.world.mailings) {
			const isWatched = watched.includes(mailing);
			if (this.event === 'viberReply') this.checkReplies(mailing, isWatched, once);
			else this.checkRecipients(mailing, isWatched, once);
		}
		return this.wrong;
	}

	private checkReplies({ replies }: Mailing, isWatched: boolean, once: boolean): void {
		for (const { id, read } of replies) {
			const times = this.given.get(id)?.length ?? 0;
			if (this.old.has(id) ? times > 0 : times === 0 && isWatched) {
				this.wrong.push(`reply ${id} came ${times} times`);
			}
			if (once && times > 1) this.wrong.push(`reply ${id} came ${times} times`);
			// What was given out before a crash, by a mailing that is not watched since, is forgotten.
			const isMarked = read === (this.markAsRead && times > 0);
			if (!isMarked && (once || isWatched)) this.wrong.push(`${id} read: ${read}`);
		}
	}

	private checkRecipients({ recipients }: Mailing, isWatched: boolean, once: boolean): void {
		for (const { id, status } of recipients) {
			let last = this.old.get(id) ?? null;
			for (const event of this.given.get(id) ?? []) {
				const follows = event.previous_status === last && event.status !== last;
				if (once && !follows)
					this.wrong.push(`${id}: ${JSON.stringify(event)} after ${last}`);
				last = String(event.status);
			}
			if (isWatched && last !== status) this.wrong.push(`${id} is ${status}, told ${last}`);
		}
	}
}
