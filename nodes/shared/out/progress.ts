import type { IDataObject } from 'n8n-workflow';
import type { Entry, Ledger, State } from '../run/entry';
import type { Plan } from '../run/operation';
import { formatRanges } from '../errors/itemRanges';
import { NOTHING_SENT } from '../errors/problem';
import { groupByState, stateOverAllTries } from '../run/ledger';
import { toSingleLine } from '../values/singleLine';
import { reasons } from './reasons';

/** Max requests that are listed with their result. The others are listed as ranges of items. */
const MAX_LISTED_ENTRIES = 100;

const ID_FIELDS = ['sms_id', 'message_id', 'email_id', 'uuid', 'list_id', 'id'];

/** Max length of an ID in an error, because the service may send any text. */
const MAX_ID_LENGTH = 100;

/** Describes which entries were sent, may have been sent, failed, or were not sent. */
export function progressOf(
	ledger: Ledger,
	{ describeEarlierResult }: Partial<Plan> = {},
	entries = ledger.entries,
): string[] {
	const sent = sentSentences('Sent', entries, describeEarlierResult);
	const earlier = earlierExecutionPart(entries);
	const notSent = entries.filter(isNotSent(entries === ledger.entries));
	return [
		...sent,
		...(sent.length > 0 || earlier.length > 0 ? [] : [NOTHING_SENT]),
		...earlier,
		...progressPart('Failed', entries.filter(hasState('failed'))),
		...progressPart('Not sent', notSent),
		...(sent.length > 0 ? abortNote(ledger) : []),
	];
}

/** Describes what an earlier try of Retry On Fail sent or may have sent. Empty if nothing. */
export function sentByEarlierTry(ledger: Ledger): string[] {
	const { entries } = ledger;
	const sent = sentSentences('Sent by an earlier try', entries);
	if (sent.length === 0) return [];
	const rest = [...earlierExecutionPart(entries), 'Nothing else was sent.'];
	return [...sent, ...rest, ...abortNote(ledger)];
}

function sentSentences(title: string, entries: Entry[], describeEarlierResult = idOf): string[] {
	const sent = sentText(entries, describeEarlierResult);
	const unknown = progressPart('May have been sent', entries.filter(hasState('unknown')));
	return [...(sent ? [`${title}: ${sent}.`] : []), ...unknown];
}

const earlierExecutionPart = (entries: Entry[]): string[] =>
	progressPart(
		'May have been sent before with the same key',
		entries.filter(
			(entry) =>
				maybeSentByOtherExecution(entry) &&
				!hasState('sent')(entry) &&
				!hasState('unknown')(entry),
		),
	);

/** Reports whether another execution may have sent a message with the key of this entry. */
export const maybeSentByOtherExecution = ({ earlierOutcome }: Entry): boolean =>
	earlierOutcome?.by === 'execution';

const abortNote = ({ abortOnFailureMessage }: Ledger) =>
	abortOnFailureMessage ? [abortOnFailureMessage] : [];

const hasState = (is: State['is']) => (entry: Entry) => {
	const state = stateOverAllTries(entry);
	return (state.is === 'sent' && state.isUncertain ? 'unknown' : state.is) === is;
};

/**
 * Returns a function that reports whether an entry is listed as not sent: it was rejected, it was outside its
 * hours, or the run ended first. A rejected item has an error in the output, so only a text about the whole
 * run lists it.
 */
const isNotSent =
	(isWholeRun: boolean) =>
	(entry: Entry): boolean => {
		const state = stateOverAllTries(entry);
		if (maybeSentByOtherExecution(entry)) return false;
		if (state.is === 'leftOut') return reasons[state.reason].isReportedNotSent;
		if (state.is !== 'rejected') return state.is === 'notStarted';
		return entry.recipientNumber !== undefined || isWholeRun;
	};

const numbered = (word: string, numbers: number[]): string =>
	`${word}${new Set(numbers).size === 1 ? '' : 's'} ${formatRanges(numbers)}`;

/** Names entries, e.g. `items 0-2` or `recipients 1-2`. */
const describeEntries = (entries: Entry[]): string =>
	numbered(
		entries[0]?.recipientNumber === undefined ? 'item' : 'recipient',
		entries.map(({ item, recipientNumber = item }) => recipientNumber),
	);

const progressPart = (title: string, entries: Entry[]): string[] =>
	entries.length > 0 ? [`${title}: ${describeEntries(entries)}.`] : [];

function sentText(entries: Entry[], describeEarlierResult: typeof idOf): string {
	const sent = groupByState(entries.filter(hasState('sent')));
	const named = sent.slice(0, MAX_LISTED_ENTRIES).map(([state, group]) => {
		const result = state.is === 'sent' ? describeEarlierResult(state.records) : '';
		return describeEntries(group) + (result && ` (${result})`);
	});
	const unnamed = sent.slice(MAX_LISTED_ENTRIES).flatMap(([, group]) => group);
	return [...named, ...(unnamed.length > 0 ? [describeEntries(unnamed)] : [])].join(', ');
}

/** Names the result of a request, e.g. `sms_id 5001`. */
function idOf([record = {}]: IDataObject[]): string {
	const field = ID_FIELDS.find((name) => record[name] !== undefined);
	return field ? `${field} ${toSingleLine(String(record[field])).slice(0, MAX_ID_LENGTH)}` : '';
}
