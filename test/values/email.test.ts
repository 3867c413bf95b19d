import fc from 'fast-check';
import { parseEmail } from '../../nodes/shared/values/email';
import type { Parser, ValidationError } from '../../nodes/shared/values/formats';
import { judgeCases } from '../support/judged';

/** Returns the wire form of a value, or the problem and the advice. */
function outcome(format: Parser, value: unknown): unknown {
	try {
		return format(value, 'UTC');
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		return [problem, advice];
	}
}

const EMAIL = 'is not an email address';
const NO_EMAIL = [EMAIL, 'Enter one address, e.g. anna@example.com.'];
/** 254 characters, the maximum, with labels of a valid length. */
const longest = `${'x'.repeat(64)}@${`${'y'.repeat(59)}.`.repeat(3)}${'z'.repeat(9)}`;

test.each([
	...['Anna.B+c@Example.com', 'a@b.c', 'anna@пошта.укр', 'anna@a-1.b2.com', "o'neil@example.com"],
	...['anna@example.c0m', 'anna@example.c0', 'anna@example.0com', longest],
	...[`${'x'.repeat(64)}@example.com`, `a@${'x'.repeat(63)}.com`],
	...['anna@bücher.example', 'anna@xn--bcher-kva.example', 'anna@हिन्दी.हिन्दी'],
])('the email address %s is sent unchanged', (value) => {
	expect(outcome(parseEmail, value)).toBe(value);
});

test.each([
	...[`${longest}z`, `${'x'.repeat(65)}@example.com`, `a@${'x'.repeat(64)}.com`, 'anna', 'anna@'],
	...['anna@example', '@example.com', 'anna@example.', 'anna@.com', 'anna@-example.com'],
	...['anna@example-.com', 'anna@exam_ple.com', 'anna@example.com!', 'anna@!example.com'],
	...['anna@127.0.0.1', 'anna@example.12', 'anna@bob@example.com', 'anna@bob.com@example.com'],
	...['an na@example.com', '.anna@example.com', 'anna.@example.com', 'an..na@example.com'],
	// Several addresses, or none.
	...['a@b.com,c@d.com', 'anna@example.com, bob@example.com', 'Anna <>'],
	'Anna <anna@example.com> <bob@example.com>',
	...['anna@example.com <bob@example.com>', '<anna@example.com> bob@example.com'],
	...['Anna <anna@example.com', 'Anna anna@example.com>', `${'x'.repeat(1000)} <anna@a.com>`],
	...['mailto:anna@example.com?subject=Hi', 'mailto:?to=anna@example.com', 'mailto:anna%a.com'],
	...['"anna"@example.com', "'anna'@example.com", '\u201canna\u201d@example.com'],
	...["'anna@example.com", "anna@example'.com", "Anna O'Neil's <anna@a.com>, <bob@a.com>"],
	...["anna'@example.com", '"Anna" "Doe" <anna@a.com>', 'Anna "Doe" <anna@a.com>'],
	...['"Anna\\" <anna@a.com>', 'Anna <Doe <anna@a.com>', 'Anna> <anna@a.com>'],
	`${'x'.repeat(982)} <anna@example.com>`,
	...[...'"(),:;<>[\\]'].map((character) => `an${character}na@example.com`),
	// Characters that have a special meaning in an address.
	...['anna@１２７.１', 'anna@ok。example', 'anna\u037e@example.com', 'anna@ä..example'],
])('an email field rejects %p', (value) => {
	expect(outcome(parseEmail, value)).toEqual(NO_EMAIL);
});

test.each([
	['a zero-width joiner', 'anna\u200d@example.com'],
	['a control character', 'anna\u0000@example.com'],
	['a C1 control character', 'anna\u0085@example.com'],
	['a direction override', '\u202emoc.elpmaxe@anna.com'],
	['a direction isolate', '\u2066anna@example.com\u2069'],
	['a combining grapheme joiner', 'anna@exam\u034fple.com'],
	['a variation selector', 'anna@example\ufe0f.com'],
	['a Hangul filler', 'an\u3164na@example.com'],
	['a tag character', 'anna\u{e0061}@example.com'],
])('an email field rejects an address with %s', (_, value) => {
	const advice = 'Type the address instead of pasting it.';
	expect(outcome(parseEmail, value)).toEqual([
		`${EMAIL}. It contains an invisible character`,
		advice,
	]);
});

test.each([
	...[' anna@example.com\r\n', '\ufeff anna@example.com', 'anna\ufeff@example.com'],
	...['anna@example.com\u200b', 'an\u200bna@example.com', 'anna@exa\u2060mple.com'],
	...['an\u00adna@exam\u00adple.com', '\u200eanna@example.com\u200f', 'anna@example.com\u00a0'],
	...[
		'""',
		"''",
		'``',
		'´´',
		'‘’',
		'’’',
		'‚‘',
		'‚’',
		'“”',
		'””',
		'„“',
		'„”',
		'«»',
		'»«',
		'»»',
	].map(([opening, closing]) => `${opening}anna@example.com${closing}`),
	...[`"'anna@example.com'"`, '"anna@example.com",'],
	...['anna@example.com,', 'anna@example.com; ', 'mailto:anna@example.com'],
	...['mailto:anna%40example.com', '<mailto:anna@example.com>', 'Anna <anna@example.com>'],
	...['"Doe, Anna" <anna@example.com>;', 'Anna (Doe, CEO) <anna@example.com>'],
	'"attacker@evil.example, Anna" <anna@example.com>',
	...['a\u00adn\u00adn\u00ada@example.com', '\u200c,; \u200fanna@example.com\u200f ,;\u200c'],
	...[', "Doe, Anna" <anna@example.com>;', '"Doe \\"Anna\\"" <anna@example.com>'],
	...['"Doe, Anna"  <anna@example.com>', '"" <anna@example.com>', 'MAILTO:anna@example.com'],
	`${'x'.repeat(981)} <anna@example.com>`,
])('the email address %j is sent as anna@example.com', (value) => {
	expect(outcome(parseEmail, value)).toBe('anna@example.com');
});

test.each([
	['anna@bu\u0308cher.example', 'anna@bücher.example'],
	['anna@ＢÜcher.example', 'anna@bücher.example'],
	['anna@ｅxample.com', 'anna@example.com'],
	['anna@e\u0301x.com', 'anna@\u00e9x.com'],
	['rene\u0301@example.com', 'ren\u00e9@example.com'],
	['\u212aim@o\u212a.example', 'Kim@oK.example'],
	['anna@①fa\u017f.example', 'anna@1fas.example'],
])('the email address %s is sent in its composed form %s', (value, wire) => {
	expect(outcome(parseEmail, value)).toBe(wire);
});

test('an email field rejects an address with an invisible character anywhere', async () => {
	const invisible = fc.constantFrom(
		...'\u0000\u0007\u001b\u007f\u0080\u061c\u180e'.concat(
			'\u200c\u200d\u200e\u200f\u2028\u202a\u202e\u2064\u2066\u2069\ufff9',
		),
	);
	const places = fc.integer({ min: 1, max: 'anna@example.com'.length - 1 });
	const address = 'anna@example.com';
	expect(outcome(parseEmail, address)).toBe(address);
	await judgeCases(
		fc.tuple(invisible, places),
		{ rejected: 1 },
		([character, place]) => {
			const value = address.slice(0, place) + character + address.slice(place);
			expect(outcome(parseEmail, value)).not.toBe(value);
			expect(outcome(parseEmail, value)).toContainEqual(expect.stringContaining(EMAIL));
			return 'rejected';
		},
		{ numRuns: 500, seed: 20261122 },
	);
});
