/** Keys below are ids that are numbers, keys from here on are hashes of other ids. */
export const HASH_OFFSET = 2 ** 52;

/** A number below 2^52. Two texts have the same one with a probability of 1 : 4 · 10^15. */
export function hash52(text: string): number {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		high = Math.imul(high ^ code, 2654435761);
		low = Math.imul(low ^ code, 1597334677);
	}
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	return (low >>> 0) * 2 ** 20 + (high >>> 12);
}

/** The number that identifies an id: itself if it is below 10^15, else a hash above all of those. */
export const keyOf = (id: string): number =>
	/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : HASH_OFFSET + hash52(id);

/** A short text that is the same for the same values. */
export const fingerprint = (...values: unknown[]): string =>
	hash52(JSON.stringify(values)).toString(36);

/** Whether a value can identify an entry: objects cannot, because all have the same text. */
export const isId = (value: unknown): boolean =>
	value !== '' && /^(string|number|boolean)$/.test(typeof value);
