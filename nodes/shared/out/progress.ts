import type { IDataObject } from 'n8n-workflow';
import type { Entry, Ledger, State } from '../run/entry';
import type { Plan } from '../run/operation';
import { formatRanges } from '../errors/itemRanges';
import { NOTHING_SENT } from '../errors/problem';
import { byState, knownState } from '../run/ledger';
import { toSingleLine } from '../values/singleLine';
import { reasons } from './reasons';

/** So many requests are named with what they made; the others as ranges of items. */
const NAMED = 100;

/** The fields that identify what a request made. */
const ID_FIELDS = ['sms_id', 'message_id', 'email_id', 'uuid', 'list_id', 'id'];

/** An ID is what the service sent: it may be of any length. */
const ID_LENGTH = 100;

/** Says which entries were sent, with their IDs, which may have been sent, failed, and were not sent. */
export function progressOf(
	ledger: Ledger,
	{ resultOf }: Partial<Plan> = {},
	entries = ledger.entries,
): string[] {
	const sent = sentParts('Sent', entries, resultOf);
	const earlier = earlierPart(entries);
	const notSent = entries.filter(isNotSent(entries === ledger.entries));
	return [
		...sent,
		...(sent.length > 0 || earlier.length > 0 ? [] : [NOTHING_SENT]),
		...earlier,
		...part('Failed', entries.filter(isIn('failed'))),
		...part('Not sent', notSent),
		...(sent.length > 0 ? endOf(ledger) : []),
	];
}

/** Sentences about what an earlier try of Retry On Fail sent or may have sent; empty if nothing. */
export function sentBefore(ledger: Ledger): string[] {
	const { entries } = ledger;
	const sent = sentParts('Sent by an earlier try', entries);
	if (sent.length === 0) return [];
	const rest = [...earlierPart(entries), 'Nothing else was sent.'];
	return [...sent, ...rest, ...endOf(ledger)];
}

/** What was sent, with its IDs, and what may have been sent. */
function sentParts(title: string, entries: Entry[], resultOf = idOf): string[] {
	const sent = sentText(entries, resultOf);
	const unknown = part('May have been sent', entries.filter(isIn('unknown')));
	return [...(sent ? [`${title}: ${sent}.`] : []), ...unknown];
}

/** What an earlier execution, or an earlier item with the same key, may have sent. */
const earlierPart = (entries: Entry[]): string[] =>
	part(
		'May have been sent before with the same key',
		entries.filter(
			(entry) => isUnknownKey(entry) && !isIn('sent')(entry) && !isIn('unknown')(entry),
		),
	);

/** Whether another execution may have sent the message of its key. */
export const isUnknownKey = ({ before }: Entry): boolean => before?.by === 'execution';

const endOf = ({ endsAtFailure }: Ledger) => (endsAtFailure ? [endsAtFailure] : []);

const isIn = (is: State['is']) => (entry: Entry) => {
	const state = knownState(entry);
	return (state.is === 'sent' && state.isUncertain ? 'unknown' : state.is) === is;
};

/**
 * What the end of the run, or of the hours, came too early for, and what is wrong. What is wrong has an error
 * of its own in the output, unless it is a recipient.
 *
 * @param isWholeRun whether the text is of the whole run: then it may be all that is shown
 */
const isNotSent =
	(isWholeRun: boolean) =>
	(entry: Entry): boolean => {
		const state = knownState(entry);
		if (isUnknownKey(entry)) return false;
		if (state.is === 'leftOut') return reasons[state.reason].isNotSent;
		if (state.is !== 'rejected') return state.is === 'notStarted';
		return entry.place !== undefined || isWholeRun;
	};

const numbered = (word: string, numbers: number[]): string =>
	`${word}${new Set(numbers).size === 1 ? '' : 's'} ${formatRanges(numbers)}`;

/** Names entries, e.g. `items 0-2` or `recipients 1-2`. */
const nameOf = (entries: Entry[]): string =>
	numbered(
		entries[0]?.place === undefined ? 'item' : 'recipient',
		entries.map(({ item, place = item }) => place),
	);

const part = (title: string, entries: Entry[]): string[] =>
	entries.length > 0 ? [`${title}: ${nameOf(entries)}.`] : [];

function sentText(entries: Entry[], resultOf: typeof idOf): string {
	const sent = byState(entries.filter(isIn('sent')));
	const named = sent.slice(0, NAMED).map(([state, group]) => {
		const result = state.is === 'sent' ? resultOf(state.records) : '';
		return nameOf(group) + (result && ` (${result})`);
	});
	const others = sent.slice(NAMED).flatMap(([, group]) => group);
	return [...named, ...(others.length > 0 ? [nameOf(others)] : [])].join(', ');
}

/** Names what a request made, e.g. `sms_id 5001`. */
function idOf([record = {}]: IDataObject[]): string {
	const field = ID_FIELDS.find((name) => record[name] !== undefined);
	return field ? `${field} ${toSingleLine(String(record[field])).slice(0, ID_LENGTH)}` : '';
}
