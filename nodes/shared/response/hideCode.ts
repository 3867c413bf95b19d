import { toAsciiDigits } from '../values/digits';

/**
 * If a part of the code has fewer digits than this, the part stays visible, because it may be a count or a time
 * of day.
 */
const MIN_HIDDEN_DIGITS = 4;
const DIGIT_RUN_PATTERN = /\p{Nd}+/gu;
/** Matches digits in groups, e.g. `482 915` or `4 8 2 9 1 5`. */
const DIGIT_GROUPS_PATTERN = /\p{Nd}+(?:[\s\p{Pd}]\p{Nd}+)*/gu;
const MASK = '***';

/** Hides a one-time code in a text, because the service may repeat the code or a part of it. */
export function hideCodeInText(text: string, code: string): string {
	const inGroups = new RegExp(`(?<!\\d)${[...code].join('[\\s\\p{Pd}]?')}(?!\\d)`, 'gu');
	return text.replace(DIGIT_GROUPS_PATTERN, (found) => {
		const groups = toAsciiDigits(found);
		if (isPartOfCode(groups.replace(/\D/g, ''), code)) return MASK;
		const masked = groups.replace(inGroups, MASK);
		return (masked === groups ? found : masked).replace(DIGIT_RUN_PATTERN, (digits) =>
			isPartOfCode(toAsciiDigits(digits), code) ? MASK : digits,
		);
	});
}

/**
 * Hides a one-time code in the texts, numbers and keys of a parsed response. A numeric ID with the same digits
 * stays visible.
 */
export function hideCode<T>(value: T, code: string, name = ''): T {
	return hideCodeRecursively(value, code, name) as T;
}

function hideCodeRecursively(value: unknown, code: string, name: string): unknown {
	if (typeof value === 'string') return hideCodeInText(value, code);
	// A code that is sent as a number may have lost its leading zeros, so a number is hidden even if it is only
	// a part of the code.
	if (typeof value === 'number') {
		return isPartOfCode(String(value), code, MIN_HIDDEN_DIGITS) && !/id$/i.test(name)
			? MASK
			: value;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((entry) => hideCodeRecursively(entry, code, name));
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [
			hideCodeInText(key, code),
			hideCodeRecursively(entry, code, key),
		]),
	);
}

const isPartOfCode = (
	digits: string,
	code: string,
	min = Math.min(MIN_HIDDEN_DIGITS, code.length),
): boolean => digits.length >= min && code.includes(digits);
