import type { IDataObject } from 'n8n-workflow';
import { HASH_OFFSET, hash52, isId } from '../state/fingerprint';

/** One entry per recipient, in the order of the response, and the number that identifies each. */
export function deduplicate(recipients: IDataObject[], fields: string[]) {
	const keys = new Float64Array(recipients.length);
	for (let at = 0; at < keys.length; at++) keys[at] = keyOf(recipients[at], fields);
	if (isAscending(keys) || isAscending(keys.slice().sort())) return { keys, recipients };
	const latest = new Map<number, IDataObject>();
	recipients.forEach((recipient, at) => {
		const other = latest.get(keys[at]);
		if (!other || !isOlder(recipient, other)) latest.set(keys[at], recipient);
	});
	return { keys: Float64Array.from(latest.keys()), recipients: [...latest.values()] };
}

/** Whether keys are ascending, without duplicates. */
function isAscending(keys: Float64Array): boolean {
	for (let at = 1; at < keys.length; at++) if (keys[at] <= keys[at - 1]) return false;
	return true;
}

/**
 * Whether another entry of the same recipient was sent later. A phone can be there twice for two
 * texts of one second. Then the statuses decide, so that the order of the list does not matter.
 */
function isOlder(recipient: IDataObject, other: IDataObject): boolean {
	if (recipient.d_sent === undefined || other.d_sent === undefined) return false;
	const [sent, otherSent] = [String(recipient.d_sent), String(other.d_sent)];
	if (sent !== otherSent) return sent < otherSent;
	return String(recipient.status) > String(other.status);
}

const MAX_NUMERIC_KEY = 1e15;

/** The id if it is a number below 10^15, else a hash above all of those. */
function keyOf(recipient: IDataObject, fields: string[]): number {
	const field = fields.find((name) => isId(recipient[name]));
	const id = field && recipient[field];
	if (typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < MAX_NUMERIC_KEY) {
		return id;
	}
	// A recipient without any id is identified by all its fields that do not change.
	const text = field
		? String(id)
		: JSON.stringify({ ...recipient, status: undefined, error: undefined });
	return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : HASH_OFFSET + hash52(text);
}
