import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	parseFutureInstant,
	parseScheduleToMinute,
	parseScheduleToSecond,
	formatUnixTime,
} from '../../nodes/shared/values/dates';
import type { Parser, ValidationError } from '../../nodes/shared/values/formats';
import { share, shareOfPairs } from '../support/thorough';
import { judgeCases } from '../support/judged';

const KYIV = 'Europe/Kyiv';

/** Returns the wire form of a value, or the problem. */
function outcome(format: Parser, value: unknown, zone = KYIV): unknown {
	try {
		return format(value, zone);
	} catch (error) {
		return (error as ValidationError).problem;
	}
}

const accepted: Array<[value: unknown, wire: string]> = [
	['2099-03-01T10:30:00', '2099-03-01T10:30:00'],
	['2099-03-01T10:30', '2099-03-01T10:30:00'],
	['2099-03-01 10:30:59', '2099-03-01T10:30:59'],
	['2099-03-01 9:05', '2099-03-01T09:05:00'],
	['2099-03-01T9:05:07', '2099-03-01T09:05:07'],
	['  2099-03-01T10:30\n', '2099-03-01T10:30:00'],
	['2099-03-01\u00a010:30', '2099-03-01T10:30:00'],
	['2099-03-01\u202f10:30', '2099-03-01T10:30:00'],
	['2099-03-01T10:30:59.999', '2099-03-01T10:30:59'],
	['2099-03-01T10:30:59,999999', '2099-03-01T10:30:59'],
	['2099-03-01T08:30:00.000Z', '2099-03-01T10:30:00'],
	['2099-03-01t8:30z', '2099-03-01T10:30:00'],
	['2099-03-01 10:30+05:00', '2099-03-01T07:30:00'],
	['2099-03-01T10:30:00+0545', '2099-03-01T06:45:00'],
	['2099-03-01T10:30:00-08', '2099-03-01T20:30:00'],
	['2099-07-01T12:00:00Z', '2099-07-01T15:00:00'],
	['2100-02-28T23:59', '2100-02-28T23:59:00'],
	['9998-12-31T23:59', '9998-12-31T23:59:00'],
	[new Date('2099-06-01T00:00:00Z'), '2099-06-01T03:00:00'],
	[DateTime.fromISO('2099-06-01T10:00', { zone: 'Asia/Kathmandu' }), '2099-06-01T07:15:00'],
	[DateTime.fromISO('2099-06-01T10:00', { zone: KYIV }), '2099-06-01T10:00:00'],
];
test.each(accepted)('a schedule of %s in the zone of the workflow is sent as %s', (value, wire) => {
	expect(outcome(parseScheduleToSecond, value)).toBe(wire);
	expect(outcome(parseScheduleToMinute, value)).toBe(wire.slice(0, 16).replace('T', ' '));
});

const NO_DATE = 'which is not a date and time';
const NO_DAY = 'a date and time that does not exist';
const rejected: Array<[value: unknown, problem: string]> = [
	...[
		...['6:30 PM', '2099-03-01 6:30 PM', '2099-03-01  10:30', '2099-03-01T10:30  +02:00'],
		...['2099-03-01', '2099-03-01T10', '2099-3-1 10:30', '2099-03-01T10:30:00Z[UTC]'],
		...['2099-03-01T10:30+99:00', '2099-03-01T10:30+02:60', '20990301T103000', 'tomorrow'],
		...['01.03.2099 10:30', '03/01/2099 10:30', 'Sun, 01 Mar 2099 10:30:00 GMT', 'PT2H'],
		...['Sun Mar 01 2099 10:30:00 GMT+0200 (EET)', 'on 2099-03-01T10:30', '4076123456'],
		'2099-03-01T10:30 sharp',
	].map((value): [unknown, string] => [value, `is "${value}", ${NO_DATE}`]),
	...[
		...['2099-02-29T10:00', '2099-04-31 10:00', '2099-13-01T10:00', '2099-03-01T24:00'],
		...['2099-03-01T10:60', '2099-03-01T10:00:60'],
	].map((value): [unknown, string] => [value, `is "${value}", ${NO_DAY}`]),
	[4076123456, `is 4076123456, ${NO_DATE}`],
	[4076123456000, `is 4076123456000, ${NO_DATE}`],
	[true, `is true, ${NO_DATE}`],
	[{ toJSON: 1 }, `is an object, ${NO_DATE}`],
	[[1], `is a list, ${NO_DATE}`],
	[new Date(NaN), `is an object, ${NO_DATE}`],
	[DateTime.invalid('none'), `is an object, ${NO_DATE}`],
];
test.each(rejected)('a schedule rejects %p as a date and time', (value, problem) => {
	expect(outcome(parseScheduleToMinute, value)).toBe(problem);
});

test.each([
	[1_772_360_000, '2026-03-01 12:13:20'],
	['1772360000', '2026-03-01 12:13:20'],
	...[0, -1, 1e20, 'now', null, undefined].map((seconds): [unknown, null] => [seconds, null]),
])('the Unix time %p is shown as %p', (seconds, shown) => {
	expect(formatUnixTime(seconds, KYIV)).toBe(shown);
});

test('a time limit may be in a second, but not a second ago', () => {
	const at = (milliseconds: number) => new Date(Date.now() + milliseconds);
	expect(outcome(parseFutureInstant, at(1_000))).toEqual(expect.any(Number));
	expect(outcome(parseFutureInstant, at(-1_000))).toMatch(/which is in the past/);
});

test('the error of a schedule shows an example that the field accepts', () => {
	let advice = '';
	try {
		parseScheduleToMinute('6:30 PM', KYIV);
	} catch (error) {
		advice = (error as ValidationError).advice;
	}
	const [example] = /\d{4}-\S+\d/.exec(advice) ?? [];
	expect(outcome(parseScheduleToMinute, example)).toBe('2030-12-24 18:30');
});

describe('a date in the past', () => {
	const ago = (minutes: number) => DateTime.now().minus({ minutes });
	const local = (moment: DateTime) => moment.setZone(KYIV).toFormat('yyyy-MM-dd HH:mm:ss');

	test.each<[string, (moment: DateTime) => unknown]>([
		['a DateTime', (moment) => moment],
		['a Date', (moment) => moment.toJSDate()],
		['UTC', (moment) => moment.toUTC().toISO()],
		['local time', local],
	])('is accepted as %s if it is 4 minutes old, and rejected if it is 6', (_, written) => {
		const [late, past] = [ago(4), ago(6)];
		expect(outcome(parseScheduleToSecond, written(late))).toBe(local(late).replace(' ', 'T'));
		expect(outcome(parseScheduleToSecond, written(past))).toContain(
			`, which is in the past. The value was read as ${local(past).slice(0, 16)} in ${KYIV}`,
		);
	});

	test('of an earlier year is rejected, and the error shows the local time it means', () => {
		expect(outcome(parseScheduleToMinute, '2006-12-24T18:30:00Z')).toBe(
			`is "2006-12-24T18:30:00Z", which is in the past. The value was read as 2006-12-24 20:30 in ${KYIV}`,
		);
		expect(outcome(parseScheduleToMinute, '0099-12-24T18:30')).toMatch(/which is in the past/);
	});
});

describe('a time around a change of the clock', () => {
	test.each([
		['2099-03-29T03:30', KYIV, '2099-03-29 04:30'],
		['2099-03-29 3:00:00', KYIV, '2099-03-29 04:00'],
		['2099-03-08T02:59:59', 'America/New_York', '2099-03-08 03:59'],
		['2099-10-04T02:15', 'Australia/Lord_Howe', '2099-10-04 02:45'],
	])('is rejected if the clock skips it: %s in %s', (value, zone, meaning) => {
		expect(outcome(parseScheduleToMinute, value, zone)).toBe(
			`is "${value}", which does not exist, because clocks are set forward then. A valid time is ${meaning} in ${zone}`,
		);
	});

	test.each([
		['2099-03-29T02:59:59', '2099-03-29T02:59:59', KYIV],
		['2099-03-29T04:00', '2099-03-29T04:00:00', KYIV],
		['2099-03-29T01:30:00Z', '2099-03-29T04:30:00', KYIV],
		['2099-10-25T03:30', '2099-10-25T03:30:00', KYIV],
		['2099-10-25T03:30+03:00', '2099-10-25T03:30:00', KYIV],
		['2099-10-25T12:00', '2099-10-25T12:00:00', 'Europe/London'],
	])('is sent if the clock shows it: %s as %s in %s', (value, wire, zone) => {
		expect(outcome(parseScheduleToSecond, value, zone)).toBe(wire);
	});

	// The hour from 03:00 in Kyiv comes twice on 2026-10-25: at 00:00 and at 01:00 UTC.
	test.each([
		['accepts', '2026-10-25T00:34:00Z', '2026-10-25T03:30:00'],
		['rejects', '2026-10-25T00:36:00Z', expect.stringMatching(/^is .+ in the past/)],
	])('is the first of two if the clock repeats it: %s 03:30 at %s', (_, now, expected) => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
		expect(outcome(parseScheduleToSecond, '2026-10-25T03:30')).toEqual(expected);
		clock.mockRestore();
	});
});

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC', KYIV, 'Etc/GMT-14');
const [min, max] = [new Date('2030-01-01'), new Date('2120-01-01')];
const instants = fc.date({ min, max, noInvalidDate: true });

test('a schedule in any time zone is sent as entered, or at its instant if it has an offset', async () => {
	await judgeCases(
		fc.tuple(instants, zones, zones),
		{ sent: 0.9 },
		([date, zone, other]) => {
			const wireOf = (time: DateTime) => time.toFormat("yyyy-MM-dd'T'HH:mm:ss");
			const moment = DateTime.fromJSDate(date, { zone });
			for (const value of [date, date.toISOString(), moment.setZone(other)]) {
				const sent = outcome(parseScheduleToSecond, value, zone);
				// The API cannot express the second occurrence of a repeated time.
				const isRepeated =
					sent !== wireOf(moment) && moment.getPossibleOffsets().length > 1;
				if (isRepeated)
					expect(sent).toContain("This hour occurs twice on the account's clock");
				else expect(sent).toBe(wireOf(moment));
			}
			// Every hour of the entered day, on which the clock changes.
			const entered = date.toISOString().slice(0, 19);
			const isShown = wireOf(DateTime.fromISO(entered, { zone })) === entered;
			const sent = String(outcome(parseScheduleToSecond, entered, zone));
			if (isShown) expect(sent).toBe(entered);
			else expect(sent).toMatch(/which does not exist/);
			return isShown ? 'sent' : undefined;
		},
		{ numRuns: share(2000, 300), seed: 20261122 },
	);
});

describe("a time on the account's clock", () => {
	const CLOCKS = ['Europe/Kyiv', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];
	const HALF_HOUR = 30 * 60_000;
	/** Returns the wall clock time according to the engine. */
	const clockOf = (timeZone: string) => {
		const style = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const;
		const format = new Intl.DateTimeFormat('sv-SE', style);
		return (time: number) => format.format(time).replace(' ', 'T');
	};
	const clocks = new Map([...CLOCKS, 'UTC'].map((zone) => [zone, clockOf(zone)]));
	const wallClock = (zone: string, time: number) => clocks.get(zone)?.(time) ?? '';
	const days = Array.from({ length: 365 }, (_, day) => Date.UTC(2030, 0, 1 + day));
	const offsetOf = (zone: string, time: number) => Date.parse(`${wallClock(zone, time)}Z`) - time;
	/** The days of 2030 on which one of the clocks is changed. */
	const changes = CLOCKS.flatMap((zone) =>
		days.filter((day) => offsetOf(zone, day) !== offsetOf(zone, day + 86_400_000)),
	);
	/** Every half hour around those days. */
	const around = (before: number, after: number) => {
		const count = 48 * (before + after);
		const times = changes.flatMap((day) =>
			Array.from({ length: count }, (_, n) => day + (n - 48 * before) * HALF_HOUR),
		);
		return [...new Set(times)];
	};
	const shown = new Map(
		CLOCKS.map((zone) => {
			const times = new Map<string, number[]>();
			for (const time of around(2, 3)) {
				const text = wallClock(zone, time);
				times.set(text, [...(times.get(text) ?? []), time]);
			}
			return [zone, times];
		}),
	);
	/** Returns the expected text for an instant, or the error. */
	const expected = (time: number, account: string) => {
		const text = wallClock(account, time);
		if (shown.get(account)?.get(text)?.length === 1) return text;
		return `which is ${text.slice(0, 16).replace('T', ' ')} in ${account}. This hour occurs twice on the account's clock, because clocks are set back then`;
	};
	const moments = around(1, 2);
	const send = (value: string, zone: string, account: string) => {
		try {
			return String(parseScheduleToSecond(value, zone, '', account));
		} catch (error) {
			if (/occurs twice/.test((error as ValidationError).problem))
				expect((error as ValidationError).advice).toMatch(/before or after that hour/);
			return (error as ValidationError).problem.replace(/^is "[^"]*", /, '');
		}
	};

	test('is tested on the six days of a year with a change of a clock', () => {
		expect(new Set(changes).size).toBe(6);
	});

	test.each(shareOfPairs(CLOCKS, CLOCKS))(
		'of %s is what the clock of %s shows, or an error if it does not show the time',
		(account, zone) => {
			const wrong: string[] = [];
			const outcomes = moments.map((time) => {
				const entered = wallClock('UTC', time);
				const [first] = shown.get(zone)?.get(entered) ?? [];
				const sent = send(entered, zone, account);
				const wanted =
					first === undefined ? 'which does not exist' : expected(first, account);
				if (!sent.startsWith(wanted)) wrong.push(`${entered}: ${sent}, not ${wanted}`);
				return first;
			});
			expect(wrong).toEqual([]);
			const skips = outcomes.filter((first) => first === undefined).length;
			const perHour = { 'Asia/Kolkata': 0, 'Australia/Lord_Howe': 1 };
			expect(skips).toBe(perHour[zone as keyof typeof perHour] ?? 2);
		},
	);

	test.each(CLOCKS)('of %s is the same instant if it has an offset', (account) => {
		for (const time of moments) {
			const entered = new Date(time).toISOString();
			expect(send(entered, 'Asia/Tokyo', account)).toBe(expected(time, account));
		}
	});
});

test('a schedule is sent at the same time in every time zone of the n8n process', () => {
	const values = [
		...[...accepted, ...rejected]
			.map(([value]) => value)
			.filter((value) => typeof value === 'string'),
		...['2099-03-29T03:30', '2099-03-08T02:30', '2006-12-24T18:30'],
	];
	/** Compiles the sources as they are loaded, in a process with another clock. */
	const script = `
		const ts = require('typescript');
		const { readFileSync } = require('node:fs');
		require.extensions['.ts'] = (module, file) => module._compile(
			ts.transpile(readFileSync(file, 'utf8'), { module: 'commonjs', target: 'es2022' }), file);
		const { parseScheduleToSecond } = require('./nodes/shared/values/dates.ts');
		const outcome = (value) => {
			try { return parseScheduleToSecond(value, '${KYIV}'); } catch (error) { return error.problem; }
		};
		console.log(JSON.stringify([
			new Date(2030, 0, 1).getTimezoneOffset(), ...${JSON.stringify(values)}.map(outcome)]));
	`;
	const run = (TZ: string) => {
		const options = { cwd: resolve(__dirname, '../..'), env: { ...process.env, TZ } };
		return JSON.parse(
			String(execFileSync(process.execPath, ['-e', script], options)),
		) as unknown;
	};
	const expected = values.map((value) => outcome(parseScheduleToSecond, value));
	expect(run('America/New_York')).toEqual([300, ...expected]);
	expect(run('Asia/Kathmandu')).toEqual([-345, ...expected]);
});
