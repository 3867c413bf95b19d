import fc from 'fast-check';
import { email, phone } from '../../nodes/shared/values/phoneAndEmail';
import type { Parser, ValidationError } from '../../nodes/shared/values/formats';
import { judgeCases } from '../support/judged';

/** The wire form of a value, or what is wrong with it and what to do. */
function outcome(format: Parser, value: unknown): unknown {
	try {
		return format(value, 'UTC');
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		return [problem, advice];
	}
}

const ADVICE = 'Enter the number with its country code, e.g. +380 67 123 45 67.';
const notPhone = (reason: string, advice = ADVICE) => [`is not a phone number. ${reason}`, advice];

test.each([
	'+380.67.123.45.67',
	'+380/67/123-45-67',
	'+380.671234567',
	'tel:+380671234567',
	'TEL: 00380671234567',
	'tel:+380-67-123-45-67',
	'＋３８０　６７　１２３－４５－６７',
	'ｔｅｌ：＋３８０（６７）１２３．４５．６７',
	'\u2068+380 67 123 45 67\u2069',
])('sends only the digits of the phone %s', (value) => {
	expect(outcome(phone, value)).toBe('380671234567');
});

const NO_CODE = notPhone(
	'It starts with 0 instead of a country code',
	'Replace the leading 0 with the country code, e.g. +380 67 123 45 67. Or set Default Country Code.',
);
const OTHER = notPhone('It contains characters other than digits');
const MORE = notPhone('It has a fraction, an extension or a second number');
const NUMBER = notPhone('It is not a whole number');
const ROUNDED = [
	'is a number that was rounded',
	'Take it as text from the step before, with all its digits.',
];
test.each<[value: unknown, expected: unknown]>([
	['0671234567', NO_CODE],
	['(067) 123-45-67', NO_CODE],
	['tel:067/123 45 67', NO_CODE],
	['０６７１２３４５６７', NO_CODE],
	['+0671234567', notPhone('No country code starts with 0')],
	['00067123456', notPhone('No country code starts with 0')],
	['tel:+380671234567;ext=5', OTHER],
	['tel:tel:+380671234567', OTHER],
	['+380671234567 x5', OTHER],
	['+380671234567,5', OTHER],
	['3.80671E+11', OTHER],
	['38067123456\u00b2', OTHER],
	['380671234567.0', MORE],
	['tel:+380671234567.25', MORE],
	['+380 44 123 45 67/68', MORE],
	['+380441234567 / 8', MORE],
	[380671234567.5, NUMBER],
	[3806712.5, NUMBER],
	[1e21, ROUNDED],
	[2 ** 53, ROUNDED],
	[-380671234567, notPhone('It is a negative number')],
	['-380671234567', notPhone('It is a negative number')],
	['-3.8', notPhone('It is a negative number')],
])('rejects %p as a phone', (value, expected) => {
	expect(outcome(phone, value)).toEqual(expected);
});

const EMAIL = 'is not an email address';
test.each([
	['a zero-width space', 'an\u200bna@example.com'],
	['a zero-width joiner', 'anna\u200d@example.com'],
	['a word joiner', 'anna@exa\u2060mple.com'],
	['a byte-order mark inside', 'anna\ufeff@example.com'],
	['a soft hyphen', 'an\u00adna@example.com'],
	['a control character', 'anna\u0000@example.com'],
	['a delete character', 'anna\u007f@example.com'],
	['a C1 control character', 'anna\u0085@example.com'],
	['a direction override', '\u202emoc.elpmaxe@anna.com'],
	['a direction isolate', '\u2066anna@example.com\u2069'],
	['an Arabic letter mark', 'anna\u061c@example.com'],
	['a combining grapheme joiner', 'anna@exam\u034fple.com'],
	['a variation selector', 'anna@example\ufe0f.com'],
	['a Hangul filler', 'an\u3164na@example.com'],
	['a tag character', 'anna\u{e0061}@example.com'],
])('rejects an email address with %s', (_, value) => {
	expect(outcome(email, value)).toEqual([
		`${EMAIL}. It contains an invisible character`,
		'Type the address instead of pasting it.',
	]);
});

test('accepts an email address with a blank, a line break or a byte-order mark around it', () => {
	expect(outcome(email, '\ufeff anna@example.com\r\n')).toBe('anna@example.com');
});

test('accepts no email address with an invisible character anywhere', async () => {
	const invisible = fc.constantFrom(
		...'\u0000\u0007\u001b\u007f\u0080\u00ad\u061c\u180e'.concat(
			'\u200b\u200c\u200d\u200e\u200f\u2028\u202a\u202e\u2060\u2064\u2066\u2069\ufff9',
		),
	);
	const places = fc.integer({ min: 1, max: 'anna@example.com'.length - 1 });
	const address = 'anna@example.com';
	expect(outcome(email, address)).toBe(address);
	await judgeCases(
		fc.tuple(invisible, places),
		{ rejected: 1 },
		([character, place]) => {
			const value = address.slice(0, place) + character + address.slice(place);
			expect(outcome(email, value)).not.toBe(value);
			expect(outcome(email, value)).toContainEqual(expect.stringContaining(EMAIL));
			return 'rejected';
		},
		{ numRuns: 500, seed: 20261122 },
	);
});
