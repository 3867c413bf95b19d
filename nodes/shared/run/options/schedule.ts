import type { IDataObject } from 'n8n-workflow';
import { readField } from '../../describe/checkField';
import { apiNameOf, asOption, withOptions } from '../../describe/field';
import { sendBetween } from '../../describe/fields';
import type { AnyRun, Run } from '../../describe/operation';
import { isoInZone, scheduledInstant } from '../../values/dates';
import { nextSendingTime, parseSendingHours } from '../../values/sendingHours';

export const fieldOf = ({ operation }: AnyRun, name: string) =>
	withOptions(operation.fields).find((field) => field.name === name);

/** The first time from an instant on that Send Between of the item allows. @throws NodeOperationError */
export function allowedTime(run: AnyRun, index: number, instant: number): number {
	const hours = readField(asOption(sendBetween), run.item(index));
	if (hours === undefined) return instant;
	return nextSendingTime(instant, parseSendingHours(hours), run.zone);
}

/**
 * Moves the schedule of a request or a mailing into the hours of Send Between.
 *
 * @param record the parameters with the schedule, by their names in the API
 * @returns the new time with its offset; undefined if nothing was moved
 * @throws NodeOperationError if the hours are wrong
 */
export function moveSchedule(record: IDataObject, run: Run, index: number): string | undefined {
	const schedule = fieldOf(run, 'scheduleTime');
	if (!schedule?.parse || !fieldOf(run, sendBetween.name)) return undefined;
	const name = apiNameOf(schedule);
	const given = record[name];
	const planned = given === undefined ? Date.now() : scheduledInstant(given as string, run.zone);
	const allowed = allowedTime(run, index, planned);
	if (allowed === planned) return undefined;
	const time = isoInZone(allowed, run.zone);
	record[name] = schedule.parse(time, run.zone);
	return time;
}
