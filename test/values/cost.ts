import { Account } from '../../credentials/account';
import { Redactor } from '../../credentials/redact';
import { findStatusChanges } from '../../nodes/MessagingServiceTrigger/recipients';
import { createColumnNamer } from '../../nodes/MessagingServiceContacts/import/headings';
import {
	parseBooleanAsNumber,
	upperCaseOptionParser,
	exactOptionParser,
} from '../../nodes/shared/values/choices';
import { parseCode } from '../../nodes/shared/values/code';
import { parseCountryCode, parsePhone } from '../../nodes/shared/values/phone';
import {
	parseFutureInstant,
	parseScheduleToMinute,
	parseScheduleToSecond,
} from '../../nodes/shared/values/dates';
import {
	describeValue,
	parseId,
	parseIdsAsText,
	integerParser,
	isBlank,
	parseRecordLimit,
	parseText,
} from '../../nodes/shared/values/formats';
import { findInsertedFields, dependsOnItem } from '../../nodes/shared/values/itemExpressions';
import { tryParseJson } from '../../nodes/shared/values/json';
import { parseEmail } from '../../nodes/shared/values/email';
import { recipientKey } from '../../nodes/shared/values/recipientKey';
import { generateBracketPairs, countQueryBytes } from '../../nodes/shared/values/queryString';
import { validateSendingHours } from '../../nodes/shared/values/sendingHours';
import {
	parseExactId,
	parseExactIdsAsText,
	parseSendKey,
	parseSingleLine,
} from '../../nodes/shared/values/singleLine';
import { measureSmsParts } from '../../nodes/shared/values/smsParts';
import { parseButtonLink, parsePublicUrl, parseHttpUrl } from '../../nodes/shared/values/urls';
import { countSteps } from '../support/countSteps';

/** Secrets whose beginnings can occur many times in a text. */
const tokens = [
	'/q9/Xy"7+é==',
	`${'\\'.repeat(100)}x${'\\'.repeat(20)}`,
	`${'%25'.repeat(50)}x`,
	`4f9c-K7/ü"q2Lm8s`,
	'4f9c'.repeat(30),
];

const parsers: Record<string, (value: string, zone: string) => unknown> = {
	...{
		booleanFlag: parseBooleanAsNumber,
		code: parseCode,
		countryCode: parseCountryCode,
		scheduleToMinute: parseScheduleToMinute,
		scheduleToSecond: parseScheduleToSecond,
		futureInstant: parseFutureInstant,
		isBlank,
	},
	...{
		excerpt: describeValue,
		text: parseText,
		id: parseId,
		ids: parseIdsAsText,
		positiveInteger: parseRecordLimit,
		dependsOnItem,
		parseJson: tryParseJson,
		email: parseEmail,
		recipientKey,
	},
	...{
		sendingHours: validateSendingHours,
		singleLine: parseSingleLine,
		sendKey: parseSendKey,
		exactId: parseExactId,
		exactIds: parseExactIdsAsText,
		smsParts: measureSmsParts,
		url: parseHttpUrl,
		link: parseButtonLink,
		publicUrl: parsePublicUrl,
	},
	oneOf: exactOptionParser(['a', 'b']),
	inCapitals: upperCaseOptionParser(['a', 'b']),
	integerBetween: integerParser(1, 5),
	insertedFieldsOf: (value) => findInsertedFields(`=${value}`),
	phone: (value) => parsePhone(value, 'UTC', '380'),
	'phone without a country code': (value) => parsePhone(value, 'UTC'),
	queryString: (value) => countQueryBytes(generateBracketPairs({ text: value })),
	'the heading of a column': (value) => createColumnNamer()(value),
	'the base URL of a credential': (baseUrl) => new Account({ baseUrl, token: 'none' }),
	...Object.fromEntries(
		tokens.map((token): [string, (value: string) => unknown] => [
			`the search for the token ${token.slice(0, 20)}`,
			(value) => new Redactor([token]).redactText(value),
		]),
	),
};

/** Beginnings, repeated parts and ends of long values: each half of a text that a pattern matches. */
const hostile = [
	...['…null.…@', '…a.null@…', '… …x', 'mon… …x', 'mon…,tue…x', '…mon 09:00-18:00, …x', '…1 …!'],
	...['…09:00-18:00 …x', '…0…x', '+…380…', '…(1)…-', '…1…x', '…"…x', '1…,1…x', '…x5…', '…/ …x'],
	...['…1234567.…x', '… -\u200b…x', '…<…', 'a… …b@c.de', 'a@…b-…!', '…-…1', 'a@…a.…', '…a.…@a'],
	...[
		'…@…',
		'https://…a.…/',
		'https://a.example/…%…',
		'https://a.example/?…a=b&…#',
		'…é…',
		'…👋…',
	],
	...['2030-01-01T10:00…0…Z', '"…\\"…', '…"…1234567890123456', '["…\\"…,1234567890123456'],
	...['[…"",…1234567890123456', '[…1….', '…-12345678901234567 …', '[…[…', '…{{ $json.a …}}'],
	...['…{{ $json.a }}…{', '…$…(', '…\u0301…x', '…\u200b…x', '…Invalid …', '…[object …', '…ab\n…'],
	...['a… …b', 'https://api.example…/…x', 'https://api.example/…x…', '…\\u005c\\%5C…"'],
	...['q9', 'q9/', '/q9\\\\', '4f9c', '4f9c4f9', '4f9c-K7', '/ü"q2Lmx'].map(
		(part) => `…${part}…`,
	),
	...['\\', '\\u005c', '%5C', '%255C', '%25', '25'].map((part) => `%…${part}…y`),
].map((text) => text.split('…'));

/** Controls: work that grows with the square of the length, which the count must find. */
const squares: typeof parsers = {
	'control: an expression that begins everywhere': (value) => /null\.\S*@b/.test(value),
	'control: an expression that repeats a repetition': (value) => /^(?:0+)+$/.test(value),
	'control: a search at each character': (value) => {
		for (const _ of value) value.includes('none');
	},
	'control: a list that is copied for each character': (value) =>
		value.split('').reduce<string[]>((list, one) => [...list, one], []),
};

/** The second length is eight times the first length. */
const LENGTHS = [250, 2_000];
/** Quadratic work takes 64 times as many steps. V8 counts steps within a factor of two. */
const MOST_GROWTH = 24;
/** Numbers of repetitions. Counting stops above the square of the first length. */
const [FEW, ALL] = [100, 5_000];

const PHONE = 380_501_234_567;
/** Polls a list of recipients, the reversed list, and a list with one more entry. */
function poll(phones: number[]): void {
	const statusTable: string[] = [];
	let snapshot: string | undefined;
	const sent = phones.map((phone, n) => ({ phone, status: n % 2 ? 'a' : 'b' }));
	for (const list of [sent, [...sent].reverse(), [...sent, { phone: PHONE, status: 'a' }]]) {
		const fields = { idField: 'id', addressField: 'phone' };
		snapshot = findStatusChanges(list, { snapshot, statusTable }, fields).nextSnapshot;
	}
}
const upTo = (length: number) => [...Array(length).keys()];
/** Work on lists, by their length. */
const lists: Record<string, (length: number) => void> = {
	'the changes of many phones': (length) => poll(upTo(length).map((n) => PHONE + n)),
	'the changes of many entries of one phone': (length) => poll(upTo(length).map(() => PHONE)),
};

/** Reports whether the work grows faster than the length. */
function isSteep(workOf: (length: number) => () => unknown): boolean {
	let most = ALL * LENGTHS[0];
	for (const length of LENGTHS) {
		const steps = countSteps(workOf(length), most);
		if (steps > most) return true;
		most = Math.max(FEW * LENGTHS[1], MOST_GROWTH * steps);
	}
	return false;
}

const tooMany = (work: (typeof parsers)[string]): string[] =>
	hostile
		.filter(([begin, repeated, end]) =>
			isSteep((length) => {
				const count = Math.ceil(length / repeated.length);
				const value = begin + repeated.repeat(count) + end;
				return () => work(value, 'UTC');
			}),
		)
		.map(([begin, repeated, end]) => `${begin}${repeated}…${end}`);

const grown = [
	...Object.entries({ ...parsers, ...squares }).map(([name, parse]) => [name, tooMany(parse)]),
	...Object.entries(lists).map(([name, work]) => [
		name,
		isSteep((length) => () => work(length)) ? ['a list'] : [],
	]),
];
process.stdout.write(JSON.stringify(grown));
