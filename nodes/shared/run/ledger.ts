import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { AnyOperation, AnyRun, NewRun } from './operation';
import type { Before, Entry, Ledger, State } from './entry';
import { toProblem } from '../errors/problem';
import { runKey } from '../http/n8nInternals';

export const OPEN: State = { is: 'open' };
export const NOT_STARTED: State = { is: 'notStarted' };

const ledgers = new WeakMap<object, Ledger>();

/**
 * The ledger of this run of the step. It is kept by the object that represents the run, so that the
 * next try of Retry On Fail has it, and a second execution or the next round of a loop has a new one.
 * n8n tries again if the step throws, or if the first item of its first output has an `error`.
 */
export function ledgerOf(
	context: IExecuteFunctions,
	{ retryOnFail }: INode,
	operation: AnyOperation,
): Ledger {
	const key = runKey(context);
	const ledger = ledgers.get(key) ?? { entries: [], claims: new Map(), hints: new Set() };
	// Reading is repeated. Without Retry On Fail there is no next try.
	if (retryOnFail && operation.effect !== 'read') ledgers.set(key, ledger);
	beginTry(ledger);
	return ledger;
}

/** Forgets what the try before has found wrong, but not what it has sent, or may have sent. */
function beginTry(ledger: Ledger): void {
	const { entries } = ledger;
	for (const entry of entries) {
		const known = knownState(entry);
		entry.state = known.is === 'sent' || known.is === 'unknown' ? known : OPEN;
		if (entry.follows) entry.follows = undefined;
	}
	if (entries.some(isSentOrUnknown)) return;
	ledger.entries = [];
	ledger.question = undefined;
}

/** The entries of a run whose input items are sent, one by one or together. */
export function itemEntries({ ledger, items }: NewRun): Entry[] {
	const { entries } = ledger;
	for (let item = entries.length; item < items.length; item++) entries.push(newEntry(item));
	return entries;
}

export const newEntry = <Content>(
	item: number,
	place?: number,
	content?: Content,
): Entry<Content> => ({ item, place, address: undefined, state: OPEN, content });

/** Whom an entry is for; empty if it is for nobody in particular, e.g. a contact list. */
export const addressOf = ({ address = '' }: Pick<Entry, 'address'>): string => address;

/** What is known of an entry over all tries: one that was not sent now may have been sent in an earlier one. */
export const knownState = (entry: Entry): State => {
	const { state, before } = entry;
	if (before?.by !== 'try' || isSentOrUnknown(entry)) return state;
	return { is: 'unknown', error: before.error };
};

/** The entries of each request, and those that have one error or one state for another reason. */
export function byState(entries: Entry[]): Array<[State, Entry[]]> {
	const groups = new Map<unknown, [State, Entry[]]>();
	for (const entry of entries) {
		const state = knownState(entry);
		const key = state.is === 'unknown' ? state.error : state;
		const group = groups.get(key);
		if (group) group[1].push(entry);
		else groups.set(key, [state, [entry]]);
	}
	return [...groups.values()];
}

/** Whether something was sent: null if that is not known, or if only a part of it was. */
export function wasSent(entries: Entry[]): boolean | null {
	const [first = false, ...others] = new Set(
		entries.map((entry) => {
			const state = knownState(entry);
			if (state.is === 'sent') return state.isUncertain ? null : true;
			return state.is === 'unknown' || entry.before ? null : false;
		}),
	);
	return others.length > 0 ? null : first;
}

/** Whether an entry was sent in this run, or may have been, and is not sent now. */
export const isSentOrUnknown = ({ state }: Entry): boolean =>
	state.is === 'sent' || state.is === 'unknown';

/** Whether a try of this run has sent an entry, or may have, even if it is sent again now. */
export const mayHaveBeenSent = (entry: Entry): boolean =>
	isSentOrUnknown(entry) || entry.before?.by === 'try';

export const isOpen = ({ state }: Entry): boolean => state.is === 'open';

export const openEntries = ({ entries }: Ledger): Entry[] => entries.filter(isOpen);

export const hasRejected = ({ entries }: Ledger): boolean =>
	entries.some(({ state }) => state.is === 'rejected');

type Rejected = Extract<State, { is: 'rejected' }>;

export const rejected = ({ where }: NewRun, item: number, error: unknown): Rejected => ({
	is: 'rejected',
	error: toProblem(error, where(item)),
});

export function reject(run: NewRun, entry: Entry, error: unknown): void {
	entry.state = rejected(run, entry.item, error);
}

/** Rejects entries of one item: they have one error, and so one output item. */
export function rejectItem(run: NewRun, entries: Entry[], error: unknown): void {
	const [first] = entries;
	reject(run, first, error);
	for (const entry of entries) entry.state = first.state;
}

/** Rejects everything that was not sent: something is wrong that is read once. */
export function rejectRest(run: NewRun, error: unknown): void {
	const { entries } = run.ledger;
	const known = new Set(entries.map(({ item }) => item));
	const missing = [...run.items.keys()].filter((item) => !known.has(item));
	for (const item of missing) entries.push(newEntry(item));
	const rest = entries.filter(({ state }) => ['open', 'notStarted'].includes(state.is));
	for (const [, entriesOfItem] of byItem(rest)) rejectItem(run, entriesOfItem, error);
}

export function* byItem(entries: Entry[]): Generator<[item: number, entries: Entry[]]> {
	for (let from = 0, to = 0; from < entries.length; from = to) {
		const { item } = entries[from];
		while (entries[to]?.item === item) to++;
		yield [item, entries.slice(from, to)];
	}
}

export function setState(entries: Entry[], state: State): void {
	for (const entry of entries) entry.state = state;
}

/** It takes no memory from entries that never had it. */
export function setBefore(entries: Entry[], before: Before | undefined): void {
	for (const entry of entries) if (entry.before !== before) entry.before = before;
}

/** @throws UserError if an earlier try of Retry On Fail may have sent something with another account */
export function assertSameAccount({ ledger, account }: AnyRun): void {
	if (ledger.entries.some(mayHaveBeenSent)) ledger.account?.assertSame(account);
	ledger.account = account;
}

/** Opens what an earlier try may have sent, if it is to be resent. */
export function reopenUnknown(run: AnyRun): void {
	for (const entry of run.ledger.entries) {
		if (entry.state.is !== 'unknown' || !entry.isResent) continue;
		entry.before = { by: 'try', error: entry.state.error };
		entry.state = OPEN;
	}
}
