import type { IDataObject } from 'n8n-workflow';
import { readField } from '../../describe/checkField';
import { apiNameOf, asOption, withOptions } from '../../describe/field';
import { sendBetween } from '../../describe/fields';
import type { AnyRun, Run } from '../../describe/operation';
import { isoInZone, scheduledInstant } from '../../values/dates';
import { nextSendingTime, parseSendingHours, type SendingHours } from '../../values/sendingHours';

export const fieldOf = ({ operation }: AnyRun, name: string) =>
	withOptions(operation.fields).find((field) => field.name === name);

/** The hours of an item; undefined without Send Between. @throws NodeOperationError */
export function hoursOf(run: AnyRun, index: number): SendingHours | undefined {
	const entered = readField(asOption(sendBetween), run.item(index));
	return entered === undefined ? undefined : parseSendingHours(entered);
}

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
	const planned = given === undefined ? Date.now() : scheduledInstant(given as string, run.zone);
	const allowed = nextSendingTime(planned, hours, run.zone);
	if (allowed === planned) return given === undefined ? { hours } : {};
	const scheduledFor = isoInZone(allowed, run.zone);
	record[name] = schedule.parse(scheduledFor, run.zone);
	return { scheduledFor };
}
