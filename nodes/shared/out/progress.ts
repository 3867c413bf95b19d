import type { IDataObject } from 'n8n-workflow';
import type { Entry, Ledger, State } from '../run/entry';
import type { Plan } from '../run/operation';
import { formatFirstRanges } from '../errors/itemRanges';
import { NOTHING_SENT } from '../errors/problem';
import { groupBySharedState, stateOverAllTries } from '../run/ledger';
import { toSingleLine } from '../values/singleLine';
import { infoByLeftOutReason } from './reasons';

const MAX_LISTED_REQUESTS = 100;

const ID_FIELDS = ['sms_id', 'message_id', 'email_id', 'uuid', 'list_id', 'id'];

/** Max length of an ID in an error, because the service may send any text. */
const MAX_ID_LENGTH = 100;

export function describeProgress(
	ledger: Ledger,
	{ describeSentRecords }: Partial<Plan> = {},
	entries = ledger.entries,
): string[] {
	const sent = describeSent('Sent', entries, describeSentRecords);
	const earlier = describeOtherExecutionEntries(entries);
	const notSent = entries.filter(makeNotSentFilter(entries === ledger.entries));
	return [
		...sent,
		...(sent.length > 0 || earlier.length > 0 ? [] : [NOTHING_SENT]),
		...earlier,
		...listProgressSentence('Failed', entries.filter(makeStateFilter('failed'))),
		...listProgressSentence('Not sent', notSent),
		...(sent.length > 0 ? describeAbort(ledger) : []),
	];
}

export function describeEarlierTry(ledger: Ledger): string[] {
	const { entries } = ledger;
	const sent = describeSent('Sent by an earlier try', entries);
	if (sent.length === 0) return [];
	const rest = [...describeOtherExecutionEntries(entries), 'Nothing else was sent.'];
	return [...sent, ...rest, ...describeAbort(ledger)];
}

function describeSent(title: string, entries: Entry[], describeSentRecords = formatId): string[] {
	const sent = formatSentEntries(entries, describeSentRecords);
	const unknown = listProgressSentence(
		'May have been sent',
		entries.filter(makeStateFilter('unknown')),
	);
	return [...(sent ? [`${title}: ${sent}.`] : []), ...unknown];
}

const describeOtherExecutionEntries = (entries: Entry[]): string[] =>
	listProgressSentence(
		'May have been sent before with the same key',
		entries.filter(
			(entry) =>
				maybeSentByOtherExecution(entry) &&
				!makeStateFilter('sent')(entry) &&
				!makeStateFilter('unknown')(entry),
		),
	);

export const maybeSentByOtherExecution = ({ earlierOutcome }: Entry): boolean =>
	earlierOutcome?.by === 'execution';

const describeAbort = ({ abortOnFailureMessage }: Ledger) =>
	abortOnFailureMessage ? [abortOnFailureMessage] : [];

const makeStateFilter = (is: State['is']) => (entry: Entry) => {
	const state = stateOverAllTries(entry);
	return (state.is === 'sent' && state.isUncertain ? 'unknown' : state.is) === is;
};

/**
 * Makes a filter for entries that an error lists as not sent: rejected, outside their hours, or not started. A
 * rejected item is listed only in the error of the whole run, because the item has its own error in the output.
 */
const makeNotSentFilter =
	(isWholeRun: boolean) =>
	(entry: Entry): boolean => {
		const state = stateOverAllTries(entry);
		if (maybeSentByOtherExecution(entry)) return false;
		if (state.is === 'leftOut') return infoByLeftOutReason[state.reason].isReportedNotSent;
		if (state.is !== 'rejected') return state.is === 'notStarted';
		return entry.recipientOrdinal !== undefined || isWholeRun;
	};

/** Formats e.g. `items 0-2` or `recipients 1-2`. */
function formatEntryNumbers(entries: Entry[]): string {
	const word = entries[0]?.recipientOrdinal === undefined ? 'item' : 'recipient';
	const numbers = entries.map(({ itemIndex, recipientOrdinal = itemIndex }) => recipientOrdinal);
	return `${word}${new Set(numbers).size === 1 ? '' : 's'} ${formatFirstRanges(numbers)}`;
}

const listProgressSentence = (title: string, entries: Entry[]): string[] =>
	entries.length > 0 ? [`${title}: ${formatEntryNumbers(entries)}.`] : [];

function formatSentEntries(entries: Entry[], describeSentRecords: typeof formatId): string {
	const sent = groupBySharedState(entries.filter(makeStateFilter('sent')));
	const named = sent.slice(0, MAX_LISTED_REQUESTS).map(([state, group]) => {
		const result = state.is === 'sent' ? describeSentRecords(state.records) : '';
		return formatEntryNumbers(group) + (result && ` (${result})`);
	});
	const unnamed = sent.slice(MAX_LISTED_REQUESTS).flatMap(([, group]) => group);
	return [...named, ...(unnamed.length > 0 ? [formatEntryNumbers(unnamed)] : [])].join(', ');
}

function formatId([record = {}]: IDataObject[]): string {
	const field = ID_FIELDS.find((name) => record[name] !== undefined);
	return field ? `${field} ${toSingleLine(String(record[field])).slice(0, MAX_ID_LENGTH)}` : '';
}
