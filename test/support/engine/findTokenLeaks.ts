import { inspect } from 'node:util';
import { token } from './credentials';

/** Returns the names of the forms (e.g. `json`) in which the value contains the token. */
export function findTokenLeaks(value: unknown): string[] {
	const { stack, cause } = (value ?? {}) as Error;
	const all = { depth: Infinity, showHidden: true, maxStringLength: Infinity };
	const texts = {
		inspect: inspect(value, all),
		json: JSON.stringify(value) ?? '',
		stack: stack ?? '',
		cause: inspect(cause, all),
	};
	return Object.entries(texts).flatMap(([name, text]) => (text.includes(token) ? [name] : []));
}
