import { urlOf, url } from '../values/urls';
import { ValidationError, type Parser } from '../values/formats';

/** Characters of a callback URL: what it contains is searched for in every response. */
const MAX_LENGTH = 1_000;
/** Shorter values, such as `id=5`, are no secrets, and occur in responses for other reasons. */
const MIN_SECRET = 8;

export const enteredCallback: Parser = (value, zone) => {
	const address = String(url(value, zone));
	if (address.length <= MAX_LENGTH) return address;
	const advice = `Enter a URL of at most ${MAX_LENGTH.toLocaleString('en')} characters.`;
	throw new ValidationError(`has ${address.length} characters`, advice);
};
enteredCallback.isSecret = true;

/**
 * What of a callback URL no error and no output may show, in the order of its length.
 * It is secret if it has a query.
 */
export function secretsOf(callbackUrl: string | undefined): string[] {
	const { search = '', searchParams = [] } = urlOf(callbackUrl ?? '') ?? {};
	if (!callbackUrl || search === '') return [];
	const values = [...searchParams].map(([, value]) => value);
	const parts = [callbackUrl, search.slice(1), ...values];
	return [...new Set(parts)].filter((part) => part.length >= MIN_SECRET);
}
