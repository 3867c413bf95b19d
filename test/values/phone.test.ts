import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countryCode, phone } from '../../nodes/shared/values/phone';
import type { ValidationError } from '../../nodes/shared/values/formats';

/** Result of parsing: digits, or problem and advice. */
function outcome(entered: unknown, code?: string): string {
	try {
		return String(phone(entered, 'UTC', code));
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		return `${problem} ${advice}`;
	}
}

test.each([
	'+380.67.123.45.67',
	'+380/67/123-45-67',
	'+380.671234567',
	'(+380) 67 123-45-67',
	'tel:+380671234567',
	'TEL: 00380671234567',
	'＋３８０　６７　１２３－４５－６７',
	'ｔｅｌ：＋３８０（６７）１２３．４５．６７',
	'٣٨٠٦٧١٢٣٤٥٦٧',
	'+३८० ६७ १२३ ४५ ६७',
	'\u2068+380 67 123 45 67\u2069',
	"'+380671234567",
	'"+380 67 123 45 67"',
	'p:+380671234567',
	'whatsapp:+380671234567',
	'+380671234567,',
	'"380671234567",',
	'+380\u200d67\u20601234567\ufeff',
	'+380\u00a067\u202f123\u200945\u200767',
	'380 67 123-45-67',
	'38 (067) 123-45-67',
	'38 067 123 45 67',
	'+38 (067) 123-45-67',
	'+38 067 123 45 67',
	'+38(0)67 123-45-67',
	'0038 067 123-45-67',
	'3.80671234567E11',
	'3,80671234567E+11',
	'+380 (0) 67 123 45 67',
	380671234567,
])('%p is the number 380671234567', (entered) => {
	expect(outcome(entered)).toBe('380671234567');
});

test.each([
	['+44 (0)20 7946 0958', '442079460958'],
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
])('what is dialed within the country is dropped behind the code: %p is %s', (entered, number) => {
	expect(outcome(entered)).toBe(number);
});

describe.each([undefined, '880', '+'])('with the default code %p', (code) => {
	test.each(['+88 01712-345678', '88 01712-345678', '+8801712345678'])(
		'%p is the number 8801712345678',
		(entered) => expect(outcome(entered, code)).toBe('8801712345678'),
	);
});

test.each([
	['380671234567', '380671234567'],
	['4520123456', '4520123456'],
	['12125551234', '12125551234'],
	['51 912 345 678', '51912345678'],
	['44 (0)7400 123456', '447400123456'],
	['38 (067) 123-45-67', '380671234567'],
	['38671234567', '38671234567'],
	['0034 612 34 56 78', '34612345678'],
	['+44 20 7946 0958', '442079460958'],
	['442079460958', '442079460958'],
])('if all phones include their country code, %p is %s', (entered, number) => {
	expect(outcome(entered, '+')).toBe(number);
});

test.each([
	['1-212-555-1234', '12125551234'],
	['1 (212) 555-1234', '12125551234'],
	['1.212.555.1234', '12125551234'],
])('%p is grouped as a number of +1', (entered, number) => {
	expect(outcome(entered)).toBe(number);
});

test.each([
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
])('%p with the default code %s is %s', (entered, code, number) => {
	expect(outcome(entered, code)).toBe(number);
});

const CERTAIN = 'It has no +, and its country code is not certain';
const PART = 'is only the beginning of a country code Write the whole country code';
const OR_DEFAULT =
	'Or set Default Country Code to the code of your national numbers, e.g. 380, or to + if all your phones include their country code.';
const rejected: Array<[entered: unknown, code: string | undefined, said: string]> = [
	['(646) 555-1234', undefined, CERTAIN],
	['(860) 555-1234', undefined, CERTAIN],
	['4155552671', undefined, `${CERTAIN}. A spreadsheet may have dropped the + or a 0`],
	['131 2345 6789', undefined, 'It may be a number of +1 or a Chinese number'],
	['12125551234', undefined, 'It may be a number of +1 or a Chinese number'],
	['5321234567', undefined, CERTAIN],
	['6512345678', undefined, CERTAIN],
	['951234567', undefined, CERTAIN],
	['981234567', undefined, CERTAIN],
	['0671234567', undefined, OR_DEFAULT],
	['(067) 123-45-67', undefined, OR_DEFAULT],
	['(38067) 123-45-67', undefined, CERTAIN],
	['49 0151 23456789', undefined, CERTAIN],
	['999999999999', undefined, CERTAIN],
	['+999 012345678', undefined, 'No country code begins like this'],
	['+0671234567', undefined, 'No country code begins like this'],
	['+380 67 123 45 6', undefined, '+380 is followed by 8 digits instead of 9'],
	['+380 67 123 45 67 8', undefined, '+380 is followed by 10 digits instead of 9'],
	['1. 5016224053', '+', 'It begins with a line number'],
	['2) 067 123 45 67', '380', 'It begins with a line number'],
	['+49 49 151 23456789', undefined, 'It has the country code 49 twice'],
	['+39 39 347 1234567', undefined, 'It has the country code 39 twice'],
	['49 49 0151 23456789', '+', 'It has the country code 49 twice'],
	['+43 0043 664 1234567', undefined, '+43 is followed by 00'],
	['+49 00151 23456789', undefined, '+49 is followed by 00'],
	['+1 012 555 1234', undefined, 'The digit after +1 must be from 2 to 9'],
	['+39 (0)6 1234 5678', undefined, 'Numbers of +39 have no 0 in brackets'],
	['+36 (0) 774 28882', undefined, 'Numbers of +36 have no 0 in brackets'],
	['+48 (0) 512 345 678', undefined, 'Numbers of +48 have no 0 in brackets'],
	['011 44 7911 123456', undefined, 'It begins with the exit code 011'],
	['0011 44 7911 123456', undefined, 'It begins with the exit code 0011'],
	['810 375 29 491-19-11', undefined, 'It begins with the exit code 810'],
	['011 44 7911 123456', '1', 'It begins with the exit code 011'],
	['810 375 29 491-19-11', '7', 'It begins with the exit code 810'],
	['001 65 9123 4567', undefined, '00 may be part of another exit code'],
	['0034 612 34 56 78', '65', '00 may be part of another exit code'],
	['00251 911 234567', '852', '00 may be part of another exit code'],
	['555-1234', '1', 'It is neither a mobile number of +1 nor a number with a country code'],
	['12345678', '380', 'It is neither a mobile number of +380 nor a number with a country code'],
	['11 1234 5678', '54', 'It is neither a mobile number of +54'],
	['4520123456', undefined, OR_DEFAULT],
	['4520123456', '380', 'Or set Default Country Code to + if all your phones include'],
	['+38 (67) 123-45-67', undefined, `38 ${PART}`],
	['0038 (67) 123-45-67', '380', `38 ${PART}`],
	['38 (67) 123-45-67', undefined, `38 ${PART}`],
	['38 (67) 123-45-67', '380', `38 ${PART}`],
	['38 (67) 123-45-67', '386', `38 ${PART}`],
	['38 (67) 123-45-67', '+', `38 ${PART}`],
	['88 1712-345678', '880', `88 ${PART}`],
	['+97 599 123 456', undefined, `97 ${PART}`],
	['+2 203300302', undefined, `2 ${PART}`],
	['25 722 123 456', undefined, `25 ${PART}`],
	['84 99612-3456', undefined, 'It may be a number of Brazil without its +55'],
	['51 91234-5678', undefined, OR_DEFAULT],
	['31 91234-5678', undefined, 'It may be a number of Brazil without its +55'],
	['84735226864', '7', 'It may be a Russian number with a leading 8'],
	['84735226864', undefined, 'It may be a Russian number with a leading 8'],
	['8 (473) 522-68-64', undefined, 'It may be a Russian number'],
	['380501234', '380', 'It is neither a mobile number of +380'],
	['380 50 123 4', '380', 'It is neither a mobile number of +380'],
	['88017123456', '880', 'It is neither a mobile number of +880'],
	['11 3123-4567', '55', 'It is neither a mobile number of +55'],
	['0671234567', '+', 'No country code begins like this'],
	['380 67 123 45 6', '+', '+380 is followed by 8 digits instead of 9'],
	['011 44 7911 123456', '+', 'It begins with the exit code 011'],
	['810 375 29 491-19-11', '+', 'It begins with the exit code 810'],
	['+52 1 55 1234 5678', undefined, '+52 no longer begin with 1 Leave out the 1.'],
	['+54 11 15 1234-5678', undefined, 'and have no 15 Write +54 9 and the number without 15'],
	['+54 9 351 15 123-4567', undefined, 'and have no 15'],
	['3.80671E+11', undefined, 'A spreadsheet has rounded it'],
	['3.8067123456E11', undefined, 'A spreadsheet has rounded it'],
	['4.91512345678E+12', undefined, 'A spreadsheet has rounded it'],
	['3,8E+11', undefined, 'A spreadsheet has rounded it'],
	['27/4/2013', undefined, 'It is a date'],
	['2026-11-26', '49', 'It is a date'],
	['2026-11-26T10:00:00', undefined, 'It is a date'],
	['380671234567@s.whatsapp.net', undefined, 'It is a WhatsApp address'],
	['+380671234567, +380671234568', undefined, 'It has two numbers'],
	['067 123 45 67 / 050 123 45 67', '380', 'It has two numbers'],
	['+380671234567 or +380501234567', undefined, 'It has two numbers'],
	['+380671234567 ::: +380501234567', undefined, 'It has two numbers'],
	['+380671234567 +380501234567', undefined, 'It has two numbers'],
	['380671234567 380501234567', '380', 'It has two numbers'],
	['120363023456789012@g.us', undefined, 'It is a WhatsApp group, which has no phone'],
	['380671234567.0', undefined, 'It has a fraction'],
	['+380 44 123 45 67/68', undefined, 'It has an extension or a second number'],
	['+380671234567 x5', undefined, 'It has an extension'],
	['+380671234567 доб. 12', undefined, 'It has an extension'],
	['tel:+380671234567;ext=5', undefined, 'It has an extension'],
	['mailto:+380671234567', undefined, 'It contains "m"'],
	['="0671234567"', '380', 'It contains "="'],
	['тел. 067 123 45 67', '380', 'It contains "т"'],
	['067 123 45 67 (Viber)', '380', 'It contains "V"'],
	['+380 67 123+45 67', undefined, 'It contains "+"'],
	['38067123456²', undefined, 'It contains "²"'],
	['tel:', undefined, 'It has no digits'],
	[380671234567.5, undefined, 'It is not a whole number'],
	[-380671234567, undefined, 'It is a negative number'],
	['1'.repeat(1000), undefined, CERTAIN],
	[`+380 ${'-'.repeat(1_000_000)}`, undefined, 'It is longer than any phone number'],
];
test.each(rejected)('%p with the default code %p is an error: %s', (entered, code, said) => {
	expect(outcome(entered, code)).toMatch(
		/^is (ambiguous\. It may be|not a phone number\. (?!It may be))/,
	);
	expect(outcome(entered, code)).toContain(said);
});

test.each([
	['39 06 692376', '39', '+39 with its country code or without it'],
	['951718657', '95', '+95 with its country code or without it'],
	['38671234567', undefined, '+380 or of +386'],
	['38671234567', '380', '+380 or of +386'],
	['38671234567', '49', '+380 or of +386'],
	['38971234567', '380', '+380 or of +389'],
	['881712345678', undefined, '+880 or of +881'],
	['+38671234567', '380', '+380 or of +386'],
	['0038671234567', '380', '+380 or of +386'],
	['+4722123456', '40', '+40 or of +47'],
])('%p with the default code %p may be a number of %s', (entered, code, readings) => {
	expect(outcome(entered, code)).toBe(
		`is ambiguous. It may be a number of ${readings} Write + and the country code, a space, and the rest of the number, e.g. +380 67 123 45 67.`,
	);
});

/** The examples in the table of the page, without default code, with `380` and with `+`: Read, Error or digits. */
function examplesOfPage(): Array<[entered: string, code: string | undefined, said: string]> {
	const page = readFileSync(join(__dirname, '..', '..', 'docs', 'phones-and-dates.md'), 'utf8');
	const [table = ''] = /\| You enter[^]*?\n\n/.exec(page) ?? [];
	return table
		.split('\n')
		.slice(2)
		.flatMap((row) => {
			const [, entered = '', ...outcomes] = row.split('|').map((cell) => cell.trim());
			const examples = [...entered.matchAll(/`([^`…]+)`/g)].map(([, example]) => example);
			return examples.flatMap((example) =>
				[undefined, '380', '+'].map(
					(code, column): [string, string | undefined, string] => [
						example,
						code,
						outcomes[column].replace(/`/g, ''),
					],
				),
			);
		});
}

test.each(examplesOfPage())(
	'the page for users says how %p with the default code %p is read: %s',
	(entered, code, said) => {
		const read =
			said === 'Read' ? entered.replace(/\D/g, '').replace(/^00|(?<=380)0/g, '') : said;
		expect(outcome(entered, code)).toMatch(
			said === 'Error' ? /^is (not|ambig)/ : RegExp(`^${read}$`),
		);
	},
);

describe('a country code', () => {
	test.each([
		['+380', '380'],
		[' 00380 ', '380'],
		[44, '44'],
		['٣٨٠', '380'],
		[' + ', '+'],
		['＋', '+'],
	])('is read from %p', (entered, code) => expect(countryCode(entered, '')).toBe(code));

	test.each(['UA', '999', '0', '38', {}, 380.5, '3+80'])('is not %p', (entered) => {
		expect(() => countryCode(entered, '')).toThrow(/not a country code|not text/);
	});
});
