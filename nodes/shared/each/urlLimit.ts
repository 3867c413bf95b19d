import { apiNameOf } from '../describe/field';
import type { ValidatedRequest, Run } from '../run/operation';
import { ValidationError } from '../values/formats';
import { generateBracketPairs, countQueryBytes, MAX_URL_BYTES } from '../values/queryString';

/**
 * Verifies that the URL is not too long. If the URL is too long, a server may close the connection, which
 * leaves the outcome unknown. The parameters cannot be sent in the body, because the API documents them only in
 * the query.
 *
 * @throws ValidationError for the longest value
 */
export function assertUrlFits({ operation, account }: Run, { qs }: ValidatedRequest): void {
	const pairs = [...generateBracketPairs(qs)];
	const { baseUrl, tokenParameterBytes } = account;
	const bytes =
		`${baseUrl}${operation.routing.request.url}?`.length +
		tokenParameterBytes +
		countQueryBytes(pairs);
	if (bytes <= MAX_URL_BYTES) return;
	const sizes = new Map(pairs.map((pair) => [countQueryBytes([pair]), pair[0]]));
	const longest = sizes.get(Math.max(...sizes.keys()));
	throw new ValidationError(
		`is too long: the URL would have ${bytes} bytes; the limit is ${MAX_URL_BYTES}`,
		'Shorten this field. Each non-English letter takes six or more bytes.',
		operation.fieldIndex.sentFields.find((field) => apiNameOf(field) === longest)?.displayName,
	);
}
