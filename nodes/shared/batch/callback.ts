import { tryParseUrl, parseHttpUrl } from '../values/urls';
import { ValidationError, type Parser } from '../values/formats';

/** Limited, because every response is searched for parts of the URL. */
const MAX_CALLBACK_URL_LENGTH = 1_000;
/**
 * Shorter parts of a URL, such as `id=5`, are not hidden, because such parts are not secret and are common in
 * responses.
 */
const MIN_SECRET_PART_LENGTH = 8;

export const parseCallbackUrl: Parser = (value, zone) => {
	const address = String(parseHttpUrl(value, zone));
	if (address.length <= MAX_CALLBACK_URL_LENGTH) return address;
	const advice = `Enter a URL of at most ${MAX_CALLBACK_URL_LENGTH.toLocaleString('en')} characters.`;
	throw new ValidationError(`has ${address.length} characters`, advice);
};
parseCallbackUrl.isSecret = true;

/** Returns the parts of a callback URL that no error or output may show. Empty for a URL without a query. */
export function listCallbackSecrets(callbackUrl: string | undefined): string[] {
	const { search = '', searchParams = [] } = tryParseUrl(callbackUrl ?? '') ?? {};
	if (!callbackUrl || search === '') return [];
	const values = [...searchParams].map(([, value]) => value);
	const parts = [callbackUrl, search.slice(1), ...values];
	return [...new Set(parts)].filter((part) => part.length >= MIN_SECRET_PART_LENGTH);
}
