/**
 * Writes nodes/shared/values/phonePlans.ts from the metadata of libphonenumber (Apache-2.0), which
 * follows the numbering plans of the ITU. `npx tsx scripts/phonePlans.ts` runs it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import metadata from 'libphonenumber-js/metadata.max.json';

export const file = join(__dirname, '..', 'nodes', 'shared', 'values', 'phonePlans.ts');

type Type = [pattern: string, lengths?: number[]];

/** The columns of libphonenumber's metadata that are read here: see its METADATA.md. */
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

/** The alternatives of a pattern, e.g. `7(?:1|2)\d` and `8` of `7(?:1|2)\d|8`. */
function alternatives(pattern: string): string[] {
	const found = [''];
	let depth = 0;
	for (const sign of pattern) {
		depth += Number(sign === '(') - Number(sign === ')');
		if (sign === '|' && depth === 0) found.push('');
		else found[found.length - 1] += sign;
	}
	return found.filter((one) => one !== '');
}

const unique = <T>(all: T[]): T[] => [...new Set(all)];

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

/** The digits that a number may begin with. */
const firstDigits = (pattern: string): string[] =>
	alternatives(pattern).flatMap((one) => {
		const { atom, least, rest } = split(one);
		const digits = atom.startsWith('(')
			? firstDigits(inside(atom))
			: [...'0123456789'].filter((digit) => new RegExp(`^${atom}$`).test(digit));
		return least === 0 ? [...digits, ...firstDigits(rest)] : digits;
	});

const sums = (some: number[], others: number[]) =>
	unique(some.flatMap((one) => others.map((other) => one + other)));

/** The lengths of what a pattern matches. */
const lengthsOf = (pattern: string): number[] =>
	pattern === ''
		? [0]
		: alternatives(pattern).flatMap((one) => {
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

const isKnown = (type: Type | 0 | undefined): type is Type => !!type && type[0] !== '';

/**
 * The lengths of one type of numbers, each with the digits that they begin with.
 *
 * @param position 0 for fixed lines, 1 for mobile numbers; some countries do not tell them apart
 */
function lengthsIn(countries: Country[], position: 0 | 1): Map<number, string> {
	const found = new Map<number, string[]>();
	for (const [, , numbers, possible, , , , , , , , types] of countries) {
		const all = types || [];
		const [pattern, lengths] = [all[position], all[0]].find(isKnown) ?? [numbers];
		for (const one of alternatives(pattern)) {
			for (const length of lengthsOf(one)) {
				if (!(lengths ?? possible).includes(length)) continue;
				found.set(length, [...(found.get(length) ?? []), ...firstDigits(one)]);
			}
		}
	}
	const sorted = [...found].sort(([one], [other]) => one - other);
	return new Map(sorted.map(([length, digits]) => [length, unique(digits).sort().join('')]));
}

/** Lengths that begin with the same digits together: `ab.1`. */
function grouped(lengths: Map<number, string>): string {
	const groups = new Map<string, number[]>();
	for (const [length, digits] of lengths) {
		groups.set(digits, [...(groups.get(digits) ?? []), length]);
	}
	return [...groups].map(([digits, all]) => `${hex(all)}.${digits}`).join('|');
}

/** Prefixes that people dial and libphonenumber does not have, or has as a pattern only. */
const PREFIXES: Record<string, string[]> = {
	375: ['80', '8', '0'],
	370: ['0', '8'],
	52: ['044', '045', '01'],
};

const hex = (lengths: number[]): string => lengths.map((one) => one.toString(16)).join('');

/** One line of the table; undefined for a code without mobile numbers, e.g. 800. */
function planOf(code: string, countries: Country[]): string | undefined {
	const mobile = lengthsIn(countries, 1);
	const hasMobile = countries.some(([, , , , , , , , , , , types]) =>
		(types || []).slice(0, 2).some(isKnown),
	);
	if (!hasMobile) return undefined;
	const others = [...lengthsIn(countries, 0).keys()].filter((one) => !mobile.has(one));
	const [[, , , , , prefix]] = countries;
	const prefixes = PREFIXES[code] ?? (prefix ? [prefix] : []);
	return [code, grouped(mobile), prefixes.join('/') || '-', hex(others)]
		.join(' ')
		.replace(/( -)? $/, '');
}

/** The text of the file. */
export function phonePlans(): string {
	const entries = Object.entries(codes).map(([code, names]): [string, Country[]] => [
		code,
		names.map((name) => groups.countries[name]),
	]);
	for (const [code, plan] of Object.entries(groups.nonGeographic)) entries.push([code, [plan]]);
	const lines = [''];
	for (const entry of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
		const plan = planOf(...entry);
		if (plan === undefined) continue;
		const line = [lines[lines.length - 1], plan].filter((part) => part !== '').join(', ');
		if (line.length <= 100) lines.pop();
		lines.push(line.length <= 100 ? line : plan);
	}
	return `// Written by scripts/phonePlans.ts from the metadata of libphonenumber (Apache-2.0). Do not edit.

/**
 * Of each country code: the lengths of mobile numbers (hexadecimal digits) with the digits they begin with, what is
 * dialed before them within the country, and further lengths of fixed lines.
 */
export const PHONE_PLANS = \`
${lines.join('\n')}
\`;
`;
}

if (require.main === module) writeFileSync(file, phonePlans());
