import type { IDataObject } from 'n8n-workflow';
import { HASHES, hash52, isId } from '../state/fingerprint';

/** Recipients in the order of the service's answer, and the number that each is known by. */
export interface Known {
	keys: Float64Array;
	recipients: IDataObject[];
}

/** One entry per recipient. */
export function oncePerKey(recipients: IDataObject[], fields: string[]): Known {
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

/** And without doubles. */
function isAscending(keys: Float64Array): boolean {
	for (let at = 1; at < keys.length; at++) if (keys[at] <= keys[at - 1]) return false;
	return true;
}

/**
 * Of two entries of one recipient the one that was sent later counts, else the one read last. A phone
 * can be there twice for two texts of one second: then the order of the list must not matter.
 */
function isOlder(recipient: IDataObject, other: IDataObject): boolean {
	if (recipient.d_sent === undefined || other.d_sent === undefined) return false;
	const [mine, its] = [String(recipient.d_sent), String(other.d_sent)];
	return mine < its || (mine === its && String(recipient.status) > String(other.status));
}

const LARGEST = 1e15;

/** Ids that are no short numbers are known by a hash, which is above all of those. */
function keyOf(recipient: IDataObject, fields: string[]): number {
	const field = fields.find((name) => isId(recipient[name]));
	const id = field && recipient[field];
	if (typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < LARGEST) return id;
	// Without any identification the entry is told by all that does not change.
	const text = field
		? String(id)
		: JSON.stringify({ ...recipient, status: undefined, error: undefined });
	return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : HASHES + hash52(text);
}
