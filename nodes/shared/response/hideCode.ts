import { asciiDigits } from '../values/digits';

/** Min digits of a part of a code to hide. A shorter part may be a count or a time of day. */
const MIN_PART = 4;
const DIGITS = /\p{Nd}+/gu;
/** Matches digits in groups, as people write them: `482 915`, `4 8 2 9 1 5`. */
const GROUPS = /\p{Nd}+(?:[\s\p{Pd}]\p{Nd}+)*/gu;
const HIDDEN = '***';

/** Hides a one-time code in a text, because the service may repeat the code or a part of it. */
export function hideCodeInText(text: string, code: string): string {
	const inGroups = new RegExp(`(?<!\\d)${[...code].join('[\\s\\p{Pd}]?')}(?!\\d)`, 'gu');
	return text.replace(GROUPS, (found) => {
		const groups = asciiDigits(found);
		if (isPartOfCode(groups.replace(/\D/g, ''), code)) return HIDDEN;
		const masked = groups.replace(inGroups, HIDDEN);
		return (masked === groups ? found : masked).replace(DIGITS, (digits) =>
			isPartOfCode(asciiDigits(digits), code) ? HIDDEN : digits,
		);
	});
}

/**
 * Hides a one-time code in the texts, numbers and keys of a parsed response. Takes a parsed response, so that a
 * numeric ID with the same digits stays visible.
 */
export function hideCode<T>(value: T, code: string, name = ''): T {
	return hideIn(value, code, name) as T;
}

function hideIn(value: unknown, code: string, name: string): unknown {
	if (typeof value === 'string') return hideCodeInText(value, code);
	// A code that is a number has lost its leading zeros.
	if (typeof value === 'number') {
		return isPartOfCode(String(value), code, MIN_PART) && !/id$/i.test(name) ? HIDDEN : value;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((entry) => hideIn(entry, code, name));
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [
			hideCodeInText(key, code),
			hideIn(entry, code, key),
		]),
	);
}

const isPartOfCode = (
	digits: string,
	code: string,
	min = Math.min(MIN_PART, code.length),
): boolean => digits.length >= min && code.includes(digits);
