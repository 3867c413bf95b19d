import { booleanFlag, inCapitals, oneOf } from '../../nodes/shared/values/choices';
import { code } from '../../nodes/shared/values/code';
import { countryCode } from '../../nodes/shared/values/phone';
import { instant, scheduleToMinute, scheduleToSecond } from '../../nodes/shared/values/dates';
import {
	excerpt,
	id,
	ids,
	integerBetween,
	isBlank,
	positiveInteger,
	text,
} from '../../nodes/shared/values/formats';
import { keysIn, namesItem } from '../../nodes/shared/values/itemExpressions';
import { parseJson } from '../../nodes/shared/values/json';
import { email, mailboxKey } from '../../nodes/shared/values/email';
import { phone } from '../../nodes/shared/values/phone';
import { bracketPairs, queryBytes } from '../../nodes/shared/values/queryString';
import { sendingHours } from '../../nodes/shared/values/sendingHours';
import { idAsGiven, idsAsGiven, sendKey, singleLine } from '../../nodes/shared/values/singleLine';
import { smsParts } from '../../nodes/shared/values/smsParts';
import { link, publicUrl, url } from '../../nodes/shared/values/urls';
import { share } from '../support/thorough';

const LENGTHS = share([1_000, 10_000, 100_000, 1_000_000], [5_000, 50_000]);
/** Ten times the length is ten times the work, and a hundred times if the work grows with the square. */
const MAX_RATIO = 35;
/**
 * Microseconds of a processor below which a ratio says nothing: collecting garbage takes as long. Work
 * that grows with the square takes more at 50,000 characters already.
 */
const FLOOR = 300_000;

const parsers: Record<string, (value: string) => unknown> = {
	booleanFlag: (value) => booleanFlag(value, 'UTC'),
	oneOf: (value) => oneOf(['a', 'b'])(value, 'UTC'),
	inCapitals: (value) => inCapitals(['a', 'b'])(value, 'UTC'),
	code: (value) => code(value, 'UTC'),
	countryCode: (value) => countryCode(value, 'UTC'),
	scheduleToMinute: (value) => scheduleToMinute(value, 'UTC'),
	scheduleToSecond: (value) => scheduleToSecond(value, 'UTC'),
	instant: (value) => instant(value, 'UTC'),
	isBlank,
	excerpt,
	text: (value) => text(value, 'UTC'),
	id: (value) => id(value, 'UTC'),
	ids: (value) => ids(value, 'UTC'),
	integerBetween: (value) => integerBetween(1, 5)(value, 'UTC'),
	positiveInteger: (value) => positiveInteger(value, 'UTC'),
	keysIn: (value) => keysIn(`=${value}`),
	namesItem,
	parseJson,
	phone: (value) => phone(value, 'UTC', '380'),
	'phone without a country code': (value) => phone(value, 'UTC'),
	email: (value) => email(value, 'UTC'),
	mailboxKey,
	queryString: (value) => queryBytes(bracketPairs({ text: value })),
	sendingHours: (value) => sendingHours(value, 'UTC'),
	singleLine: (value) => singleLine(value, 'UTC'),
	sendKey: (value) => sendKey(value, 'UTC'),
	idAsGiven: (value) => idAsGiven(value, 'UTC'),
	idsAsGiven: (value) => idsAsGiven(value, 'UTC'),
	smsParts,
	url: (value) => url(value, 'UTC'),
	link: (value) => link(value, 'UTC'),
	publicUrl: (value) => publicUrl(value, 'UTC'),
};

/** What a long value begins with, repeats, and ends with: each half of what a pattern looks for. */
const hostile: Array<[begin: string, repeated: string, end: string]> = [
	['', 'null.', '@'],
	['', 'a.null@', ''],
	['', ' ', 'x'],
	['mon', ' ', 'x'],
	['mon', ',tue', 'x'],
	['', 'mon 09:00-18:00, ', 'x'],
	['', '1 ', '!'],
	['', '09:00-18:00 ', 'x'],
	['', '0', 'x'],
	['+', '380', ''],
	['', '(1)', '-'],
	['', '1', 'x'],
	['', '"', 'x'],
	['1', ',1', 'x'],
	['', 'x5', ''],
	['', '/ ', 'x'],
	['', '1234567.', 'x'],
	['', ' -\u200b', 'x'],
	['', '<', ''],
	['a', ' ', 'b@c.de'],
	['a@', 'b-', '!'],
	['', '-', '1'],
	['a@', 'a.', ''],
	['', 'a.', '@a'],
	['', '@', ''],
	['https://', 'a.', '/'],
	['https://a.example/', '%', ''],
	['https://a.example/?', 'a=b&', '#'],
	['2030-01-01T10:00', '0', 'Z'],
	['"', '\\"', ''],
	['', '"', '1234567890123456'],
	['["', '\\"', ',1234567890123456'],
	['[', '"",', '1234567890123456'],
	['[', '1', '.'],
	['', '-12345678901234567 ', ''],
	['[', '[', ''],
	['', '{{ $json.a ', '}}'],
	['', '{{ $json.a }}', '{'],
	['', '$', '('],
	['', 'é', ''],
	['', '\u0301', 'x'],
	['', '\u200b', 'x'],
	['', '👋', ''],
	['', 'Invalid ', ''],
	['', '[object ', ''],
	['', 'ab\n', ''],
];

/** Microseconds of a processor that a parser takes, rejecting or not. */
function cost(parse: (value: string) => unknown, value: string): number {
	const since = process.cpuUsage();
	try {
		parse(value);
	} catch {
		// A value that is rejected costs, too.
	}
	return process.cpuUsage(since).user;
}

test.each(Object.entries(parsers))('%s takes time in proportion to the length', (_, parse) => {
	const grown: string[] = [];
	for (const [begin, repeated, end] of hostile) {
		let before = Infinity;
		for (const length of LENGTHS) {
			const value = begin + repeated.repeat(Math.ceil(length / repeated.length)) + end;
			const allowed = Math.max(FLOOR, before * MAX_RATIO);
			let taken = cost(parse, value);
			// A busy machine, or a collection of garbage, does not come twice.
			for (let again = 0; taken > allowed && again < 2; again++) {
				taken = Math.min(taken, cost(parse, value));
			}
			if (taken > allowed) {
				grown.push(`${begin}${repeated}…${end}: ${length} characters, ${taken} µs`);
				break;
			}
			before = taken;
		}
	}
	expect(grown).toEqual([]);
});

test('the measure finds work that grows with the square of the length', () => {
	const square = (value: string) => /^(?:a.)*?null\.\S*@|null\.\S*@b/.test(value);
	const value = (length: number) => 'null.'.repeat(length / 5);
	const [small, large] = [5_000, 50_000].map((length) => cost(square, value(length)));
	expect(large).toBeGreaterThan(Math.max(FLOOR, small * MAX_RATIO));
});
