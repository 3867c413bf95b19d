import { email } from '../../nodes/shared/values/email';
import { phone } from '../../nodes/shared/values/phone';
import { code } from '../../nodes/shared/values/code';
import { bracketPairs, queryBytes, queryString } from '../../nodes/shared/values/queryString';
import { link, url } from '../../nodes/shared/values/urls';
import { booleanFlag, oneOf } from '../../nodes/shared/values/choices';
import {
	excerpt,
	maskedExcerpt,
	ValidationError,
	positiveInteger,
	type Parser,
	id,
	ids,
	isBlank,
	text,
	integerBetween,
} from '../../nodes/shared/values/formats';

const ZONE = 'Europe/Kyiv';

/** Result of parsing: wire format, or problem and advice. */
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
	describe(name, () => {
		test.each(rows)(`parses ${name} %p as %p`, (value, expected) => {
			expect(outcome(format, value)).toEqual(expected);
		});
	});

test.each<[unknown, boolean]>([
	[undefined, true],
	[null, true],
	['', true],
	[' \n', true],
	[[], true],
	[['', null, [' ']], true],
	[['', 'x'], false],
	['x', false],
	[0, false],
	[false, false],
	[{}, false],
])('isBlank of %p is %p', (value, blank) => {
	expect(isBlank(value)).toBe(blank);
});

const TEXT = 'Enter text, or select a single value from the item.';
const BOTH = 'Return a text in both cases, e.g. {{ $json.vip ? "Hello" : "Hi" }}.';
const ROUNDED = bad(
	'is 9007199254740992, a number that was rounded',
	'Get it from the previous step as text, with all its digits.',
);
const HALF = bad(
	'contains half of an emoji, because the text was cut there',
	'Cut the text between characters, e.g. with [...text].slice(0, 20).join("").',
);
check('text', text, [
	[' as it is ', ' as it is '],
	[0, '0'],
	...[true, false].map((is): Row => [is, bad(`is ${is}, not text`, BOTH)]),
	[12345678901234567890n, '12345678901234567890'],
	[[1], bad('is a list, not text', TEXT)],
	[{ a: 1 }, bad('is an object, not text', TEXT)],
	[null, bad('is empty, not text', TEXT)],
	[NaN, bad('is NaN, not text', TEXT)],
	[-Infinity, bad('is -Infinity, not text', TEXT)],
	['a 👋', 'a 👋'],
	['a [object Object]', bad('contains [object Object] instead of a value', TEXT)],
	[
		'Invalid Date of birth. Please send it again.',
		'Invalid Date of birth. Please send it again.',
	],
	['Until Invalid Date', bad('contains Invalid Date instead of a value', TEXT)],
	['Invalid Dates were found', 'Invalid Dates were found'],
	['On Invalid Date at 5', bad('contains Invalid Date instead of a value', TEXT)],
	['On Invalid DateTime in Room 5', bad('contains Invalid DateTime instead of a value', TEXT)],
	[
		12345678901234567000,
		bad(
			'is a number that was rounded',
			'Get it from the previous step as text, with all its digits.',
		),
	],
	['Until Invalid DateTime', bad('contains Invalid DateTime instead of a value', TEXT)],
	['a 👋'.slice(0, 3), HALF],
	['a 👋'.slice(-1), HALF],
]);

const ID = 'Enter the ID as a whole number, e.g. 1363.';
const notId = (entered: string) => bad(`is "${entered}", which is not an ID`, ID);
check('an ID', id, [
	[' 1363 ', 1363],
	['0017', 17],
	[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	['9007199254740993', '9007199254740993'],
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

check('several IDs', ids, [
	['5012, 5013;5014\n5015', '5012,5013,5014,5015'],
	[' , 5012 ,, ', '5012'],
	[[5012, '5013 5014'], '5012,5013,5014'],
	[5012, '5012'],
	['  , ', bad('contains no ID', 'Enter one or more IDs, e.g. 5012, 5013.')],
	['5012, x', notId('x')],
	[[5012, 2 ** 53], ROUNDED],
]);

const SWITCH = 'Use true or false.';
check('a switch', booleanFlag, [
	[true, 1],
	[' TRUE ', 1],
	['1', 1],
	[1, 1],
	[false, 0],
	['False', 0],
	[0, 0],
	['yes', bad('is "yes", which is neither true nor false', SWITCH)],
	[{}, bad('is an object, which is neither true nor false', SWITCH)],
	[[true], bad('is a list, which is neither true nor false', SWITCH)],
	['', bad('is empty, which is neither true nor false', SWITCH)],
	[2, bad('is 2, which is neither true nor false', SWITCH)],
	['constructor', bad('is "constructor", which is neither true nor false', SWITCH)],
	['__proto__', bad('is "__proto__", which is neither true nor false', SWITCH)],
]);

const RULE = 'a whole number from 2 to 5';
check('a whole number in a range', (value, zone) => integerBetween(2, 5)(value, zone), [
	[2, 2],
	['5', 5],
	[1, bad(`is 1, which is not ${RULE}`, `Enter ${RULE}.`)],
	[6, bad(`is 6, which is not ${RULE}`, `Enter ${RULE}.`)],
	[2.5, bad(`is 2.5, which is not ${RULE}`, `Enter ${RULE}.`)],
	['x', bad(`is "x", which is not ${RULE}`, `Enter ${RULE}.`)],
	[[2], bad(`is a list, which is not ${RULE}`, `Enter ${RULE}.`)],
	[NaN, bad(`is NaN, which is not ${RULE}`, `Enter ${RULE}.`)],
	[true, bad(`is true, which is not ${RULE}`, `Enter ${RULE}.`)],
]);
check('minutes in a range', integerBetween(2, 5, 'minutes'), [
	[6, bad('is 6, which is not minutes from 2 to 5', 'Enter minutes from 2 to 5.')],
]);

const CODE = 'Enter digits only, at most 16, e.g. 482915.';
check('a code', code, [
	[' 0482 ', '0482'],
	[482915, '482915'],
	['1'.repeat(16), '1'.repeat(16)],
	[
		9876543210987656,
		bad(
			'is a number that was rounded',
			'Get it from the previous step as text, with all its digits.',
		),
	],
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
check('a count', positiveInteger, [
	[1, 1],
	['50', 50],
	[0, count('0')],
	[1.5, count('1.5')],
	[1e300, count('1e+300')],
	[{}, count('an object')],
	[Symbol('a'), count('Symbol(a)')],
]);

const choice = 'one of a, b';
check('a choice', oneOf(['a', 'b']), [
	['a', 'a'],
	['c', bad(`is "c", which is not ${choice}`, `Use ${choice}.`)],
	['x'.repeat(41), bad(`is "${'x'.repeat(40)}…", which is not ${choice}`, `Use ${choice}.`)],
]);

const PHONE = 'Enter the number with + and its country code, e.g. +380 67 123 45 67.';
const notPhone = (why: string) => bad(`is not a phone number. ${why}`, PHONE);
const contains = (sign: string) =>
	bad(
		`is not a phone number. It contains "${sign}"`,
		'Enter only the number, without other text.',
	);
const ZERO = notPhone('No country code begins like this');
const ALL = 'Enter all the digits of one number and nothing else.';
check('a phone', phone, [
	['+380 (67) 123-45-67', '380671234567'],
	['00380671234567', '380671234567'],
	['\u202a+380\u2013671234567\u202c', '380671234567'],
	[380671234567, '380671234567'],
	['+2901234', '2901234'],
	['+290123', bad('is not a phone number. +290 is followed by 3 digits instead of 4 or 5', ALL)],
	['+29054321', '29054321'],
	[`+4930${'1'.repeat(11)}`, `4930${'1'.repeat(11)}`],
	['+0671234567', ZERO],
	['000671234567', ZERO],
	['38067123456x', contains('x')],
	['x8067123456', contains('x')],
	['+', notPhone('It has no digits')],
	['++380671234567', contains('+')],
	[-380671234567, notPhone('It is a negative number')],
	[{}, bad('is an object, not text', PHONE)],
]);

const EMAIL = bad('is not an email address', 'Enter one address, e.g. anna@example.com.');
/** 254 characters with a domain of labels that are short enough. */
const longest = `${'x'.repeat(64)}@${`${'y'.repeat(59)}.`.repeat(3)}${'z'.repeat(9)}`;
check('an email address', email, [
	[' Anna.B+c@Example.com ', 'Anna.B+c@Example.com'],
	['a@b.c', 'a@b.c'],
	['anna@пошта.укр', 'anna@пошта.укр'],
	['anna@a-1.b2.com', 'anna@a-1.b2.com'],
	['anna@e\u0301x.com', 'anna@\u00e9x.com'],
	['anna@example.c0m', 'anna@example.c0m'],
	['anna@example.c0', 'anna@example.c0'],
	['anna@example.0com', 'anna@example.0com'],
	[`${'x'.repeat(64)}@example.com`, `${'x'.repeat(64)}@example.com`],
	[`a@${'x'.repeat(63)}.com`, `a@${'x'.repeat(63)}.com`],
	[longest, longest],
	...[
		`${longest}z`,
		`${'x'.repeat(65)}@example.com`,
		`a@${'x'.repeat(64)}.com`,
		'anna',
		'anna@example',
		'@example.com',
		'anna@',
		'anna@example.',
		'anna@.com',
		'anna@-example.com',
		'anna@example-.com',
		'anna@exam_ple.com',
		'anna@example.com!',
		'anna@!example.com',
		'anna@127.0.0.1',
		'anna@example.12',
		'anna@bob@example.com',
		'anna@bob.com@example.com',
		'an na@example.com',
		'.anna@example.com',
		'anna.@example.com',
		'an..na@example.com',
		'a@b.com,c@d.com',
	].map((value): Row => [value, EMAIL]),
]);

const WEB = 'Enter a full web address, e.g. https://example.com/page.';
const notWeb = (protocol: string) =>
	bad(`starts with ${protocol} instead of http:// or https://`, WEB);
check('a web address', url, [
	[' https://example.com/a?b=1#c ', 'https://example.com/a?b=1#c'],
	['http://example.com', 'http://example.com'],
	['ftp://example.com', notWeb('ftp:')],
	['xhttp://example.com', notWeb('xhttp:')],
	['httpx://example.com', notWeb('httpx:')],
	['mailto:anna@example.com', notWeb('mailto:')],
	['example.com', bad('is not a URL that can be opened', WEB)],
	['https://', bad('is not a URL that can be opened', WEB)],
	['https:///?a=b', bad('is not a URL that can be opened', WEB)],
	['https://exam ple.com', bad('is not a URL that can be opened', WEB)],
	['https://example.com/a b', bad('is not a URL that can be opened', WEB)],
	[{}, bad('is an object, not text', WEB)],
]);

const LINK = 'Enter the full address, e.g. https://example.com/offer.';
const closed = (protocol: string) =>
	bad(`starts with ${protocol} and cannot be opened from a button`, LINK);
check('the address of a button', link, [
	[' https://example.com ', 'https://example.com'],
	['viber://chat?number=1', 'viber://chat?number=1'],
	['filex://a', 'filex://a'],
	['xdata:a', 'xdata:a'],
	...['javascript:a', 'data:a', 'file:///a', 'blob:a', 'vbscript:a'].map(
		(value): Row => [value, closed(`${value.split(':')[0]}:`)],
	),
	['offer', bad('is not a URL that can be opened', LINK)],
]);

test.each<[title: string, value: unknown, shown: string]>([
	['a phone without its middle', '+380 67 123 45 67', '"+380 •• ••• •• 67"'],
	['a phone that is a number', 380671234567, '380•••••••67'],
	['the first letter and the domain of an email', 'anna@example.com', '"a•••@example.com"'],
	['each of several emails so', 'anna@a.com, bo@b.com', '"a•••@a.com, b•@b.com"'],
	['six digits whole', '123456', '"123456"'],
	['seven digits without their middle', '1234567', '"123••67"'],
	['no value', '', 'empty'],
	['the first letter of a text around an email', 'order of anna@a.com', '"order of a•••@a.com"'],
	[
		'nothing of a name whose end is cut',
		'newsletter-november-2026-olena.kovalenko@example.com',
		`"n${'•'.repeat(39)}…"`,
	],
	[
		'three digits of a phone whose end is cut',
		'payment-reminder-for-the-customer-380501234567',
		'"payment-reminder-for-the-customer-380•••…"',
	],
	['a list', ['37120000051'], 'a list'],
	['an object', { phone: '37120000051' }, 'an object'],
	['a text without phone or email', 'call me', '"call me"'],
])('shows %s', (_, value, shown) => {
	expect(maskedExcerpt(value)).toBe(shown);
});

test.each([
	['40 characters of a longer text', 'x'.repeat(60), `"${'x'.repeat(40)}…"`],
	['a text of 40 characters whole', 'x'.repeat(40), `"${'x'.repeat(40)}"`],
	[
		'no line break, which would begin a line of the log',
		'a\r\nb\u001bc\u2028d\u2029e',
		'"a��b�c�d�e"',
	],
])('shows %s', (_, value, shown) => {
	expect([maskedExcerpt(value), excerpt(value)]).toEqual([shown, shown]);
});

test('hides what the excerpt in an item shows', () => {
	const phone = '+371 2000 0051';
	expect(excerpt(phone)).toContain(phone);
	expect(maskedExcerpt(phone)).not.toContain('2000 00');
});

describe('a query string', () => {
	const value = { a: [{ b: 1 }, 'ї&'], c: undefined, d: null, e: false };
	const text = 'a%5B0%5D%5Bb%5D=1&a%5B1%5D=%D1%97%26&e=false';

	test('writes nested values in brackets and leaves out missing ones', () => {
		expect([...bracketPairs(value)]).toEqual([
			['a[0][b]', '1'],
			['a[1]', 'ї&'],
			['e', 'false'],
		]);
		expect(queryString(bracketPairs(value))).toBe(text);
	});

	test('counts one byte for each separator and stops at the limit', () => {
		const bytes = queryBytes(bracketPairs(value));
		expect(bytes).toBe(text.length + 1);
		expect(queryString(bracketPairs(value), bytes)).toBe(text);
		expect(queryString(bracketPairs(value), bytes - 1)).toBeUndefined();
		expect(queryString([], 0)).toBe('');
	});

	test('rejects half an emoji and keeps a whole one', () => {
		expect(() => queryString([['a', '\ud83d']])).toThrow('URI malformed');
		expect(queryString([['a', '👋']])).toBe('a=%F0%9F%91%8B');
	});
});
