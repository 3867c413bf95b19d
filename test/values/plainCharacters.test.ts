import { smsParts } from '../../sandbox/service/smsParts';
import {
	replaceIfFitsGsm7,
	describeNonGsm7Character,
} from '../../nodes/shared/values/plainCharacters';
import { share } from '../support/thorough';

/**
 * The table of `docs/templates-and-files.md`: sent characters, and the code points that they
 * replace.
 */
const table: Array<[plain: string, codes: string]> = [
	['"', 'AB BB 201C 201D 201E 201F 2033 2036 2BA'],
	["'", '60 1FEF 2018 2019 201A 201B 2039 203A 2BC 2BB B4 2032 2035 2B9 374 1FFD'],
	["'''", '2034 2037'],
	['-', '2010 2011 2012 2013 2014 2015 2212 2022 2023 2043 2219 25AA 25CF 25E6 B7 387'],
	['...', '2026'],
	['\n', '85 2028 2029'],
	// Letters and signs whose composed form is a character of GSM-7.
	['Ω', '2126'],
	['Å', '212B'],
	['K', '212A'],
	[';', '37E'],
	[' ', '9 A0 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 200A 202F 205F 3000'],
];
/** Characters without a width: joiners, direction marks, soft hyphens, and selectors and tags of emoji. */
const hidden = [
	'AD 34F 61C 180E 2060 FEFF',
	'17B4-17B5 180B-180F 200B-200F 202A-202E 2061-206F FE00-FE0F',
]
	.join(' ')
	.concat(' FFF0-FFF8 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF')
	.split(' ')
	.map((range) => range.split('-').map((code) => Number.parseInt(code, 16)));
const isHidden = (code: number) => hidden.some(([from, to = from]) => code >= from && code <= to);
const plainOf = new Map(
	table.flatMap(([plain, codes]) =>
		codes.split(' ').map((code): [number, string] => [Number.parseInt(code, 16), plain]),
	),
);
/** Uses the sandbox, which shares no code with the nodes. 70 characters of UCS-2 fill a part. */
const isGsm = (text: string) => smsParts(text.padEnd(71, 'a')) === 1;

test('Replace Special Characters changes exactly the characters of its table', () => {
	const wrong: string[] = [];
	for (let code = 0; code <= 0x10ffff; code += code < 0x3100 ? 1 : share(1, 31)) {
		if (code >= 0xd800 && code <= 0xdfff) continue;
		const one = String.fromCodePoint(code);
		const plain = isHidden(code) ? '' : (plainOf.get(code) ?? one);
		// Tests the character together with another character that is replaced.
		const beside = isGsm(plain) ? `a"${plain}` : `a\u201c${one}`;
		if (replaceIfFitsGsm7(one) !== plain) wrong.push(code.toString(16));
		else if (replaceIfFitsGsm7(`a\u201c${one}`) !== beside) wrong.push(code.toString(16));
	}
	expect(wrong).toEqual([]);
});

test.each([
	['“It’s here” – 5′ 10″…\u00a0• now', `"It's here" - 5' 10"... - now`],
	// One character is not in GSM-7, so nothing is replaced.
	['“It’s here” – ї', '“It’s here” – ї'],
	['“It’s here” – 😀', '“It’s here” – 😀'],
	['e\u0301 – é', 'é - é'],
	['A\u030a\u200d, n\u200c\u0303', 'Å, ñ'],
	['pass\u00adword\u2028`code`', "password\n'code'"],
	// A composed letter that GSM-7 lacks, and an emoji with joiners.
	['s\u030c\u200b', 's\u030c\u200b'],
	['👨\u200d👩\u200d👧 ❤\ufe0f', '👨\u200d👩\u200d👧 ❤\ufe0f'],
	['“‘„', `"'"`],
	['€ [^]', '€ [^]'],
	['', ''],
])('Replace Special Characters replaces %j with %j', (text, plain) => {
	expect(replaceIfFitsGsm7(text)).toBe(plain);
});

test('the position of a composed character is that in the text that is sent', () => {
	expect(describeNonGsm7Character('abc\u0456\u0308', true)).toBe('"ї" U+0457 at position 4');
});
