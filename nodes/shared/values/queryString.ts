/** Max bytes of a URL that servers accept. */
export const MAX_URL_BYTES = 8_000;

/** Yields the pairs of a nested object, with keys such as `messages[0][delivery_list][0]`. */
export function* generateBracketPairs(value: unknown, key = ''): Generator<[string, string]> {
	if (value === undefined || value === null) return;
	if (typeof value !== 'object') {
		yield [key, String(value)];
		return;
	}
	// `Object.entries` would copy a long list, although only its beginning may be needed.
	for (const name of Object.keys(value)) {
		const child = (value as Record<string, unknown>)[name];
		yield* generateBracketPairs(child, key === '' ? name : `${key}[${name}]`);
	}
}

const encodePair = ([key, value]: [string, string]): string =>
	`${encodeURIComponent(key)}=${encodeURIComponent(value)}`;

/** Includes a separator after each pair, even after the last one. */
export function countQueryBytes(pairs: Iterable<[string, string]>): number {
	let bytes = 0;
	// Encoded text is ASCII, so its length is its number of bytes.
	for (const pair of pairs) bytes += encodePair(pair).length + 1;
	return bytes;
}

/** Returns undefined if the query string, with a separator at the end, has more than `maxBytes`. */
export function tryBuildQueryString(
	pairs: Iterable<[string, string]>,
	maxBytes = Number.POSITIVE_INFINITY,
): string | undefined {
	const encoded: string[] = [];
	let bytesLeft = maxBytes;
	for (const pair of pairs) {
		const next = encodePair(pair);
		bytesLeft -= next.length + 1;
		if (bytesLeft < 0) return undefined;
		encoded.push(next);
	}
	return encoded.join('&');
}
