/** `[key, value]` pairs of a nested object in bracket form: `messages[0][delivery_list][0]`. */
export function bracketPairs(value: unknown, key = ''): Array<[string, string]> {
	if (value === undefined || value === null) return [];
	if (typeof value !== 'object') return [[key, String(value)]];
	return Object.entries(value).flatMap(([name, inner]) =>
		bracketPairs(inner, key === '' ? name : `${key}[${name}]`),
	);
}

/** A query string, its length in bytes being its length: everything but letters is escaped. */
export const queryString = (pairs: Array<[string, string]>): string =>
	pairs
		.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
		.join('&');
