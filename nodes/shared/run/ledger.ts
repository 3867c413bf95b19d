import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { AnyOperation, AnyRun, NewRun } from '../describe/operation';
import type { Entry, Ledger, State } from '../describe/ledger';
import { toNodeError } from '../errors/nodeErrors';
import { runKey } from '../http/n8nInternals';
import type { SendingHours } from '../values/sendingHours';

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
	const ledger = ledgers.get(key) ?? {
		noun: 'item',
		entries: [],
		claims: new Map(),
	};
	// Reading is repeated. Without Retry On Fail there is no next try.
	if (retryOnFail && operation.effect !== 'read') ledgers.set(key, ledger);
	beginTry(ledger);
	return ledger;
}

/** Forgets what the try before has judged, but not what it has sent, or may have sent. */
function beginTry(ledger: Ledger): void {
	const { entries } = ledger;
	for (const entry of entries) {
		if (!isSentOrUnknown(entry)) entry.state = entry.unknownBefore ?? OPEN;
	}
	if (entries.some(isSentOrUnknown)) return;
	ledger.entries = [];
	ledger.kept = undefined;
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

/** Within which hours entries are sent. It takes no memory from those that have none. */
export function setHours(entries: Entry[], hours: SendingHours | undefined): void {
	for (const entry of entries) if (entry.hours !== hours) entry.hours = hours;
}

/** What is known of an entry: if it was not sent now, it may still have been sent in an earlier try. */
export const knownState = (entry: Entry): State =>
	isSentOrUnknown(entry) ? entry.state : (entry.unknownBefore ?? entry.state);

/** Whether something was sent: null if that is not known, or if only a part of it was. */
export function wasSent(entries: Entry[]): boolean | null {
	const [first = false, ...others] = new Set(entries.map(isSent));
	return others.length > 0 ? null : first;
}

function isSent(entry: Entry): boolean | null {
	const state = knownState(entry);
	if (state.is === 'sent') return true;
	return state.is === 'unknown' || entry.keyIsUnknown ? null : false;
}

/** Whether an entry was sent, or may have been, and is not sent again. */
export const isSentOrUnknown = ({ state }: Entry): boolean =>
	state.is === 'sent' || state.is === 'unknown';

/** Whether an entry was sent, or may have been, now or in an earlier try. */
export const mayHaveBeenSent = (entry: Entry): boolean =>
	isSentOrUnknown(entry) || entry.unknownBefore !== undefined;

/** Whether an earlier try has sent something, or may have. */
export const mayHaveSent = ({ entries }: Ledger): boolean => entries.some(mayHaveBeenSent);

export const isOpen = ({ state }: Entry): boolean => state.is === 'open';

export const openEntries = ({ entries }: Ledger): Entry[] => entries.filter(isOpen);

export const hasRejected = ({ entries }: Ledger): boolean =>
	entries.some(({ state }) => state.is === 'rejected');

/** @param isDuplicate the entry is valid, but an earlier one has the same recipient */
export function reject(run: NewRun, entry: Entry, error: unknown, isDuplicate?: boolean): void {
	entry.state = {
		is: 'rejected',
		error: toNodeError(error, run.where(entry.item)),
		isDuplicate,
	};
}

/** Rejects entries of one item: they have one error, and so one output item. */
function rejectItem(run: NewRun, entries: Entry[], error: unknown): void {
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
	for (const [, own] of byItem(rest)) rejectItem(run, own, error);
}

/** The entries of each item. */
export function* byItem(entries: Entry[]): Generator<[item: number, entries: Entry[]]> {
	for (let from = 0, to = 0; from < entries.length; from = to) {
		const { item } = entries[from];
		while (entries[to]?.item === item) to++;
		yield [item, entries.slice(from, to)];
	}
}

/**
 * Judges each item that has something to send.
 *
 * @param stateOf what the item becomes; undefined if it stays open. If it throws, the item is rejected.
 */
export function judge(run: AnyRun, stateOf: (item: number, entries: Entry[]) => State | undefined) {
	for (const [item, entries] of byItem(openEntries(run.ledger))) {
		try {
			const state = stateOf(item, entries);
			if (state) for (const entry of entries) entry.state = state;
		} catch (error) {
			rejectItem(run, entries, error);
		}
	}
}

/** Writes down the status of entries. What may have been sent stays so unless it was sent now. */
export function settle(entries: Entry[], state: State): void {
	for (const entry of entries) {
		const countsMore = state.is === 'sent' || state.is === 'unknown';
		entry.state = countsMore ? state : (entry.unknownBefore ?? state);
	}
}
