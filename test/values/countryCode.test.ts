import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	parsePhoneNumberFromString as parse,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { countryCode } from '../../nodes/shared/values/countryCode';
import { phone } from '../../nodes/shared/values/phoneAndEmail';
import { file, phonePlans } from '../../scripts/phonePlans';
import { share } from '../support/thorough';

/** What is sent; undefined if it is rejected. */
function sent(entered: string, code?: string): string | undefined {
	try {
		return String(phone(entered, '', code));
	} catch {
		return undefined;
	}
}

/** The number without + that the library reads; undefined if it is not a valid one. */
function read(entered: string, country?: CountryCode): string | undefined {
	const found = parse(entered, country);
	return found?.isValid() ? found.number.slice(1) : undefined;
}

type Entry = [entered: string, kind: string];

/** How people write a number of a country. */
function* writtenWays(country: CountryCode, national: string): Generator<Entry> {
	const code = getCountryCallingCode(country);
	const number = parse(`+${code}${national}`);
	if (!number) return;
	const home = number.formatNational();
	yield [home, 'national'];
	yield [home.replace(/\D/g, ''), 'national'];
	yield [`(${home.replace(/\D+/g, ') - ')}`, 'national'];
	yield [national, 'without what precedes it'];
	yield [`${code}${national}`, 'without +'];
	yield [number.formatInternational().slice(1), 'without +'];
	yield [number.number, 'international'];
	yield [number.formatInternational(), 'international'];
	if (!national.startsWith('0')) yield [`+${code} (0)${national}`, 'international'];
}

interface Tally {
	entries: number;
	rejected: number;
}

/** The kinds of `writtenWays`. */
const KINDS = 4;

/** Compares what is sent with what the library reads. */
function compare(numbers: Array<[CountryCode, string]>) {
	const wrong: string[] = [];
	const tally: Record<string, Tally> = {};
	for (const [country, national] of numbers) {
		const code = getCountryCallingCode(country);
		for (const [entered, kind] of writtenWays(country, national)) {
			const expected = read(entered, country);
			if (expected === undefined) continue;
			const ours = sent(entered, code);
			tally[kind] ??= { entries: 0, rejected: 0 };
			tally[kind].entries++;
			if (ours === undefined) tally[kind].rejected++;
			else if (ours !== expected) wrong.push(`${country} ${entered}: ${ours}`);
		}
	}
	return { wrong, tally };
}

/** Many of each kind are sent, so that not nothing is compared. */
function expectCompared(tally: Record<string, Tally>, least: number) {
	expect(Object.keys(tally)).toHaveLength(KINDS);
	for (const { entries, rejected } of Object.values(tally)) {
		expect(entries).toBeGreaterThan(least);
		expect(rejected / entries).toBeLessThan(0.05);
	}
}

const exampleNumbers = getCountries().flatMap((country): Array<[CountryCode, string]> => {
	const example = getExampleNumber(country, examples);
	return example ? [[country, example.nationalNumber]] : [];
});

type Plans = Record<string, [string, string, string, ...unknown[]]>;
/** Numbers of each country, fixed and mobile, made from the patterns of the library. */
const randomNumbers = (runs: number, seed: number): Array<[CountryCode, string]> =>
	getCountries().flatMap((country) => {
		const plan = (metadata.countries as unknown as Plans)[country];
		const types = (plan[11] ?? []) as string[][];
		const patterns = types.slice(0, 2).flatMap((type) => type?.[0] || []);
		return patterns.flatMap((pattern) => {
			const numbers = fc.stringMatching(new RegExp(`^(?:${pattern})$`));
			const found = fc.sample(numbers, { numRuns: runs, seed });
			return found
				.filter((national) => read(`+${getCountryCallingCode(country)}${national}`))
				.map((national): [CountryCode, string] => [country, national]);
		});
	});

describe('a default country code', () => {
	test('never makes another number of an example number than libphonenumber', () => {
		const { wrong, tally } = compare(exampleNumbers);
		expect(wrong).toEqual([]);
		expect(exampleNumbers.length).toBeGreaterThan(230);
		expectCompared(tally, 230);
	});

	test('never makes another number of a random number than libphonenumber', () => {
		const { wrong, tally } = compare(randomNumbers(share(12, 4), 20_261_122));
		expect(wrong).toEqual([]);
		expectCompared(tally, 1_000);
	});

	test.each([
		['067 123 45 67', '380', '380671234567'],
		['(067) 123-45-67', '380', '380671234567'],
		['671234567', '380', '380671234567'],
		['380671234567', '380', '380671234567'],
		['+48 512 345 678', '380', '48512345678'],
		['0048 512 345 678', '380', '48512345678'],
		['48512345678', '380', '48512345678'],
		['06 1234 5678', '39', '390612345678'],
		['06 20 123 4567', '36', '36201234567'],
		['8 (916) 123-45-67', '7', '79161234567'],
		['(201) 555-0123', '1', '12015550123'],
		['1 (201) 555-0123', '1', '12015550123'],
		['020 7946 0958', '44', '442079460958'],
		['0151 23456789', '49', '4915123456789'],
		['15123456789', '49', '4915123456789'],
		['+4915123456789', '49', '4915123456789'],
	])('sends %p with +%s as %s', (entered, code, number) => {
		expect(sent(entered, code)).toBe(number);
	});

	test.each([
		['4915123456789', '49', 'is ambiguous. It may be a national number of +49'],
		['3725123456', '43', 'is ambiguous. It may be a national number of +43'],
		['12345678', '380', 'It is neither a national number of +380 nor an international one'],
		['0012', '380', 'instead of 7 to 15'],
		['0671234567890', '380', 'It is neither'],
		['628123456789', '43', 'is ambiguous. It may be a national number of +43'],
	])('rejects %p with +%s: %s', (entered, code, problem) => {
		expect(() => phone(entered, '', code)).toThrow(problem);
	});

	test.each([
		['+380', '380'],
		[' 00380 ', '380'],
		[44, '44'],
	])('is read from %p', (entered, code) => expect(countryCode(entered, '')).toBe(code));

	test.each(['UA', '999', '0', '38', {}, 380.5, '3+80'])('is not %p', (entered) => {
		expect(() => countryCode(entered, '')).toThrow(/not a country code|not text/);
	});

	test('says what to enter instead', () => {
		const advice = expect.stringMatching(/^Enter the digits of the code/) as string;
		expect(() => countryCode('UA', '')).toThrow(expect.objectContaining({ advice }));
	});
});

describe('an international number', () => {
	test.each([
		['+44 (0)20 7946 0958', '442079460958'],
		['44 (0)20 7946 0958', '442079460958'],
		['+49 (0) 151 23456789', '4915123456789'],
		['+36 (06) 20 123 4567', '36201234567'],
		['+39 06 1234 5678', '390612345678'],
		['+225 01 23 45 67 89', '2250123456789'],
		['+999 012345678', '999012345678'],
	])('%p is sent as %s', (entered, number) => expect(sent(entered)).toBe(number));

	test.each(['+44 (0)20 7946 09', '+34 0612345678', '+380 0 67 123'])(
		'%p has a 0 that belongs to no number',
		(entered) => {
			const problem = expect.stringContaining('It has a 0 after its country code') as string;
			const error = expect.objectContaining({ problem, advice: 'Leave out that 0.' });
			expect(() => phone(entered, '')).toThrow(error);
		},
	);
});

test('the table of numbering plans is what its script writes', () => {
	expect(readFileSync(file, 'utf8')).toBe(phonePlans());
});
