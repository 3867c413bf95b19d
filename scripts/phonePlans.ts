/**
 * Writes nodes/shared/values/phonePlans.ts from the metadata of libphonenumber (Apache-2.0), which
 * follows the numbering plans of the ITU. `npx tsx scripts/phonePlans.ts` runs it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CountryCode, getExampleNumber, Metadata } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import metadata from 'libphonenumber-js/metadata.max.json';

export const file = join(__dirname, '..', 'nodes', 'shared', 'values', 'phonePlans.ts');

/** The lengths of numbers by the digit that they begin with. */
type Numbers = Map<string, Set<number>>;

/** The alternatives of a pattern, e.g. `7(?:1|2)\d` and `8` of `7(?:1|2)\d|8`. */
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

/** The first part of a pattern without what repeats it: a digit, a class or a group. */
function firstAtom(pattern: string): string {
	if (!pattern.startsWith('(')) return /^(\\d|\[[^\]]*\]|\d)/.exec(pattern)?.[0] ?? '';
	let depth = 0;
	const end = [...pattern].findIndex((sign) => {
		depth += Number(sign === '(') - Number(sign === ')');
		return depth === 0;
	});
	return pattern.slice(0, end + 1);
}

const inside = (group: string) => group.slice(3, -1);

/** An atom, how often it comes at least and at most, and what follows. */
function split(pattern: string) {
	const atom = firstAtom(pattern);
	const after = pattern.slice(atom.length);
	const [times = '', least = '1', most = least] =
		/^\{(\d+)(?:,(\d+))?\}/.exec(after) ?? (after.startsWith('?') ? ['?', '0', '1'] : []);
	return { atom, least: Number(least), most: Number(most), rest: after.slice(times.length) };
}

/** The digits that a number may begin with. The patterns have digits, classes and groups alone. */
const firstDigits = (pattern: string): string[] =>
	alternatives(pattern).flatMap((one) => {
		if (one === '') return [];
		const { atom, least, rest } = split(one);
		const digits = atom.startsWith('(')
			? firstDigits(inside(atom))
			: [...'0123456789'].filter((digit) => new RegExp(`^${atom}$`).test(digit));
		return least === 0 ? [...digits, ...firstDigits(rest)] : digits;
	});

const sums = (some: number[], others: number[]) => [
	...new Set(some.flatMap((one) => others.map((other) => one + other))),
];

/** The lengths of what a pattern matches. */
const lengthsOf = (pattern: string): number[] =>
	alternatives(pattern).flatMap((one) => {
		if (one === '') return [0];
		const { atom, least, most, rest } = split(one);
		const once = atom.startsWith('(') ? lengthsOf(inside(atom)) : [1];
		let all: number[] = [];
		let repeated = [0];
		for (let times = 0; times <= most; times++) {
			if (times >= least) all = [...all, ...repeated];
			repeated = sums(repeated, once);
		}
		return sums(all, lengthsOf(rest));
	});

/** What the library reads of its metadata, beyond what its types show. */
interface NumberingPlan {
	nationalNumberPattern(): string;
	possibleLengths(): number[];
	nationalPrefix(): string | 0 | undefined;
	type(name: 'FIXED_LINE' | 'MOBILE'): Type;
}
type Type = { pattern(): string; possibleLengths(): number[] } | undefined;

function addNumbers(numbers: Numbers, types: Type[]): void {
	for (const type of types) {
		const possible = type?.possibleLengths();
		for (const one of alternatives(type?.pattern() ?? '')) {
			const lengths = lengthsOf(one).filter((length) => possible?.includes(length));
			for (const digit of firstDigits(one)) {
				numbers.set(digit, new Set([...(numbers.get(digit) ?? []), ...lengths]));
			}
		}
	}
}

/** `4, 5, 6, 9` as `4-69`: one letter for each number, up to 15. */
function ranges(values: Iterable<number>): string {
	const letter = (value: number) => value.toString(16);
	const sorted = [...values].sort((a, b) => a - b);
	const starts = sorted.filter((value) => !sorted.includes(value - 1));
	return starts
		.map((from) => {
			let to = from;
			while (sorted.includes(to + 1)) to++;
			return to - from > 1
				? `${letter(from)}-${letter(to)}`
				: sorted
						.filter((value) => value >= from && value <= to)
						.map(letter)
						.join('');
		})
		.join('');
}

/** `[6-b]0|[9a]3`: numbers that begin with 0 have 6 to 11 digits, those with 3 have 9 or 10. */
function shape(numbers: Numbers): string {
	const digits = new Map<string, string[]>();
	for (const [digit, lengths] of [...numbers].sort()) {
		const written = ranges(lengths);
		digits.set(written, [...(digits.get(written) ?? []), digit]);
	}
	const inBrackets = (text: string) => (text.length > 1 ? `[${text}]` : text);
	return [...digits]
		.filter(([lengths]) => lengths !== '')
		.map(([lengths, first]) => inBrackets(lengths) + inBrackets(ranges(first.map(Number))))
		.join('|');
}

/** What precedes the example number at home: `80` in Belarus, where the metadata has `8`. */
function trunkOf(country: CountryCode): string {
	const example = getExampleNumber(country, examples, metadata as never);
	const [home, number] = [example?.formatNational() ?? '', example?.nationalNumber ?? ''];
	const digits = home.replace(/\D/g, '');
	return digits.endsWith(number) ? digits.slice(0, -number.length) : '';
}

/** `49 5-f/…`: the code, the shape of its numbers and of its mobile ones, and what precedes them at home. */
function planOf(code: string, countries: CountryCode[]): string {
	const all: Numbers = new Map();
	const mobile: Numbers = new Map();
	const trunks = new Set<string>();
	for (const country of countries) {
		const plan = new Metadata(metadata as never);
		plan.selectNumberingPlan(country);
		const numberingPlan = plan.numberingPlan as unknown as NumberingPlan;
		const general: Type = {
			pattern: () => numberingPlan.nationalNumberPattern(),
			possibleLengths: () => numberingPlan.possibleLengths(),
		};
		const types = [numberingPlan.type('FIXED_LINE'), numberingPlan.type('MOBILE')];
		const [fixed, ofMobile] = types.map((type) => (type?.pattern() ? type : undefined));
		addNumbers(all, fixed || ofMobile ? [fixed, ofMobile] : [general]);
		addNumbers(mobile, ofMobile ? [ofMobile] : fixed ? [fixed] : [general]);
		trunks.add(trunkOf(country) || numberingPlan.nationalPrefix() || '');
	}
	const [trunk, ...others] = [...trunks].filter((one) => one !== '');
	if (others.length > 0)
		throw new Error(`+${code} has several trunk prefixes: ${[...trunks].join()}`);
	const ofMobile = shape(mobile) === shape(all) ? '' : shape(mobile);
	return [code, shape(all), ofMobile, trunk ?? ''].join(' ').trimEnd().replace(/ {2}/, ' - ');
}

/** The text of the file. */
export function phonePlans(): string {
	const { country_calling_codes: countries, nonGeographic } = metadata as unknown as {
		country_calling_codes: Record<string, CountryCode[]>;
		nonGeographic: Record<string, unknown>;
	};
	const entries: Array<[string, CountryCode[]]> = [
		...Object.entries(countries),
		...Object.keys(nonGeographic).map((code): [string, CountryCode[]] => [
			code,
			[code as CountryCode],
		]),
	];
	const plans = entries.sort(([a], [b]) => (a < b ? -1 : 1)).map((entry) => planOf(...entry));
	const lines: string[] = [''];
	for (const plan of plans) {
		if (`${lines[lines.length - 1]}, ${plan}`.length > 90) lines.push('');
		const last = lines.length - 1;
		lines[last] += lines[last] === '' ? plan : `, ${plan}`;
	}
	return `// Written by scripts/phonePlans.ts from the metadata of libphonenumber (Apache-2.0). Do not edit.

/**
 * Numbering plans by country code: the shape of its numbers, of its mobile ones if that differs, and
 * what precedes a number within the country. \`39 [6-b]0|[9a]3 [9a]3\`: numbers of +39 that begin
 * with 0 have 6 to 11 digits, and those that begin with 3 have 9 or 10; these are mobile ones.
 */
export const PHONE_PLANS = [
${lines.map((line) => `\t'${line}',`).join('\n')}
].join(', ');
`;
}

if (require.main === module) writeFileSync(file, phonePlans());
