import { excerpt, maskedExcerpt } from '../../nodes/shared/values/formats';

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
