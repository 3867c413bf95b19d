import { tryToParseDateTime } from 'n8n-workflow';
import { ValidationError, excerpt, type Parser } from './formats';

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
			'Select a date, or enter an ISO date such as 2026-12-24T18:30:00 or a date from $now.';
		const entered = value instanceof Date ? value : String(value).trim();
		const day =
			typeof entered === 'string' ? /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(entered)?.[1] : '';
		const moment = day === undefined ? undefined : parse(entered, zone);
		if (moment === undefined) {
			const problem = `is ${excerpt(value)}, which is not a date and time`;
			throw new ValidationError(problem, advice);
		}
		// A day that the month does not have would silently become another one.
		if (day && moment.toFormat('yyyy-MM-dd') !== day) {
			throw new ValidationError(`is ${excerpt(value)}, a date that does not exist`, advice);
		}
		return moment.setZone(zone).toFormat(pattern);
	};

/** `YYYY-MM-DD HH:MM` in the workflow's time zone. */
export const scheduleToMinute = dateTime('yyyy-MM-dd HH:mm');
/** `YYYY-MM-DDTHH:mm:ss` in the workflow's time zone. */
export const scheduleToSecond = dateTime("yyyy-MM-dd'T'HH:mm:ss");
