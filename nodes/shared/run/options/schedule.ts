import type { IDataObject } from 'n8n-workflow';
import { readField } from '../readField';
import { apiNameOf, asOption, type Field, withOptions } from '../../describe/field';
import { sendBetween } from '../../describe/fields';
import type { AnyRun, Run } from '../operation';
import { withNodeError } from '../../errors/nodeErrors';
import { isoInZone, scheduledInstant } from '../../values/dates';
import { ValidationError } from '../../values/formats';
import { nextSendingTime, parseSendingHours, type SendingHours } from '../../values/sendingHours';
import { savedValue } from '../readParameters';

export const fieldOf = ({ operation }: AnyRun, name: string) =>
	withOptions(operation.fields).find((field) => field.name === name);

/**
 * What an expression before the hours, or after them, is for, and the text that is entered if it came to
 * nothing: a blank and a digit at the start, minutes and a blank at the end.
 */
const ENDS = [
	{ is: 'days', saved: /^=\s*\{\{((?!\}\})[^])*\}\}\s+(\d|\{\{)/, empty: /^\s+\d/ },
	{ is: 'a time zone', saved: /\s\{\{((?!\{\{|\}\})[^])*\}\}\s*$/, empty: /:\d\d\s*[,;]?\s+$/ },
];

/** The hours of an item; undefined without Send Between. @throws NodeOperationError */
export function hoursOf(run: AnyRun, index: number): SendingHours | undefined {
	const field = asOption(sendBetween);
	const entered = readField(field, run.item(index));
	if (entered === undefined) return undefined;
	const hours = parseSendingHours(entered);
	assertNotEmpty(run, field, String(entered), index);
	return hours;
}

/**
 * @throws NodeOperationError if the days or the time zone are an expression that came to nothing: the
 * recipient may get the message on a Sunday, or at night
 */
function assertNotEmpty({ context, where }: AnyRun, field: Field, entered: string, index: number) {
	const possible = ENDS.filter(({ empty }) => empty.test(entered));
	if (possible.length === 0) return;
	const form = String(savedValue(context, field.path ?? field.name));
	const found = possible.find(({ saved }) => saved.test(form));
	if (!found) return;
	const { displayName: label } = field;
	withNodeError({ ...where(index), label }, () => {
		throw new ValidationError(`has an expression for ${found.is}, which is empty`, ADVICE);
	});
}

const ADVICE =
	"Enter a value for items without one, e.g. {{ $json.timezone || 'Europe/Kyiv' }} or {{ $json.days || 'Mon-Fri' }}.";

export interface Schedule {
	/** The time that it was moved to, with its offset. */
	scheduledFor?: string;
	/** What has no schedule is sent when its request begins: within these hours. */
	hours?: SendingHours;
}

/**
 * Moves the schedule of a request or a mailing into the hours of Send Between.
 *
 * @param record the parameters with the schedule, by their names in the API
 * @throws NodeOperationError if the hours are wrong
 */
export function moveSchedule(record: IDataObject, run: Run, index: number): Schedule {
	const schedule = fieldOf(run, 'scheduleTime');
	if (!schedule?.parse || !fieldOf(run, sendBetween.name)) return {};
	const hours = hoursOf(run, index);
	if (!hours) return {};
	const name = apiNameOf(schedule);
	const given = record[name];
	const now = Date.now();
	const time = given === undefined ? now : scheduledInstant(given as string, run.zone);
	// A time that has just passed means now.
	const planned = Math.max(time, now);
	const allowed = nextSendingTime(planned, hours, run.zone);
	if (allowed === planned) return planned === now ? { hours } : {};
	const scheduledFor = isoInZone(allowed, run.zone);
	record[name] = schedule.parse(scheduledFor, run.zone);
	return { scheduledFor };
}
