/**
 * Writes nodes/shared/values/phonePlans.ts from the metadata of libphonenumber (Apache-2.0), which
 * follows the numbering plans of the ITU. Run it with `npx tsx scripts/phonePlans.ts`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import metadata from 'libphonenumber-js/metadata.max.json';

export const file = join(__dirname, '..', 'nodes', 'shared', 'values', 'phonePlans.ts');

type Type = [pattern: string, lengths?: number[]];

/** A row of libphonenumber's metadata; see its METADATA.md. */
type Country = [
	code: string,
	exit: string | 0,
	numbers: string,
	lengths: number[],
	formats: unknown,
	prefix: string | 0,
	optional: unknown,
	prefixForParsing: string | 0,
	rule: string | 0,
	international: unknown,
	leading: unknown,
	types: Array<Type | 0> | 0,
];

const { country_calling_codes: codes, ...groups } = metadata as unknown as {
	country_calling_codes: Record<string, string[]>;
	countries: Record<string, Country>;
	nonGeographic: Record<string, Country>;
};

const DIGITS = [...'0123456789'];

/** Possible digits at each position of a number, e.g. `['7', '12']` for `7[12]`. */
type Shape = string[];

/** Splits a pattern at the bars outside its groups. */
function alternatives(pattern: string): string[] {
	const found = [''];
	let depth = 0;
	for (const sign of pattern) {
		depth += Number(sign === '(') - Number(sign === ')');
		if (sign === '|' && depth === 0) found.push('');
		else found[found.length - 1] += sign;
	}
	return found;
}

/** Returns the first digit, class or group of a pattern, without its quantifier. */
function firstAtom(pattern: string): string {
	if (!pattern.startsWith('(')) return /^(\\d|\[[^\]]*\]|\d)/.exec(pattern)?.[0] ?? '';
	let depth = 0;
	const end = [...pattern].findIndex((sign) => {
		depth += Number(sign === '(') - Number(sign === ')');
		return depth === 0;
	});
	return pattern.slice(0, end + 1);
}

const joined = (starts: Shape[], ends: Shape[]): Shape[] =>
	starts.flatMap((start) => ends.map((end) => [...start, ...end]));

const shapesOf = (pattern: string): Shape[] =>
	alternatives(pattern).flatMap((alternative): Shape[] => {
		if (alternative === '') return [[]];
		const atom = firstAtom(alternative);
		const after = alternative.slice(atom.length);
		const [times = '', least = '1', most = least] =
			/^\{(\d+)(?:,(\d+))?\}/.exec(after) ?? (after.startsWith('?') ? ['?', '0', '1'] : []);
		const once = atom.startsWith('(')
			? shapesOf(atom.slice('(?:'.length, -1))
			: [[DIGITS.filter((digit) => new RegExp(`^${atom}$`).test(digit)).join('')]];
		const repeated: Shape[] = [];
		let so: Shape[] = [[]];
		for (let count = 0; count <= Number(most); count++) {
			if (count >= Number(least)) repeated.push(...so);
			so = joined(so, once);
		}
		return joined(repeated, shapesOf(after.slice(times.length)));
	});

const unique = <T>(all: T[]): T[] => [...new Set(all)];

const isKnown = (type: Type | 0 | undefined): type is Type => !!type && type[0] !== '';

const FIXED = 0;
const MOBILE = 1;

/**
 * Returns the pattern of a number type, or of all numbers if the country does not distinguish
 * types.
 */
function patternOf([, , numbers, possible, , , , , , , , types]: Country, type: number) {
	const all = types || [];
	const [pattern, lengths = possible] = [all[type], all[FIXED]].find(isKnown) ?? [numbers];
	return { pattern, lengths };
}

/** Returns the numbers of a type without their country code. */
const numbersOf = (countries: Country[], type: number): Shape[] =>
	countries.flatMap((country) => {
		const { pattern, lengths } = patternOf(country, type);
		return shapesOf(pattern).filter(({ length }) => lengths.includes(length));
	});

/** Returns the possible first digits by length of number. */
function lengthsIn(numbers: Shape[]): Map<number, string> {
	const found = new Map<number, string>();
	for (const { length, 0: first } of numbers) {
		found.set(
			length,
			unique([...(found.get(length) ?? ''), ...first])
				.sort()
				.join(''),
		);
	}
	return new Map([...found].sort(([first], [second]) => first - second));
}

/**
 * Reports whether a number without its country code can begin with the same digits as the code,
 * e.g. 701 234 56 78 after +7.
 */
const canRepeat = (code: string, numbers: Shape[]): boolean =>
	numbers.some((number) => [...code].every((digit, at) => number[at].includes(digit)));

/** Groups lengths with the same first digits. `ab.1` means 10 or 11 digits that begin with 1. */
function grouped(lengths: Map<number, string>): string {
	const groups = new Map<string, number[]>();
	for (const [length, digits] of lengths) {
		groups.set(digits, [...(groups.get(digits) ?? []), length]);
	}
	return [...groups].map(([digits, all]) => `${hex(all)}.${digits}`).join('|');
}

/** National prefixes that libphonenumber lacks, or has only as a pattern. */
const PREFIXES: Record<string, string[]> = {
	375: ['80', '8', '0'],
	370: ['0', '8'],
	52: ['044', '045', '01'],
};

const hex = (lengths: number[]): string => lengths.map((length) => length.toString(16)).join('');

/** Returns a line of the table; undefined for a code without mobile numbers, e.g. 800. */
function planOf(code: string, countries: Country[]): string | undefined {
	const hasMobile = countries.some(([, , , , , , , , , , , types]) =>
		(types || []).slice(FIXED, MOBILE + 1).some(isKnown),
	);
	if (!hasMobile) return undefined;
	const numbers = numbersOf(countries, MOBILE);
	const mobile = lengthsIn(numbers);
	const fixed = lengthsIn(numbersOf(countries, FIXED));
	const others = [...fixed.keys()].filter((digits) => !mobile.has(digits));
	const [[, , , , , prefix]] = countries;
	const prefixes = PREFIXES[code] ?? (prefix ? [prefix] : []);
	const repeats = canRepeat(code, numbers) ? '*' : '';
	return [code + repeats, grouped(mobile), prefixes.join('/') || '-', hex(others)]
		.join(' ')
		.replace(/( -)? $/, '');
}

/** Reports whether a code gets a pattern in `MOBILE_PATTERN_BY_CODE`. */
const isExact = (code: string, [, , , , , prefix]: Country): boolean =>
	code === '55' || (code.endsWith('0') && prefix === '0');

const exactPattern = ([code, countries]: [string, Country[]]): string => {
	const patterns = unique(countries.map((country) => patternOf(country, MOBILE).pattern));
	return `\t${code}: /^(?:${patterns.join('|')})$/,`;
};

/** Joins parts into lines that are as long as possible. */
function linesOf(parts: string[]): string {
	const lines = [''];
	for (const part of parts) {
		const line = [lines[lines.length - 1], part].filter((text) => text !== '').join(', ');
		if (line.length <= 100) lines.pop();
		lines.push(line.length <= 100 ? line : part);
	}
	return lines.join('\n');
}

export function phonePlans(): string {
	const entries = Object.entries(codes).map(([code, names]): [string, Country[]] => [
		code,
		names.map((name) => groups.countries[name]),
	]);
	for (const [code, plan] of Object.entries(groups.nonGeographic)) entries.push([code, [plan]]);
	entries.sort(([a], [b]) => (a < b ? -1 : 1));
	const plans = entries.flatMap((entry) => planOf(...entry) ?? []);
	const exact = entries.filter(([code, [country]]) => isExact(code, country));
	return `// Written by scripts/phonePlans.ts from the metadata of libphonenumber (Apache-2.0). Do not edit.

/**
 * The numbering plans by country code. A plan has the lengths of mobile numbers with their first
 * digits, the prefixes that are dialed within the country, and the lengths that only landlines
 * have. Each length is a hexadecimal digit. A * means that a mobile number can begin with the
 * digits of its own country code.
 */
export const ENCODED_PHONE_PLANS = \`
${linesOf(plans)}
\`;

/**
 * Patterns of mobile numbers for country codes where length and first digit are not enough. Codes
 * that end with 0: users may mistake this 0 for the national prefix and omit it (38 67 for 380 67,
 * which then looks like 386 7). Brazil: landlines may have the same lengths and first digits.
 */
export const MOBILE_PATTERN_BY_CODE: Record<string, RegExp> = {
${exact
	.sort(([a], [b]) => Number(a) - Number(b))
	.map(exactPattern)
	.join('\n')}
};
`;
}

if (require.main === module) writeFileSync(file, phonePlans());
