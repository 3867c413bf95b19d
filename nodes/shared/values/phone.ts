import { asciiDigits } from './digits';
import { excerpt, type Parser, plainText, ValidationError } from './formats';
import { PHONE_PLANS } from './phonePlans';

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
}

const lengthsIn = (hexadecimal: string): number[] =>
	[...hexadecimal].map((digit) => parseInt(digit, 16));

function planOf(text: string): [code: string, plan: Plan] {
	const [code = '', groups = '', prefixes = '-', others = ''] = text.split(' ');
	const mobile = new Map(
		groups.split('|').flatMap((group) => {
			const [lengths = '', digits = ''] = group.split('.');
			return lengthsIn(lengths).map((length) => [length, digits] as const);
		}),
	);
	const lengths = [...mobile.keys(), ...lengthsIn(others)].sort((a, b) => a - b);
	return [code, { code, mobile, prefixes: prefixes === '-' ? [] : prefixes.split('/'), lengths }];
}

const PLANS = new Map(PHONE_PLANS.trim().split(/, |\n/).map(planOf));

/** The plan of a number with its country code: no code begins with another one. */
const planOfNumber = (digits: string): Plan | undefined =>
	[1, 2, 3].map((length) => PLANS.get(digits.slice(0, length))).find(Boolean);

/** A country code, as digits. */
export const countryCode: Parser = (value) => {
	const advice = 'Enter the digits of the code, e.g. 380 for Ukraine.';
	const digits = asciiDigits(plainText(value, advice))
		.trim()
		.replace(/^(\+|00)/, '');
	if (PLANS.has(digits)) return digits;
	throw new ValidationError(`is ${excerpt(value)}, which is not a country code`, advice);
};

const WRITE_PLUS = 'Enter the number with + and its country code, e.g. +380 67 123 45 67.';
const OR_DEFAULT = 'Or set Default Country Code.';

const notPhone = (reason: string, advice = WRITE_PLUS) =>
	new ValidationError(`is not a phone number. ${reason}`, advice);

const isMobile = ({ mobile }: Plan, national: string): boolean =>
	mobile.get(national.length)?.includes(national[0]) === true;

/** A number as it stands, and without what is dialed before it within the country. */
const withoutPrefix = ({ prefixes }: Plan, digits: string): string[] => [
	digits,
	...prefixes.filter((one) => digits.startsWith(one)).map((one) => digits.slice(one.length)),
];

/**
 * A number behind + or 00: a code that exists, and a length that exists there. A 0 that is dialed within the
 * country is dropped: no mobile number of such a country begins with it. Another prefix is dropped if the
 * number has no other reading.
 *
 * @param hasZero whether a 0 is in brackets
 * @throws ValidationError
 */
function withCode(digits: string, hasZero = false): string {
	const plan = planOfNumber(digits);
	if (!plan) throw notPhone('No country code begins so');
	const { code, lengths, prefixes } = plan;
	const national = digits.slice(code.length);
	if (hasZero && !prefixes.some((one) => one.startsWith('0'))) {
		const advice = 'Write it without brackets, with the 0 if it belongs to the number.';
		throw notPhone(`Numbers of +${code} have no 0 in brackets`, advice);
	}
	const known = withoutPrefix(plan, national).filter(({ length }) => lengths.includes(length));
	const isZero = national.startsWith('0') && prefixes.some((one) => one.startsWith('0'));
	const number = isZero ? known.at(-1) : known[0];
	if (number && (code !== '1' || /^[2-9]/.test(number))) return code + number;
	if (code === '1' && national.length === 10) {
		throw notPhone('After +1 comes a digit from 2 to 9', 'Enter all digits of one number.');
	}
	throw notPhone(
		`+${code} is followed by ${national.length} digits instead of ${listOf(lengths)}`,
		'Enter all digits of one number, and no others.',
	);
}

const listOf = (lengths: number[]): string => {
	const last = lengths[lengths.length - 1];
	return lengths.length > 1 ? `${lengths.slice(0, -1).join(', ')} or ${last}` : String(last);
};

/** Exit codes besides 00 that are dialed in many countries. */
const EXITS = ['0011', '011', '010', '810'];

/** Whether digits are a number behind + or 00. */
function isNumber(digits: string): boolean {
	try {
		return withCode(digits) !== '';
	} catch {
		return false;
	}
}

/** The error of a number behind such an exit code; undefined if there is none. */
function exitError(digits: string): ValidationError | undefined {
	const exit = EXITS.find((one) => digits.startsWith(one) && isNumber(digits.slice(one.length)));
	if (exit === undefined) return undefined;
	return notPhone(`It begins with the exit code ${exit}`, 'Write + in place of it.');
}

/** Country codes in which 00 may be the beginning of another exit code, e.g. 009. */
const OTHER_EXITS = ['55', '57', '62', '65', '66', '82', '234', '595', '852', '855', '886'];

/** A number behind 00. */
function behindExit(digits: string, hasZero: boolean, home?: string): string {
	const exitCode = exitError(`00${digits}`);
	if (exitCode) throw exitCode;
	const isOther = home !== undefined && OTHER_EXITS.includes(home) && !digits.startsWith(home);
	const [, behind001 = ''] = /^1(\d{10})$/.exec(digits) ?? [];
	const plan = planOfNumber(behind001);
	const is001 = plan && isMobile(plan, behind001.slice(plan.code.length));
	if (isOther || is001) {
		throw notPhone('00 may be part of another exit code', 'Write + in place of it.');
	}
	return withCode(digits, hasZero);
}

/** Digits without + that have the country code, as the API has them. Nothing is dropped. */
function bare(digits: string, written: string): string | undefined {
	const plan = planOfNumber(digits);
	if (!plan || digits.length < 11 || /^\s*\(/.test(written)) return undefined;
	if (!isMobile(plan, digits.slice(plan.code.length))) return undefined;
	// In one piece, it may be a Chinese number. Grouped so, it is none.
	const isGrouped = /^\s*1\D+\d{3}\D+\d{3}\D+\d{4}\s*$/.test(written);
	return plan.code === '1' && !isGrouped ? undefined : digits;
}

/** A number without + or 00, if there is no default country code. */
function withoutDefault(digits: string, written: string): string {
	const number = bare(digits, written);
	if (number) return number;
	const exitCode = exitError(digits);
	if (exitCode) throw exitCode;
	if (/^1[2-9]\d{9}$/.test(digits)) {
		const reason = 'It may be a number of +1 or a Chinese one';
		throw notPhone(reason, 'Write + in front of it.');
	}
	const isShort = digits.length < 11 ? '. A sheet may have dropped the + or a 0' : '';
	const reason = `It has no + and no country code that is certain${isShort}`;
	throw notPhone(reason, `${WRITE_PLUS} ${OR_DEFAULT}`);
}

/** A number without + or 00, with a default country code: a mobile number of it, or what has a code. */
function withDefault(digits: string, written: string, code: string): string {
	const plan = PLANS.get(code);
	if (!plan) return withoutDefault(digits, written);
	const behindCode = digits.startsWith(code) ? digits.slice(code.length) : undefined;
	const national = [digits, behindCode].flatMap((one) =>
		one === undefined ? [] : withoutPrefix(plan, one).filter((each) => isMobile(plan, each)),
	);
	const [number, another] = new Set(national);
	if (another) {
		throw new ValidationError(
			`is ambiguous. It may be +${code}${number} or +${code}${another}`,
			'Write + and the one that you mean.',
		);
	}
	if (number) return code + number;
	const foreign = bare(digits, written);
	if (foreign) return foreign;
	throw (
		exitError(digits) ??
		notPhone(`It is no mobile number of +${code}, and none with a country code`)
	);
}

/** What is written between the digits, and invisible characters. */
const SEPARATORS = /[\s()[\]./\-\u2010-\u2015\u2212\p{Cf}]/gu;
const QUOTES = `'"\`\u00b4\u2018-\u201f\u00ab\u00bb`;
/** A number between what sheets, links and lists write around it. */
const WRAPPED = new RegExp(
	`^[${QUOTES}]*(?:(?:p|tel|sms|whatsapp):[${QUOTES}]*)?(\\+?\\d+)[${QUOTES},;]*$`,
	'i',
);
const EXTENSION =
	/^\D*\d+(?:[,;]*(?:e?xt(?:ensi(?:on|ó))?n?|x|int|anexo|доб)|[#~,;]+)[:=]*\d{1,7}#?$/i;

/** What sheets and other programs make of phones, and what is wrong with it. */
const MADE_OF_IT: Array<[RegExp, reason: string, advice?: string]> = [
	[
		/^\d(?:[.,]\d+)?E\+?\d+$/i,
		'A sheet has rounded it',
		'Format the column as text, and enter all digits again.',
	],
	[
		/^(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2})(?!\d)/,
		'It is a date',
	],
	[
		/@(?:s\.whatsapp\.net|c\.us|g\.us)$/i,
		'It is an address of WhatsApp',
		'Take the digits in front of @, and write + before them.',
	],
	[/^[^.]*\d{7}\.\d+$/, 'It has a fraction', 'Format the column as text.'],
	[/^[^/]*\/\s*\d{1,3}$/, 'It has an extension or a second number'],
];

/** Whether there are two phones between commas, slashes or words. */
const hasTwo = (entered: string): boolean =>
	entered.split(/[,;|/&\n]|\p{L}+/u).filter((part) => part.replace(/\D/g, '').length >= 7)
		.length > 1;

/** More than any number with what is written between its digits. */
const MAX_WRITTEN = 100;

/** The digits of a phone, and its + if it has one, without what is written around and between them. */
function digitsOf(entered: string, value: unknown): string {
	if (typeof value === 'number' && !Number.isInteger(value)) {
		throw notPhone('It is not a whole number');
	}
	if (Number(entered) < 0) throw notPhone('It is a negative number');
	if (entered.length > MAX_WRITTEN) throw notPhone('It is longer than any number');
	if (hasTwo(entered)) {
		throw notPhone('It has two numbers', 'Enter one, or make an item of each.');
	}
	const made = MADE_OF_IT.find(([pattern]) => pattern.test(entered.trim()));
	if (made) throw notPhone(made[1], made[2]);
	const compact = entered.replace(SEPARATORS, '');
	const [, digits] = WRAPPED.exec(compact) ?? [];
	if (digits) return digits;
	if (EXTENSION.test(compact)) throw notPhone('It has an extension', 'Leave out the extension.');
	throw notPhone('It contains characters other than digits');
}

function checked(digits: string): string {
	const { length } = digits;
	if (length >= PHONE.min && length <= PHONE.max) return digits;
	throw notPhone(`It has ${length} instead of ${PHONE.min} to ${PHONE.max} digits`);
}

/** Digits with the country code. */
export const phone: Parser = (value, _zone, code) => {
	const entered = asciiDigits(plainText(value, WRITE_PLUS));
	const compact = /^\d+$/.test(entered) ? entered : digitsOf(entered, value);
	const digits = compact.replace('+', '');
	const hasZero = /[([]\s*0\s*[)\]]/.test(entered);
	if (compact !== digits) return checked(withCode(digits.replace(/^00/, ''), hasZero));
	if (digits.startsWith('00')) return checked(behindExit(digits.slice(2), hasZero, code));
	return checked(code ? withDefault(digits, entered, code) : withoutDefault(digits, entered));
};
phone.limits = PHONE;
