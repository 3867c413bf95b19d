import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountryCode } from 'libphonenumber-js/max';
import { phone } from '../../nodes/shared/values/phoneAndEmail';
import { file, phonePlans } from '../../scripts/phonePlans';
import {
	allCountries,
	libphonenumber,
	oneOfEach,
	type Sample,
	samplesOf,
} from '../support/phones/countries';
import { pick, randomFrom } from '../support/phones/randomDigits';
import { withExtension, writtenWays } from '../support/phones/writtenWays';
import { isThorough, share } from '../support/thorough';

/** The digits that are sent; undefined if the phone is an error. */
function sent(entered: string, code?: string): string | undefined {
	try {
		return String(phone(entered, '', code));
	} catch {
		return undefined;
	}
}

/** What libphonenumber reads without a default country: a number with its country code. */
const international = (entered: string) =>
	libphonenumber(`+${entered.replace(/\D/g, '').replace(/^00/, '')}`);

/** What became of numbers that are valid for libphonenumber. */
interface Tally {
	right: number;
	refused: number;
	wrong: string[];
}

const total = ({ right, refused, wrong }: Tally) => right + refused + wrong.length;

function count(
	tallies: Map<string, Tally>,
	key: string,
	[entered, ours, expected]: [string, string | undefined, string | undefined],
): void {
	if (expected === undefined) return;
	const tally = tallies.get(key) ?? { right: 0, refused: 0, wrong: [] };
	tallies.set(key, tally);
	if (ours === undefined) tally.refused++;
	else if (ours === expected) tally.right++;
	else tally.wrong.push(`${key}: ${entered} is sent as ${ours}, and not as ${expected}`);
}

const byCountry = new Map<string, Tally>();
const byKind = new Map<string, Tally>();
const extensions: string[] = [];

/** Writes a country's numbers in all ways, and reads them with its code and without a default code. */
function compare(country: CountryCode, others: Sample[]): void {
	const random = randomFrom(`others of ${country}`);
	for (const sample of samplesOf(country, share(20, 1))) {
		const ways = new Map(
			[...writtenWays(sample, pick(others, random))].map(([kind, entered]) => [
				entered,
				kind,
			]),
		);
		for (const [entered, kind] of ways) {
			const expected = libphonenumber(entered, country);
			const ours = sent(entered, sample.code);
			count(byCountry, country, [entered, ours, expected]);
			count(byKind, kind, [entered, ours, expected]);
			count(byKind, 'no default code', [entered, sent(entered), international(entered)]);
		}
		extensions.push(...withExtension(sample).filter((one) => sent(one, sample.code)));
	}
}

beforeAll(() => {
	const others = oneOfEach();
	allCountries.forEach((country) => compare(country, others));
}, 1_200_000);

test('sends no number that libphonenumber reads as another one', () => {
	const tallies = [...byKind.values()];
	expect(tallies.flatMap(({ wrong }) => wrong)).toEqual([]);
	const compared = tallies.reduce((sum, tally) => sum + total(tally), 0);
	expect(compared).toBeGreaterThan(share(500_000, 35_000));
});

test('rejects few numbers that libphonenumber reads, however they are written', () => {
	expect(byKind.size).toBe(11);
	for (const [kind, tally] of byKind) {
		expect([kind, tally.refused / total(tally) < 0.08]).toEqual([kind, true]);
	}
});

test('rejects a number with an extension', () => expect(extensions).toEqual([]));

const percent = (part: number, whole: number) => `${((100 * part) / whole).toPrecision(2)} %`;

/** What docs/messages.md says about the numbers that are errors though libphonenumber reads them. */
function rejectedNumbers(): string {
	const names = new Intl.DisplayNames('en', { type: 'region' });
	const all = [...byCountry].map(([country, tally]) => {
		const numbers = total(tally);
		return { name: names.of(country), numbers, refused: tally.refused };
	});
	const sum = (key: 'numbers' | 'refused') => all.reduce((rest, one) => rest + one[key], 0);
	const most = all
		.sort((one, other) => other.refused / other.numbers - one.refused / one.numbers)
		.slice(0, 10)
		.map(({ name, refused, numbers }) => `${name} ${percent(refused, numbers)}`);
	return `${percent(sum('refused'), sum('numbers'))} of all. The most are in ${most.join(', ')}.`;
}

const checkDocs = isThorough ? test : test.skip;
checkDocs('docs/messages.md names the countries with the most rejected numbers', () => {
	const docs = readFileSync(join(__dirname, '..', '..', 'docs', 'messages.md'), 'utf8');
	const [, said] = /errors though libphonenumber reads them: (.+ %\.)/.exec(docs) ?? [];
	expect(said).toBe(rejectedNumbers());
});

test('the table of numbering plans is what its script writes', () => {
	expect(readFileSync(file, 'utf8')).toBe(phonePlans());
});
