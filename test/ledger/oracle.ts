import { Evidence, isConfirmed, type Truth } from './evidence';
import type { Execution, Played } from './play';
import { type Output, outputsOf, type Said, saidIn, shownOf, type Word, wordsOf } from './said';
import type { Seen } from './service';
import { type Entry, firstOther, hasEnd, isInvalid } from './step';
import { VALUE_JUDGES } from './values';

/** A violated promise. */
export interface Violation {
	/** Its number. */
	sentence: number;
	text: string;
	execution: Execution;
	/** The requests that show it. */
	requests: Seen[];
}

/** Takes what judges find. */
export interface Judge {
	count: (what: string) => void;
	violate: (sentence: number, execution: Execution, text: string, requests?: Seen[]) => void;
}

/** Compares what a run did and said with what the service saw. */
export class Oracle {
	readonly violations: Violation[] = [];
	/** Judged promises, one entry per judgment. */
	readonly judged: string[] = [];
	private readonly evidence: Evidence;

	constructor(private readonly played: Played) {
		this.evidence = new Evidence(played);
		for (const execution of played.executions) {
			if (execution.kind.shape !== 'read') {
				this.nobodyGetsAMessageTwice(execution);
				this.underStopAllIsCheckedFirst(execution);
				this.underStopAFailureEndsATry(execution);
				this.onlyWhatMayBeSentIsSent(execution);
				this.underContinueTheOthersAreSent(execution);
			}
			this.eachItemComesOutOnce(execution);
			this.theErrorIsTrue(execution);
			const judge: Judge = {
				count: (what) => this.judged.push(what),
				violate: (...violation) => this.violate(...violation),
			};
			for (const judgeValues of VALUE_JUDGES)
				judgeValues({ played, evidence: this.evidence, execution, judge });
		}
	}

	/**
	 * (1) Nobody gets a message twice, unless "resendUnknown" asked for it, and then only what was of
	 * unknown outcome. (3) An item of unknown outcome is never sent again unless asked.
	 */
	private nobodyGetsAMessageTwice(execution: Execution): void {
		for (const [name, requests] of this.evidence.sentOnce(execution.entries)) {
			this.judge(
				'sentences 1 and 3',
				requests.length > 1 ? 'several requests' : 'one request',
			);
			for (const [position, later] of requests.entries()) {
				for (const earlier of requests.slice(0, position)) {
					const isOver = earlier.ended < later.came;
					if (earlier.outcome === 'rejected' && isOver) continue;
					const mayBeUnknown = earlier.outcome === 'unknown' || this.evidence.isLossy;
					if (mayBeUnknown && this.evidence.isAsked(later)) continue;
					const sentence = earlier.outcome === 'unknown' ? 3 : 1;
					const state = `${earlier.fault ?? 'success'}${isOver ? '' : ', not over'}`;
					this.violate(sentence, execution, `${name} is sent again after ${state}`, [
						earlier,
						later,
					]);
				}
			}
		}
	}

	/** (2) Under Stop nothing is sent before all items were checked: one invalid item, and nothing goes out. */
	private underStopAllIsCheckedFirst(execution: Execution): void {
		const { entries } = execution;
		if (this.played.drawn.mode !== 'stop' || !entries.some(isInvalid)) return;
		this.judge('sentence 2', 'an invalid item under Stop');
		const count = entries.filter((entry) => this.evidence.requestsOf(entry).length > 0).length;
		if (count > 0)
			this.violate(2, execution, `${count} entries are sent although one is invalid`);
	}

	/** Under Stop the first request that fails ends a try: there are no more failures than may be in flight. */
	private underStopAFailureEndsATry(execution: Execution): void {
		const { mode, maxInFlight, maxWait, tries } = this.played.drawn;
		if (mode !== 'stop') return;
		const isWaitedOut = (fault = '') =>
			fault === '429 now' || (maxWait > 0 && fault.startsWith('429'));
		const failed = this.evidence
			.requestsOf(...execution.entries)
			.filter((one) => !isConfirmed(one) && !isWaitedOut(one.fault));
		if (failed.length > 0) this.judge('sentence 2', 'a request that fails under Stop');
		const most =
			(['batch', 'import', 'wait'].includes(execution.kind.shape) ? 1 : maxInFlight) * tries;
		if (failed.length > most) {
			const text = `${failed.length} requests fail in ${tries} tries`;
			this.violate(2, execution, text, failed);
		}
	}

	/** Under Continue whatever is valid is sent: what is left out has a reason. */
	private underContinueTheOthersAreSent(execution: Execution): void {
		const { entries, kind } = execution;
		const { dryRun, hasKeys, maxRecipients, mode, once } = this.played.drawn;
		const mayBeKept = this.evidence.isLossy || dryRun || hasKeys || maxRecipients || once;
		if (mode === 'stop' || mayBeKept || kind.shape === 'wait') return;
		if (firstOther(kind, this.played.drawn) !== undefined) return;
		for (const entry of entries) {
			const isKept = entry.isRepeated || this.mayBeLeftOut(execution, entry);
			if (entry.wrong !== undefined || isKept) continue;
			const isMerged = entries.some(
				({ contact, place }) =>
					contact !== undefined && contact === entry.contact && place > entry.place,
			);
			this.judge('sentence 4', 'a valid item under Continue');
			if (!isMerged && this.evidence.requestsOf(entry).length === 0)
				this.violate(4, execution, `${entry.place} is valid, and not sent`);
		}
	}

	private readonly mayBeLeftOut = ({ kind }: Execution, entry: Entry): boolean =>
		hasEnd(kind, this.played.drawn) || this.evidence.mayBeLeftOut(entry);

	/** (5) A later try sends only what may be sent, and what is invalid or left out stays so. */
	private onlyWhatMayBeSentIsSent(execution: Execution): void {
		const { entries, kind } = execution;
		const { drawn } = this.played;
		const { hasHours, maxRecipients, dryRun } = drawn;
		const valid = entries.filter((one) => one.wrong === undefined && !one.isRepeated).length;
		const isTooMany = kind.hasLimit && maxRecipients !== undefined && valid > maxRecipients;
		const isDry = dryRun && kind.shape === 'batch';
		const isNone = kind.shape === 'wait' && entries.some(isInvalid);
		const reasons: Array<[string, (entry: Entry) => boolean]> = [
			['it is invalid', isInvalid],
			['it is outside the hours', ({ isOutside }) => hasHours && isOutside],
			['there are too many recipients', () => isTooMany === true],
			['it is a dry run', () => isDry],
			['a recipient of the same message is invalid', () => isNone],
		];
		for (const entry of entries) {
			for (const [reason, isKept] of reasons) {
				if (!isKept(entry)) continue;
				this.judge('sentence 5', reason);
				const requests = this.evidence.requestsOf(entry);
				const text = `${entry.place} is sent although ${reason}`;
				if (requests.length > 0) this.violate(5, execution, text, requests);
			}
		}
	}

	/** (4) Each input item comes out exactly once, as what it became. */
	private eachItemComesOutOnce(execution: Execution): void {
		const { entries, isCancelled, kind, result } = execution;
		if (isCancelled || result.error) return;
		const outputs = outputsOf(execution);
		if (kind.shape === 'wait') {
			this.ofParts(execution, outputs);
			return;
		}
		const { dryRun, maxRecipients, once } = this.played.drawn;
		if (dryRun && kind.shape === 'batch') {
			this.judge('sentence 4', 'a dry run');
			const isOne = firstOther(kind, this.played.drawn) === undefined;
			if (isOne && !maxRecipients && !once && outputs.length !== 1)
				this.violate(4, execution, `a dry run has ${outputs.length} outputs`);
			return;
		}
		for (const entry of entries) {
			const own = outputs.filter(({ items }) => items.includes(entry.item));
			if (own.length !== 1) {
				const words = own.map(({ word }) => word).join(', ');
				this.violate(
					4,
					execution,
					`item ${entry.item} comes out ${own.length} times (${words})`,
				);
			}
			for (const { word, json } of own) {
				this.judge('sentence 4', word);
				this.flagIsTrue(execution, [entry], json);
				const id = kind.id && word === 'sent' ? String(json[kind.id]) : undefined;
				this.compare(4, execution, entry, word, id);
			}
		}
		this.totals(execution, outputs);
	}

	/**
	 * The field `is_sent` of an output item about these entries is what the service got, and is there if the
	 * operation sends. Of an item that is one of several mailings or recipients it may be about a part.
	 */
	private flagIsTrue(
		execution: Execution,
		entries: Entry[],
		{ is_sent: sent, ...json }: Output['json'],
	): void {
		const { shape } = execution.kind;
		if (!['single', 'batch', 'wait'].includes(shape)) {
			if (sent !== undefined) this.violate(4, execution, `"is_sent" is ${String(sent)}`);
			return;
		}
		this.judge('sentence 4', `"is_sent" is ${String(sent)}`);
		if (sent !== true && sent !== false && sent !== null) {
			this.violate(4, execution, `"is_sent" is ${String(sent)}`);
			return;
		}
		// Says that an earlier item or execution was.
		if (json.reason === 'already sent') return;
		const truths = entries.map((entry) => this.evidence.truthsOf(execution, entry));
		const flags = new Set(truths.flat().map(flagOf));
		const isPart = flags.size > 1 && sent === null;
		if (!flags.has(sent) && !isPart && !(sent === null && this.evidence.isLossy)) {
			const places = entries.map(({ place }) => place).join();
			this.violate(4, execution, `${places} are ${truths.join()}, "is_sent": ${sent}`);
		}
		if (sent === false) this.falseForgetsNoExecution(execution, entries);
		// Whoever reads false may send it again, and true says it of all of them.
		const isCertain = truths.every((one) => one.length === 1);
		if (isCertain && flags.size > 1 && sent !== null)
			this.violate(4, execution, `only some are sent, "is_sent": ${sent}`);
	}

	/** (4) Nor is it false if an execution before this one may have sent the key, and nothing else kept it. */
	private falseForgetsNoExecution(execution: Execution, entries: Entry[]): void {
		const { dryRun, maxRecipients, once } = this.played.drawn;
		const isKept = dryRun || maxRecipients || once || hasEnd(execution.kind, this.played.drawn);
		const isOther = firstOther(execution.kind, this.played.drawn) !== undefined;
		if (isKept || isOther || entries.some(({ wrong }) => wrong !== undefined)) return;
		for (const entry of entries.filter(({ key, isOutside }) => key && !isOutside)) {
			this.judge('sentence 4', 'false with a key');
			if (this.evidence.truthBefore(execution, entry) === 'unknown')
				this.violate(
					4,
					execution,
					`${entry.place} may have been sent before, "is_sent": false`,
				);
		}
	}

	/** The counts of an import are those of its requests. */
	private totals(execution: Execution, outputs: Output[]): void {
		const { entries, kind } = execution;
		if (kind.shape !== 'import') return;
		const total = outputs.reduce((sum, { json }) => sum + Number(json.inserted ?? 0), 0);
		const confirmed = this.evidence.requestsOf(...entries).filter(isConfirmed);
		const known = confirmed.reduce((sum, { rows = 0 }) => sum + rows, 0);
		if (total !== known && !this.evidence.isLossy)
			this.violate(4, execution, `${total} contacts come out as inserted of ${known}`);
	}

	/** Input items with several entries: recipients that get a question, or mailings. */
	private ofParts(execution: Execution, outputs: Output[]): void {
		const { entries, kind } = execution;
		const items = new Set(entries.map(({ item }) => item));
		const astray = outputs.filter((one) => !one.items.every((item) => items.has(item)));
		if (astray.length > 0) this.violate(4, execution, `${astray.length} are of no item`);
		for (const item of items) {
			const own = entries.filter((entry) => entry.item === item);
			this.ofOneItem(
				execution,
				own,
				outputs.filter((one) => one.items.includes(item)),
			);
		}
		const ids = outputs.flatMap((one) => messageIds(kind, one));
		if (new Set(ids).size !== ids.length)
			this.violate(4, execution, `an ID comes out twice: ${ids.join()}`);
	}

	private ofOneItem(execution: Execution, entries: Entry[], outputs: Output[]): void {
		const { kind } = execution;
		if (outputs.length === 0)
			this.violate(4, execution, `item ${entries[0].item} does not come out`);
		const texts = outputs.map(({ error, json }) => error ?? JSON.stringify(json));
		if (outputs.length > 1)
			this.violate(4, execution, `one wait comes out ${outputs.length} times: ${texts[0]}`);
		for (const { json } of outputs) {
			this.flagIsTrue(execution, entries, json);
		}
		const ids = outputs.flatMap((one) => messageIds(kind, one));
		for (const entry of entries.filter((one) => !isInvalid(one))) {
			const id = this.evidence.confirmed(entry)?.id;
			const isNamed = id !== undefined && ids.includes(id);
			const word = isNamed ? 'sent' : (wordOfPart(outputs, entry) ?? 'failed');
			this.judge('sentence 4', word);
			this.compare(4, execution, entry, word, undefined);
		}
		const isNamed = outputs.some(({ word }) => word === 'failed');
		if (entries.some(isInvalid) && !isNamed)
			this.violate(4, execution, 'no output says that a recipient is invalid');
	}

	/** (4) Under Stop, and in the log of a cancelled execution, the status of each item is named and true. */
	private theErrorIsTrue(execution: Execution): void {
		const { entries, isCancelled, kind, logged, result } = execution;
		if (kind.shape === 'read' || (!isCancelled && !result.error)) return;
		// Each try of Retry On Fail has a line of its own.
		const text = isCancelled ? logged.at(-1) : shownOf(result.error);
		if (text === undefined) return;
		const said = saidIn(text);
		const isWhole = said.some(({ word }) => word === 'failed' || word === 'not sent');
		// A key that may have been sent before is of one item.
		const isOfAll =
			said.length === 0 &&
			/The (message may have been sent|change may have been made)/.test(
				result.error?.message ?? '',
			);
		for (const entry of entries) {
			const own = wordsOf(said, entry);
			const where = isCancelled ? 'the log' : 'the error';
			if (own.length > 1)
				this.violate(
					4,
					execution,
					`${where} has ${entry.place} as ${own.map(({ word }) => word).join(' and ')}`,
				);
			const [first] = own;
			if (first) this.judge('sentence 4', `${where} says ${first.word}`);
			else this.judge('sentence 4', `${where} does not name it`);
			if (
				isWhole &&
				!first &&
				!this.mayBeLeftOut(execution, entry) &&
				!entry.isRepeated &&
				entry.wrong === undefined
			)
				this.violate(4, execution, `${where} does not name ${entry.place}`);
			const word =
				first?.word ??
				(isOfAll && this.evidence.requestsOf(entry).length > 0 ? 'unknown' : 'not sent');
			this.compare(4, execution, entry, word, namedId(first));
		}
	}

	/** Compares the reported outcome of an entry with the service's knowledge. */
	private compare(
		sentence: number,
		execution: Execution,
		entry: Entry,
		word: Word,
		id: string | undefined,
	): void {
		const truths = this.evidence.truthsOf(execution, entry);
		const isTrue =
			truths.some((truth) => isSo(word, truth)) || this.evidence.mayBeLost(word, truths);
		if (!isTrue)
			this.violate(
				sentence,
				execution,
				`${entry.place} is said to be ${word}, and is ${truths.join(' or ')}`,
				this.evidence.requestsOf(entry),
			);
		const ids = this.evidence.requestsOf(entry).map((one) => one.id);
		const isKnown = !execution.kind.id || id === undefined || ids.includes(id);
		const isOfAnother = ids.length === 0;
		if (word === 'sent' && !isKnown && !isOfAnother)
			this.violate(sentence, execution, `${entry.place} has the ID ${id}`);
	}

	private violate(
		sentence: number,
		execution: Execution,
		text: string,
		requests: Seen[] = [],
	): void {
		this.violations.push({ sentence, text, execution, requests });
	}

	private judge(sentence: string, what: string): void {
		this.judged.push(`${sentence}: ${what}`);
	}
}

/** Reports whether a word is true. */
function isSo(word: Word, truth: Truth): boolean {
	if (word === 'sent before') return truth === 'sent';
	return word === 'sent' || word === 'unknown' ? word === truth : truth === 'none';
}

/** The field `is_sent` of an output item. */
const flagOf = (truth: Truth) => (truth === 'unknown' ? null : truth === 'sent');

/** Word of error items about one entry of their item. */
function wordOfPart(outputs: Output[], entry: Entry): Word | undefined {
	const errors = outputs.flatMap(({ error, word }) => (error ? [{ error, word }] : []));
	for (const { error } of errors) {
		const said = wordsOf(saidIn(error), entry);
		if (said.length > 0) return said[0].word;
	}
	const known = errors.filter(({ error }) => !/\((mailing|recipient)s? /.test(error));
	const leftOut = outputs.find(({ word }) => word === 'left out' || word === 'sent before');
	return leftOut ? leftOut.word : known.find(({ word }) => word === 'unknown')?.word;
}

/** The ID that is named with an entry. */
const namedId = (said: Said | undefined): string | undefined =>
	/^(?:\w+_id|uuid|id) (\S+)$/.exec(said?.ids ?? '')?.[1];

const messageIds = ({ id }: Execution['kind'], { json }: Output): string[] =>
	id && json.error === undefined ? idsIn(json, id) : [];

/** The IDs of an output item, or of the messages in it. */
function idsIn(json: Output['json'], field: string): string[] {
	const messages = Array.isArray(json.messages) ? (json.messages as Array<typeof json>) : [json];
	return messages.flatMap((one) => (one[field] === undefined ? [] : [String(one[field])]));
}
