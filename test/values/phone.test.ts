import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCountryCode, parsePhone } from '../../nodes/shared/values/phone';
import type { ValidationError } from '../../nodes/shared/values/formats';

/** Returns digits, or the problem and the advice. */
function outcome(entered: unknown, code?: string): string {
	try {
		return String(parsePhone(entered, 'UTC', code));
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		return `${problem} ${advice}`;
	}
}

test.each<unknown>([
	...['+380.67.123.45.67', '+380/67/123-45-67', '(+380) 67 123-45-67', '380 67 123-45-67'],
	...['tel:+380671234567', 'TEL: 00380671234567', 'p:+380671234567', 'whatsapp:+380671234567'],
	...['＋３８０　６７　１２３－４５－６７', 'ｔｅｌ：＋３８０（６７）１２３．４５．６７'],
	...['٣٨٠٦٧١٢٣٤٥٦٧', '+३८० ६७ १२३ ४५ ६७', '\u2068+380 67 123 45 67\u2069'],
	...["'+380671234567", '"+380 67 123 45 67"', '+380671234567,', '"380671234567",'],
	...['+380\u200d67\u20601234567\ufeff', '+380\u00a067\u202f123\u200945\u200767'],
	...['38 (067) 123-45-67', '38 067 123 45 67', '+38 (067) 123-45-67', '+38(0)67 123-45-67'],
	...['0038 067 123-45-67', '+380 (0) 67 123 45 67'],
	...['3.80671234567E11', '3,80671234567E+11', 380671234567, '3.80671234567e11'],
	...['[+380] 67 123-45-67', '+380\u201067\u2015123\u221245.67', '00 380 67 123 45 67'],
	...['sms:+380671234567', '+380671234567;', '+380671234567'.padEnd(100)],
	...[...'\'"`´‘‟«»'].map((quote) => `${quote}tel:${quote}+380671234567${quote}`),
])('the phone %p is read as 380671234567', (entered) => {
	expect(outcome(entered)).toBe('380671234567');
});

test.each([
	['+44 (0)20 7946 0958', '442079460958'],
	['+44 [0]20 7946 0958', '442079460958'],
	['+380 44 123/4567', '380441234567'],
	['+1 912 555 1234', '19125551234'],
	['+49 0151 23456789', '4915123456789'],
	['0049 (0) 151 23456789', '4915123456789'],
	['+36 (06) 20 123 4567', '36201234567'],
	['+370 8 612 34567', '37061234567'],
	['+375 (8) 029 491-19-11', '375294911911'],
	['+375 (8) 29 491-19-11', '375294911911'],
	['+7 (8) 912 345-67-89', '79123456789'],
	['+52 01 55 1234 5678', '525512345678'],
	['+39 06 1234 5678', '390612345678'],
	['+225 01 23 45 67 89', '2250123456789'],
	// The shortest and the longest numbers.
	['+2901234', '2901234'],
	['+29054321', '29054321'],
	[`+4930${'1'.repeat(11)}`, `4930${'1'.repeat(11)}`],
])('the phone %p is read as %s, without the prefix of national calls', (entered, number) => {
	expect(outcome(entered)).toBe(number);
});

test.each([
	['88 01712-345678', undefined, '8801712345678'],
	['+88 01712-345678', '880', '8801712345678'],
	['88 01712-345678', '+', '8801712345678'],
	['1-212-555-1234', undefined, '12125551234'],
	['1 (212) 555-1234', undefined, '12125551234'],
	['380671234567', '+', '380671234567'],
	['4520123456', '+', '4520123456'],
	['12125551234', '+', '12125551234'],
	['51 912 345 678', '+', '51912345678'],
	['44 (0)7400 123456', '+', '447400123456'],
	['38 (067) 123-45-67', '+', '380671234567'],
	['38671234567', '+', '38671234567'],
	['0034 612 34 56 78', '+', '34612345678'],
	['442079460958', '+', '442079460958'],
	['067 123 45 67', '380', '380671234567'],
	['(067) 123-45-67', '380', '380671234567'],
	['671234567', '380', '380671234567'],
	['380671234567', '380', '380671234567'],
	['3800671234567', '380', '380671234567'],
	['+48 512 345 678', '380', '48512345678'],
	['0048 512 345 678', '380', '48512345678'],
	['48512345678', '380', '48512345678'],
	['06 20 123 4567', '36', '36201234567'],
	['8 (916) 123-45-67', '7', '79161234567'],
	['(201) 555-0123', '1', '12015550123'],
	['12015550123', '1', '12015550123'],
	['0151 23456789', '49', '4915123456789'],
	['15123456789', '49', '4915123456789'],
	['4915123456789', '49', '4915123456789'],
	['8 612 34567', '370', '37061234567'],
	['0 612 34567', '370', '37061234567'],
	['029 491-19-11', '375', '375294911911'],
	['8 029 491-19-11', '375', '375294911911'],
	['8 29 491-19-11', '375', '375294911911'],
	['044 55 1234 5678', '52', '525512345678'],
	['01 55 1234 5678', '52', '525512345678'],
	['0055 11 91234-5678', '55', '5511912345678'],
	['347 123 4567', '39', '393471234567'],
	['391 123 4567', '39', '393911234567'],
	['3912345678', '39', '393912345678'],
	['391 234 5678', '39', '393912345678'],
	['45 12 34 56', '45', '4545123456'],
	['7012345678', '7', '77012345678'],
	['9198765432', '91', '919198765432'],
	['55991234567', '55', '5555991234567'],
	['51 912 345 678', '51', '51912345678'],
	['38671234567', '386', '38671234567'],
	['+386 71 234 567', '380', '38671234567'],
	['(+386) 71 234 567', '380', '38671234567'],
	['+38671234567', '386', '38671234567'],
	['+38671234567', '49', '38671234567'],
	['38 (067) 123-45-67', '380', '380671234567'],
	['+38 067 123-45-67', '380', '380671234567'],
	['55 1234 5678', '52', '525512345678'],
	['84735226864', '84', '84735226864'],
	['84 735 226 864', '380', '84735226864'],
])('the phone %p with the default code %p is read as %s', (entered, code, number) => {
	expect(outcome(entered, code)).toBe(number);
});

const CERTAIN = 'It has no +, and its country code is not certain';
const PART = 'is only the beginning of a country code Write the whole country code';
const OR_DEFAULT =
	'Or set Default Country Code to the code of your national numbers, e.g. 380, or to + if all your phones include their country code.';
const rejected: Array<[problem: string, code: string | undefined, ...entered: unknown[]]> = [
	[
		CERTAIN,
		undefined,
		'(646) 555-1234',
		'(860) 555-1234',
		'5321234567',
		'6512345678',
		'951234567',
		'981234567',
		'(38067) 123-45-67',
		'49 0151 23456789',
		'999999999999',
		'1'.repeat(1000),
	],
	[`${CERTAIN} Enter the number with +`, undefined, '99199999999'],
	[`${CERTAIN}. A spreadsheet may have dropped the + or a leading 0`, undefined, '4155552671'],
	['It may be a +1 number or a Chinese number', undefined, '131 2345 6789', '12125551234'],
	[OR_DEFAULT, undefined, '0671234567', '(067) 123-45-67', '4520123456', '51 91234-5678'],
	[
		'No country code begins like this',
		undefined,
		'+999 012345678',
		'+0671234567',
		'000671234567',
	],
	['No country code begins like this', '+', '0671234567'],
	[
		'+380 is followed by 8 digits instead of 9 Enter all the digits of one number and nothing else.',
		undefined,
		'+380 67 123 45 6',
	],
	['+380 is followed by 8 digits instead of 9', '+', '380 67 123 45 6'],
	['+380 is followed by 10 digits instead of 9', undefined, '+380 67 123 45 67 8'],
	['It has a list number such as "1." before the phone', '+', '1. 5016224053'],
	[
		'It has a list number such as "1." before the phone',
		'380',
		'2) 067 123 45 67',
		'9. 671234567',
		'12. 671234567',
	],
	[
		'It has the country code 49 twice Enter all the digits of one number and nothing else.',
		undefined,
		'+49 49 151 23456789',
	],
	['It has the country code 49 twice', '+', '49 49 0151 23456789'],
	['It has the country code 39 twice', undefined, '+39 39 347 1234567'],
	[
		'+43 is followed by 00 Enter all the digits of one number and nothing else.',
		undefined,
		'+43 0043 664 1234567',
	],
	['+49 is followed by 00', undefined, '+49 00151 23456789'],
	[
		'The digit after +1 must be from 2 to 9 Enter all the digits of one number and nothing else.',
		undefined,
		'+1 012 555 1234',
		'+1 112 555 1234',
	],
	['+39 numbers have no 0 in brackets', undefined, '+39 (0)6 1234 5678', '+39 [0]6 1234 5678'],
	['+36 numbers have no 0 in brackets', undefined, '+36 (0) 774 28882'],
	['+48 numbers have no 0 in brackets', undefined, '+48 (0) 512 345 678'],
	[
		'Its prefix for calls abroad may have more digits than 00 Write + instead.',
		undefined,
		'001 65 9123 4567',
	],
	['It is neither a +1 mobile number nor a number with a country code', '1', '555-1234'],
	['It is neither a +380 mobile number nor a number with a country code', '380', '12345678'],
	['It is neither a +54 mobile number', '54', '11 1234 5678'],
	['Or set Default Country Code to + if all your phones include', '380', '4520123456'],
	[`38 ${PART}`, undefined, '+38 (67) 123-45-67', '38 (67) 123-45-67'],
	[`38 ${PART}`, '380', '0038 (67) 123-45-67', '38 (67) 123-45-67'],
	[`38 ${PART}`, '386', '38 (67) 123-45-67'],
	[`38 ${PART}`, '+', '38 (67) 123-45-67'],
	[`88 ${PART}`, '880', '88 1712-345678'],
	[`97 ${PART}`, undefined, '+97 599 123 456'],
	[`2 ${PART}`, undefined, '+2 203300302'],
	[`25 ${PART}`, undefined, '25 722 123 456'],
	['It may be a Brazilian number without its +55', undefined, '84 99612-3456', '31 91234-5678'],
	['It may be a Russian number with a leading 8', '7', '84735226864'],
	['It may be a Russian number with a leading 8', undefined, '84735226864'],
	['It may be a Russian number', undefined, '8 (473) 522-68-64'],
	['It is neither a +380 mobile number', '380', '380501234', '380 50 123 4'],
	['It is neither a +880 mobile number', '880', '88017123456'],
	['It is neither a +55 mobile number', '55', '11 3123-4567'],
	['It begins with 011, a prefix for calls abroad', '+', '011 44 7911 123456'],
	['It begins with 810, a prefix for calls abroad', '+', '810 375 29 491-19-11'],
	['+52 numbers no longer begin with 1 Leave out the 1.', undefined, '+52 1 55 1234 5678'],
	['written without 15 Write +54 9 and the number', undefined, '+54 11 15 1234-5678'],
	['and are written without 15', undefined, '+54 9 351 15 123-4567', '+54 0 11 15 1234-5678'],
	['and are written without 15', undefined, '+54 3825 15 12-3456'],
	[
		'A spreadsheet has rounded the number',
		undefined,
		'3.80671E+11',
		'3.8067123456E11',
		'4.91512345678E+12',
		'3,8E+11',
		'3.8e11',
		'4E11',
	],
	['It is a date', undefined, '27/4/2013', '2026-11-26T10:00:00', '7.12.1999', '27-04-2013'],
	['It is a date', '49', '2026-11-26', '1999.04.27', '2013/4/7'],
	['It is a WhatsApp address', undefined, '380671234567@s.whatsapp.net', '380671234567@C.us'],
	[
		'It has two numbers',
		undefined,
		'+380671234567, +380671234568',
		'+380671234567 or +380501234567',
		'+380671234567 ::: +380501234567',
		'+380671234567 +380501234567',
		...[...',;:|/&+\nи'].map((sign) => `380671234567${sign}380501234567`),
		'+380671234567,1234567',
	],
	['It has two numbers', '380', '067 123 45 67 / 050 123 45 67', '380671234567 380501234567'],
	['It is a WhatsApp group, which has no phone', undefined, '120363023456789012@g.us', '12@G.US'],
	['It has a fraction', undefined, '380671234567.0', '1234567.00'],
	['It has an extension or a second number', undefined, '+380 44 123 45 67/68'],
	['It has an extension or a second number', undefined, '+380441234567/6', '+380441234567/ 678'],
	[
		'It has an extension',
		undefined,
		'+380671234567 x5',
		'+380671234567 доб. 12',
		'tel:+380671234567;ext=5',
		...['xt', 'ext', 'extn', 'extension', 'extensión', 'EXT.', ',,ext:', 'X', 'int'].map(
			(word) => `+380671234567 ${word} 5`,
		),
		...['anexo', 'x::', '#', '~', ',', ';', '#~'].map((word) => `+380671234567${word}5`),
		...['+380671234567#1234567', '+380671234567#5#', '+380671234567,123456'],
	],
	[
		'It contains "#" Enter only the number, without other text.',
		undefined,
		'+380671234567#12345678',
	],
	['It contains "m"', undefined, 'mailto:+380671234567'],
	['It contains "="', '380', '="0671234567"'],
	['It contains "т"', '380', 'тел. 067 123 45 67'],
	['It contains "V" Enter only the number, without other text.', '380', '067 123 45 67 (Viber)'],
	['It contains "+"', undefined, '+380 67 123+45 67', '++380671234567'],
	['It contains "²"', undefined, '38067123456²'],
	['+290 is followed by 3 digits instead of 4 or 5', undefined, '+290123'],
	['It has no digits', undefined, 'tel:', '+'],
	['It contains "x" Enter only the number', undefined, '38067123456x', 'x8067123456'],
	['It is not a whole number', undefined, 380671234567.5],
	['It is a negative number', undefined, -380671234567],
	['It is longer than any phone number', undefined, `+380 ${'-'.repeat(1_000_000)}`],
	['It is longer than any phone number', undefined, '+380671234567'.padEnd(101)],
];
test.each(
	rejected.flatMap(([problem, code, ...all]) =>
		all.map((entered) => ({ entered, code, problem })),
	),
)('the phone $entered with the code $code is rejected: $problem', ({ entered, code, problem }) => {
	expect(outcome(entered, code)).toMatch(
		/^is (ambiguous\. It may be|not a phone number\. (?!It may be))/,
	);
	expect(outcome(entered, code)).toContain(problem);
});

test.each([
	['39 06 692376', '39', 'a complete +39 number, or a number without its country code'],
	['951718657', '95', 'a complete +95 number, or a number without its country code'],
	['38671234567', undefined, 'a +380 number or a +386 number'],
	['38671234567', '380', 'a +380 number or a +386 number'],
	['38671234567', '49', 'a +380 number or a +386 number'],
	['38971234567', '380', 'a +380 number or a +389 number'],
	['881712345678', undefined, 'a +880 number or a +881 number'],
	['+38671234567', '380', 'a +380 number or a +386 number'],
	['0038671234567', '380', 'a +380 number or a +386 number'],
	['+4722123456', '40', 'a +40 number or a +47 number'],
])('the phone %p with the code %p is rejected as ambiguous: %s', (entered, code, readings) => {
	expect(outcome(entered, code)).toBe(
		`is ambiguous. It may be ${readings} Write + and the country code, a space, and the rest of the number, e.g. +380 67 123 45 67.`,
	);
});

/**
 * Reads the examples in the table of the page. Columns: without a default code, with `380`, and
 * with `+`.
 */
function examplesOfPage(): Array<[entered: string, code: string | undefined, result: string]> {
	const page = readFileSync(join(__dirname, '..', '..', 'docs', 'phones-and-dates.md'), 'utf8');
	const [table = ''] = /\| You enter[^]*?\n\n/.exec(page) ?? [];
	return table
		.split('\n')
		.slice(2)
		.flatMap((row) => {
			const [, entered = '', ...results] = row.split('|').map((cell) => cell.trim());
			const examples = [...entered.matchAll(/`([^`…]+)`/g)].map(([, example]) => example);
			return examples.flatMap((example) =>
				results
					.slice(0, 3)
					.map((result, column): [string, string | undefined, string] => [
						...([example, [undefined, '380', '+'][column]] as const),
						result.replace(/`/g, ''),
					]),
			);
		});
}

test.each(examplesOfPage())(
	'the phone %p with the default code %p is read as the user page says: %s',
	(entered, code, result) => {
		const digits = entered.replace(/\D/g, '').replace(/^00|(?<=380)0/g, '');
		expect(outcome(entered, code)).toMatch(
			result === 'Error'
				? /^is (not|ambig)/
				: RegExp(`^${result === 'Read' ? digits : result}$`),
		);
	},
);

test.each([
	['+380', '380'],
	[' 00380 ', '380'],
	[44, '44'],
	['٣٨٠', '380'],
	[' + ', '+'],
	['＋', '+'],
])('the default country code %p is read as %s', (entered, code) => {
	expect(parseCountryCode(entered, '')).toBe(code);
});

test('a phone field rejects an object', () => {
	expect(outcome({})).toMatch(/^is an object, not text Enter the number with \+/);
});

test.each(['UA', '999', '0', '38', {}, 380.5, '3+80'])(
	'the default country code %p is rejected',
	(entered) => {
		expect(() => parseCountryCode(entered, '')).toThrow(/not a country code|not text/);
	},
);
