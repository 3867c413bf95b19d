import { excerpt, type Parser, plainText, ValidationError } from './formats';
import { type Plan, planOfCode, planOfNumber, readingsOf } from './numberingPlan';

/** A country code, as digits. */
export const countryCode: Parser = (value) => {
	const advice = 'Enter the digits of the code, e.g. 380 for Ukraine.';
	const digits = plainText(value, advice)
		.trim()
		.replace(/^(\+|00)/, '');
	if (planOfCode(digits)) return digits;
	throw new ValidationError(`is ${excerpt(value)}, which is not a country code`, advice);
};

const PLUS = 'Enter it with + and its country code, e.g. +380 67 123 45 67.';

const notPhone = (reason: string, advice: string) =>
	new ValidationError(`is not a phone number. ${reason}`, advice);

const ambiguous = (one: string, other: string) =>
	new ValidationError(`is ambiguous. It may be ${one} or ${other}`, PLUS);

const INTERNATIONAL = 'an international one';

const twoNational = (code: string) =>
	ambiguous(`a number of +${code} with its national prefix`, 'one that begins so');

/**
 * A number with its country code, without what precedes it only within the country: the 0 of
 * +44 (0)20. New numbers may begin with other digits than those that libphonenumber knows.
 *
 * @param advice if it begins with no country code
 * @throws ValidationError if no country has such a number, or two numbers may be meant
 */
export function international(digits: string, advice = PLUS): string {
	const plan = planOfNumber(digits);
	if (!plan) throw notPhone('It begins with no country code', advice);
	const { code, mobileLengths } = plan;
	const national = digits.slice(code.length);
	const [number, another] = readingsOf(plan, national);
	if (another) throw twoNational(code);
	if (number) return number === national ? digits : code + number;
	if (national.startsWith('0')) {
		throw notPhone(`It has a 0 after its country code ${code}`, 'Leave out that 0.');
	}
	const { length } = national;
	if (mobileLengths.includes(length)) return digits;
	const usual = mobileLengths.join(' or ');
	throw notPhone(
		`It has ${length} instead of ${usual} digits after its country code ${code}`,
		'Enter all digits of one number, and no others.',
	);
}

/** A number that may be meant. */
interface Reading {
	number: string;
	plan: Plan;
	isMobile: boolean;
}

const read = (plan: Plan, national: string): Reading[] =>
	readingsOf(plan, national).map((found) => ({
		number: plan.code + found,
		plan,
		isMobile: plan.mobile.test(found),
	}));

/** What a number is that begins with a country code, but has no +. */
function withItsCode(digits: string, home: Plan): Reading[] {
	const plan = planOfNumber(digits);
	if (!plan) return [];
	const found = read(plan, digits.slice(plan.code.length));
	return plan === home ? found : found.filter(({ number }) => number === digits);
}

/** What remains behind an exit code, if a country code can follow it. */
function afterExit(exit: RegExp, digits: string): string | undefined {
	const rest = digits.slice(exit.exec(digits)?.[0].length ?? digits.length);
	return rest === '' || rest.startsWith('0') ? undefined : rest;
}

/** Understood in every country, and dialed in most. */
const ANY_EXIT = /^00/;

/** The number that is meant for certain, of those within the country and those with another code. */
function certain(plan: Plan, digits: string, own: Reading[], others: Reading[]): string {
	if (own.length > 1 || others.length > 1) throw twoNational(plan.code);
	const [first] = own;
	// A mobile number that is too short for another one with its code is national.
	const isShort = digits.length < plan.code.length + plan.mobileLengths[0];
	if (first?.isMobile && (isShort || others.every(({ isMobile }) => !isMobile))) {
		return first.number;
	}
	const other = others.find(({ number }) => number !== first?.number);
	if (first && other) {
		const isSame = other.plan === plan;
		const another = isSame
			? 'one that has this code'
			: `${INTERNATIONAL} of +${other.plan.code}`;
		throw ambiguous(`a national number of +${plan.code}`, another);
	}
	if (first) return first.number;
	if (other && (other.isMobile || other.plan === plan)) return other.number;
	throw notPhone(
		`It is neither a national number of +${plan.code} nor an international one`,
		PLUS,
	);
}

/**
 * A number without + with its country code: added to a national number, and not to an international
 * one. A number of another country is known by its code only if it is a mobile one.
 *
 * @param code the default country code
 * @throws ValidationError for a number that may be both, or is neither
 */
export function withCountryCode(digits: string, code: string): string {
	const plan = planOfCode(code);
	if (!plan) return international(digits);
	if (plan.unclear?.test(digits)) {
		throw ambiguous(`a local number of +${code}, or one in an earlier form,`, INTERNATIONAL);
	}
	const dialed = afterExit(plan.exit, digits);
	if (dialed !== undefined) return international(dialed);
	const own = read(plan, digits);
	// 00 may begin a national number where the exit code is another one.
	const abroad = afterExit(ANY_EXIT, digits);
	if (abroad !== undefined && own.length === 0) return international(abroad);
	return certain(plan, digits, own, withItsCode(abroad ?? digits, plan));
}
