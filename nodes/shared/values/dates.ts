import { tryToParseDateTime } from 'n8n-workflow';
import { ValidationError, type Parser } from './formats';

function parse(value: string | Date, zone: string) {
	try {
		return tryToParseDateTime(value, zone);
	} catch {
		return undefined;
	}
}

const dateTime =
	(pattern: string): Parser =>
	(value, zone) => {
		const advice =
			'Pick a date, or give an ISO text such as 2026-12-24T18:30:00 or a date from $now.';
		const entered = value instanceof Date ? value : String(value).trim();
		const written =
			typeof entered === 'string' ? /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(entered)?.[1] : '';
		if (written === undefined) throw new ValidationError('is not a date and time', advice);
		const moment = parse(entered, zone);
		if (moment === undefined) throw new ValidationError('is not a date and time', advice);
		// A day that the month does not have would silently become another one.
		if (written !== '' && moment.toFormat('yyyy-MM-dd') !== written) {
			throw new ValidationError('is a date that the calendar does not have', advice);
		}
		return moment.setZone(zone).toFormat(pattern);
	};

/** `YYYY-MM-DD HH:MM`, the wall clock of the workflow's time zone. */
export const scheduleToMinute = dateTime('yyyy-MM-dd HH:mm');
/** `YYYY-MM-DDTHH:mm:ss`, the wall clock of the workflow's time zone. */
export const scheduleToSecond = dateTime("yyyy-MM-dd'T'HH:mm:ss");
