import { readFileSync } from 'node:fs';
import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString as parse,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { phone } from '../../nodes/shared/values/phone';
import { file, phonePlans } from '../../scripts/phonePlans';
import { digitsLike, randomFrom } from '../support/phones/randomDigits';
import { share } from '../support/thorough';

/** A mobile number that somebody means, and what his country dials before it. */
interface Meant {
	country: CountryCode;
	code: string;
	national: string;
	/** E.g. 0, 8, 06 or 1; empty where nothing is dialed. */
	trunk: string;
}

type Types = Array<[pattern: string] | 0 | undefined>;
const countries = metadata.countries as unknown as Record<CountryCode, unknown[]>;
const PER_COUNTRY = share(100, 10);

function numbersOf(country: CountryCode): Meant[] {
	const code = getCountryCallingCode(country);
	const columns = countries[country];
	const [fixed, mobile] = (columns[11] ?? []) as Types;
	// Some countries do not tell mobile numbers from fixed lines.
	const pattern = (mobile && mobile[0]) || (fixed && fixed[0]) || String(columns[2]);
	const next = digitsLike(pattern, randomFrom(`meant in ${country}`));
	const trunk = String(columns[5] || '');
	const found: Meant[] = [];
	for (let tries = 0; tries < PER_COUNTRY * 5 && found.length < PER_COUNTRY; tries++) {
		const national = next();
		const parsed = parse(`+${code}${national}`);
		if (parsed?.isValid() && parsed.country === country) {
			found.push({ country, code, national, trunk });
		}
	}
	return found;
}

const all = getCountries().flatMap(numbersOf);

type Way = (meant: Meant) => string | undefined;
const grouped = (national: string) => national.replace(/(\d{2,3})(?=\d{4})/g, '$1 ');
const zero = ({ trunk }: Meant) => trunk === '0';
const ifZero =
	(way: Way): Way =>
	(meant) =>
		zero(meant) ? way(meant) : undefined;

/**
 * The forms of `numbers.md`'s table that can be written here: what is right at least, and wrong at most, in
 * percent of the numbers, without a default country code and with the country's own.
 */
const FORMS: Array<[name: string, way: Way, own: boolean, right: number, wrong: number]> = [
	['+E164', ({ code, national }) => `+${code}${national}`, false, 100, 0],
	[
		'+ with blanks and dashes',
		({ code, national }) => `+${code} ${grouped(national)}`,
		false,
		100,
		0,
	],
	['00E164', ({ code, national }) => `00${code}${national}`, false, 99.5, 0],
	['00E164, own default', ({ code, national }) => `00${code}${national}`, true, 95.1, 0],
	[
		'+ code (0) number',
		ifZero(({ code, national }) => `+${code} (0) ${grouped(national)}`),
		false,
		100,
		0,
	],
	['+ code 0number', ifZero(({ code, national }) => `+${code} 0${national}`), false, 100, 0],
	[
		'00 code (0) number',
		ifZero(({ code, national }) => `00${code} (0)${national}`),
		false,
		100,
		0,
	],
	['with trunk, own default', ({ trunk, national }) => trunk + national, true, 99.9, 0],
	[
		'(trunk) number, own default',
		({ trunk, national }) => `(${trunk}${national.slice(0, 2)}) ${national.slice(2)}`,
		true,
		99.9,
		0,
	],
	['without trunk, own default', ({ national }) => national, true, 99.9, 0],
	['code digits, own default', ({ code, national }) => code + national, true, 99.5, 0],
	[
		'code 0number, own default',
		ifZero(({ code, national }) => `${code}0${national}`),
		true,
		99.7,
		0,
	],
	['code digits', ({ code, national }) => code + national, false, 69, 0],
	['with trunk', ({ trunk, national }) => (trunk ? trunk + national : undefined), false, 0, 0],
	['without trunk', ({ national }) => national, false, 0, 0.12],
	['code 0number', ifZero(({ code, national }) => `${code} 0${national}`), false, 0, 0],
	['011 and the number', ({ code, national }) => `011${code}${national}`, false, 0, 0],
	[
		'0011 and the number, own default',
		({ code, national }) => `0011${code}${national}`,
		true,
		0,
		0,
	],
	['810 and the number', ({ code, national }) => `810${code}${national}`, false, 0, 0],
	['+ and no code', ({ national }) => `+${national}`, false, 0, 14.5],
];

function sent(entered: string, code?: string): string | undefined {
	try {
		return String(phone(entered, '', code));
	} catch {
		return undefined;
	}
}

test.each(FORMS)('%s', (name, way, isOwn, right, wrong) => {
	const counts = { all: 0, right: 0, wrong: 0 };
	const examples: string[] = [];
	for (const meant of all) {
		const entered = way(meant);
		if (entered === undefined) continue;
		counts.all++;
		const found = sent(entered, isOwn ? meant.code : undefined);
		if (found === meant.code + meant.national) counts.right++;
		else if (found !== undefined) {
			counts.wrong++;
			examples.push(`${entered} of ${meant.country} is sent as ${found}`);
		}
	}
	const percent = (count: number) => (100 * count) / counts.all;
	process.stdout.write(
		`${name}: ${percent(counts.right).toFixed(2)} right, ${percent(counts.wrong).toFixed(2)} wrong\n`,
	);
	expect(counts.all).toBeGreaterThan(500);
	if (percent(counts.wrong) > wrong) expect(examples.slice(0, 20)).toEqual([]);
	expect(percent(counts.right)).toBeGreaterThanOrEqual(right);
});

test('the table of numbers is what its script writes', () => {
	expect(readFileSync(file, 'utf8')).toBe(phonePlans());
});
