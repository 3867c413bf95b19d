import examples from 'libphonenumber-js/examples.mobile.json';
import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	parsePhoneNumberFromString as parse,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { digitsLike, randomFrom } from './randomDigits';

/** The columns of libphonenumber's metadata; see its METADATA.md. */
type Country = [
	code: string,
	exit: string,
	pattern: string,
	lengths: number[],
	formats: unknown,
	prefix: string | 0,
	unused: unknown,
	prefixForParsing: string | 0,
	rule: string | 0,
	unused: unknown,
	unused: unknown,
	types: Array<[pattern: string, lengths?: number[]] | 0>,
];

const countries = metadata.countries as unknown as Record<CountryCode, Country>;

/** The digits that libphonenumber parses; undefined if the number is invalid. */
export function libphonenumber(entered: string, country?: CountryCode): string | undefined {
	const found = parse(entered, country);
	return found?.isValid() ? found.number.slice(1) : undefined;
}

/** A national number, and the prefixes for writing it as its country does. */
export interface Sample {
	country: CountryCode;
	code: string;
	national: string;
	/** The library's national format, e.g. 067 123 4567. */
	home: string;
	/** National prefix, e.g. 0. */
	prefix: string;
	/** International prefix, e.g. 00. */
	exit: string;
}

function* digitsOf(country: CountryCode, times: number): Generator<string> {
	const example = getExampleNumber(country, examples);
	if (example) yield example.nationalNumber;
	// Fixed lines and mobile numbers. Other types, such as 800 numbers, receive no messages.
	const types = (countries[country][11] ?? []).slice(0, 2);
	for (const [position, type] of types.entries()) {
		if (!type || !type[0]) continue;
		const next = digitsLike(type[0], randomFrom(`${country} ${position}`));
		for (let turn = 0; turn < times; turn++) yield next();
	}
}

/** Random numbers of each type that a country has (`times` each), and its example number. */
export function* samplesOf(country: CountryCode, times: number): Generator<Sample> {
	const code = getCountryCallingCode(country);
	const [, exit, , , , prefix, , prefixForParsing] = countries[country];
	const random = randomFrom(country);
	const exits = digitsLike(exit || '00', random);
	const prefixes = (prefixForParsing || prefix || '').split(/(?<=\$)\|/).slice(-1);
	const nextPrefix = digitsLike(prefixes[0].endsWith('$') ? '' : prefixes[0], random);
	for (const national of digitsOf(country, times)) {
		const number = parse(`+${code}${national}`);
		if (!number?.isValid()) continue;
		const home = number.formatNational();
		yield { country, code, national, home, prefix: nextPrefix(), exit: exits() };
	}
}

export const allCountries = getCountries();

/** One number of each type of each country. */
export const oneOfEach = (): Sample[] =>
	allCountries.flatMap((country) => [...samplesOf(country, 1)]);
