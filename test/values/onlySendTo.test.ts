import { createRecipientMatcher } from '../../nodes/shared/values/onlySendTo';

const PHONE = '380501234567';
const MAIL = 'Anna@example.com';

test.each<[list: string, address: string, isIn: boolean]>([
	[PHONE, PHONE, true],
	['+380 (50) 123-45-67', PHONE, true],
	[`\n 00380501234567,\r\n`, PHONE, true],
	[PHONE, '380501234568', false],
	[PHONE, '3805012345670', false],
	['+48 600 100 200', PHONE, false],
	['ANNA@EXAMPLE.COM', MAIL, true],
	['Anna <anna@Example.com>', MAIL, true],
	['anna@example.com', 'hanna@example.com', false],
	['*@example.com', MAIL, true],
	['*@EXAMPLE.com', 'x@example.COM', true],
	['*@example.com', 'anna@sub.example.com', false],
	['*@example.com', 'anna@badexample.com', false],
	['*@example.com', 'anna@example.com.evil.net', false],
	['*@example.com', 'anna@example.co', false],
	['*@example.com', PHONE, false],
	['*@münchen.example', 'anna@xn--mnchen-3ya.example', true],
	[`${PHONE}\nanna@example.com, *@shop.example`, 'bob@shop.example', true],
	[`${PHONE}\nanna@example.com, *@shop.example`, 'bob@example.com', false],
	[`${PHONE}; anna@example.com;`, MAIL, true],
	['*@example.com', 'anna@ｅｘample.com', true],
	// A mail server may send these to another host, or to every mailbox.
	['*@example.com', '*@example.com', false],
	['*@example.com', 'bob%evil.example@example.com', false],
	['*@example.com', 'bob％evil.example@example.com', false],
	['*@example.com', 'evil.example!bob@example.com', false],
	['*@example.com', '=?utf-8?q?bob?=@example.com', false],
	[`${PHONE}\ranna@example.com`, MAIL, true],
	['nobody', PHONE, false],
	[' Nobody\n', MAIL, false],
	['nobody@example.com', 'nobody@example.com', true],
])('Only Send To %j allows %s: %s', (list, address, isIn) => {
	expect(createRecipientMatcher(list)(address)).toBe(isIn);
});

test.each<unknown>([
	...[' ', '\n\t', ',', ' , \n', '\u200b', '={{ $json.phone }}', '=', 'everybody', '*', '*@'],
	...['@a.com', '*@*', '*@*.com', '*@com', '**@a.com', 'an*@a.com', '*.a.com', '+38050*'],
	...['a@b.com c@d.com', 'anna@', '050 123 45 67', '380501234567 380501234568'],
	...[`${PHONE}; 050 123 45 67`, 'bob%evil.example@a.com', 'evil.example!bob@a.com'],
	...[`${PHONE}, anna`, 'nobody, anna@a.com', 'anna@a.com\nNOBODY', 'nobody,nobody'],
	'"evil@a.com, Anna" <anna@b.com>',
	...[null, undefined, 0, 380501234567, true, {}],
])('Only Send To rejects the list %j', (list) => {
	expect(() => createRecipientMatcher(list)).toThrow(/^(is|has|contains) /);
});
