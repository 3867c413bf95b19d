import { parseCode } from '../../nodes/shared/values/code';
import {
	generateBracketPairs,
	countQueryBytes,
	tryBuildQueryString,
} from '../../nodes/shared/values/queryString';
import {
	parseBooleanAsNumber,
	exactOptionParser,
	optionParser,
} from '../../nodes/shared/values/choices';
import {
	describeValue,
	describeValueMaskingRecipients,
	ValidationError,
	parseRecordLimit,
	type Parser,
	parseId,
	parseIdsAsText,
	isBlank,
	parseText,
	integerParser,
} from '../../nodes/shared/values/formats';

import {
	parseExactIdsAsText,
	parseSingleLine,
	toSingleLine,
} from '../../nodes/shared/values/singleLine';

const ZONE = 'Europe/Kyiv';
const PHONE = '380501234567';

/** Returns the wire format, or the problem and the advice. */
function outcome(format: Parser, value: unknown): unknown {
	try {
		return format(value, ZONE);
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		return { problem, advice };
	}
}
const bad = (problem: string, advice: string) => ({ problem, advice });

type Row = [value: unknown, outcome: unknown];
const check = (name: string, format: Parser, rows: Row[]) =>
	describe(`reads ${name}`, () => {
		test.each(rows)('%p as %p', (value, expected) => {
			expect(outcome(format, value)).toEqual(expected);
		});
	});

test.each<[isTrue: boolean, ...values: unknown[]]>([
	[true, undefined, null, '', ' \n', [], ['', null, [' ']], '\u200b\ufeff'],
	[false, ['', 'x'], 'x', 0, false, {}],
])('isBlank is %p for %j, %j, %j, %j, %j', (isTrue, ...values) => {
	expect(values.map(isBlank)).toEqual(values.map(() => isTrue));
});

const TEXT = 'Enter text, or select a single value from the item.';
const BOTH =
	'Return text both if the condition is true and if it is false, e.g. {{ $json.vip ? "Hello" : "Hi" }}.';
const EXACT = 'Get the number from the previous step as text, with all its digits.';
const ROUNDED = bad('is 9007199254740992, a number that was rounded', EXACT);
const HALF = bad(
	'contains half of an emoji, because the text was cut there',
	'Cut the text between characters, e.g. with [...text].slice(0, 20).join("").',
);
const NO_VALUES: Array<[mistake: string, ...texts: string[]]> = [
	['[object Object]', 'a [object Object]'],
	['Invalid Date', 'Until Invalid Date', 'On Invalid Date at 5'],
	['Invalid DateTime', 'Until Invalid DateTime', 'On Invalid DateTime in Room 5'],
];
check('text', parseText, [
	[' as it is ', ' as it is '],
	[0, '0'],
	['a 👋', 'a 👋'],
	[12345678901234567890n, '12345678901234567890'],
	...[true, false].map((is): Row => [is, bad(`is ${is}, not text`, BOTH)]),
	[[1], bad('is a list, not text', TEXT)],
	[{ a: 1 }, bad('is an object, not text', TEXT)],
	[null, bad('is empty, not text', TEXT)],
	[NaN, bad('is NaN, not text', TEXT)],
	[-Infinity, bad('is -Infinity, not text', TEXT)],
	...NO_VALUES.flatMap(([mistake, ...texts]) =>
		texts.map((value): Row => [value, bad(`contains ${mistake} instead of a value`, TEXT)]),
	),
	['Invalid Date of birth. Send it again.', 'Invalid Date of birth. Send it again.'],
	['Invalid Dates were found', 'Invalid Dates were found'],
	...['format', 'range', 'field', 'entered'].map(
		(word): Row => [`Invalid Date ${word}`, `Invalid Date ${word}`],
	),
	['On Invalid Date often', bad('contains Invalid Date instead of a value', TEXT)],
	[12345678901234567000, bad('is a number that was rounded', EXACT)],
	['a 👋'.slice(0, 3), HALF],
	['a 👋'.slice(-1), HALF],
]);

const ID = 'Enter the ID as a whole number, e.g. 1363.';
const notId = (entered: string) => bad(`is "${entered}", which is not an ID`, ID);
check('an ID', parseId, [
	[' 1363 ', 1363],
	['0017', 17],
	[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	['9007199254740993', '9007199254740993'],
	['7', 7],
	['9'.repeat(19), '9'.repeat(19)],
	['9'.repeat(20), notId('9'.repeat(20))],
	['x'.repeat(41), notId(`${'x'.repeat(40)}…`)],
	['0', notId('0')],
	['1.5', notId('1.5')],
	['1e3', notId('1e3')],
	['5 6', notId('5 6')],
	[[5], bad('is a list, not text', ID)],
	[2 ** 53, ROUNDED],
]);

check('several IDs', parseIdsAsText, [
	['5012, 5013;5014\n5015', '5012,5013,5014,5015'],
	[[5012n], '5012'],
	[' , 5012 ,, ', '5012'],
	[[5012, '5013 5014'], '5012,5013,5014'],
	[5012, '5012'],
	['  , ', bad('contains no ID', 'Enter one or more IDs, e.g. 5012, 5013.')],
	['5012, x', notId('x')],
	[[5012, 2 ** 53], ROUNDED],
]);

const LINE = 'Enter a single line of text.';
check('a single line', parseSingleLine, [
	['\u0085\n \ta b\u0085 \n', 'a b'],
	...['\r', '\n', '\u0085', '\u2028', '\u2029'].map(
		(end): Row => [`a${end}b`, bad('contains a line break after "a"', LINE)],
	),
	[`${'x'.repeat(21)}\ny`, bad(`contains a line break after "${'x'.repeat(20)}"`, LINE)],
	[`a\n${'x'.repeat(50)}`, bad('contains a line break after "a"', LINE)],
	['\n'.repeat(2), ''],
]);

const EXACT_IDS = 'Enter IDs separated by commas, or an array with one ID per entry.';
check('several exact IDs', parseExactIdsAsText, [
	['007, a;b c', '007,a,b,c'],
	...['[7', '7]', '{7', '7}', '7"', ['7 8'], ['7,8'], ['7;8']].map((value): Row => {
		const problem = `contains "${String(value)}", which is not a single ID`;
		return [value, bad(problem, EXACT_IDS)];
	}),
]);

test('text of the service is shown on one line', () => {
	expect(toSingleLine('a\u0085\u2028\u2029\r\nb\u202e\u2066c\u001bd')).toBe('a bc d');
});

const noSwitch = (is: string) =>
	bad(`is ${is}, which is neither true nor false`, 'Use true or false.');
check('a switch', parseBooleanAsNumber, [
	...[true, ' TRUE ', '1', 1].map((value): Row => [value, 1]),
	...[false, 'False', 0].map((value): Row => [value, 0]),
	['yes', noSwitch('"yes"')],
	[{}, noSwitch('an object')],
	[[true], noSwitch('a list')],
	['', noSwitch('empty')],
	[2, noSwitch('2')],
	['constructor', noSwitch('"constructor"')],
	['__proto__', noSwitch('"__proto__"')],
]);

const notIn = (is: string, rule = 'a whole number from 2 to 5') =>
	bad(`is ${is}, which is not ${rule}`, `Enter ${rule}.`);
check('a whole number in a range', (value, zone) => integerParser(2, 5)(value, zone), [
	[2, 2],
	[2n, 2],
	['5', 5],
	...[1, 6, 2.5, NaN, true].map((value): Row => [value, notIn(String(value))]),
	['x', notIn('"x"')],
	[[2], notIn('a list')],
]);
check('minutes in a range', integerParser(2, 5, 'minutes'), [
	[6, notIn('6', 'minutes from 2 to 5')],
]);

const CODE = 'Enter digits only, at most 16, e.g. 482915.';
check('a code', parseCode, [
	[' 0482 ', '0482'],
	[482915, '482915'],
	['1'.repeat(16), '1'.repeat(16)],
	[9876543210987656, bad('is a number that was rounded', EXACT)],
	['1'.repeat(17), bad('has 17 digits. A code has at most 16', CODE)],
	['12a', bad('contains characters other than digits', CODE)],
	['a12', bad('contains characters other than digits', CODE)],
	[{}, bad('is an object, not text', CODE)],
]);

const count = (shown: string) =>
	bad(
		`is ${shown}, which is not a whole number of 1 or more`,
		'Enter how many records you want, e.g. 50.',
	);
check('a count', parseRecordLimit, [
	[1, 1],
	['50', 50],
	[0, count('0')],
	[1.5, count('1.5')],
	[1e300, count('1e+300')],
	[{}, count('an object')],
	[Symbol('a'), count('Symbol(a)')],
]);

const choice = 'one of a, b';
check('a choice', exactOptionParser(['a', 'b']), [
	['a', 'a'],
	['c', bad(`is "c", which is not ${choice}`, `Use ${choice}.`)],
	['x'.repeat(41), bad(`is "${'x'.repeat(40)}…", which is not ${choice}`, `Use ${choice}.`)],
]);

check('a choice in any case', optionParser(['a', 'Bc']), [
	[' A ', 'a'],
	['bC', 'Bc'],
	['c', bad('is "c", which is not one of a, Bc', 'Use one of a, Bc.')],
]);

test.each<[value: unknown, shown: string]>([
	['+380 67 123 45 67', '"+380 •• ••• •• 67"'],
	[380671234567, '380•••••••67'],
	['anna@example.com', '"a•••@example.com"'],
	['anna@a.com, bo@b.com', '"a•••@a.com, b•@b.com"'],
	['order of anna@a.com', '"order of a•••@a.com"'],
	['123456', '"123456"'],
	['1234567', '"123••67"'],
	['', 'empty'],
	// Values are masked before they are cut.
	[`n${'a'.repeat(40)}@example.com`, `"n${'•'.repeat(39)}…"`],
	[`reminder-for-the-customer-of-us-${PHONE}`, '"reminder-for-the-customer-of-us-380•••••…"'],
	[[PHONE], 'a list'],
	[{ phone: PHONE }, 'an object'],
	['call me', '"call me"'],
	['to "anna@a.com" or x@anna@a.com', '"to "a•••@a.com" or x@••••@a.com"'],
])('the value %j is masked as %s in an error', (value, shown) => {
	expect(describeValueMaskingRecipients(value)).toBe(shown);
});

test.each([
	['x'.repeat(60), `"${'x'.repeat(40)}…"`],
	['x'.repeat(40), `"${'x'.repeat(40)}"`],
	// A line break could forge a line of the log.
	['a\r\nb\u001bc\u2028d\u2029e\u202ef', '"a��b�c�d�e�f"'],
	['😀'.repeat(41), `"${'😀'.repeat(40)}…"`],
])('the value %j is quoted as %s in an error', (value, shown) => {
	expect([describeValueMaskingRecipients(value), describeValue(value)]).toEqual([shown, shown]);
});

test('an excerpt is masked only for a log', () => {
	const phone = '+371 2000 0051';
	expect(describeValue(phone)).toContain(phone);
	expect(describeValueMaskingRecipients(phone)).not.toContain('2000 00');
});

describe('a query string', () => {
	const value = { a: [{ b: 1 }, 'ї&'], c: undefined, d: null, e: false };
	const text = 'a%5B0%5D%5Bb%5D=1&a%5B1%5D=%D1%97%26&e=false';

	test('writes nested values in brackets and leaves out missing ones', () => {
		expect([...generateBracketPairs(value)]).toEqual([
			['a[0][b]', '1'],
			['a[1]', 'ї&'],
			['e', 'false'],
		]);
		expect(tryBuildQueryString(generateBracketPairs(value))).toBe(text);
	});

	test('counts one byte for each separator and stops at the limit', () => {
		const bytes = countQueryBytes(generateBracketPairs(value));
		expect(bytes).toBe(text.length + 1);
		expect(tryBuildQueryString(generateBracketPairs(value), bytes)).toBe(text);
		expect(tryBuildQueryString(generateBracketPairs(value), bytes - 1)).toBeUndefined();
		expect(tryBuildQueryString([], 0)).toBe('');
	});

	test('rejects half an emoji and keeps a whole one', () => {
		expect(() => tryBuildQueryString([['a', '\ud83d']])).toThrow('URI malformed');
		expect(tryBuildQueryString([['a', '👋']])).toBe('a=%F0%9F%91%8B');
	});
});
