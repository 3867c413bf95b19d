import { recipientKey, findMentionedRecipientKeys } from '../../nodes/shared/values/recipientKey';

const PHONE = '380501234567';

test.each<[written: unknown, other: unknown, isSame: boolean]>([
	[PHONE, `+${PHONE}`, true],
	[PHONE, '00 380 (50) 123-45-67', true],
	[PHONE, Number(PHONE), true],
	[PHONE, '٣٨٠٥٠١٢٣٤٥٦٧', true],
	[PHONE, `\u202d${PHONE}\u202c`, true],
	[PHONE, '0501234567', false],
	[PHONE, `${PHONE}0`, false],
	['anna@example.com', '"Doe, Anna" <ANNA@Example.com>', true],
	['anna@example.com', ' mailto:anna@example.com;', true],
	['anna@bücher.example', 'anna@XN--BCHER-KVA.example', true],
	['zoé@éxample.com', 'ZOÉ@ÉXAMPLE.com'.normalize('NFD'), true],
	['anna@bücher.example', 'anna@bucher.example', false],
	['anna@example.com', 'inna@example.com', false],
	['zoé@example.com', 'zoe@example.com', false],
	['anna@example.com', 'anna@example.com.evil.example', false],
	['380501234567@example.com', PHONE, false],
	['nobody', 'Nobody ', true],
	['room 12', '12', false],
	[{ toString: 1 }, undefined, true],
])('%j and %j are the same recipient: %s', (written, other, isSame) => {
	expect(recipientKey(written) === recipientKey(other)).toBe(isSame);
});

const ANNA = 'anna@example.com';
const OTHER = '380671234567';
const SHORTEST = '2901234';
test.each<[text: string, recipients: string[]]>([
	...[
		...[...' \t<>,;:()[]'].map((sign) => `to${sign}${ANNA}${sign}is bad`),
		...[...'"\'`«“‘'].map((quote) => `to ${quote}${quote}${ANNA}`),
		...[...'"\'`»”’.!?'].map((sign) => `${ANNA}${sign}${sign} is bad`),
		...[`"${ANNA}": bad`, ANNA.padEnd(300, '!')],
	].map((text): [string, string[]] => [text, [ANNA]]),
	[ANNA.padEnd(301, '!'), []],
	['From +380 (50) 123-45-67 to 380.67/123.45–67', [PHONE, OTHER]],
	['38050 - 1234567', [PHONE]],
	// The shortest phone has seven digits.
	['Phone +290 1234 is bad', [SHORTEST]],
	['Phone +290 123 is bad', []],
	['38050 -- 1234567', []],
	[`${PHONE}0, x${ANNA}`, []],
])('the text %j mentions the recipients %j', (text, recipients) => {
	expect(
		findMentionedRecipientKeys(text, new Set([PHONE, OTHER, ANNA, SHORTEST, '290123'])),
	).toEqual(recipients);
});
