import { excerpt, type Parser, plainText, ValidationError } from './formats';
import { PHONE_PLANS } from './phonePlans';

/** How the numbers of a country code are written. */
interface Plan {
	code: string;
	/** Whether a number without the code has one of their lengths and first digits. */
	fits: (digits: string) => boolean;
	isMobile: (digits: string) => boolean;
	/** Digits of the shortest mobile number, with the code. */
	shortest: number;
	/** What precedes them within the country, e.g. 0; empty if nothing does. */
	trunk: string;
}

/** Tells by its length, as one letter, and its first digit: `[9a]3` has 9 or 10 digits from 3 on. */
const fitter = (shape: string) => {
	const form = new RegExp(`^(?:${shape})`);
	return (digits: string) => form.test(digits.length.toString(16) + digits.charAt(0));
};

function planOf(entry: string): [string, Plan] {
	const [code, all, given, trunk = ''] = entry.split(' ');
	const mobile = given && given !== '-' ? given : all;
	const lengths = [...mobile.matchAll(/(?:^|\|)\[?(\w)/g)].map(([, one]) => parseInt(one, 16));
	const shortest = code.length + Math.min(...lengths);
	return [code, { code, fits: fitter(all), isMobile: fitter(mobile), shortest, trunk }];
}

const known = new Map<string, Plan>();

/** Read when it is first needed, not when n8n starts. */
function plans(): Map<string, Plan> {
	if (known.size === 0) PHONE_PLANS.split(', ').forEach((entry) => known.set(...planOf(entry)));
	return known;
}

/** The plan of an international number: no country code begins with another one. */
function planOfNumber(digits: string): Plan | undefined {
	for (let length = 1; length <= 3; length++) {
		const plan = plans().get(digits.slice(0, length));
		if (plan) return plan;
	}
	return undefined;
}

/** A country code, as digits. */
export const countryCode: Parser = (value) => {
	const advice = 'Enter the digits of the code, e.g. 380 for Ukraine.';
	const digits = plainText(value, advice)
		.trim()
		.replace(/^(\+|00)/, '');
	if (plans().has(digits)) return digits;
	throw new ValidationError(`is ${excerpt(value)}, which is not a country code`, advice);
};

const PLUS = 'Enter it with + and its country code, e.g. +380 67 123 45 67.';

/**
 * A number without + with its country code: added to a national number, and not to an international
 * one.
 *
 * @param code the default country code
 * @throws ValidationError for a number that may be both, or is neither
 */
export function withCountryCode(digits: string, code: string): string {
	const plan = plans().get(code);
	if (!plan) return digits;
	const { trunk, fits, isMobile, shortest } = plan;
	const found = new Set<string>();
	if (trunk && digits.startsWith(trunk) && fits(digits.slice(trunk.length))) {
		found.add(code + digits.slice(trunk.length));
	}
	const isShort = digits.length < shortest && isMobile(digits);
	if (isShort || fits(digits)) found.add(code + digits);
	// A mobile number that is too short for an international one of this country is national.
	const other = isShort ? plan : planOfNumber(digits);
	if (other && digits.startsWith(other.code) && other.fits(digits.slice(other.code.length))) {
		found.add(digits);
	}
	const [number, another] = found;
	if (number && !another) return number;
	throw new ValidationError(
		number
			? `is ambiguous. It may be a national number of +${code} or an international one`
			: `is not a phone number. It is neither a national number of +${code} nor an international one`,
		PLUS,
	);
}

/**
 * An international number without what precedes it only within the country: the 0 of +44 (0)20.
 *
 * @throws ValidationError if it has another 0 there
 */
export function withoutTrunk(digits: string): string {
	const plan = planOfNumber(digits);
	const national = plan ? digits.slice(plan.code.length) : '';
	if (!plan || plan.fits(national)) return digits;
	const { code, trunk, fits } = plan;
	const rest = national.slice(trunk.length);
	if (trunk && national.startsWith(trunk) && fits(rest)) return code + rest;
	if (!national.startsWith('0')) return digits;
	const problem = `is not a phone number. It has a 0 after its country code ${code}`;
	throw new ValidationError(problem, 'Leave out that 0.');
}
