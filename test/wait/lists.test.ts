import type { Field } from '../../nodes/shared/describe/field';
import type { ValidationError } from '../../nodes/shared/values/formats';
import { emails, organization, phones } from '../../nodes/shared/wait/fields';
import { parseChoicesAsLines, createRecipientJoiningParser } from '../../nodes/shared/wait/lists';

/** Accepts any text, and converts it to lower case. */
const lower = (value: unknown) => String(value).toLowerCase();
const several = createRecipientJoiningParser({ parse: lower } as unknown as Field, 3);

describe('the recipients of a wait', () => {
	test.each([
		['phones', phones, (n: number) => `+3805012345${n}`],
		['email addresses', emails, (n: number) => `a${n}@example.com`],
	])('are at most ten %s', (_, { parse }, nth) => {
		const list = (count: number) => Array.from({ length: count }, (_each, n) => nth(n + 10));
		expect(String(parse?.(list(10), 'UTC')).split(',')).toHaveLength(10);
		expect(() => parse?.(list(11), 'UTC')).toThrow('has 11 recipients; the limit is 10');
	});

	test.each<[given: unknown, sent: string]>([
		['A', 'a'],
		[' A, B;C\n', 'a,b,c'],
		[['A ', '', ' B', null], 'a,b'],
		['A,a,,A;B', 'a,b'],
		[7, '7'],
		['"Doe, Anna" <a@x>, (B; b)', '"doe, anna" <a@x>,(b; b)'],
		['“Doe, A” <a@x>\r«Doe; B» <b@x>', '“doe, a” <a@x>,«doe; b» <b@x>'],
		['"D\\", A" <a,x>;[B, b]', '"d\\", a" <a,x>,[b, b]'],
	])('are read from %j: %s', (given, sent) => {
		expect(several(given, 'UTC')).toBe(sent);
	});

	test.each<[given: unknown, problem: string]>([
		['', 'has no recipient'],
		[' ,;\n', 'has no recipient'],
		[[], 'has no recipient'],
		['a,b,c,d', 'has 4 recipients; the limit is 3'],
		['"Doe, Anna <a@x>', 'has an unmatched "'],
		...['(', '“', '«', '<', '['].map((sign): [string, string] => [
			`a, ${sign}b, c`,
			`has an unmatched ${sign}`,
		]),
	])('are rejected: %j', (given, problem) => {
		expect(() => several(given, 'UTC')).toThrow(problem);
	});

	test('have an error that says which of several is invalid', () => {
		const problemOf = (given: string) => {
			try {
				return phones.parse?.(given, 'UTC');
			} catch (error) {
				return (error as ValidationError).problem;
			}
		};
		expect(problemOf('+380501234510, me')).toMatch(/ \(recipient 2\)$/);
		expect(problemOf('me,')).not.toContain('recipient');
	});
});

test('the organization of a wait has at most 100 characters', () => {
	expect(organization.parse?.('x'.repeat(100), 'UTC')).toBe('x'.repeat(100));
	expect(() => organization.parse?.('x'.repeat(101), 'UTC')).toThrow('the limit is 100');
});

describe('the choices of a wait', () => {
	const many = (count: number) => Array.from({ length: count }, (_, n) => `${n}`).join('\n');

	test.each<[given: unknown, lines: string]>([
		['Red\nBlue', 'Red\nBlue'],
		[' Red \r\n\r\n Blue\n', 'Red\nBlue'],
		['Red\rBlue', 'Red\nBlue'],
		[['Red', ' Blue '], 'Red\nBlue'],
		[many(10), many(10)],
		[`a\n${'b'.repeat(100)}`, `a\n${'b'.repeat(100)}`],
	])('are read from %j', (given, lines) => {
		expect(parseChoicesAsLines(given, 'UTC')).toBe(lines);
	});

	test.each<[given: unknown, problem: string]>([
		['', 'has 0 choices'],
		['Red', 'has only one choice'],
		[many(11), 'has 11 choices'],
		['Red\nBlue\nRed', 'has the same choice twice'],
		[`a\n${'b'.repeat(101)}`, 'has a choice that is too long'],
		[['a', 'b\nc'], 'has a choice with a line break'],
		[['a', 'b\rc'], 'has a choice with a line break'],
	])('are rejected: %j', (given, problem) => {
		expect(() => parseChoicesAsLines(given, 'UTC')).toThrow(problem);
	});
});
