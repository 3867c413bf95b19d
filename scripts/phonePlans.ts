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

/**
 * National numbers that libphonenumber does not read, and that must not be taken for numbers of another
 * country. Until 2020 mobile numbers of Mexico were written with a 1, and so are those of the USA.
 */
const FORMER: Record<string, string> = { 52: '1[2-9]\\d{9}' };

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

const everyLength = Array.from({ length: 17 }, (_, index) => index + 1);

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

/** Leaves out what another alternative contains, if that is as simple as `[2-9]\d{9}`. */
const withoutContained = (all: string[]): string[] =>
	all.filter((one) => {
		const digits = firstDigits(one);
		const lengths = lengthsOf(one);
		return !all.some(
			(other) =>
				other !== one &&
				/^(\d|\[[\d-]+\])\\d(\{[\d,]+\})$/.test(other) &&
				digits.every((digit) => firstDigits(other).includes(digit)) &&
				lengths.every((length) => lengthsOf(other).includes(length)),
		);
	});

/** `8, 9, 11` as `\d{8,9}` and `\d{11}`. */
function digitsOf(lengths: number[]): string[] {
	const starts = lengths.filter((length) => !lengths.includes(length - 1));
	return starts.map((from) => {
		let to = from;
		while (lengths.includes(to + 1)) to++;
		return from === to ? `\\d{${from}}` : `\\d{${from},${to}}`;
	});
}

/** `[13-579]` for the digits 1, 3, 4, 5, 7 and 9. */
function classOf(digits: string[]): string {
	if (digits.length === 1) return digits[0];
	const runs: string[] = [];
	for (const digit of digits) {
		const [run = ''] = runs.slice(-1);
		if (Number(digit) === Number(run.slice(-1)) + 1 && run !== '') {
			runs[runs.length - 1] = run + digit;
		} else runs.push(digit);
	}
	return `[${runs.map((run) => (run.length > 2 ? `${run[0]}-${run.slice(-1)}` : run)).join('')}]`;
}

const isKnown = (type: Type | 0 | undefined): type is Type => !!type && type[0] !== '';

/** The mobile numbers of a country code by their first digit and length, e.g. `[5-9]\d{8}`. */
function mobileOf(countries: Country[]): string {
	const found = new Map<string, string[]>();
	for (const first of '0123456789') {
		const lengths = countries.flatMap(([, , numbers, possible, , , , , , , , types]) => {
			const [fixed, mobile] = types || [];
			const [pattern, own] = [mobile, fixed].find(isKnown) ?? [numbers];
			return alternatives(pattern)
				.filter((one) => firstDigits(one).includes(first))
				.flatMap(lengthsOf)
				.filter((length) => (own ?? possible).includes(length));
		});
		const after = everyLength.filter((length) => lengths.includes(length + 1));
		for (const digits of digitsOf(after)) {
			found.set(digits, [...(found.get(digits) ?? []), first]);
		}
	}
	return [...found].map(([digits, first]) => classOf(first) + digits).join('|');
}

/** The prefixes of numbers within a country, and the form of numbers that lack their area code. */
function prefixesOf(countries: Country[]) {
	const all = countries.map(([, , , , , prefix, , forParsing]) => forParsing || prefix || '');
	if (countries.length === 1) return { prefix: all[0], local: '' };
	// Each of the countries adds another area code, so that nobody knows which one is meant.
	const isLocal = (one: string) => one.endsWith('$');
	const each = unique(all.flatMap(alternatives));
	const local = withoutContained(each.filter(isLocal).map((one) => one.slice(1, -2)));
	return { prefix: each.filter((one) => !isLocal(one)).join('|'), local: local.join('|') };
}

/** One line of the table. */
function planOf(code: string, countries: Country[]): string {
	const all = unique(countries.flatMap(([, , pattern]) => alternatives(pattern)));
	const numbers = withoutContained(all).join('|');
	const mobile = mobileOf(countries);
	const { prefix, local } = prefixesOf(countries);
	const [[, exit, , , , , , , rule]] = countries;
	const own = [mobile === numbers ? '' : mobile, prefix, exit === '00' ? '' : exit];
	return [code, numbers, ...own, rule, local || FORMER[code]]
		.map((column) => (column || '-').replaceAll('\\d', 'd'))
		.join(' ')
		.replace(/( -)+$/, '');
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
		const line = [lines[lines.length - 1], plan].filter((part) => part !== '').join(', ');
		if (line.length <= 100) lines.pop();
		lines.push(line.length <= 100 ? line : plan);
	}
	return `// Written by scripts/phonePlans.ts from the metadata of libphonenumber (Apache-2.0). Do not edit.

/**
 * Numbering plans: country code, numbers, mobile numbers, prefix, exit code, rule, unclear.
 * All but the rule are regular expressions, in which \`d\` is a digit. \`-\` is left out.
 *
 * - Numbers are as they follow the country code. Mobile ones are recognized by length and first digit; all are
 *   mobile if nothing is there.
 * - The prefix precedes a number within the country, e.g. 0. If it has a group, the rule says what
 *   becomes of it: \`20$1\` adds the area code 20.
 * - The exit code precedes a country code there; 00 if nothing is there.
 * - What is unclear may be a number of the country, but libphonenumber does not say which.
 */
export const PHONE_PLANS = \`
${lines.join('\n')}
\`;
`;
}

if (require.main === module) writeFileSync(file, phonePlans());
