import type { IDataObject } from 'n8n-workflow';

export interface Recipient {
	id: number;
	phone: string;
	status: string;
}

export interface Mailing {
	id: number;
	recipients: Recipient[];
	/** In the order of the IDs, which is not always the order of arrival. */
	replies: Array<{ id: number; read: boolean; hidden: boolean }>;
}

/** Faults of the service during one poll. */
export interface FakeFaults {
	/** Indexes of mailings whose request fails. */
	failing: number[];
	rejected: number[];
	listFails: boolean;
	markFails: boolean;
	/**
	 * `reversed` changes the order of lists, `doubled` repeats entries, `lacking` drops an entry.
	 */
	reversed: boolean;
	doubled: boolean;
	lacking: boolean;
}

export const noFaults: FakeFaults = {
	failing: [],
	rejected: [],
	listFails: false,
	markFails: false,
	reversed: false,
	doubled: false,
	lacking: false,
};

export const STATUSES = ['NEW', 'DELIVERED', 'READ', 'UNDELIVERED'];

/** The history of an account, and the lists that the service returns. */
export class FakeAccount {
	readonly mailings: Mailing[] = [];

	faults = noFaults;

	private nextId: number;

	private nextReply: number;

	/**
	 * @param onward true if a status never returns to an earlier status
	 * @param number of the account, so that accounts have different IDs
	 */
	constructor(
		private readonly onward = false,
		number = 1,
	) {
		this.nextId = number * 100_000;
		this.nextReply = number * 1_000_000;
	}

	add(): void {
		this.mailings.push({ id: (this.nextId += 3), recipients: [], replies: [] });
	}

	send(place: number, status: string): void {
		const mailing = this.at(place);
		const id = (this.nextId += 1);
		// Few phones, so that some receive several SMS.
		mailing?.recipients.push({ id, phone: `380500000${id % 3}`, status });
	}

	change(place: number, which: number, status: string): void {
		const recipients = this.at(place)?.recipients ?? [];
		const recipient = recipients[which % Math.max(1, recipients.length)];
		if (!recipient) return;
		const back = STATUSES.indexOf(status) < STATUSES.indexOf(recipient.status);
		if (!(back && this.onward)) recipient.status = status;
	}

	/** A late reply has its ID already, but is listed only after `appear`. */
	reply(place: number, late: boolean): void {
		this.at(place)?.replies.push({ id: ++this.nextReply, read: false, hidden: late });
	}

	appear(): void {
		for (const { replies } of this.mailings) for (const reply of replies) reply.hidden = false;
	}

	read(ids: string[]): void {
		for (const { replies } of this.mailings) {
			for (const reply of replies) if (ids.includes(String(reply.id))) reply.read = true;
		}
	}

	at(place: number): Mailing | undefined {
		return this.mailings[place % Math.max(1, this.mailings.length)];
	}

	byId(id: string): Mailing {
		const found = this.mailings.find((mailing) => String(mailing.id) === id);
		if (!found) throw new Error(`no mailing ${id}`);
		return found;
	}

	responds(mailing: Mailing): 'well' | 'not' | 'rejected' {
		const { failing, rejected } = this.faults;
		if (failing.some((place) => this.at(place) === mailing)) return 'not';
		return rejected.some((place) => this.at(place) === mailing) ? 'rejected' : 'well';
	}

	repliesTo({ replies }: Mailing): IDataObject[] {
		const unread = replies.filter(({ read, hidden }) => !read && !hidden);
		return this.listed(unread.map(({ id }) => ({ id: String(id), message: `Text ${id}` })));
	}

	recipientsOf({ recipients }: Mailing): IDataObject[] {
		return this.listed(
			recipients.map(({ id, phone, status }) => ({ delivery_id: id, phone, status })),
		);
	}

	/** The API lists SMS without an ID. The time of sending is unique instead. */
	smsRecipientsOf({ recipients }: Mailing): IDataObject[] {
		const all = recipients.map(({ id, phone, status }) => ({ phone, status, d_sent: `${id}` }));
		return this.faults.reversed ? all.reverse() : all;
	}

	listed<T>(entries: T[]): T[] {
		const { reversed, doubled, lacking } = this.faults;
		const some = lacking ? entries.slice(1) : [...entries];
		const all = doubled ? [...some, ...structuredClone(some.slice(0, 2))] : some;
		return reversed ? all.reverse() : all;
	}
}
