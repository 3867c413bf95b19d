import type { IDataObject } from 'n8n-workflow';
import type { Plan } from '../describe/operation';
import { formatRanges } from '../errors/errorDetail';
import { isOutcomeUnknown, partlySent } from '../errors/nodeErrors';
import type { SentRequest, SentRequests } from '../http/sentRequests';

/** The result of a request; undefined if it was not started. */
export type Result = SentRequest | undefined;

/** So many requests are named with what they made; the others as ranges of items. */
const NAMED = 100;

/** The fields that identify what a request made. */
const ID_FIELDS = ['sms_id', 'message_id', 'email_id', 'uuid', 'list_id', 'id'];

/** An ID is what the service sent: it may be of any length. */
const ID_LENGTH = 100;

/** The items of a request, or the places of its mailings if they were written as JSON. */
interface Sent {
	indexes: number[];
	records: IDataObject[];
}

type Noun = 'item' | 'mailing' | 'recipient';

/** Says which items were sent, with their IDs, which may have been sent, failed, and were not sent. */
export function progressOf({ requests, resultOf }: Plan, results: Result[]): string {
	const sent: Sent[] = [];
	const partly: string[] = [];
	const items: Record<'unknown' | 'failed' | 'notSent', number[]> = {
		unknown: [],
		failed: [],
		notSent: [],
	};
	const noun = requests.some(({ places }) => places) ? 'mailing' : 'item';
	for (const [position, request] of requests.entries()) {
		const indexes = request.places ?? request.indexes;
		const result = results[position];
		if (result && 'records' in result) {
			sent.push({ indexes, records: result.records });
			continue;
		}
		const toSome = result && partlySent(result.error);
		if (toSome) partly.push(toSome);
		else {
			const unknown = result && isOutcomeUnknown(result.error);
			const kind = !result ? 'notSent' : unknown ? 'unknown' : 'failed';
			for (const index of indexes) items[kind].push(index);
		}
	}
	const some = sent.length + partly.length + items.unknown.length;
	return [
		...(sent.length > 0 ? [`Sent: ${sentItems(sent, noun, resultOf)}.`] : []),
		...(some === 0 ? ['Nothing was sent.'] : []),
		...partly,
		...part('May have been sent', items.unknown, noun),
		...part('Failed', items.failed, noun),
		...part('Not sent', items.notSent, noun),
	].join(' ');
}

/** What an earlier try of Retry On Fail has sent, or may have sent; empty if nothing. */
export function sentBefore(requests: SentRequests): string {
	const sent = new Map<IDataObject[], number[]>();
	const unknown: number[] = [];
	let [sentNoun, unknownNoun]: Noun[] = ['item', 'item'];
	for (const [key, request] of requests) {
		const isSent = 'records' in request;
		if (!isSent && !isOutcomeUnknown(request.error)) continue;
		const indexes = isSent ? (sent.get(request.records) ?? []) : unknown;
		indexes.push(isOfJson(key) ? placeOf(key) : key);
		if (isSent) sentNoun = nounOf(key);
		else unknownNoun = nounOf(key);
		if (isSent) sent.set(request.records, indexes);
	}
	const all = [...sent].map(([records, indexes]) => ({ indexes, records }));
	return [
		...(all.length > 0 ? [`Sent by an earlier try: ${sentItems(all, sentNoun)}.`] : []),
		...part('May have been sent', unknown, unknownNoun),
	].join(' ');
}

/** Whether what was sent is a recipient of a mailing written as JSON. */
export const isOfJson = (key: number | string): key is string => typeof key === 'string';

/** The place of that mailing, or of the recipient of a wait. */
export const placeOf = (key: string): number => Number.parseInt(key.replace(OF_WAIT, ''), 10);

/** What tells the recipients of a wait, in its keys, from mailings written as JSON. */
export const OF_WAIT = 'recipient ';

const nounOf = (key: number | string): Noun =>
	!isOfJson(key) ? 'item' : key.startsWith(OF_WAIT) ? 'recipient' : 'mailing';

/** Names items or mailings, e.g. `mailings 0-2`. */
export const itemsText = (indexes: number[], noun: Noun): string =>
	`${noun}${new Set(indexes).size === 1 ? '' : 's'} ${formatRanges(indexes)}`;

const part = (title: string, indexes: number[], noun: Noun): string[] =>
	indexes.length > 0 ? [`${title}: ${itemsText(indexes, noun)}.`] : [];

function sentItems(sent: Sent[], noun: Noun, resultOf = idOf): string {
	const named = sent.slice(0, NAMED).map(({ indexes, records }) => {
		const result = resultOf(records);
		return itemsText(indexes, noun) + (result && ` (${result})`);
	});
	const others = sent.slice(NAMED).flatMap(({ indexes }) => indexes);
	return [...named, ...(others.length > 0 ? [itemsText(others, noun)] : [])].join(', ');
}

/** Names what a request made, e.g. `sms_id 5001`. */
export function idOf([record = {}]: IDataObject[]): string {
	const field = ID_FIELDS.find((name) => record[name] !== undefined);
	return field ? `${field} ${String(record[field]).slice(0, ID_LENGTH)}` : '';
}
