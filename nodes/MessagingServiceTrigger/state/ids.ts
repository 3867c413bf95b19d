/** Whole numbers that JavaScript holds exactly. Other ids stay texts. */
const isNumeric = (id: string): boolean =>
	/^(0|[1-9]\d{0,15})$/.test(id) && Number.isSafeInteger(Number(id));

/** An id as the number that it is, for items and requests. */
export const asNumber = (id: string): number | string => (isNumeric(id) ? Number(id) : id);

const DIGITS = new Uint8Array(128).fill(36);
for (let digit = 0; digit < 36; digit++) DIGITS[digit.toString(36).charCodeAt(0)] = digit;

/**
 * Ids as text: of each the gap to the id before in base 36, which is left out if it is 1, and a mark
 * of at least one character. `7001, 7002, 7010` with the mark `,` is `5eh,,8,`.
 *
 * @param ids whole numbers below 2^53, ascending, some perhaps several times with the gap 0
 * @param markOf a text that starts with no digit and no character from a to z
 */
export function encodeIds(ids: ArrayLike<number>, markOf: (at: number) => string): string {
	const parts = new Array<string>(ids.length);
	let last = 0;
	for (let at = 0; at < ids.length; at++) {
		const gap = ids[at] - last;
		parts[at] = (gap === 1 ? '' : gap.toString(36)) + markOf(at);
		last = ids[at];
	}
	return parts.join('');
}

/**
 * The reverse of `encodeIds`.
 *
 * @param take gets each id and where its mark starts; returns where the mark ends, and the place where it
 *   starts or one before it if there is none
 * @throws Error if the text is not what `encodeIds` returns
 */
export function decodeIds(text: string, take: (id: number, mark: number) => number): void {
	let id = 0;
	for (let at = 0; at < text.length; ) {
		const start = at;
		let gap = 0;
		for (let digit; (digit = DIGITS[text.charCodeAt(at)]) < 36; at++) gap = gap * 36 + digit;
		id += at === start ? 1 : gap;
		const mark = at;
		at = take(id, mark);
		// Without this, a text that was cut would be read without end.
		if (at <= mark || id > Number.MAX_SAFE_INTEGER) throw new Error('The ids are damaged');
	}
}
