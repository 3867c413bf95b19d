import fc from 'fast-check';
import { DateTime } from 'luxon';
import { formatIsoInZone } from '../../nodes/shared/values/dates';
import {
	type DailyHours,
	nextSendingInstant,
	parseSendingHours,
	type SendingHours,
	validateSendingHours,
} from '../../nodes/shared/values/sendingHours';
import { findTimeZoneProblem } from '../../nodes/shared/values/timeZones';
import { share } from '../support/thorough';
import { expectShares, judgeCases } from '../support/judged';

/** A sample of the list, because neighbors mostly have the same rules. */
const ZONES = Intl.supportedValuesOf('timeZone').filter((_, n) => n % share(1, 6) === 0);
const MINUTE = 60_000;

/** Reports whether the clock of the zone is within the hours, according to another library. */
const isWithin = (instant: number, { ranges }: SendingHours, zone: string): boolean =>
	ranges.some((range) => isIn(instant, range, zone));

function isIn(
	instant: number,
	{ fromMinutes: from, toMinutes: to, weekdays: days }: DailyHours,
	zone: string,
): boolean {
	const clock = DateTime.fromMillis(instant, { zone });
	const minutes = clock.hour * 60 + clock.minute;
	const today = days.has(clock.weekday % 7);
	const yesterday = days.has((clock.weekday + 6) % 7);
	if (to > from) return today && minutes >= from && minutes < to;
	return (today && minutes >= from) || (yesterday && minutes < to);
}

const range = fc
	.record({
		fromMinutes: fc.integer({ min: 0, max: 1439 }),
		toMinutes: fc.integer({ min: 0, max: 1440 }),
		weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
	})
	.filter(({ fromMinutes, toMinutes }) => fromMinutes !== toMinutes)
	.map(({ weekdays, ...hours }) => ({ ...hours, weekdays: new Set(weekdays) }));
const anyHours = fc
	.array(range, { minLength: 1, maxLength: 3 })
	.map((ranges): SendingHours => ({ ranges }));
const decade = fc.integer({ min: Date.UTC(2026, 0, 1) / 1000, max: Date.UTC(2036, 0, 1) / 1000 });

/** Returns the times in a decade at which the clock of a zone changes. */
function changesOf(zone: string): number[] {
	const changes: number[] = [];
	const offset = (day: number) => DateTime.fromMillis(day, { zone }).offset;
	for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2036, 0, 1); day += 7 * 86_400_000) {
		if (offset(day) !== offset(day + 7 * 86_400_000)) changes.push(day);
	}
	return changes;
}

/** @returns whether the time is now or later */
function verify(instant: number, hours: SendingHours, zone: string): 'now' | 'later' {
	const next = nextSendingInstant(instant, hours, zone);
	expect([zone, next >= instant, isWithin(next, hours, zone)]).toEqual([zone, true, true]);
	if (next === instant) return 'now';
	expect([zone, isWithin(instant, hours, zone)]).toEqual([zone, false]);
	// No earlier instant at which a window or a clock change can begin is within the hours.
	expect([zone, isWithin(next - 1, hours, zone)]).toEqual([zone, false]);
	for (let time = instant; time < next; time += 31 * MINUTE) {
		if (isWithin(time, hours, zone)) throw new Error(`${zone}: ${time} comes before ${next}`);
	}
	return 'later';
}

test('Send Between finds the first time within the hours in every zone, even around a clock change', async () => {
	const judged: Array<'now' | 'later'> = [];
	for (const zone of ZONES) {
		// An instant of the decade, or one around a change of the clock, if there are any.
		const instants = fc.oneof(
			decade,
			...changesOf(zone).map((change) =>
				fc.nat({ max: 8 * 86_400 }).map((s) => change / 1000 + s),
			),
		);
		await judgeCases(
			fc.tuple(instants, anyHours),
			{},
			([seconds, hours]) => void judged.push(verify(seconds * 1000, hours, zone)),
			// Few cases for each zone, so that a zone may have none of a kind.
			{ numRuns: 8 },
		);
	}
	expectShares(judged, { now: 0.1, later: 0.3 });
});

const at = (text: string, zone: string) => DateTime.fromISO(text, { zone }).toMillis();
const BERLIN = 'Europe/Berlin';
test.each<[hours: string, from: string, to: string, zone?: string]>([
	['09:00-18:00', '2026-11-23T10:15:30', '2026-11-23T10:15:30'],
	['09:00-18:00', '2026-11-23T03:00', '2026-11-23T09:00'],
	['09:00-18:00', '2026-11-23T18:00', '2026-11-24T09:00'],
	['Mon-Fri 09:00-18:00', '2026-11-20T18:00', '2026-11-23T09:00'],
	['Wed 09:00-10:00', '2026-11-20T18:00', '2026-11-25T09:00'],
	['Sat-Mon 09:00-10:00', '2026-11-22T10:00', '2026-11-23T09:00'],
	// Hours over midnight belong to the day before.
	['Fri 22:00-02:00', '2026-11-21T01:59', '2026-11-21T01:59'],
	['Fri 22:00-02:00', '2026-11-21T02:00', '2026-11-27T22:00'],
	['Sun 00:00-24:00', '2026-11-23T00:00', '2026-11-29T00:00'],
	// The clock skips the begin, all of the hours, and another hour of the day.
	['02:30-05:00', '2026-03-28T12:00', '2026-03-29T03:00', BERLIN],
	['02:10-02:50', '2026-03-28T12:00', '2026-03-30T02:10', BERLIN],
	['09:00-18:00', '2026-03-28T20:00', '2026-03-29T09:00', BERLIN],
	['09:00-18:00', '2026-11-23T03:00', '2026-11-23T09:00', 'Asia/Kathmandu'],
])('Send Between %s at %s sends at %s', (text, from, to, zone = 'Europe/Kyiv') => {
	const next = nextSendingInstant(at(from, zone), parseSendingHours(text), zone);
	expect(DateTime.fromMillis(next, { zone }).toISO()).toBe(
		DateTime.fromISO(to, { zone }).toISO(),
	);
});

test('Send Between sends in both passes of an hour that the clock repeats', () => {
	const hours = parseSendingHours('02:00-02:30');
	const second = Date.parse('2026-10-25T01:10:00Z');
	expect(nextSendingInstant(second, hours, 'Europe/Berlin')).toBe(second);
});

test('Send Between writes an instant with the offset of the zone', () => {
	const instant = Date.parse('2026-11-23T07:00:00Z');
	expect(formatIsoInZone(instant, 'Europe/Kyiv')).toBe('2026-11-23T09:00:00+02:00');
	expect(formatIsoInZone(instant, 'America/St_Johns')).toBe('2026-11-23T03:30:00-03:30');
	expect(formatIsoInZone(instant, 'UTC')).toBe('2026-11-23T07:00:00+00:00');
	for (const zone of ZONES)
		expect([zone, Date.parse(formatIsoInZone(instant, zone))]).toEqual([zone, instant]);
});

/** The ranges of hours, e.g. `Mon,Tue 540-1080`, and their zone. */
const rangesOf = (text: string): string[] => {
	const { ranges, zone } = parseSendingHours(text);
	const read = ranges.map(({ weekdays: days, fromMinutes: from, toMinutes: to }) => {
		const names = DAYS.filter((_, day) => days.has(day));
		return `${names.length === 7 ? 'daily' : names.join()} ${from}-${to}`;
	});
	return zone === undefined ? read : [...read, zone];
};
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const WEEKDAYS = 'Mon,Tue,Wed,Thu,Fri';
const BUENOS_AIRES = 'america/argentina/buenos_aires';
test.each([
	['9:00-18:00', ['daily 540-1080']],
	[' monday \u2013 friday 09:00 \u2013 18:00 ', [`${WEEKDAYS} 540-1080`]],
	['MON, wed,Fri 22:00-06:30', ['Mon,Wed,Fri 1320-390']],
	['fri-mon 00:00-24:00', ['Sun,Mon,Fri,Sat 0-1440']],
	['00:59-01:59', ['daily 59-119']],
	['09:00-18:00,', ['daily 540-1080']],
	['9:00-18:00 UTC', ['daily 540-1080', 'UTC']],
	['SUNDAY,Monday,tuesday 8:00 - 9:00', ['Sun,Mon,Tue 480-540']],
	['wednesday,thursday,friday,saturday 8:05-23:59', ['Wed,Thu,Fri,Sat 485-1439']],
	['tues–thur 08:00-09:00', ['Tue,Wed,Thu 480-540']],
	[
		'Mon-Fri 09:00-18:00, Sat 10:00-14:00 Europe/Kyiv',
		[`${WEEKDAYS} 540-1080`, 'Sat 600-840', 'Europe/Kyiv'],
	],
	[
		'Mon-Fri 09:00-12:00,13:00-18:00;sat,sun 10:00-14:00',
		[`${WEEKDAYS} 540-720`, `${WEEKDAYS} 780-1080`, 'Sun,Sat 600-840'],
	],
	[
		`09:00-12:00 , Sat 22:00 – 02:00,  ${BUENOS_AIRES}`,
		['daily 540-720', 'Sat 1320-120', BUENOS_AIRES],
	],
])('Send Between reads the hours "%s" as %j', (text, ranges) => {
	expect(rangesOf(text)).toEqual(ranges);
	expect(validateSendingHours(text, 'UTC')).toBe(text);
});

test('Send Between uses the time zone in the hours, not that of the workflow', () => {
	const hours = parseSendingHours('Mon-Fri 09:00-18:00, Sat 10:00-14:00 Europe/Kyiv');
	const next = (time: string) =>
		formatIsoInZone(
			nextSendingInstant(Date.parse(time), hours, 'America/New_York'),
			'Europe/Kyiv',
		);
	expect(next('2026-11-20T18:00:00+02:00')).toBe('2026-11-21T10:00:00+02:00');
	expect(next('2026-11-21T14:00:00+02:00')).toBe('2026-11-23T09:00:00+02:00');
	expect(next('2026-11-23T08:59:59+02:00')).toBe('2026-11-23T09:00:00+02:00');
	expect(next('2026-11-23T17:59:59+02:00')).toBe('2026-11-23T17:59:59+02:00');
});

test.each([
	['', 'which is not a range of hours'],
	['9-18', 'which is not a range of hours'],
	['09:00', 'which is not a range of hours'],
	['09:00-09:00', 'which is an empty range'],
	['24:00-25:00', 'but times must be from 00:00 to 24:00'],
	['24:00-06:00', 'but times must be from 00:00 to 24:00'],
	['00:00-24:01', 'but times must be from 00:00 to 24:00'],
	['09:60-18:00', 'but times must be from 00:00 to 24:00'],
	['Mon-Fry 09:00-18:00', 'which has a day that does not exist'],
	['Mon-Tue-Wed 09:00-18:00', 'which has a day that does not exist'],
	['09:00-18:00 Europe/Kiyv', 'and "Europe/Kiyv" is not a time zone'],
	['09:00-18:00 BST', 'and "BST" is an abbreviation, not the name of a time zone'],
	['Su 09:00-18:00', 'which has a day that does not exist'],
	['09:00-18:00 Etc/GMT+3', 'and "Etc/GMT+3" means UTC-3: its sign is reversed'],
	['09:00-18:00 Sat 10:00-14:00', 'which is not a range of hours'],
	['Europe/Kyiv 09:00-18:00', 'which is not a range of hours'],
	['09:00-18:00, Sat', 'and "Sat" is not a time zone'],
	['09:00-12:00, 14:00-14:00', 'which is an empty range'],
	['Mon, 09:00-18:00', 'which has a day that does not exist'],
	// Blanks without an end would take time that grows with their square.
	[`mon${' '.repeat(498)}x`, 'over 500 characters'],
	['09:00-18:00'.padEnd(500, 'x'), 'and "xxx'],
	['09:00-18:00'.padEnd(501, 'x'), 'over 500 characters'],
	[{}, 'is an object, not text'],
])('Send Between rejects the hours %j', (text, problem) => {
	expect(() => parseSendingHours(text)).toThrow(problem);
});

/** Abbreviations that people use, each with a place that has their time. */
const ABBREVIATIONS = [
	...[
		'America/Anchorage AKST AKDT',
		'America/Argentina/Buenos_Aires ART',
		'America/Sao_Paulo BRT',
	],
	...['America/Chicago CST CDT CT CST6CDT', 'America/Denver MST MDT MT MST7MDT'],
	...['America/Los_Angeles PST PDT PT PST8PDT', 'America/New_York EST EDT ET EST5EDT'],
	...[
		'America/Halifax AST ADT',
		'America/St_Johns NST NDT',
		'Asia/Kolkata IST',
		'Asia/Tokyo JST',
	],
	...['Australia/Sydney AEST AEDT AET', 'Europe/Berlin CET CEST MET MEST MEZ MESZ'],
	...['Europe/Kyiv EET EEST', 'Europe/Lisbon WET WEST', 'Europe/London BST GB'],
	...['Europe/Moscow MSK MSD', 'Pacific/Auckland NZST NZDT NZ', 'Pacific/Honolulu HST'],
].map((row) => row.split(' '));
test.each(ABBREVIATIONS)('Send Between suggests %s for an abbreviation', (zone, ...names) => {
	const problem = 'is an abbreviation, not the name of a time zone';
	const advice = `Enter the name of a place, such as ${zone}.`;
	expect(names.map((name) => [name, findTimeZoneProblem(name)])).toEqual(
		names.map((name) => [name, { problem, advice }]),
	);
});

test('Send Between does not create a date format for each of 2,000 items', () => {
	const hours = parseSendingHours('Mon-Fri 09:00-18:00');
	// The costly part of a time zone, which Luxon makes once.
	const formats = jest.spyOn(Intl, 'DateTimeFormat');
	for (let item = 0; item < 2_000; item++) {
		nextSendingInstant(Date.UTC(2026, 10, 20, 22) + item, hours, 'Europe/Kyiv');
	}
	const made = formats.mock.calls.length;
	formats.mockRestore();
	expect(made).toBeLessThan(10);
});
