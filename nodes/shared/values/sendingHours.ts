import { offsetAt } from './dates';
import { excerpt, type Parser, plainText, ValidationError } from './formats';

/** Hours of some days of the week, by the clock of a time zone. */
export interface SendingHours {
	/** Minutes since midnight. If `to` is not after `from`, it is a time of the next day. */
	from: number;
	to: number;
	/** The days on which they begin, from 0 for Sunday. */
	days: Set<number>;
}

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const ADVICE = 'Enter hours such as 09:00-18:00, or days and hours such as Mon-Fri 09:00-18:00.';
const FORM = /^(?:([a-z][a-z,\s\u2013-]*)\s)?(\d{1,2}):(\d\d)\s*[-\u2013]\s*(\d{1,2}):(\d\d)$/i;

/**
 * Hours such as `09:00-18:00`, or with days as `Mon-Fri 09:00-18:00` and `Sat,Sun 22:00-02:00`.
 *
 * @throws ValidationError
 */
export function parseSendingHours(value: unknown): SendingHours {
	const entered = plainText(value, ADVICE).trim();
	const wrong = (what: string) => new ValidationError(`is ${excerpt(entered)}, ${what}`, ADVICE);
	const [found, days, ...numbers] = FORM.exec(entered) ?? [];
	if (!found) throw wrong('which is not a range of hours');
	const [fromHour, fromMinute, toHour, toMinute] = numbers.map(Number);
	const from = fromHour * 60 + fromMinute;
	const to = toHour * 60 + toMinute;
	if (Math.max(fromMinute, toMinute) > 59 || from >= DAY_MINUTES || to > DAY_MINUTES) {
		throw wrong('and a day has the times 00:00 to 24:00');
	}
	if (from === to) throw wrong('which is no time at all');
	return { from, to, days: daysOf(days?.toLowerCase() ?? 'sun-sat', wrong) };
}

const dayOf = (name: string) =>
	name.length < 3 ? -1 : DAYS.findIndex((day) => day.startsWith(name));

/** The text as it was entered, if it says hours. */
export const sendingHours: Parser = (value) => {
	parseSendingHours(value);
	return String(value);
};

function daysOf(text: string, wrong: (what: string) => ValidationError): Set<number> {
	const days = new Set<number>();
	for (const part of text.split(',')) {
		const ends = part.split(/[-\u2013]/).map((name) => dayOf(name.trim()));
		const [first, last = first] = ends;
		if (ends.length > 2 || ends.includes(-1))
			throw wrong('which has a day that does not exist');
		for (let day = first; ; day = (day + 1) % 7) {
			days.add(day);
			if (day === last) break;
		}
	}
	return days;
}

/**
 * The first instant from the given one on at which the clock of the zone is within the hours.
 *
 * @param instant milliseconds since 1970
 * @param zone e.g. `Europe/Kyiv`
 */
export function nextSendingTime(instant: number, hours: SendingHours, zone: string): number {
	let time = instant;
	let offset = offsetAt(time, zone);
	for (;;) {
		const wait = waitFor(time + offset, hours);
		if (wait === 0) return time;
		// At most to the end of a day: the clock may be changed on the way.
		const next = time + Math.min(wait, DAY_MINUTES * MINUTE);
		const offsetThen = offsetAt(next, zone);
		time = offsetThen === offset ? next : clockChange(time, next, zone);
		offset = offsetThen;
	}
}

/** Milliseconds until the hours begin, by a clock that is not changed; 0 within them. */
function waitFor(local: number, { from, to, days }: SendingHours): number {
	const day = Math.floor(local / (DAY_MINUTES * MINUTE));
	const clock = local - day * DAY_MINUTES * MINUTE;
	// 1970 began on a Thursday.
	const isDay = (which: number) => days.has((((which + 4) % 7) + 7) % 7);
	const end = to > from ? to : to + DAY_MINUTES;
	const isIn = (which: number, time: number) =>
		isDay(which) && time >= from * MINUTE && time < end * MINUTE;
	if (isIn(day, clock) || isIn(day - 1, clock + DAY_MINUTES * MINUTE)) return 0;
	let ahead = clock < from * MINUTE ? 0 : 1;
	while (!isDay(day + ahead)) ahead += 1;
	return (ahead * DAY_MINUTES + from) * MINUTE - clock;
}

/** The instant between two others at which the clock of a zone is changed. */
function clockChange(before: number, after: number, zone: string): number {
	const offset = offsetAt(before, zone);
	let [low, high] = [before, after];
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (offsetAt(middle, zone) === offset) low = middle;
		else high = middle;
	}
	return high;
}
