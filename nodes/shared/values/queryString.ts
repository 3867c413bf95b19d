/** `[key, value]` pairs of a nested object in bracket form: `messages[0][delivery_list][0]`. */
export function* bracketPairs(value: unknown, key = ''): Generator<[string, string]> {
	if (value === undefined || value === null) return;
	if (typeof value !== 'object') {
		yield [key, String(value)];
		return;
	}
	for (const [name, inner] of Object.entries(value)) {
		yield* bracketPairs(inner, key === '' ? name : `${key}[${name}]`);
	}
}

/** Half of an emoji, left by a cut text: it has no bytes of its own. */
const HALF = /[\ud800-\udfff]/gu;
const encode = (text: string): string => encodeURIComponent(text.replace(HALF, '\ufffd'));
const encodePair = ([key, value]: [string, string]): string => `${encode(key)}=${encode(value)}`;

/** The bytes that pairs take in a query string, a separator after each included. */
export function queryBytes(pairs: Iterable<[string, string]>): number {
	let bytes = 0;
	// What is encoded holds ASCII alone: its length is its size.
	for (const pair of pairs) bytes += encodePair(pair).length + 1;
	return bytes;
}

/** A query string; undefined when it and a separator at its end take more bytes than there are. */
export function queryString(
	pairs: Iterable<[string, string]>,
	bytes = Number.POSITIVE_INFINITY,
): string | undefined {
	const encoded: string[] = [];
	let left = bytes;
	for (const pair of pairs) {
		const next = encodePair(pair);
		left -= next.length + 1;
		if (left < 0) return undefined;
		encoded.push(next);
	}
	return encoded.join('&');
}
