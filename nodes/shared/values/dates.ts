import { tryToParseDateTime } from 'n8n-workflow';
import { toAsciiDigits } from './digits';
import { ValidationError, describeValue, type Parser } from './formats';

/** Matches a date and a time with optional seconds and offset. Fractions of a second are ignored. */
const DATE_TIME_PATTERN =
	/^(\d{4}-\d\d-\d\d)[T ](\d{1,2}:\d\d)(?:(:\d\d)(?:[.,]\d+)?)?(?:(Z)|([+-](?:0\d|1[0-4])):?([0-5]\d)?)?$/i;
const DATE_ADVICE =
	"Select a date and time, or enter one such as 2030-12-24T18:30, or use $now.plus(2, 'hours').";
/** Matches the spaces that `toLocaleString` writes inside a date. */
const NO_BREAK_SPACE_PATTERN = /[\u00a0\u202f]/g;
const MINUTE_FORMAT = 'yyyy-MM-dd HH:mm';
const DAY_MS = 86_400_000;
/**
 * A schedule time that is in the past by at most this much is accepted, because a long run takes minutes to
 * reach its last item.
 */
const MAX_OVERDUE_MS = 5 * 60_000;

/** Passes a `Date`, because n8n's parser might read a text in the time zone of the n8n process. */
const toZonedDateTime = (instant: number, zone: string) =>
	tryToParseDateTime(new Date(instant), zone);

export const utcOffsetMs = (instant: number, zone: string): number =>
	toZonedDateTime(instant, zone).offset * 60_000;

export const formatIsoInZone = (instant: number, zone: string): string =>
	toZonedDateTime(instant, zone).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

/** Formats Unix seconds in the form `2030-12-24 18:30:00`. Returns null for 0 and for invalid times. */
export function formatUnixTime(seconds: unknown, zone: string): string | null {
	const instant = Number(seconds) * 1_000;
	if (!(instant > 0) || Number.isNaN(new Date(instant).getTime())) return null;
	return toZonedDateTime(instant, zone).toFormat('yyyy-MM-dd HH:mm:ss');
}

const offsetsOneDayAround = (local: number, zone: string): number[] => [
	utcOffsetMs(local - DAY_MS, zone),
	utcOffsetMs(local + DAY_MS, zone),
];

/**
 * Returns the earlier instant if the local time occurs twice.
 *
 * @param local the local time in milliseconds since 1970, as if the time zone were UTC
 */
function instantOfLocalTime(local: number, zone: string): number {
	const offsets = offsetsOneDayAround(local, zone);
	return (
		local -
		(offsets.find((offset) => utcOffsetMs(local - offset, zone) === offset) ?? offsets[0])
	);
}

/** Reports whether the local time of an instant occurs twice: before and after clocks are set back. */
function hasAmbiguousLocalTime(instant: number, zone: string): boolean {
	const local = instant + utcOffsetMs(instant, zone);
	const [offsetBefore, offsetAfter] = offsetsOneDayAround(local, zone);
	return (
		offsetBefore > offsetAfter &&
		[offsetBefore, offsetAfter].every((offset) => utcOffsetMs(local - offset, zone) === offset)
	);
}

/** Converts a schedule time to an instant. The schedule time has the API's format and is local to `zone`. */
export const instantOfSchedule = (schedule: string, zone: string): number =>
	instantOfLocalTime(Date.parse(`${schedule.replace(' ', 'T')}Z`), zone);

/**
 * Converts text, and JavaScript or Luxon dates, to text with ASCII digits and plain spaces. Returns other
 * values unchanged.
 */
function normalizeDateInput(value: unknown): unknown {
	const { toJSON } = (value ?? {}) as Partial<Date>;
	const text: unknown = typeof toJSON === 'function' ? toJSON.call(value) : value;
	return typeof text === 'string'
		? toAsciiDigits(text.replace(NO_BREAK_SPACE_PATTERN, ' ')).trim()
		: value;
}

/** Formats a valid date. Returns any other value unchanged. */
export function formatIfDate(value: unknown, zone: string): unknown {
	const { toJSON } = (value ?? {}) as Partial<Date>;
	const moment = typeof toJSON === 'function' ? (value as Date).valueOf() : NaN;
	return Number.isFinite(moment) ? formatIsoInZone(moment, zone) : value;
}

const dateError = (value: unknown, what: string, advice = DATE_ADVICE) =>
	new ValidationError(`is ${describeValue(normalizeDateInput(value))}, ${what}`, advice);

function trySplitDateTime(value: unknown): { localTime: string; offset?: string } | undefined {
	const entered = normalizeDateInput(value);
	const [found, day, time, seconds = ':00', utc, hours, minutes = '00'] =
		(typeof entered === 'string' && DATE_TIME_PATTERN.exec(entered)) || [];
	if (!found) return undefined;
	const clock = `${day}T${time.padStart(5, '0')}${seconds}`;
	return { localTime: clock, offset: utc ? 'Z' : hours && `${hours}:${minutes}` };
}

/**
 * @param tolerance milliseconds that the time may lie in the past
 * @throws ValidationError
 */
function parseFutureDateTime(value: unknown, zone: string, tolerance: number) {
	const { localTime, offset } = trySplitDateTime(value) ?? {};
	if (!localTime) throw dateError(value, 'which is not a date and time');
	const local = Date.parse(`${localTime}Z`);
	// Rejects dates such as February 30, which JavaScript would read as March 2.
	if (!new Date(local).toJSON()?.startsWith(localTime)) {
		throw dateError(value, 'a date and time that does not exist');
	}
	const moment = toZonedDateTime(
		offset ? Date.parse(localTime + offset) : instantOfLocalTime(local, zone),
		zone,
	);
	const time = `${moment.toFormat(MINUTE_FORMAT)} in ${zone}`;
	if (!offset && moment.toFormat("yyyy-MM-dd'T'HH:mm:ss") !== localTime) {
		throw dateError(
			value,
			`which does not exist, because clocks are set forward then. A valid time is ${time}`,
		);
	}
	if (moment.toMillis() < Date.now() - tolerance) {
		throw dateError(value, `which is in the past. The value was read as ${time}`);
	}
	return moment;
}

/**
 * Returns a parser that formats a schedule time in the account's time zone, or in the workflow's if the
 * account has none.
 */
const scheduleParser =
	(pattern: string): Parser =>
	(value, zone, _countryCode, accountZone) => {
		const scheduleZone = accountZone ?? zone;
		const moment = parseFutureDateTime(value, zone, MAX_OVERDUE_MS).setZone(scheduleZone);
		const instant = moment.toMillis();
		// Without an account time zone, a time that occurs twice means the first occurrence, as elsewhere in
		// n8n.
		const isFirst =
			accountZone === undefined &&
			instantOfLocalTime(instant + utcOffsetMs(instant, zone), zone) === instant;
		if (isFirst || !hasAmbiguousLocalTime(instant, scheduleZone))
			return moment.toFormat(pattern);
		throw dateError(
			value,
			`which is ${moment.toFormat(MINUTE_FORMAT)} in ${scheduleZone}. This hour occurs twice on the account's clock, because clocks are set back then`,
			'Choose a time before or after that hour.',
		);
	};

export function hasOffsetUnlikeZone(value: unknown, zone: string): boolean {
	const { localTime, offset } = trySplitDateTime(value) ?? {};
	if (!localTime || !offset) return false;
	const instant = Date.parse(localTime + offset);
	return Date.parse(`${localTime}Z`) - instant !== utcOffsetMs(instant, zone);
}

export const formatNowToMinute = (zone: string): string =>
	toZonedDateTime(Date.now(), zone).toFormat(MINUTE_FORMAT);

export const parseScheduleToMinute = scheduleParser(MINUTE_FORMAT);
export const parseScheduleToSecond = scheduleParser("yyyy-MM-dd'T'HH:mm:ss");
/** Returns milliseconds since 1970. */
export const parseFutureInstant: Parser = (value, zone) =>
	parseFutureDateTime(value, zone, 0).toMillis();
