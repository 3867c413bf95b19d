import type { IDataObject } from 'n8n-workflow';
import { readField } from '../describe/checkField';
import { apiNameOf, asOption, withOptions } from '../describe/field';
import { sendBetween } from '../describe/fields';
import type { AnyRun, Plan, Run } from '../describe/operation';
import type { RejectedItems } from '../errors/rejectedItems';
import { isoInZone, scheduledInstant } from '../values/dates';
import { nextSendingTime, parseSendingHours } from '../values/sendingHours';
import type { LeftOut } from './leftOut';
import { hasOption } from './readParameters';

const fieldOf = ({ operation }: AnyRun, name: string) =>
	withOptions(operation.fields).find((field) => field.name === name);

/** The first time from an instant on that Send Between of the item allows. @throws NodeOperationError */
function allowedTime(run: AnyRun, index: number, instant: number): number {
	const { at, zone, where } = run;
	const field = asOption(sendBetween);
	const hours = readField(field, at(index), zone, where(index));
	return hours === undefined ? instant : nextSendingTime(instant, parseSendingHours(hours), zone);
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

/** Leaves out what the API cannot schedule, outside the hours of Send Between. */
export function leaveOutByHours(
	run: AnyRun,
	plan: Plan,
	rejected: RejectedItems,
	leftOut: LeftOut,
): void {
	if (!fieldOf(run, sendBetween.name) || fieldOf(run, 'scheduleTime')) return;
	if (!hasOption(run.at(0), sendBetween)) return;
	leftOut.isAsked = true;
	const now = Date.now();
	leftOut.check(run, plan, rejected, (index) => {
		const allowed = allowedTime(run, index, now);
		if (allowed === now) return;
		const send_after = isoInZone(allowed, run.zone);
		leftOut.add(index, { reason: 'outside sending hours', send_after });
	});
}
