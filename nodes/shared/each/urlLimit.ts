import { propertyOf } from '../describe/field';
import type { CheckedRequest, Run } from '../run/operation';
import { ValidationError } from '../values/formats';
import { bracketPairs, queryBytes, URL_BYTES } from '../values/queryString';

/**
 * What the API documents in the query cannot go anywhere else. A server that gets too long a URL may
 * respond with 414, or close the connection, which leaves unknown what was sent.
 *
 * @throws ValidationError that names the longest value
 */
export function assertUrlFits({ operation, account }: Run, { qs }: CheckedRequest): void {
	const pairs = [...bracketPairs(qs)];
	const { address, tokenBytes } = account;
	const bytes =
		`${address}${operation.routing.request.url}?`.length + tokenBytes + queryBytes(pairs);
	if (bytes <= URL_BYTES) return;
	const sizes = new Map(pairs.map((pair) => [queryBytes([pair]), pair[0]]));
	const longest = sizes.get(Math.max(...sizes.keys()));
	throw new ValidationError(
		`is too long: the URL would have ${bytes} bytes; the limit is ${URL_BYTES}`,
		'Shorten it. Letters other than English ones take six or more bytes each.',
		operation.form.sent.find((field) => propertyOf(field) === longest)?.displayName,
	);
}
