import { asciiDigits } from './digits';
import { excerpt, type Parser, plainText, ValidationError } from './formats';
import { notPhone, readDigits, WRITE_PLUS, type Written } from './phoneDigits';
import { MOBILE_PATTERNS, PHONE_PLANS } from './phonePlans';

const PHONE = { unit: 'digits', min: 7, max: 15 } as const;

/** How the numbers of a country code are written: see `phonePlans.ts`. */
interface Plan {
	code: string;
	/** By the length of mobile numbers, the digits that they begin with. */
	mobile: Map<number, string>;
	/** What is dialed before a number within the country, e.g. 0. */
	prefixes: string[];
	/** Of mobile numbers and fixed lines. */
	lengths: number[];
	/** Whether mobile numbers can begin with the digits of their own code. */
	canRepeat: boolean;
}

const lengthsIn = (hexadecimal: string): number[] =>
	[...hexadecimal].map((digit) => parseInt(digit, 16));

function planOf(text: string): [code: string, plan: Plan] {
	const [name = '', groups = '', prefix = '-', others = ''] = text.split(' ');
	const [code = '', repeats] = name.split('*');
	const mobile = new Map(
		groups.split('|').flatMap((group) => {
			const [lengths = '', digits = ''] = group.split('.');
			return lengthsIn(lengths).map((length) => [length, digits] as const);
		}),
	);
	const lengths = [...mobile.keys(), ...lengthsIn(others)].sort((a, b) => a - b);
	const prefixes = prefix === '-' ? [] : prefix.split('/');
	return [code, { code, mobile, prefixes, lengths, canRepeat: repeats !== undefined }];
}

const PLANS = new Map(PHONE_PLANS.trim().split(/, |\n/).map(planOf));

/** The plan of a number with its country code: no code begins with another one. */
const planOfNumber = (digits: string): Plan | undefined =>
	[1, 2, 3].map((length) => PLANS.get(digits.slice(0, length))).find(Boolean);

/** The default country code of a sheet whose phones all include theirs. */
const ALL_INCLUDED = '+';

/** A country code as digits, or `+`: all phones include their country code. */
export const countryCode: Parser = (value) => {
	const advice =
		'Enter the digits of the code, e.g. 380 for Ukraine, or + if all phones include their country code.';
	const entered = asciiDigits(plainText(value, advice)).trim();
	const digits = entered.replace(/^(\+|00)/, '');
	if (entered === ALL_INCLUDED) return ALL_INCLUDED;
	if (PLANS.has(digits)) return digits;
	throw new ValidationError(`is ${excerpt(value)}, which is not a country code`, advice);
};

const SET_PLUS = 'to + if all your phones include their country code.';
const OR_PLUS = `${WRITE_PLUS} Or set Default Country Code ${SET_PLUS}`;
const OR_DEFAULT = `${WRITE_PLUS} Or set Default Country Code: to the code of your national numbers, e.g. 380, or ${SET_PLUS}`;
const ALL_DIGITS = 'Enter all digits of one number, and no others.';

const ambiguous = (readings: string) =>
	new ValidationError(
		`is ambiguous. It may be a number of ${readings}`,
		'Write + and the country code, a blank, and the rest, e.g. +380 67 123 45 67.',
	);

/** Its landlines are as long as its mobile numbers, and begin with the same digits. */
const BRAZIL = '55';

function isMobile({ code, mobile, canRepeat }: Plan, national: string): boolean {
	if (code === BRAZIL) return MOBILE_PATTERNS[BRAZIL].test(national);
	if (!canRepeat && national.startsWith(code)) return false;
	return mobile.get(national.length)?.includes(national[0]) === true;
}

/** A number as it stands, and without what is dialed before it within the country. */
const withoutPrefix = ({ prefixes }: Plan, digits: string): string[] => [
	digits,
	...prefixes.filter((one) => digits.startsWith(one)).map((one) => digits.slice(one.length)),
];

/** Whether the code is written in one piece, or its last 0 with the number, as in +38 067. */
const isWhole = (code: string, [first]: string[]): boolean =>
	code === `${first}0` || first.length >= code.length || !code.startsWith(first);

/** The plan of a number that has its country code. @throws ValidationError if there is only a part of the code */
function planWritten(digits: string, groups: string[]): Plan {
	const plan = planOfNumber(digits);
	if (!plan) throw notPhone('No country code begins so');
	if (isWhole(plan.code, groups)) return plan;
	throw notPhone(
		`${groups[0]} is only the beginning of a country code`,
		'Write the whole country code, e.g. +380 67 123 45 67.',
	);
}

/** The country code that lost its last 0, with this 0, if the rest is a mobile number of it: 380 of 38671234567. */
const codeWithoutZero = (digits: string): string | undefined =>
	Object.keys(MOBILE_PATTERNS).find((code) => {
		const start = code.slice(0, -1);
		const rest = digits.slice(start.length);
		return code.endsWith('0') && digits.startsWith(start) && MOBILE_PATTERNS[code].test(rest);
	});

/** What was dialed within a country until it changed its numbers. */
const OUTDATED: Record<string, [RegExp, reason: string, advice: string]> = {
	52: [/^1\d{10}$/, 'Numbers of +52 no longer have a 1 before them', 'Leave out the 1.'],
	54: [
		/^[09]?(?=\d{12}$)\d{2,4}15/,
		'Mobile numbers of +54 have a 9 before them, and no 15',
		'Write +54 9 and the number without 15, e.g. +54 9 11 1234 5678.',
	],
};

const listOf = (lengths: number[]): string => {
	const last = lengths[lengths.length - 1];
	return lengths.length > 1 ? `${lengths.slice(0, -1).join(', ')} or ${last}` : String(last);
};

function wrongLength({ code, lengths }: Plan, national: string): ValidationError {
	const [pattern, reason = '', advice = ''] = OUTDATED[code] ?? [];
	if (pattern?.test(national)) return notPhone(reason, advice);
	return notPhone(
		`+${code} is followed by ${national.length} digits instead of ${listOf(lengths)}`,
		ALL_DIGITS,
	);
}

/**
 * A number behind + or 00: a code that exists, and a length that exists there. A 0 that is dialed within the
 * country is dropped: no mobile number of such a country begins with it. Another prefix is dropped if the
 * number has no other reading.
 *
 * @throws ValidationError
 */
function withCode({ text, digits, groups }: Written, home?: string): string {
	const plan = planWritten(digits, groups);
	const { code, lengths, prefixes } = plan;
	if (home && codeWithoutZero(digits) === home && groups[0] !== code) {
		throw ambiguous(`+${home} or of +${code}`);
	}
	const national = digits.slice(code.length);
	if (!prefixes.includes('0') && /[([]\s*0\s*[)\]]/.test(text)) {
		const advice = 'Write it without brackets, with the 0 if it belongs to the number.';
		throw notPhone(`Numbers of +${code} have no 0 in brackets`, advice);
	}
	if (national.startsWith('00')) {
		throw notPhone(`+${code} is followed by 00`, ALL_DIGITS);
	}
	const found = withoutPrefix(plan, national).filter(({ length }) => lengths.includes(length));
	const dialsZero = prefixes.some((one) => one.startsWith('0'));
	const number = dialsZero && national.startsWith('0') ? found.at(-1) : found[0];
	if (!number) throw wrongLength(plan, national);
	if (code !== '1' || /^[2-9]/.test(number)) return code + number;
	throw notPhone('After +1 comes a digit from 2 to 9', ALL_DIGITS);
}

/** Exit codes besides 00 that are dialed in many countries. */
const EXITS = ['0011', '011', '010', '810'];

/** Whether digits are a number behind + or 00. */
function isNumber(digits: string): boolean {
	const plan = planOfNumber(digits);
	if (!plan) return false;
	const numbers = withoutPrefix(plan, digits.slice(plan.code.length));
	return numbers.some(({ length }) => plan.lengths.includes(length));
}

/** @throws ValidationError if the digits are such an exit code and a number */
function assertNoExit(digits: string): void {
	const exit = EXITS.find((one) => digits.startsWith(one) && isNumber(digits.slice(one.length)));
	if (exit === undefined) return;
	throw notPhone(`It begins with the exit code ${exit}`, 'Write + in place of it.');
}

/** Country codes in which 00 may be the beginning of another exit code, e.g. 009. */
const OTHER_EXITS = ['55', '57', '62', '65', '66', '82', '234', '595', '852', '855', '886'];

/** A number behind 00. */
function behindExit(written: Written, home?: string): string {
	const { digits } = written;
	assertNoExit(`00${digits}`);
	const isOther = home !== undefined && OTHER_EXITS.includes(home) && !digits.startsWith(home);
	const [, behind001 = ''] = /^1(\d{10})$/.exec(digits) ?? [];
	const plan = planOfNumber(behind001);
	const is001 = plan && isMobile(plan, behind001.slice(plan.code.length));
	if (isOther || is001) {
		throw notPhone('00 may be part of another exit code', 'Write + in place of it.');
	}
	return withCode(written, home);
}

/** Whose national numbers have the digits of a number with its country code, unless they are grouped as that one. */
function nationalReading(code: string, groups: string[]): string | undefined {
	const isInUs = groups.map(({ length }) => length).join() === '1,3,3,4';
	if (code === '1' && !isInUs) return 'a number of +1 or a Chinese one';
	if (code === '84' && groups[0] !== code) return 'a Russian number with the 8 in front';
	return undefined;
}

/** Digits without + that have the country code, as the API has them. Nothing is dropped. */
function bare({ text, digits, groups }: Written): string | undefined {
	const plan = planOfNumber(digits);
	if (!plan || digits.length < 11 || /^\s*\(/.test(text)) return undefined;
	if (!isMobile(plan, digits.slice(plan.code.length))) return undefined;
	const national = nationalReading(plan.code, groups);
	if (national) throw notPhone(`It may be ${national}`, OR_DEFAULT);
	planWritten(digits, groups);
	const lost = codeWithoutZero(digits);
	if (lost) throw ambiguous(`+${lost} or of +${plan.code}`);
	return digits;
}

/** A number without + or 00, if there is no default country code. */
function withoutDefault(written: Written): string {
	const { digits } = written;
	if (/^..9.{8}$/.test(digits) && MOBILE_PATTERNS[BRAZIL].test(digits)) {
		throw notPhone('It may be a number of Brazil', OR_DEFAULT);
	}
	const number = bare(written);
	if (number) return number;
	assertNoExit(digits);
	const isShort = digits.length < 11 ? '. A sheet may have dropped the + or a 0' : '';
	throw notPhone(`It has no + and no country code that is certain${isShort}`, OR_DEFAULT);
}

/** A number without + or 00, with a default country code: a mobile number of it, or what has a code. */
function withDefault(written: Written, plan: Plan): string {
	const { digits, groups } = written;
	const { code } = plan;
	const behindCode = digits.startsWith(code) && isWhole(code, groups);
	const national = [digits, ...(behindCode ? [digits.slice(code.length)] : [])]
		.flatMap((one) => withoutPrefix(plan, one))
		.filter((one) => isMobile(plan, one));
	const [number, another] = new Set(national);
	// 39 06 692376 may also be a landline behind its code.
	const isApart = groups[0] === code && plan.lengths.includes(digits.length - code.length);
	if (another || (isApart && number === digits)) {
		throw ambiguous(`+${code} with its country code or without it`);
	}
	if (number) return code + number;
	const foreign = bare(written);
	if (foreign) return foreign;
	assertNoExit(digits);
	throw notPhone(`It is no mobile number of +${code}, and none with a country code`, OR_PLUS);
}

function withoutPlus(written: Written, home = ''): string {
	if (home === ALL_INCLUDED) {
		assertNoExit(written.digits);
		return withCode(written);
	}
	const plan = PLANS.get(home);
	return plan ? withDefault(written, plan) : withoutDefault(written);
}

function checked(digits: string): string {
	const { length } = digits;
	if (length >= PHONE.min && length <= PHONE.max) return digits;
	throw notPhone(`It has ${length} instead of ${PHONE.min} to ${PHONE.max} digits`);
}

/** Digits with the country code. */
export const phone: Parser = (value, _zone, home) => {
	const written = readDigits(value);
	if (written.exit === '+') return checked(withCode(written, home));
	return checked(written.exit ? behindExit(written, home) : withoutPlus(written, home));
};
phone.limits = PHONE;
