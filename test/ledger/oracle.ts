import { outputsOf, type Output, shownOf, type Told, toldIn, toldOf, type Word } from './reported';
import { type Entry, type Execution, isInvalid, type Played } from './run';
import type { Outcome, Seen } from './service';

/** Compares the actions and reports of a case's executions with the requests of the service. */
export class Oracle {
	readonly violations: string[] = [];

	constructor(private readonly played: Played) {
		for (const execution of played.executions) {
			this.nothingIsSentTwice(execution);
			this.nothingIsSentThatMustNotBe(execution);
			this.stopEndsAtTheFirstFailure(execution);
			this.continueSendsAllThatIsValid(execution);
			if (execution.result.error) this.theErrorIsTrue(execution);
			else if (execution.kind.shape === 'wait') this.theWaitComesOutOnce(execution);
			else this.eachItemComesOutOnce(execution);
		}
	}

	private requestsOf(...entries: Entry[]): Seen[] {
		return this.played.service.requestsOf(...entries.map(({ mark }) => mark));
	}

	/** An unknown outcome counts as sent, unless Resend If Unknown is on. */
	private nothingIsSentTwice({ entries, kind, drawn }: Execution): void {
		const all = this.played.executions.flatMap((one) => one.entries);
		const isWait = kind.shape === 'wait';
		const resends = this.played.executions.filter((one) => one.resendUnknown);
		// A wait has one key for all recipients, so it can only resend to all.
		if (isWait && drawn.hasKeys && resends.length > 0) return;
		for (const entry of entries) {
			const isSame = ({ key, mark, number }: Entry) =>
				entry.key === undefined
					? mark === entry.mark
					: key === entry.key && (!isWait || number === entry.number);
			const requests = this.requestsOf(...all.filter(isSame));
			for (const [position, later] of requests.entries()) {
				const isAsked = resends.some((one) =>
					this.requestsOf(...one.entries).includes(later),
				);
				for (const earlier of requests.slice(0, position)) {
					const isOver = earlier.ended < later.came;
					if (earlier.outcome === 'rejected' && isOver) continue;
					if (earlier.outcome === 'unknown' && isAsked) continue;
					const fault = `${earlier.fault ?? 'success'}${isOver ? '' : ', not over'}`;
					this.violate(entry, `is sent again after ${fault}`);
				}
			}
		}
	}

	private nothingIsSentThatMustNotBe({ entries, kind, drawn }: Execution): void {
		const hasInvalid = entries.some(isInvalid);
		const valid = entries.filter(({ wrong }) => wrong === undefined).length;
		const { maxRecipients = Infinity, onError } = drawn;
		for (const entry of entries) {
			if (this.requestsOf(entry).length === 0) continue;
			const violate = (reason: string) => this.violate(entry, `is sent although ${reason}`);
			if (isInvalid(entry)) violate('it is invalid');
			if (entry.isOutsideHours) violate('the time is outside the hours');
			if (kind.hasLimit && valid > maxRecipients) violate('there are too many recipients');
			if (hasInvalid && onError === 'stopWorkflow') violate('an item is invalid under Stop');
			if (hasInvalid && kind.shape === 'wait') violate('another recipient is invalid');
			const isShared = this.requestsOf(entry).some(({ marks }) => marks.length > 1);
			if (isShared && ['single', 'wait', 'change'].includes(kind.shape))
				violate('its request has values of another entry');
		}
	}

	private stopEndsAtTheFirstFailure({ entries, kind, drawn }: Execution): void {
		if (drawn.onError !== 'stopWorkflow') return;
		const inFlight = ['single', 'change'].includes(kind.shape) ? drawn.maxInFlight : 1;
		const failed = this.requestsOf(...entries).filter(({ outcome }) => outcome !== 'sent');
		if (failed.length > inFlight * drawn.tries)
			this.violate(entries[0], `and others: ${failed.length} requests fail under Stop`);
	}

	private continueSendsAllThatIsValid({ entries, kind, drawn }: Execution): void {
		const mayKeep = drawn.hasKeys || drawn.maxRecipients !== undefined || kind.shape === 'wait';
		if (drawn.onError === 'stopWorkflow' || mayKeep) return;
		for (const entry of entries) {
			if (entry.wrong !== undefined || entry.isOutsideHours) continue;
			if (this.requestsOf(entry).length === 0) this.violate(entry, 'is valid, and not sent');
		}
	}

	private eachItemComesOutOnce(execution: Execution): void {
		const { entries, kind } = execution;
		const outputs = outputsOf(execution);
		for (const entry of entries) {
			const own = outputs.filter(({ items }) => items.includes(entry.item));
			if (own.length !== 1) this.violate(entry, `comes out ${own.length} times`);
			for (const { word, json } of own) {
				this.flagIsTrue(execution, [entry], json);
				this.wordIsTrue(entry, word, kind.id && json[kind.id]);
			}
		}
		if (kind.shape !== 'import') return;
		const inserted = outputs.reduce((sum, { json }) => sum + Number(json.inserted ?? 0), 0);
		const sent = this.requestsOf(...entries).filter(({ outcome }) => outcome === 'sent');
		const rows = sent.reduce((sum, { marks }) => sum + marks.length, 0);
		if (inserted !== rows)
			this.violate(entries[0], `and others: ${inserted} of ${rows} inserted`);
	}

	/** The recipients of a wait share one item. */
	private theWaitComesOutOnce(execution: Execution): void {
		const { entries, kind } = execution;
		const outputs = outputsOf(execution);
		if (outputs.length !== 1) this.violate(entries[0], `comes out ${outputs.length} times`);
		for (const { word, json } of outputs) {
			this.flagIsTrue(execution, entries, json);
			const isFailed = json.error !== undefined;
			if (entries.some(isInvalid) && !isFailed)
				this.violate(entries[0], 'hides an invalid one');
			const told = toldIn(String(json.error));
			const ids = isFailed || !kind.id ? [] : idsIn(json, kind.id);
			if (new Set(ids).size !== ids.length)
				this.violate(entries[0], `has the IDs ${ids.join()}`);
			for (const entry of entries.filter((one) => !isInvalid(one))) {
				const { id } =
					this.requestsOf(entry).find(({ outcome }) => outcome === 'sent') ?? {};
				const isNamed = id !== undefined && ids.includes(id);
				const [first] = toldOf(told, entry);
				this.wordIsTrue(entry, isNamed ? 'sent' : (first?.word ?? wordOfAll(word)));
			}
		}
	}

	private theErrorIsTrue({ entries, drawn, kind, result }: Execution): void {
		const text = shownOf(result.error);
		const told = toldIn(text);
		const isComplete = told.some(({ word }) => word === 'failed' || word === 'not sent');
		const isUnknown = /The (message may have been sent|change may have been made)/.test(text);
		for (const entry of entries) {
			const own = toldOf(told, entry);
			if (own.length > 1)
				this.violate(entry, `is ${own.map(({ word }) => word).join(' and ')} in the error`);
			const [first] = own as Array<Told | undefined>;
			const mayBeLeftOut = drawn.hasKeys || entry.isOutsideHours || entry.wrong !== undefined;
			if (isComplete && !first && !mayBeLeftOut) this.violate(entry, 'is not in the error');
			const isSent = this.requestsOf(entry).length > 0;
			const unnamed = told.length === 0 && isUnknown && isSent ? 'unknown' : 'not sent';
			this.wordIsTrue(entry, first?.word ?? unnamed, kind.id && first?.id);
		}
	}

	private wordIsTrue(entry: Entry, word: Word, id?: unknown): void {
		const outcomes = this.outcomesOf(entry);
		const true_ = { sent: 'sent', 'sent before': 'sent', unknown: 'unknown' }[word as string];
		if (!outcomes.includes((true_ ?? 'rejected') as Outcome))
			this.violate(entry, `is said to be ${word}, and is ${outcomes.join(' or ')}`);
		const ids = this.requestsOf(entry).map((one) => one.id);
		if (word === 'sent' && id !== undefined && ids.length > 0 && !ids.includes(String(id)))
			this.violate(entry, `has the ID ${String(id)}`);
	}

	/** `is_sent` is null if the outcome is unknown or differs between the entries. */
	private flagIsTrue(execution: Execution, entries: Entry[], json: Output['json']): void {
		const { is_sent: isSent, reason } = json;
		if (['import', 'change'].includes(execution.kind.shape)) {
			if (isSent !== undefined) this.violate(entries[0], 'has "is_sent"');
			return;
		}
		// An earlier item or execution sent the message.
		if (reason === 'already sent') return;
		const outcomes = entries.map((entry) => this.outcomesOf(entry));
		const flags = new Set(outcomes.flat().map(flagOf));
		const isPart = flags.size > 1 && isSent === null;
		const isCertain = outcomes.every((one) => one.length === 1);
		if ((!flags.has(isSent as never) && !isPart) || (isCertain && flags.size > 1 && !isPart))
			this.violate(entries[0], `is ${outcomes.join()}, "is_sent": ${String(isSent)}`);
		if (isSent === false) this.falseIsTrueOfTheKey(execution, entries);
	}

	/** A user may send again after `false`, so no earlier execution may have sent the key. */
	private falseIsTrueOfTheKey({ drawn }: Execution, entries: Entry[]): void {
		const [first, second] = this.played.executions;
		if (drawn.maxRecipients || drawn.second?.isAtOnce || !second) return;
		if (entries.some(({ wrong }) => wrong !== undefined)) return;
		for (const { isOutsideHours, key, mark } of entries) {
			const isOfSecond = second.entries.some((one) => one.mark === mark);
			if (isOutsideHours || !isOfSecond) continue;
			const same = first.entries.filter((one) => one.key === key);
			if (outcomeOf(this.requestsOf(...same)) === 'unknown')
				this.violate(entries[0], 'may have been sent before, "is_sent": false');
		}
	}

	/**
	 * Returns the outcomes that may be reported: those of the entry, or of other entries with its
	 * key.
	 */
	private outcomesOf(entry: Entry): Outcome[] {
		const own = outcomeOf(this.requestsOf(entry));
		if (own !== 'rejected' || entry.key === undefined) return [own];
		const all = this.played.executions.flatMap(({ entries }) => entries);
		const same = all.filter(({ key }) => key === entry.key);
		const outcomes = new Set(same.map((one) => outcomeOf(this.requestsOf(one))));
		// The key belongs to a whole item, which may have several recipients.
		return ['rejected', ...outcomes, ...(outcomes.size > 1 ? (['unknown'] as const) : [])];
	}

	private violate({ mark }: Entry, text: string): void {
		this.violations.push(`${mark} ${text}`);
	}
}

/** An entry without a request counts as rejected, which means not sent. */
function outcomeOf(requests: Seen[]): Outcome {
	const outcomes = requests.map(({ outcome }) => outcome);
	return (['sent', 'unknown'] as const).find((one) => outcomes.includes(one)) ?? 'rejected';
}

const flagOf = (outcome: Outcome) => (outcome === 'unknown' ? null : outcome === 'sent');

/** An item that was sent names its recipients, so other recipients of the item failed. */
const wordOfAll = (word: Word): Word => (word === 'sent' ? 'failed' : word);

/** Returns the IDs of an output item, or of the messages in the item. */
function idsIn(json: Output['json'], field: string): string[] {
	const messages = Array.isArray(json.messages) ? (json.messages as Array<typeof json>) : [json];
	return messages.flatMap((one) => (one[field] === undefined ? [] : [String(one[field])]));
}
