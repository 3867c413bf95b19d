import type { Execution, Played } from './play';
import type { Word } from './said';
import type { Seen } from './service';
import { type Entry, hasDeadline } from './step';

/** The service's knowledge of an entry; the caller cannot know more. */
export type Truth = 'sent' | 'unknown' | 'none';

/** The service's view of the entries of a case. */
export class Evidence {
	constructor(private readonly played: Played) {}

	/**
	 * Outcomes of an entry, including those of entries that replace it: the same key, or a row of the same
	 * contact.
	 */
	truthsOf({ entries, kind }: Execution, entry: Entry): Truth[] {
		const own = this.requestsOf(entry);
		// A later try reads again, and may find it invalid.
		const isRead = kind.shape === 'read';
		if (isRead) return own.some(isConfirmed) ? ['sent', ...noneIf(entry.wrong)] : ['none'];
		const truth = truthOf(own);
		// One that was rejected may have another with its key, or a later row of its contact, which was not.
		const mayHaveOther = entry.key !== undefined || kind.shape === 'import';
		if (own.length > 0 && (truth !== 'none' || !mayHaveOther)) return [truth];
		const others =
			kind.shape === 'import'
				? entries.filter(
						({ contact, place }) => contact === entry.contact && place > entry.place,
					)
				: this.played.executions
						.flatMap((one) => one.entries)
						.filter(({ key }) => key !== undefined && key === entry.key);
		const truths = new Set(others.map((one) => truthOf(this.requestsOf(one))));
		// A key is of a whole item, which may have several recipients.
		return ['none', ...truths, ...(truths.size > 1 ? (['unknown'] as const) : [])];
	}

	/** Outcome of an entry's key in executions that ended before this one. */
	truthBefore(execution: Execution, { key }: Entry): Truth {
		const { drawn, executions } = this.played;
		const at = executions.indexOf(execution);
		const before = executions.slice(0, at === 1 && drawn.second?.isAtOnce ? 0 : at);
		const same = before.flatMap(({ entries }) => entries.filter((one) => one.key === key));
		return truthOf(this.requestsOf(...same));
	}

	/** Reports whether the execution of a request may resend entries with an unknown outcome. */
	isAsked({ marks }: Seen): boolean {
		return this.played.executions.some(
			({ entries, resendUnknown }) =>
				resendUnknown && entries.some((one) => one.marks.some((mark) => marks.has(mark))),
		);
	}

	/** Reports whether an option may have left out the entry. */
	mayBeLeftOut({ isOutside }: Entry): boolean {
		const { hasHours, hasKeys } = this.played.drawn;
		return hasKeys || (hasHours && isOutside);
	}

	/** A deadline, a connection or a cancelled execution may lose a response that was sent. */
	get isLossy(): boolean {
		const { drawn, executions } = this.played;
		return (
			hasDeadline(drawn) ||
			drawn.down !== undefined ||
			executions.some((one) => one.isCancelled)
		);
	}

	/** Reports whether a lost response can explain that a word differs from the service's knowledge. */
	mayBeLost(word: Word, truths: Truth[]): boolean {
		if (!this.isLossy) return false;
		return word === 'unknown' || (word === 'sent before' && truths.includes('unknown'));
	}

	readonly confirmed = (entry: Entry) => this.requestsOf(entry).find(isConfirmed);

	/** The requests for any of these entries, in their order. */
	requestsOf(...entries: Entry[]): Seen[] {
		const marks = entries.flatMap((entry) => entry.marks);
		return this.played.seen.filter((one) => marks.some((mark) => one.marks.has(mark)));
	}

	/** Things that may be sent once (a message, or a value of a contact), and their requests. */
	sentOnce(entries: Entry[]): Array<[string, Seen[]]> {
		const names = new Map<string, Entry[]>();
		const all = this.played.executions.flatMap((one) => one.entries);
		for (const { contact, identity, marks } of entries) {
			if (contact === undefined) {
				names.set(
					identity,
					all.filter((one) => one.identity === identity),
				);
			} else {
				for (const mark of marks) names.set(mark, [{ ...entries[0], marks: [mark] }]);
			}
		}
		return [...names].map(([name, same]) => [name, this.requestsOf(...same)]);
	}
}

const noneIf = (condition: unknown): Truth[] => (condition === undefined ? [] : ['none']);

export const isConfirmed = ({ outcome }: Seen): boolean => outcome === 'confirmed';

function truthOf(requests: Seen[]): Truth {
	if (requests.some(isConfirmed)) return 'sent';
	return requests.some(({ outcome }) => outcome === 'unknown') ? 'unknown' : 'none';
}
