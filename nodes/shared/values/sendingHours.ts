import { utcOffsetMs } from './dates';
import { describeValue, type Parser, requirePlainText, ValidationError } from './formats';
import { findTimeZoneProblem, ZONE_NAME_PATTERN } from './timeZones';

export interface DailyHours {
	/** Minutes since midnight. If `toMinutes` is not after `fromMinutes`, the hours end on the next day. */
	fromMinutes: number;
	toMinutes: number;
	/** Weekdays on which the hours begin. 0 is Sunday. */
	weekdays: Set<number>;
}

export interface SendingHours {
	ranges: DailyHours[];
	/** Undefined means the workflow's time zone. */
	zone?: string;
}

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 24 * 60;
const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const ENTER_HOURS_ADVICE =
	'Enter hours such as 09:00-18:00, with days and a time zone if needed, e.g. Mon-Fri 09:00-18:00, Sat 10:00-14:00 Europe/Kyiv.';
/** In characters. A week with different hours every day needs about 170. */
const MAX_HOURS_TEXT_LENGTH = 500;
const HOURS_RANGE_PATTERN =
	/\s*(?:([a-z][a-z,\s\u2013-]*)\s)?(\d{1,2}):(\d\d)\s*[-\u2013]\s*(\d{1,2}):(\d\d)\s*([,;]?)/iy;

type CreateError = (what: string, advice?: string) => ValidationError;

/**
 * Parses ranges of hours with optional days and time zone: `09:00-18:00`, `Sat,Sun 22:00-02:00`, `Mon-Fri
 * 09:00-18:00, Sat 10:00-14:00 Europe/Kyiv`. A range without days has the days of the previous range.
 *
 * @throws ValidationError
 */
export function parseSendingHours(value: unknown): SendingHours {
	const entered = requirePlainText(value, ENTER_HOURS_ADVICE).trim();
	const invalid: CreateError = (what, advice = ENTER_HOURS_ADVICE) =>
		new ValidationError(`is ${describeValue(entered)}, ${what}`, advice);
	if (entered.length > MAX_HOURS_TEXT_LENGTH)
		throw invalid(`which has over ${MAX_HOURS_TEXT_LENGTH} characters`);
	const ranges: DailyHours[] = [];
	const pattern = new RegExp(HOURS_RANGE_PATTERN);
	let end = 0;
	for (let found = pattern.exec(entered); found; found = pattern.exec(entered)) {
		ranges.push(parseDailyHours(found, ranges.at(-1)?.weekdays, invalid));
		end = pattern.lastIndex;
		// A range that no separator follows is the last range.
		if (found[6] === '') break;
	}
	if (ranges.length === 0) throw invalid('which is not a range of hours');
	return { ranges, zone: parseZone(entered.slice(end).trim(), invalid) };
}
const findDayNumber = (name: string) =>
	name.length < 3 ? -1 : DAY_NAMES.findIndex((day) => day.startsWith(name));

export const validateSendingHours: Parser = (value) => {
	parseSendingHours(value);
	return String(value);
};

function parseDailyHours(
	[, days, ...clock]: string[],
	previousDays: Set<number> | undefined,
	invalid: CreateError,
): DailyHours {
	const [fromHour, fromMinute, toHour, toMinute] = clock.map(Number);
	const from = fromHour * 60 + fromMinute;
	const to = toHour * 60 + toMinute;
	if (Math.max(fromMinute, toMinute) > 59 || from >= MINUTES_PER_DAY || to > MINUTES_PER_DAY) {
		throw invalid('but times must be from 00:00 to 24:00');
	}
	if (from === to) throw invalid('which is an empty range');
	const parsedDays = days ? parseDays(days.toLowerCase(), invalid) : undefined;
	return {
		fromMinutes: from,
		toMinutes: to,
		weekdays: parsedDays ?? previousDays ?? parseDays('sun-sat', invalid),
	};
}

function parseZone(text: string, invalid: CreateError): string | undefined {
	if (text === '') return undefined;
	if (!ZONE_NAME_PATTERN.test(text)) throw invalid('which is not a range of hours');
	const zone = findTimeZoneProblem(text);
	if (!zone) return text;
	throw invalid(`and ${describeValue(text)} ${zone.problem}`, zone.advice);
}

function parseDays(text: string, invalid: CreateError): Set<number> {
	const days = new Set<number>();
	for (const part of text.split(',')) {
		const ends = part.split(/[-\u2013]/).map((name) => findDayNumber(name.trim()));
		const [first, last = first] = ends;
		if (ends.length > 2 || ends.includes(-1))
			throw invalid('which has a day that does not exist');
		for (let day = first; ; day = (day + 1) % 7) {
			days.add(day);
			if (day === last) break;
		}
	}
	return days;
}

/**
 * Returns the earliest time at or after `instant` that is within the hours.
 *
 * @param instant milliseconds since 1970
 * @param workflowZone the time zone of hours without a time zone, e.g. `Europe/Kyiv`
 */
export function nextSendingInstant(
	instant: number,
	hours: SendingHours,
	workflowZone: string,
): number {
	const { ranges, zone = workflowZone } = hours;
	let time = instant;
	let offset = utcOffsetMs(time, zone);
	for (;;) {
		const local = time + offset;
		const wait = Math.min(...ranges.map((range) => msUntilOpen(local, range)));
		if (wait === 0) return time;
		// Advances by at most a day, because the clock may be set forward or back before the hours begin.
		const next = time + Math.min(wait, MINUTES_PER_DAY * MINUTE_MS);
		const offsetThen = utcOffsetMs(next, zone);
		time = offsetThen === offset ? next : findClockChange(time, next, zone);
		offset = offsetThen;
	}
}

/**
 * Returns 0 within the hours. Assumes that the clock is not set forward or back.
 *
 * @param local the local time in milliseconds since 1970, as if the time zone were UTC
 */
function msUntilOpen(local: number, { fromMinutes, toMinutes, weekdays }: DailyHours): number {
	const day = Math.floor(local / (MINUTES_PER_DAY * MINUTE_MS));
	const clock = local - day * MINUTES_PER_DAY * MINUTE_MS;
	// Day 0, January 1, 1970, was a Thursday.
	const isDay = (which: number) => weekdays.has((((which + 4) % 7) + 7) % 7);
	const end = toMinutes > fromMinutes ? toMinutes : toMinutes + MINUTES_PER_DAY;
	const isIn = (which: number, time: number) =>
		isDay(which) && time >= fromMinutes * MINUTE_MS && time < end * MINUTE_MS;
	if (isIn(day, clock) || isIn(day - 1, clock + MINUTES_PER_DAY * MINUTE_MS)) return 0;
	let ahead = clock < fromMinutes * MINUTE_MS ? 0 : 1;
	while (!isDay(day + ahead)) ahead += 1;
	return (ahead * MINUTES_PER_DAY + fromMinutes) * MINUTE_MS - clock;
}

/** Finds the instant between `start` and `end` at which the zone's clock is set forward or back. */
function findClockChange(start: number, end: number, zone: string): number {
	const offset = utcOffsetMs(start, zone);
	let [low, high] = [start, end];
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (utcOffsetMs(middle, zone) === offset) low = middle;
		else high = middle;
	}
	return high;
}
