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

interface Sent {
	indexes: number[];
	records: IDataObject[];
}

/** Says which items were sent, with their IDs, which may have been sent, failed, and were not sent. */
export function progressOf({ requests, resultOf }: Plan, results: Result[]): string {
	const sent: Sent[] = [];
	const partly: string[] = [];
	const items: Record<'unknown' | 'failed' | 'notSent', number[]> = {
		unknown: [],
		failed: [],
		notSent: [],
	};
	for (const [position, { indexes }] of requests.entries()) {
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
		...(sent.length > 0 ? [`Sent: ${sentItems(sent, resultOf)}.`] : []),
		...(some === 0 ? ['Nothing was sent.'] : []),
		...partly,
		...part('May have been sent', items.unknown),
		...part('Failed', items.failed),
		...part('Not sent', items.notSent),
	].join(' ');
}

/** What an earlier try of Retry On Fail has sent, or may have sent; empty if nothing. */
export function sentBefore(requests: SentRequests): string {
	const sent = new Map<IDataObject[], number[]>();
	const unknown: number[] = [];
	const mailings = new Set<number>();
	for (const [key, request] of requests) {
		const isSent = 'records' in request;
		if (!isSent && !isOutcomeUnknown(request.error)) continue;
		const indexes = isSent ? (sent.get(request.records) ?? []) : unknown;
		if (typeof key === 'number') indexes.push(key);
		// A mailing written as JSON, by its place.
		else if (!isSent) mailings.add(Number.parseInt(key, 10));
		if (isSent) sent.set(request.records, indexes);
	}
	const all = [...sent].map(([records, indexes]) => ({ indexes, records }));
	return [
		...(all.length > 0 ? [`Sent by an earlier try: ${sentItems(all)}.`] : []),
		...part('May have been sent', unknown),
		...part('May have been sent', [...mailings], 'mailing'),
	].join(' ');
}

const itemsText = (indexes: number[], noun = 'item'): string =>
	`${noun}${indexes.length === 1 ? '' : 's'} ${formatRanges(indexes)}`;

const part = (title: string, indexes: number[], noun?: string): string[] =>
	indexes.length > 0 ? [`${title}: ${itemsText(indexes, noun)}.`] : [];

function sentItems(sent: Sent[], resultOf = idOf): string {
	const named = sent.slice(0, NAMED).map(({ indexes, records }) => {
		const result = resultOf(records);
		if (indexes.length === 0) return result;
		return itemsText(indexes) + (result && ` (${result})`);
	});
	const others = sent.slice(NAMED).flatMap(({ indexes }) => indexes);
	return [...named, ...(others.length > 0 ? [itemsText(others)] : [])].join(', ');
}

/** Names what a request made, e.g. `sms_id 5001`. */
export function idOf([record = {}]: IDataObject[]): string {
	const field = ID_FIELDS.find((name) => record[name] !== undefined);
	return field ? `${field} ${String(record[field]).slice(0, ID_LENGTH)}` : '';
}
