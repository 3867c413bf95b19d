import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';
import type { Sample } from './countries';

export type Kind =
	| 'national'
	| 'national without a prefix'
	| 'national with another prefix'
	| 'international'
	| 'international with a prefix'
	| 'without +'
	| 'with an exit code'
	| 'of another country'
	| 'run together'
	| 'with a mistake';

export type Entry = [kind: Kind, entered: string];

function* national({ home, national: digits, prefix }: Sample): Generator<Entry> {
	yield ['national', home];
	yield ['national', home.replace(/\D/g, '')];
	yield ['national', `(${home.replace(/\D+/g, ') - ')}`];
	yield ['national without a prefix', digits];
	if (prefix) yield ['national with another prefix', `${prefix} ${digits}`];
	yield ['national with another prefix', `0${digits}`];
	yield ['national with another prefix', `8 ${digits}`];
	yield ['national with another prefix', `1 ${digits}`];
}

function* international({ code, national: digits, prefix, exit }: Sample): Generator<Entry> {
	const apart = parse(`+${code}${digits}`)?.formatInternational() ?? '';
	yield ['international', `+${code}${digits}`];
	yield ['international', apart];
	yield ['without +', `${code}${digits}`];
	yield ['without +', apart.slice(1)];
	yield ['with an exit code', `${exit}${code}${digits}`];
	yield ['with an exit code', `00 ${code} ${digits}`];
	yield ['with an exit code', `011 ${code} ${digits}`];
	yield ['with an exit code', `8~10 ${code} ${digits}`.replace('~', '')];
	for (const one of new Set([prefix, '0', '8'])) {
		if (one) yield ['international with a prefix', `+${code} (${one}) ${digits}`];
		if (one) yield ['international with a prefix', `${code}${one}${digits}`];
	}
}

/** A number and more: the last two digits of another one, an extension without its name, a digit too many. */
function* runTogether({ code, national: digits, home }: Sample): Generator<Entry> {
	const more = digits.slice(-2);
	for (const start of [`+${code} ${digits}`, `${code}${digits}`, home]) {
		yield ['run together', `${start} ${more.slice(1)}`];
		yield ['run together', `${start}-${more}`];
		yield ['run together', `${start} ${digits}`];
	}
}

/** A number that lacks a digit, has one twice, or two in another order. */
function* mistakes({ code, national: digits, home, prefix }: Sample): Generator<Entry> {
	const middle = digits.length >> 1;
	const [start, end] = [digits.slice(0, middle), digits.slice(middle)];
	const swapped = `${start}${end.charAt(1)}${end.charAt(0)}${end.slice(2)}`;
	for (const wrong of [start + end.slice(1), start + start.slice(-1) + end, swapped]) {
		yield ['with a mistake', prefix + wrong];
		yield ['with a mistake', wrong];
		yield ['with a mistake', `${code}${wrong}`];
	}
	yield ['with a mistake', home.slice(1)];
}

/** How people write a number where it is at home, and one of another country. */
export function* writtenWays(sample: Sample, other: Sample): Generator<Entry> {
	yield* national(sample);
	yield* international(sample);
	yield* runTogether(sample);
	yield* mistakes(sample);
	yield ['of another country', `+${other.code}${other.national}`];
	yield ['of another country', `${sample.exit} ${other.code} ${other.national}`];
	yield ['of another country', `${other.code}${other.national}`];
	yield ['of another country', other.home];
}

/** Extensions: an error always, because an SMS has none. */
export const withExtension = ({ code, national: digits, home }: Sample): string[] =>
	[' ext. 5', ' x5', '#5', ';ext=5', ' доб. 12', ',,12', ' EXT 123'].flatMap((extension) => [
		`+${code} ${digits}${extension}`,
		`${home}${extension}`,
	]);
