import { PHONE_PLANS } from './phonePlans';

/** How the numbers of a country code are written. */
export interface Plan {
	code: string;
	/** Numbers as they follow the code. */
	numbers: RegExp;
	mobile: RegExp;
	/** The lengths of mobile numbers, without the code. */
	mobileLengths: number[];
	/** What precedes numbers within the country. */
	prefix?: RegExp;
	/** What becomes of a group of the prefix. */
	rule?: string;
	/** What precedes a country code there, e.g. 00. */
	exit: RegExp;
	/** May be a number of the country that libphonenumber does not tell. */
	unclear?: RegExp;
}

const DIGITS = '0123456789';
const LENGTHS = Array.from({ length: 15 }, (_, index) => index + 1);

function planOf(text: string): Plan {
	const columns = text.split(' ').map((column) => (column === '-' ? undefined : column));
	const [code = '', numbers = '', mobile = numbers, prefix, exit = '00', rule, unclear] = columns;
	const whole = (pattern: string) => new RegExp(`^(?:${pattern.replaceAll('d', '\\d')})$`);
	const start = (pattern: string) => new RegExp(`^(?:${pattern.replaceAll('d', '\\d')})`);
	const ofMobile = whole(mobile);
	return {
		code,
		numbers: whole(numbers),
		mobile: ofMobile,
		mobileLengths: LENGTHS.filter((length) =>
			[...DIGITS].some((first) => ofMobile.test(first.padEnd(length, '0'))),
		),
		prefix: prefix === undefined ? undefined : start(prefix),
		rule,
		exit: start(exit),
		unclear: unclear === undefined ? undefined : whole(unclear),
	};
}

/** By country code: the texts of all plans, and in their place the plans that were needed. */
const plans = new Map<string, string | Plan>();

/** The plan of a country code. */
export function planOfCode(code: string): Plan | undefined {
	if (plans.size === 0) {
		for (const text of PHONE_PLANS.trim().split(/, |\n/)) {
			plans.set(text.slice(0, text.indexOf(' ')), text);
		}
	}
	const known = plans.get(code);
	if (typeof known !== 'string') return known;
	const plan = planOf(known);
	plans.set(code, plan);
	return plan;
}

/** The plan of a number with its country code: no country code begins with another one. */
export function planOfNumber(digits: string): Plan | undefined {
	for (let length = 1; length <= 3; length++) {
		const plan = planOfCode(digits.slice(0, length));
		if (plan) return plan;
	}
	return undefined;
}

/** A number without its prefix, as libphonenumber reads it. */
function withoutPrefix({ prefix, rule }: Plan, digits: string): string {
	const found = prefix?.exec(digits);
	if (!prefix || !found) return digits;
	const hasGroup = found.length > 1 && found[found.length - 1] !== undefined;
	return rule && hasGroup ? digits.replace(prefix, rule) : digits.slice(found[0].length);
}

/** What a number within a country may be, without its prefix: two if its beginning may be one or not. */
export function readingsOf(plan: Plan, digits: string): string[] {
	const rest = withoutPrefix(plan, digits);
	const found = plan.numbers.test(rest) ? [rest] : [];
	if (rest !== digits && plan.numbers.test(digits)) found.push(digits);
	return found;
}
