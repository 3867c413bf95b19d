import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { AnyOperation, AnyRun, NewRun } from './operation';
import type { EarlierOutcome, Entry, Ledger, State } from './entry';
import { toProblem } from '../errors/problem';
import { getRunIdentity } from '../http/n8nInternals';

const OPEN_STATE: State = { is: 'open' };
export const NOT_STARTED: State = { is: 'notStarted' };

const ledgerByRun = new WeakMap<object, Ledger>();

/**
 * Returns the ledger of this run, which all tries of Retry On Fail share. A new execution and each round of a
 * loop have their own ledger.
 */
export function prepareLedgerForTry(
	context: IExecuteFunctions,
	{ retryOnFail }: INode,
	operation: AnyOperation,
): Ledger {
	const key = getRunIdentity(context);
	const ledger = ledgerByRun.get(key) ?? {
		entries: [],
		claimByKey: new Map(),
		warningHints: new Set(),
	};
	// Reads need no shared ledger, because reads can be repeated.
	if (retryOnFail && operation.effect !== 'read') ledgerByRun.set(key, ledger);
	beginTry(ledger);
	return ledger;
}

function beginTry(ledger: Ledger): void {
	const { entries } = ledger;
	for (const entry of entries) {
		const state = stateOverAllTries(entry);
		entry.state = state.is === 'sent' || state.is === 'unknown' ? state : OPEN_STATE;
		if (entry.follows) entry.follows = undefined;
	}
	if (!entries.some(isSentOrUnknown)) ledger.entries = [];
}

export function ensureItemEntries({ ledger, items }: NewRun): Entry[] {
	const { entries } = ledger;
	for (let item = entries.length; item < items.length; item++) entries.push(newEntry(item));
	return entries;
}

export const newEntry = <PlanData>(
	itemIndex: number,
	recipientOrdinal?: number,
	planData?: PlanData,
): Entry<PlanData> => ({
	itemIndex,
	recipientOrdinal,
	address: undefined,
	state: OPEN_STATE,
	planData,
});

/** Returns the recipient of an entry, or '' for a contact list. */
export const addressOf = ({ address = '' }: Pick<Entry, 'address'>): string => address;

/** Returns `unknown` if an earlier try may have sent the entry, and the current try did not. */
export const stateOverAllTries = (entry: Entry): State => {
	const { state, earlierOutcome } = entry;
	if (earlierOutcome?.by !== 'try' || isSentOrUnknown(entry)) return state;
	return { is: 'unknown', error: earlierOutcome.error };
};

/** Groups entries that share one state or error object, as the entries of a request do. */
export function groupBySharedState(entries: Entry[]): Array<[State, Entry[]]> {
	const groups = new Map<unknown, [State, Entry[]]>();
	for (const entry of entries) {
		const state = stateOverAllTries(entry);
		const key = state.is === 'unknown' ? state.error : state;
		const group = groups.get(key);
		if (group) group[1].push(entry);
		else groups.set(key, [state, [entry]]);
	}
	return [...groups.values()];
}

/** Returns the output field `is_sent`: null if the outcome is unknown or differs between entries. */
export function computeIsSent(entries: Entry[]): boolean | null {
	const [first = false, ...differing] = new Set(
		entries.map((entry) => {
			const state = stateOverAllTries(entry);
			if (state.is === 'sent') return state.isUncertain ? null : true;
			return state.is === 'unknown' || entry.earlierOutcome ? null : false;
		}),
	);
	return differing.length > 0 ? null : first;
}

/** Reports whether the entry was sent or may have been. If so, the current try does not send it. */
export const isSentOrUnknown = ({ state }: Entry): boolean =>
	state.is === 'sent' || state.is === 'unknown';

export const maybeSentInAnyTry = (entry: Entry): boolean =>
	isSentOrUnknown(entry) || entry.earlierOutcome?.by === 'try';

export const isOpen = ({ state }: Entry): boolean => state.is === 'open';

export const listOpenEntries = ({ entries }: Ledger): Entry[] => entries.filter(isOpen);

export const hasRejectedEntries = ({ entries }: Ledger): boolean =>
	entries.some(({ state }) => state.is === 'rejected');

type RejectedState = Extract<State, { is: 'rejected' }>;

export const rejectedState = (
	{ errorContextOf }: NewRun,
	item: number,
	error: unknown,
): RejectedState => ({
	is: 'rejected',
	error: toProblem(error, errorContextOf(item)),
});

export function rejectEntry(run: NewRun, entry: Entry, error: unknown): void {
	entry.state = rejectedState(run, entry.itemIndex, error);
}

/** Rejects the entries of an item with one shared error, which becomes one output item. */
function rejectItem(run: NewRun, entries: Entry[], error: unknown): void {
	const [first] = entries;
	rejectEntry(run, first, error);
	for (const entry of entries) entry.state = first.state;
}

export function rejectUnsent(run: NewRun, error: unknown): void {
	const { entries } = run.ledger;
	const itemsWithEntry = new Set(entries.map(({ itemIndex }) => itemIndex));
	const missing = [...run.items.keys()].filter((item) => !itemsWithEntry.has(item));
	for (const item of missing) entries.push(newEntry(item));
	const rest = entries.filter(({ state }) => ['open', 'notStarted'].includes(state.is));
	for (const [, entriesOfItem] of chunkByItem(rest)) rejectItem(run, entriesOfItem, error);
}

export function* chunkByItem(entries: Entry[]): Generator<[item: number, entries: Entry[]]> {
	for (let start = 0, end = 0; start < entries.length; start = end) {
		const { itemIndex } = entries[start];
		while (entries[end]?.itemIndex === itemIndex) end++;
		yield [itemIndex, entries.slice(start, end)];
	}
}

export function setState(entries: Entry[], state: State): void {
	for (const entry of entries) entry.state = state;
}

/**
 * Sets the outcome that another execution had, unless an earlier try already set an outcome. Sets only changed
 * outcomes, because a new property takes about 40 bytes and there may be 100,000 entries.
 */
export function setOtherExecutionOutcome(
	entries: Entry[],
	outcome: EarlierOutcome | undefined,
): void {
	for (const entry of entries) {
		const { earlierOutcome } = entry;
		if (earlierOutcome?.by !== 'try' && earlierOutcome !== outcome)
			entry.earlierOutcome = outcome;
	}
}

/** Makes entries with an unknown outcome sendable again if Resend If Unknown is on. */
export function reopenUnknownIfResendable(run: AnyRun): void {
	for (const entry of run.ledger.entries) {
		if (entry.state.is !== 'unknown' || !entry.canResendIfUnknown) continue;
		entry.earlierOutcome = { by: 'try', error: entry.state.error };
		entry.state = OPEN_STATE;
	}
}
