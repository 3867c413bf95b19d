/** What servers accept as a URL, in bytes. */
export const URL_BYTES = 8_000;

/** `[key, value]` pairs of a nested object in bracket form: `messages[0][delivery_list][0]`. */
export function* bracketPairs(value: unknown, key = ''): Generator<[string, string]> {
	if (value === undefined || value === null) return;
	if (typeof value !== 'object') {
		yield [key, String(value)];
		return;
	}
	// The entries of a long list would all be created first, and few of them are used if it is too long.
	for (const name of Object.keys(value)) {
		const child = (value as Record<string, unknown>)[name];
		yield* bracketPairs(child, key === '' ? name : `${key}[${name}]`);
	}
}

const encodePair = ([key, value]: [string, string]): string =>
	`${encodeURIComponent(key)}=${encodeURIComponent(value)}`;

/** The bytes that pairs take in a query string, with a separator after each. */
export function queryBytes(pairs: Iterable<[string, string]>): number {
	let bytes = 0;
	// Encoded text is ASCII: its length is its size.
	for (const pair of pairs) bytes += encodePair(pair).length + 1;
	return bytes;
}

/** A query string. Undefined if it takes more than `bytes` with a separator at its end. */
export function queryString(
	pairs: Iterable<[string, string]>,
	bytes = Number.POSITIVE_INFINITY,
): string | undefined {
	const encoded: string[] = [];
	let bytesLeft = bytes;
	for (const pair of pairs) {
		const next = encodePair(pair);
		bytesLeft -= next.length + 1;
		if (bytesLeft < 0) return undefined;
		encoded.push(next);
	}
	return encoded.join('&');
}
