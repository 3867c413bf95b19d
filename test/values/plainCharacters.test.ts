import { smsParts } from '../../sandbox/service/smsParts';
import { withPlainCharacters } from '../../nodes/shared/values/plainCharacters';
import { share } from '../support/thorough';

/** As `docs/templates-and-files.md` has them: what is sent, and the code points that it replaces. */
const table: Array<[plain: string, codes: string]> = [
	['"', 'AB BB 201C 201D 201E 201F 2033 2036 2BA'],
	["'", '2018 2019 201A 201B 2039 203A 2BC 2BB B4 2032 2035 2B9'],
	["'''", '2034 2037'],
	['-', '2010 2011 2012 2013 2014 2015 2212 2022 2023 2043 2219 25AA 25CF 25E6 B7'],
	['...', '2026'],
	[' ', '9 A0 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 200A 202F 205F 3000'],
];
const plainOf = new Map(
	table.flatMap(([plain, codes]) =>
		codes.split(' ').map((code): [number, string] => [Number.parseInt(code, 16), plain]),
	),
);
/** By the sandbox, which shares no code with the nodes: 70 characters of UCS-2 fill a part. */
const isGsm = (text: string) => smsParts(text.padEnd(71, 'a')) === 1;

test('replaces the characters of the table, and no other one of Unicode', () => {
	const wrong: string[] = [];
	for (let code = 0; code <= 0x10ffff; code += code < 0x3100 ? 1 : share(1, 31)) {
		if (code >= 0xd800 && code <= 0xdfff) continue;
		const one = String.fromCodePoint(code);
		const plain = plainOf.get(code) ?? one;
		// Beside one that is replaced, if the text then fits GSM-7.
		const beside = isGsm(plain) ? `a"${plain}` : `a\u201c${one}`;
		if (withPlainCharacters(one) !== plain) wrong.push(code.toString(16));
		else if (withPlainCharacters(`a\u201c${one}`) !== beside) wrong.push(code.toString(16));
	}
	expect(wrong).toEqual([]);
});

test.each([
	['“It’s here” – 5′ 10″…\u00a0• now', `"It's here" - 5' 10"... - now`],
	// One character that is not in GSM-7, and nothing is replaced.
	['“It’s here” – ї', '“It’s here” – ї'],
	['“It’s here” – 😀', '“It’s here” – 😀'],
	['e\u0301 – é', 'e\u0301 – é'],
	['“‘„', `"'"`],
	['€ [^]', '€ [^]'],
	['', ''],
])('makes %j to %j', (text, plain) => {
	expect(withPlainCharacters(text)).toBe(plain);
});
