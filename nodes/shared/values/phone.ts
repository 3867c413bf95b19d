import { toAsciiDigits } from './digits';
import { describeValue, type Parser, requirePlainText, ValidationError } from './formats';
import { phoneError, readEnteredPhone, WRITE_PLUS_ADVICE, type EnteredPhone } from './phoneDigits';
import { MOBILE_PATTERN_BY_CODE, ENCODED_PHONE_PLANS } from './phonePlans';

const PHONE_LIMITS = { unit: 'digits', min: 7, max: 15 } as const;

/** The numbering plan of a country code, decoded from `phonePlans.ts`. */
interface NumberingPlan {
	countryCode: string;
	/** The first digits of mobile numbers, by the length of the number. */
	mobileStartsByLength: Map<number, string>;
	/** Prefixes that are dialed within the country, e.g. 0. */
	nationalPrefixes: string[];
	/** The lengths of mobile numbers and landlines, without the country code. */
	nationalLengths: number[];
	/** True if a mobile number may begin with the digits of the country code. */
	mobileCanRepeatCode: boolean;
}

const decodeHexLengths = (hexadecimal: string): number[] =>
	[...hexadecimal].map((digit) => parseInt(digit, 16));

function decodePlanEntry(text: string): [code: string, plan: NumberingPlan] {
	const [name = '', groups = '', prefix = '-', others = ''] = text.split(' ');
	const [code = '', repeats] = name.split('*');
	const mobile = new Map(
		groups.split('|').flatMap((group) => {
			const [lengths = '', digits = ''] = group.split('.');
			return decodeHexLengths(lengths).map((length) => [length, digits] as const);
		}),
	);
	const lengths = [...mobile.keys(), ...decodeHexLengths(others)].sort((a, b) => a - b);
	const prefixes = prefix === '-' ? [] : prefix.split('/');
	return [
		code,
		{
			countryCode: code,
			mobileStartsByLength: mobile,
			nationalPrefixes: prefixes,
			nationalLengths: lengths,
			mobileCanRepeatCode: repeats !== undefined,
		},
	];
}

const PLAN_BY_CODE = new Map(ENCODED_PHONE_PLANS.trim().split(/, |\n/).map(decodePlanEntry));

/** Takes the first match, because no country code begins with another country code. */
const findPlan = (digits: string): NumberingPlan | undefined =>
	[1, 2, 3].map((length) => PLAN_BY_CODE.get(digits.slice(0, length))).find(Boolean);

/** Returns the country code of a phone in the API's form, or ''. */
export const findCountryCode = (digits: string): string => findPlan(digits)?.countryCode ?? '';

const ALL_PHONES_INTERNATIONAL = '+';

/** Returns the digits of a country code, or `+` if all phones include their country code. */
export const parseCountryCode: Parser = (value) => {
	const advice =
		'Enter the digits of the code, e.g. 380 for Ukraine, or + if all phones include their country code.';
	const entered = toAsciiDigits(requirePlainText(value, advice)).trim();
	const digits = entered.replace(/^(\+|00)/, '');
	if (entered === ALL_PHONES_INTERNATIONAL) return ALL_PHONES_INTERNATIONAL;
	if (PLAN_BY_CODE.has(digits)) return digits;
	throw new ValidationError(`is ${describeValue(value)}, which is not a country code`, advice);
};

const SET_PLUS_ADVICE = 'to + if all your phones include their country code.';
const WRITE_OR_SET_PLUS_ADVICE = `${WRITE_PLUS_ADVICE} Or set Default Country Code ${SET_PLUS_ADVICE}`;
const WRITE_OR_SET_DEFAULT_ADVICE = `${WRITE_PLUS_ADVICE} Or set Default Country Code to the code of your national numbers, e.g. 380, or ${SET_PLUS_ADVICE}`;
const ENTER_ALL_DIGITS_ADVICE = 'Enter all the digits of one number and nothing else.';

const WRITE_GROUPS_ADVICE =
	'Write + and the country code, a space, and the rest of the number, e.g. +380 67 123 45 67.';

const ambiguousPhoneError = (readings: string, advice = WRITE_GROUPS_ADVICE) =>
	new ValidationError(`is ambiguous. It may be ${readings}`, advice);

const BRAZIL_CODE = '55';

function isMobileNumber(
	{ countryCode: code, mobileStartsByLength, mobileCanRepeatCode }: NumberingPlan,
	national: string,
): boolean {
	if (code === BRAZIL_CODE) return MOBILE_PATTERN_BY_CODE[BRAZIL_CODE].test(national);
	if (!mobileCanRepeatCode && national.startsWith(code)) return false;
	return mobileStartsByLength.get(national.length)?.includes(national[0]) === true;
}

/**
 * Returns the digits as entered and, for each national prefix at their beginning, the digits without the
 * prefix.
 */
const withAndWithoutPrefix = ({ nationalPrefixes }: NumberingPlan, digits: string): string[] => [
	digits,
	...nationalPrefixes
		.filter((prefix) => digits.startsWith(prefix))
		.map((prefix) => digits.slice(prefix.length)),
];

/** Also accepts a first group of digits that lacks only the last 0 of the country code, as in `+38 067`. */
const firstGroupFitsCode = (code: string, [first]: string[]): boolean =>
	code === `${first}0` || first.length >= code.length || !code.startsWith(first);

/**
 * @throws ValidationError if no country code matches, or if the first group is only a part of a country code
 */
function requirePlanFittingGroups(digits: string, groups: string[]): NumberingPlan {
	const plan = findPlan(digits);
	if (!plan) throw phoneError('No country code begins like this');
	if (firstGroupFitsCode(plan.countryCode, groups)) return plan;
	throw phoneError(
		`${groups[0]} is only the beginning of a country code`,
		'Write the whole country code, e.g. +380 67 123 45 67.',
	);
}

/**
 * Finds the country code that may have lost its last 0: 380 for 38671234567, because 671234567 is a mobile
 * number of +380.
 */
const codeMissingLastZero = (digits: string): string | undefined =>
	Object.keys(MOBILE_PATTERN_BY_CODE).find((code) => {
		const start = code.slice(0, -1);
		const rest = digits.slice(start.length);
		return (
			code.endsWith('0') &&
			digits.startsWith(start) &&
			MOBILE_PATTERN_BY_CODE[code].test(rest)
		);
	});

const OUTDATED_FORM_BY_CODE: Record<string, [RegExp, reason: string, advice: string]> = {
	52: [/^1\d{10}$/, '+52 numbers no longer begin with 1', 'Leave out the 1.'],
	54: [
		/^[09]?(?=\d{12}$)\d{2,4}15/,
		'+54 mobile numbers begin with 9 and are written without 15',
		'Write +54 9 and the number without 15, e.g. +54 9 11 1234 5678.',
	],
};

const formatLengths = (lengths: number[]): string => {
	const last = lengths[lengths.length - 1];
	return lengths.length > 1 ? `${lengths.slice(0, -1).join(', ')} or ${last}` : String(last);
};

function wrongLengthError(
	{ countryCode: code, nationalLengths }: NumberingPlan,
	national: string,
): ValidationError {
	const [pattern, reason = '', advice = ''] = OUTDATED_FORM_BY_CODE[code] ?? [];
	if (pattern?.test(national)) return phoneError(reason, advice);
	return phoneError(
		`+${code} is followed by ${national.length} digits instead of ${formatLengths(nationalLengths)}`,
		ENTER_ALL_DIGITS_ADVICE,
	);
}

/** Reports whether a mobile number follows a country code that was entered twice, as in `+49 49 151…`. */
const hasCodeTwice = (plan: NumberingPlan, national: string): boolean =>
	national.startsWith(plan.countryCode) &&
	!isMobileNumber(plan, national) &&
	withAndWithoutPrefix(plan, national.slice(plan.countryCode.length)).some((number) =>
		isMobileNumber(plan, number),
	);

/**
 * Parses a number after + or 00. The country code must exist, and the length must be valid for it. A leading 0
 * is dropped where 0 is a national prefix, because no mobile number there begins with 0. Any other national
 * prefix is dropped only if the number with the prefix has an invalid length.
 *
 * @throws ValidationError
 */
function parseInternational(
	{ text, digits, digitGroups }: EnteredPhone,
	defaultCode?: string,
): string {
	const plan = requirePlanFittingGroups(digits, digitGroups);
	const { countryCode: code, nationalLengths, nationalPrefixes } = plan;
	if (defaultCode && codeMissingLastZero(digits) === defaultCode && digitGroups[0] !== code) {
		throw ambiguousPhoneError(`a +${defaultCode} number or a +${code} number`);
	}
	const national = digits.slice(code.length);
	if (!nationalPrefixes.includes('0') && /[([]\s*0\s*[)\]]/.test(text)) {
		const advice = 'Remove the brackets. Keep the 0 only if callers from abroad dial the 0.';
		throw phoneError(`+${code} numbers have no 0 in brackets`, advice);
	}
	if (national.startsWith('00'))
		throw phoneError(`+${code} is followed by 00`, ENTER_ALL_DIGITS_ADVICE);
	if (hasCodeTwice(plan, national)) {
		throw phoneError(`It has the country code ${code} twice`, ENTER_ALL_DIGITS_ADVICE);
	}
	const found = withAndWithoutPrefix(plan, national).filter(({ length }) =>
		nationalLengths.includes(length),
	);
	const dialsZero = nationalPrefixes.some((prefix) => prefix.startsWith('0'));
	const number = dialsZero && national.startsWith('0') ? found.at(-1) : found[0];
	if (!number) throw wrongLengthError(plan, national);
	if (code !== '1' || /^[2-9]/.test(number)) return code + number;
	throw phoneError('The digit after +1 must be from 2 to 9', ENTER_ALL_DIGITS_ADVICE);
}

const OTHER_EXIT_CODES = ['0011', '011', '010', '810'];

function isInternationalNumber(digits: string): boolean {
	const plan = findPlan(digits);
	if (!plan) return false;
	const numbers = withAndWithoutPrefix(plan, digits.slice(plan.countryCode.length));
	return numbers.some(({ length }) => plan.nationalLengths.includes(length));
}

/** @throws ValidationError if the digits begin with an exit code other than 00 */
function assertNoOtherExitCode(digits: string): void {
	const exit = OTHER_EXIT_CODES.find(
		(exitCode) =>
			digits.startsWith(exitCode) && isInternationalNumber(digits.slice(exitCode.length)),
	);
	if (exit === undefined) return;
	throw phoneError(`It begins with ${exit}, a prefix for calls abroad`, 'Write + instead.');
}

/** Country codes with exit codes such as 009. There, 00 may be only the beginning of an exit code. */
const CODES_WITH_00X_EXITS = [
	'55',
	'57',
	'62',
	'65',
	'66',
	'82',
	'234',
	'595',
	'852',
	'855',
	'886',
];

function parseAfterDoubleZero(written: EnteredPhone, defaultCode?: string): string {
	const { digits } = written;
	assertNoOtherExitCode(`00${digits}`);
	const mayBeLongerExit =
		defaultCode !== undefined &&
		CODES_WITH_00X_EXITS.includes(defaultCode) &&
		!digits.startsWith(defaultCode);
	const [, after001 = ''] = /^1(\d{10})$/.exec(digits) ?? [];
	const plan = findPlan(after001);
	const is001 = plan && isMobileNumber(plan, after001.slice(plan.countryCode.length));
	if (mayBeLongerExit || is001) {
		throw phoneError(
			'Its prefix for calls abroad may have more digits than 00',
			'Write + instead.',
		);
	}
	return parseInternational(written, defaultCode);
}

/**
 * Digits that begin with a country code may instead be a national number. Describes that national
 * number, or returns undefined if none is possible.
 */
function describeNationalReading(code: string, groups: string[]): string | undefined {
	const isInUs = groups.map(({ length }) => length).join() === '1,3,3,4';
	if (code === '1' && !isInUs) return 'a +1 number or a Chinese number';
	if (code === '84' && groups[0] !== code) return 'a Russian number with a leading 8';
	return undefined;
}

/**
 * Returns the digits if they are certainly a country code and a mobile number.
 *
 * @throws ValidationError if the digits may also be another number
 */
function tryParseInternationalMobile({
	text,
	digits,
	digitGroups,
}: EnteredPhone): string | undefined {
	const plan = findPlan(digits);
	if (!plan || digits.length < 11 || /^\s*\(/.test(text)) return undefined;
	if (!isMobileNumber(plan, digits.slice(plan.countryCode.length))) return undefined;
	const national = describeNationalReading(plan.countryCode, digitGroups);
	if (national) throw ambiguousPhoneError(national, WRITE_OR_SET_DEFAULT_ADVICE);
	requirePlanFittingGroups(digits, digitGroups);
	const lost = codeMissingLastZero(digits);
	if (lost) throw ambiguousPhoneError(`a +${lost} number or a +${plan.countryCode} number`);
	return digits;
}

function parseWithoutDefault(written: EnteredPhone): string {
	const { digits } = written;
	if (/^..9.{8}$/.test(digits) && MOBILE_PATTERN_BY_CODE[BRAZIL_CODE].test(digits)) {
		throw ambiguousPhoneError(
			'a Brazilian number without its +55',
			WRITE_OR_SET_DEFAULT_ADVICE,
		);
	}
	const number = tryParseInternationalMobile(written);
	if (number) return number;
	assertNoOtherExitCode(digits);
	const isShort =
		digits.length < 11 ? '. A spreadsheet may have dropped the + or a leading 0' : '';
	throw phoneError(
		`It has no +, and its country code is not certain${isShort}`,
		WRITE_OR_SET_DEFAULT_ADVICE,
	);
}

/** Accepts a mobile number of the default country, or a number with any country code. */
function parseWithDefault(written: EnteredPhone, plan: NumberingPlan): string {
	const { digits, digitGroups } = written;
	const { countryCode: code } = plan;
	const couldHaveCode = digits.startsWith(code) && firstGroupFitsCode(code, digitGroups);
	const national = [digits, ...(couldHaveCode ? [digits.slice(code.length)] : [])]
		.flatMap((digits) => withAndWithoutPrefix(plan, digits))
		.filter((national) => isMobileNumber(plan, national));
	const [number, another] = new Set(national);
	// The digits may also be a landline with its country code, e.g. 39 06 692376.
	const isCodeGrouped =
		digitGroups[0] === code && plan.nationalLengths.includes(digits.length - code.length);
	if (another || (isCodeGrouped && number === digits)) {
		throw ambiguousPhoneError(
			`a complete +${code} number, or a number without its country code`,
		);
	}
	if (number) return code + number;
	const foreign = tryParseInternationalMobile(written);
	if (foreign) return foreign;
	assertNoOtherExitCode(digits);
	throw phoneError(
		`It is neither a +${code} mobile number nor a number with a country code`,
		WRITE_OR_SET_PLUS_ADVICE,
	);
}

function parseWithoutPlus(written: EnteredPhone, defaultCode = ''): string {
	if (defaultCode === ALL_PHONES_INTERNATIONAL) {
		assertNoOtherExitCode(written.digits);
		return parseInternational(written);
	}
	const plan = PLAN_BY_CODE.get(defaultCode);
	return plan ? parseWithDefault(written, plan) : parseWithoutDefault(written);
}

function requirePhoneLength(digits: string): string {
	const { length } = digits;
	if (length >= PHONE_LIMITS.min && length <= PHONE_LIMITS.max) return digits;
	throw phoneError(
		`It has ${length} instead of ${PHONE_LIMITS.min} to ${PHONE_LIMITS.max} digits`,
	);
}

/** Converts a phone to digits that begin with the country code. */
export const parsePhone: Parser = (value, _zone, defaultCode) => {
	const written = readEnteredPhone(value);
	if (written.internationalPrefix === '+')
		return requirePhoneLength(parseInternational(written, defaultCode));
	return requirePhoneLength(
		written.internationalPrefix
			? parseAfterDoubleZero(written, defaultCode)
			: parseWithoutPlus(written, defaultCode),
	);
};
parsePhone.lengthLimits = PHONE_LIMITS;
