/** Ids that are whole numbers, as the service is seen to number; others stay texts. */
export const isNumeric = (id: string): boolean => /^(0|[1-9]\d{0,30})$/.test(id);

export const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Ids as a short text: the gap to the id before in base 36, and after `+` how many more follow
 * without a gap. `7001, 7002, 7003, 7010` is `5eh+2,7`.
 *
 * @param ids ascending, without doubles
 */
export function packIds(ids: bigint[]): string {
	const parts: string[] = [];
	let last = 0n;
	for (let at = 0; at < ids.length; at++) {
		const first = at;
		while (at + 1 < ids.length && ids[at + 1] === ids[at] + 1n) at++;
		const more = at - first;
		parts.push((ids[first] - last).toString(36) + (more > 0 ? `+${more.toString(36)}` : ''));
		last = ids[at];
	}
	return parts.join(',');
}

/** The reverse of `packIds`. */
export function unpackIds(text: string): bigint[] {
	const ids: bigint[] = [];
	let last = 0n;
	for (const part of text === '' ? [] : text.split(',')) {
		const [gap, more = '0'] = part.split('+');
		last += fromBase36(gap);
		ids.push(last);
		for (let left = parseInt(more, 36); left > 0; left--) ids.push(++last);
	}
	return ids;
}

export function fromBase36(text: string): bigint {
	let value = 0n;
	for (const digit of text) value = value * 36n + BigInt(parseInt(digit, 36));
	return value;
}
