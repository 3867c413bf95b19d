import { countryCode } from '../../nodes/shared/values/countryCode';
import type { ValidationError } from '../../nodes/shared/values/formats';
import { phone } from '../../nodes/shared/values/phoneAndEmail';

/** What is sent, or what is wrong. */
function outcome(entered: unknown, code?: string): string {
	try {
		return String(phone(entered, '', code));
	} catch (error) {
		return (error as ValidationError).problem;
	}
}

/** The advice for a phone that is rejected. */
function adviceFor(entered: unknown, code?: string): string | undefined {
	try {
		phone(entered, '', code);
	} catch (error) {
		return (error as ValidationError).advice;
	}
	return undefined;
}

const NO_CODE = 'is not a phone number. It begins with no country code';

describe('a default country code', () => {
	test.each([
		['067 123 45 67', '380', '380671234567'],
		['(067) 123-45-67', '380', '380671234567'],
		['671234567', '380', '380671234567'],
		['380671234567', '380', '380671234567'],
		['+48 512 345 678', '380', '48512345678'],
		['0048 512 345 678', '380', '48512345678'],
		['48512345678', '380', '48512345678'],
		['06 1234 5678', '39', '390612345678'],
		['06 20 123 4567', '36', '36201234567'],
		['8 (916) 123-45-67', '7', '79161234567'],
		['(201) 555-0123', '1', '12015550123'],
		['1 (201) 555-0123', '1', '12015550123'],
		['020 7946 0958', '44', '442079460958'],
		['0151 23456789', '49', '4915123456789'],
		['15123456789', '49', '4915123456789'],
		['6641123456', '43', '436641123456'],
		['+4915123456789', '49', '4915123456789'],
	])('sends %p with +%s as %s', (entered, code, number) => {
		expect(outcome(entered, code)).toBe(number);
	});

	test.each([
		['8 612 34567', '370', '37061234567'],
		['0 612 34567', '370', '37061234567'],
		['8-620-12345', '370', '37062012345'],
		['370 8 612 34567', '370', '37061234567'],
		['029 491-19-11', '375', '375294911911'],
		['8 029 491-19-11', '375', '375294911911'],
		['8 25 551-86-69', '375', '375255518669'],
		['8 22 331-87-47', '375', '375223318747'],
		['8 29 491-19-11', '375', '375294911911'],
		['032 12 345 67', '261', '261321234567'],
		['11 15 2345 6789', '54', '5491123456789'],
		['0 15 11 91234-5678', '55', '5511912345678'],
		['12 345', '672', '672312345'],
	])('takes each prefix for what it is: %p with +%s is sent as %s', (entered, code, number) =>
		expect(outcome(entered, code)).toBe(number),
	);

	test.each([
		['011 44 7911 123456', '1', '447911123456'],
		['0011 44 7911 123456', '61', '447911123456'],
		['8~10 44 7911 123456'.replace('~', ''), '7', '447911123456'],
		['810 375 29 491-19-11', '375', '375294911911'],
		['010 44 7911 123456', '81', '447911123456'],
		['012 44 7911 123456', '972', '447911123456'],
		['00 44 7911 123456', '7', '447911123456'],
		['008355857', '992', '992008355857'],
		['00 380 67 123 45 67', '992', '380671234567'],
	])(
		'knows the exit codes of its country: %p with +%s is sent as %s',
		(entered, code, number) => {
			expect(outcome(entered, code)).toBe(number);
		},
	);

	test.each([
		['4915123456789', '49', 'a national number of +49 or one that has this code'],
		['3725123456', '43', 'a national number of +43 or an international one of +372'],
		['628123456789', '43', 'a national number of +43 or an international one of +62'],
		['84951234567', '7', 'a national number of +7 or an international one of +84'],
		['1 55 1234 5678', '52', 'a local number of +52, or one in an earlier form, or an inter'],
		['555 1234', '1', 'a local number of +1, or one in an earlier form, or an inter'],
		['512345', '44', 'a local number of +44, or one in an earlier form, or an inter'],
		['90 3123 4567', '55', 'a number of +55 with its national prefix or one that begins so'],
		['55 90 3123 4567', '55', 'a number of +55 with its national prefix or one that begins'],
		['+55 90 3123 4567', '55', 'a number of +55 with its national prefix or one that begins'],
		[
			'0037689012345678',
			'81',
			'a number of +81 with its national prefix or one that begins so',
		],
	])('names what %p with +%s may be', (entered, code, readings) => {
		expect(outcome(entered, code)).toContain(`is ambiguous. It may be ${readings}`);
		expect(adviceFor(entered, code)).toMatch(/^Enter it with \+ and its country code/);
	});

	test.each([
		['12345678', '380', 'It is neither a national number of +380 nor an international one'],
		[
			'0671234567890',
			'380',
			'It is neither a national number of +380 nor an international one',
		],
		['8 067 123 45 67', '380', 'It is neither a national number of +380 nor'],
		['39 06 1234 5678', '380', 'It is neither a national number of +380 nor'],
		['0012', '380', 'It has 1 instead of 10 digits after its country code 1'],
		['012 1234', '7', 'It is neither a national number of +7 nor an international one'],
		['+52 1 55 1234 5678', '52', 'It has 11 instead of 10 digits after its country code 52'],
		['00 0 44 7911 123456', '380', 'It is neither a national number of +380 nor'],
	])('rejects %p with +%s: %s', (entered, code, problem) => {
		expect(outcome(entered, code)).toContain(`is not a phone number. ${problem}`);
	});

	test.each([
		['+380', '380'],
		[' 00380 ', '380'],
		[44, '44'],
	])('is read from %p', (entered, code) => expect(countryCode(entered, '')).toBe(code));

	test.each(['UA', '999', '0', '38', {}, 380.5, '3+80'])('is not %p', (entered) => {
		expect(() => countryCode(entered, '')).toThrow(/not a country code|not text/);
	});

	test('says what to enter instead', () => {
		const advice = expect.stringMatching(/^Enter the digits of the code/) as string;
		expect(() => countryCode('UA', '')).toThrow(expect.objectContaining({ advice }));
	});
});

describe('an international number', () => {
	test.each([
		['+44 (0)20 7946 0958', '442079460958'],
		['44 (0)20 7946 0958', '442079460958'],
		['+49 (0) 151 23456789', '4915123456789'],
		['+36 (06) 20 123 4567', '36201234567'],
		['+39 06 1234 5678', '390612345678'],
		['+225 01 23 45 67 89', '2250123456789'],
		['+370 8 612 34567', '37061234567'],
		['+375 (0) 29 491-19-11', '375294911911'],
		['+375 (8) 029 491-19-11', '375294911911'],
		['+375 8 29 491 19 11', '375294911911'],
		['+7 (8) 912 345-67-89', '79123456789'],
		['+54 11 15 2345 6789', '5491123456789'],
	])('loses its national prefix: %p is sent as %s', (entered, number) => {
		expect(outcome(entered)).toBe(number);
	});

	test.each([
		['+380 20 123 45 67', '380201234567'],
		['380 20 123 45 67', '380201234567'],
		['+48 312 345 678', '48312345678'],
	])('may have a range that opens later: %p is sent as %s', (entered, number) => {
		expect(outcome(entered)).toBe(number);
	});

	test.each([
		'380671234567 5',
		'380671234567-8',
		'380671234567-68',
		'380671234567 68',
		'+380671234567-68',
		'+380 44 123-45-67-68',
		'38067123456',
		'+370 8 612 3456 78',
	])(
		'%p has digits that no number of its country has, with and without a default code',
		(entered) => {
			const problem = /It has \d+ instead of \d+ digits after its country code|It is neither/;
			expect(outcome(entered)).toMatch(problem);
			expect(outcome(entered, '380')).toMatch(problem);
			expect(outcome(entered, '48')).toMatch(problem);
		},
	);

	test.each(['671234567', '80671234567', '89123456789', '80291234567', '999999999999'])(
		'%p begins with no country code, and the error says what to do',
		(entered) => {
			expect(outcome(entered)).toBe(NO_CODE);
			expect(adviceFor(entered)).toMatch(/country code.* Or set Default Country Code\.$/);
		},
	);

	test('no country has +999, and a default country code does not help', () => {
		expect(outcome('+999 012345678')).toBe(NO_CODE);
		expect(adviceFor('+999 012345678')).not.toContain('Default');
		expect(outcome('111111111111')).toContain('It has 11 instead of 10 digits');
	});

	test.each(['+44 (0)20 7946 09', '+34 0612345678', '+380 0 67 123'])(
		'%p has a 0 that belongs to no number',
		(entered) => {
			expect(outcome(entered)).toContain('It has a 0 after its country code');
			expect(adviceFor(entered)).toBe('Leave out that 0.');
		},
	);
});
