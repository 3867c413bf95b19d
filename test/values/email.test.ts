import fc from 'fast-check';
import { email } from '../../nodes/shared/values/email';
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

const EMAIL = 'is not an email address';
test.each([
	['a zero-width joiner', 'anna\u200d@example.com'],
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

test.each([
	['a blank and a line break', ' anna@example.com\r\n'],
	['a byte-order mark', '\ufeff anna@example.com'],
	['a zero-width space', 'anna@example.com\u200b'],
	['a zero-width space inside', 'an\u200bna@example.com'],
	['a word joiner', 'anna@exa\u2060mple.com'],
	['a byte-order mark inside', 'anna\ufeff@example.com'],
	['a soft hyphen', 'an\u00adna@exam\u00adple.com'],
	['direction marks', '\u200eanna@example.com\u200f'],
	['a no-break space', 'anna@example.com\u00a0'],
	['apostrophes', "'anna@example.com'"],
	['guillemets', '\u00abanna@example.com\u00bb'],
	['two pairs of quotes', `"'anna@example.com'"`],
	['an encoded link', 'mailto:anna%40example.com'],
	['a quoted address as a name', '"attacker@evil.example, Anna" <anna@example.com>'],
	['a name with a comment', 'Anna (Doe, CEO) <anna@example.com>'],
	['quotes', '"anna@example.com"'],
	['curly quotes', '\u201canna@example.com\u201d'],
	['a comma', 'anna@example.com,'],
	['a semicolon', 'anna@example.com; '],
	['quotes and a comma', '"anna@example.com",'],
	['a link', 'mailto:anna@example.com'],
	['a name', 'Anna <anna@example.com>'],
	['a name in quotes', '"Doe, Anna" <anna@example.com>;'],
	['brackets', '<mailto:anna@example.com>'],
])('sends an email address without %s', (_, value) => {
	expect(outcome(email, value)).toBe('anna@example.com');
});

test.each([
	'Anna <anna@example.com> <bob@example.com>',
	'anna@example.com <bob@example.com>',
	'<anna@example.com> bob@example.com',
	'Anna <anna@example.com',
	'Anna anna@example.com>',
	'Anna <>',
	'anna@example.com, bob@example.com',
	'mailto:anna@example.com?subject=Hi',
	'mailto:?to=anna@example.com',
	'mailto:anna%example.com',
	'"anna"@example.com',
	"'anna'@example.com",
	'\u201canna\u201d@example.com',
	"'anna@example.com",
	"Anna O'Neil's <anna@example.com>, <bob@example.com>",
	"anna@example'.com",
	`${'x'.repeat(1000)} <anna@example.com>`,
])('rejects %p, which is not one address for certain', (value) => {
	expect(outcome(email, value)).toEqual([EMAIL, 'Enter one address, e.g. anna@example.com.']);
});

test.each([
	['anna@bücher.example', 'anna@bücher.example'],
	['anna@bu\u0308cher.example', 'anna@bücher.example'],
	['anna@ＢÜcher.example', 'anna@bücher.example'],
	['anna@xn--bcher-kva.example', 'anna@xn--bcher-kva.example'],
	['Anna@Example.COM', 'Anna@Example.COM'],
	['anna@ｅxample.com', 'anna@example.com'],
	['rene\u0301@example.com', 'ren\u00e9@example.com'],
	['\u212aim@o\u212a.example', 'Kim@oK.example'],
	['anna@①fa\u017f.example', 'anna@1fas.example'],
])('sends %s as %s', (value, wire) => {
	expect(outcome(email, value)).toBe(wire);
});

test.each(['anna@１２７.１', 'anna@ok。example', 'anna\u037e@example.com', 'anna@ä..example'])(
	'rejects %s, whose characters mean something else in an address',
	(value) => {
		expect(outcome(email, value)).toEqual([EMAIL, 'Enter one address, e.g. anna@example.com.']);
	},
);

test('sends an apostrophe inside an email address', () => {
	expect(outcome(email, "o'neil@example.com")).toBe("o'neil@example.com");
});

test('accepts no email address with an invisible character anywhere', async () => {
	const invisible = fc.constantFrom(
		...'\u0000\u0007\u001b\u007f\u0080\u061c\u180e'.concat(
			'\u200c\u200d\u200e\u200f\u2028\u202a\u202e\u2064\u2066\u2069\ufff9',
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
