import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString as parse,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { digitsLike, randomFrom } from './randomDigits';

export interface Meant {
	country: CountryCode;
	code: string;
	national: string;
	/** National prefix, e.g. 0, 8, 06 or 1; empty if there is none. */
	trunk: string;
}

type Types = Array<[pattern: string] | 0 | undefined>;
const countries = metadata.countries as unknown as Record<CountryCode, unknown[]>;
const satellites = metadata.nonGeographic as unknown as Record<string, unknown[]>;

/**
 * Returns the pattern of mobile numbers, which some countries do not distinguish from fixed lines.
 */
function mobilePattern(columns: unknown[]): string {
	const [fixed, mobile] = (columns[11] ?? []) as Types;
	return (mobile && mobile[0]) || (fixed && fixed[0]) || String(columns[2]);
}

/**
 * Returns the same mobile numbers in each run. Invalid numbers are skipped, so there may be fewer
 * than `tries`.
 */
function* mobilesOf(country: CountryCode, tries: number): Generator<Meant> {
	const code = getCountryCallingCode(country);
	const next = digitsLike(mobilePattern(countries[country]), randomFrom(`meant in ${country}`));
	const trunk = String(countries[country][5] || '');
	for (let turn = 0; turn < tries; turn++) {
		const national = next();
		const parsed = parse(`+${code}${national}`);
		if (parsed?.isValid() && parsed.country === country) {
			yield { country, code, national, trunk };
		}
	}
}

export const mobilesOfAll = (count: number): Meant[] =>
	getCountries().flatMap((country) => {
		const found: Meant[] = [];
		for (const meant of mobilesOf(country, count * 5)) {
			if (found.push(meant) === count) break;
		}
		return found;
	});

const isMobile = (digits: string) =>
	/^(FIXED_LINE_OR_)?MOBILE$/.test(parse(`+${digits}`)?.getType() ?? '');

/**
 * Finds combinations of code, first digit and length that mobile numbers have in libphonenumber,
 * e.g. `380:6:9`.
 * @param awaited combinations to search for; others are found only by chance
 */
export function mobileCombinations(awaited: string[]): Set<string> {
	const found = new Set<string>();
	const codes = Object.entries(metadata.country_calling_codes as Record<string, CountryCode[]>);
	const plans = codes.map(([code, names]) => ({
		code,
		all: names.map((name) => countries[name]),
	}));
	for (const [code, plan] of Object.entries(satellites)) plans.push({ code, all: [plan] });
	for (const { code, all } of plans) {
		const missing = new Set(
			awaited.filter((combination) => combination.startsWith(`${code}:`)),
		);
		const draws = all.map((plan) =>
			digitsLike(mobilePattern(plan), randomFrom(`all of ${code}`)),
		);
		for (let turn = 0; turn < 200 || (missing.size > 0 && turn < 5000); turn++) {
			for (const draw of draws) {
				const number = draw();
				const combination = `${code}:${number[0]}:${number.length}`;
				if (found.has(combination) || !isMobile(code + number)) continue;
				found.add(combination);
				missing.delete(combination);
			}
		}
	}
	return found;
}
