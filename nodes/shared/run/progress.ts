import type { IDataObject } from 'n8n-workflow';
import type { Entry, Ledger, State } from '../describe/ledger';
import type { Plan } from '../describe/operation';
import { formatRanges } from '../errors/errorDetail';
import { isSentOrUnknown, knownState } from './ledger';

/** So many requests are named with what they made; the others as ranges of items. */
const NAMED = 100;

/** The fields that identify what a request made. */
const ID_FIELDS = ['sms_id', 'message_id', 'email_id', 'uuid', 'list_id', 'id'];

/** An ID is what the service sent: it may be of any length. */
const ID_LENGTH = 100;

/** The entries of each request, or those that became something together. */
export function byState(entries: Entry[]): Map<State, Entry[]> {
	const groups = new Map<State, Entry[]>();
	for (const entry of entries) {
		const status = knownState(entry);
		const group = groups.get(status);
		if (group) group.push(entry);
		else groups.set(status, [entry]);
	}
	return groups;
}

/** Says which entries were sent, with their IDs, which may have been sent, failed, and were not sent. */
export function progressOf(
	ledger: Ledger,
	{ resultOf }: Partial<Plan> = {},
	entries = ledger.entries,
): string {
	const name = namer(ledger);
	const sent = sentParts('Sent', entries, name, resultOf);
	const earlier = earlierPart(entries, name);
	const notSent = entries.filter(isNotSent(ledger, entries === ledger.entries));
	return [
		...sent,
		...(sent.length > 0 || earlier.length > 0 ? [] : ['Nothing was sent.']),
		...earlier,
		...part('Failed', entries.filter(isIn('failed')), name),
		...part('Not sent', notSent, name),
		...(sent.length > 0 ? endOf(ledger) : []),
	].join(' ');
}

/** What an earlier try of Retry On Fail has sent, or may have sent; empty if nothing. */
export function sentBefore(ledger: Ledger): string {
	const { entries } = ledger;
	const name = namer(ledger);
	const sent = sentParts('Sent by an earlier try', entries, name);
	if (sent.length === 0) return '';
	const others = [...earlierPart(entries, name), 'Nothing else was sent.'];
	return [...sent, ...others, ...endOf(ledger)].join(' ');
}

/** What was sent, with its IDs, and what may have been sent. */
function sentParts(title: string, entries: Entry[], name: Name, resultOf = idOf): string[] {
	const sent = sentText(entries, name, resultOf);
	const unknown = part('May have been sent', entries.filter(isIn('unknown')), name);
	return [...(sent ? [`${title}: ${sent}.`] : []), ...unknown];
}

const earlierPart = (entries: Entry[], name: Name): string[] =>
	part('May have been sent before with the same key', ofEarlier(entries), name);

const endOf = ({ endsAtFailure }: Ledger) => (endsAtFailure ? [endsAtFailure] : []);

const isIn = (is: State['is']) => (entry: Entry) => knownState(entry).is === is;

/**
 * What the end of the run, or of the hours, came too early for, and what is wrong. What is wrong has an error
 * of its own in the output, unless it is a recipient.
 *
 * @param isWholeRun whether the text is of the whole run: then it may be all that is shown
 */
const isNotSent =
	({ noun }: Ledger, isWholeRun: boolean) =>
	(entry: Entry): boolean => {
		const state = knownState(entry);
		if (entry.keyIsUnknown) return false;
		if (state.is === 'leftOut') return 'send_after' in state.reason;
		if (state.is !== 'rejected') return state.is === 'notStarted';
		return !state.isDuplicate && (noun === 'recipient' || isWholeRun);
	};

/** What has a key of unknown outcome, of an earlier execution or item, and was not sent now. */
const ofEarlier = (entries: Entry[]): Entry[] =>
	entries.filter((entry) => entry.keyIsUnknown && !isSentOrUnknown(entry));

/** Names entries, e.g. `items 0-2` or `recipients 1-2`. */
type Name = (entries: Entry[]) => string;

const numbered = (word: string, numbers: number[]): string =>
	`${word}${new Set(numbers).size === 1 ? '' : 's'} ${formatRanges(numbers)}`;

const namer =
	({ noun }: Ledger): Name =>
	(entries) =>
		numbered(
			noun,
			entries.map(({ item, place = item }) => place),
		);

const part = (title: string, entries: Entry[], name: Name): string[] =>
	entries.length > 0 ? [`${title}: ${name(entries)}.`] : [];

function sentText(entries: Entry[], name: Name, resultOf: typeof idOf): string {
	const sent = [...byState(entries.filter(isIn('sent')))];
	const named = sent.slice(0, NAMED).map(([state, group]) => {
		const result = state.is === 'sent' ? resultOf(state.records) : '';
		return name(group) + (result && ` (${result})`);
	});
	const others = sent.slice(NAMED).flatMap(([, group]) => group);
	return [...named, ...(others.length > 0 ? [name(others)] : [])].join(', ');
}

/** Names what a request made, e.g. `sms_id 5001`. */
function idOf([record = {}]: IDataObject[]): string {
	const field = ID_FIELDS.find((name) => record[name] !== undefined);
	return field ? `${field} ${String(record[field]).slice(0, ID_LENGTH)}` : '';
}
