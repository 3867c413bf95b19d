import { toAsciiDigits } from './digits';
import { type Parser, requirePlainText, ValidationError } from './formats';

export const CODE_LIMITS = { unit: 'digits', min: 1, max: 16 } as const;
export const parseCode: Parser = (value) => {
	const advice = `Enter digits only, at most ${CODE_LIMITS.max}, e.g. 482915.`;
	const entered = toAsciiDigits(requirePlainText(value, advice)).trim();
	if (!/^\d+$/.test(entered))
		throw new ValidationError('contains characters other than digits', advice);
	if (entered.length > CODE_LIMITS.max) {
		const problem = `has ${entered.length} digits. A code has at most ${CODE_LIMITS.max}`;
		throw new ValidationError(problem, advice);
	}
	return entered;
};
parseCode.lengthLimits = CODE_LIMITS;
parseCode.isSecret = true;

const OPTIONAL_SEPARATOR_SOURCE = '[\\t\\p{Zs}\\p{Pd}\\u2212.]?';
const DIGIT_GROUP_PATTERN = new RegExp(`\\d(?:${OPTIONAL_SEPARATOR_SOURCE}\\d)*`, 'gu');
/** Matches a whole number exported by a spreadsheet, e.g. `482915.0`, but not part of `1.2.3.0`. */
const INTEGER_POINT_ZERO_PATTERN = new RegExp(
	`(?<!\\d${OPTIONAL_SEPARATOR_SOURCE})(\\d+)[.,]0(?!${OPTIONAL_SEPARATOR_SOURCE}\\d)`,
	'gu',
);
const INVISIBLE_CHARACTER_PATTERN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns the codes that a reply such as `G-482915` or `Your code is 482 915` may contain. For a
 * numeric value, also returns codes with leading zeros, because such a value may have lost leading
 * zeros.
 *
 * @returns an empty list unless the reply has exactly one code of 1 to 16 digits; separators
 *   between the digits do not count
 */
export function findPossibleCodes(value: unknown): string[] {
	if (typeof value !== 'string' && typeof value !== 'number') return [];
	const entered = toAsciiDigits(String(value).normalize('NFKC')).replace(
		INVISIBLE_CHARACTER_PATTERN,
		'',
	);
	const text = entered.replace(INTEGER_POINT_ZERO_PATTERN, '$1');
	const [group, ...others] = text.match(DIGIT_GROUP_PATTERN) ?? [];
	const digits = group?.replace(/\D/g, '') ?? '';
	if (digits === '' || others.length > 0 || digits.length > CODE_LIMITS.max) return [];
	if (typeof value === 'string' && text === entered) return [digits];
	return [...Array(CODE_LIMITS.max).keys()].map((zeros) => digits.padStart(zeros + 1, '0'));
}
