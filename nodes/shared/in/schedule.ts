import type { IDataObject } from 'n8n-workflow';
import { type Field, propertyOf, asOption } from '../describe/field';
import { readField } from './readField';
import type { AnyRun, Run } from '../run/operation';
import { rememberDays, sendBetween, sendOnceKey } from '../describe/options';
import { hasDifferentOffset, isoInZone, scheduledInstant } from '../values/dates';
import { isBlank, ValidationError, withLabel } from '../values/formats';
import { nextSendingTime, parseSendingHours, type SendingHours } from '../values/sendingHours';

/** Whether the saved step has an option, whatever it comes to. */
export const hasOption = ({ fields }: AnyRun, option: Field): boolean =>
	fields.some(({ name }) => name === option.name);

/** The hours of an item; undefined without Send Between. @throws Problem */
export function hoursOf(run: AnyRun, index: number): SendingHours | undefined {
	const entered = readField(asOption(sendBetween), run.item(index));
	return entered === undefined ? undefined : parseSendingHours(entered);
}

interface Schedule {
	/** The time of sending in ISO format with an offset, if it was entered or moved. */
	scheduledFor?: string;
	/** The time of sending in milliseconds since 1970; undefined for now. */
	sentFrom?: number;
	/** The schedule by its name in the API as it was entered, if it was moved. */
	unmoved?: IDataObject;
	/** The hours within which a request without a schedule must begin. */
	hours?: SendingHours;
}

/**
 * Moves the schedule of a request or a mailing into the hours of Send Between.
 *
 * @param record the parameters with the schedule, by their names in the API
 * @throws Problem if the hours are invalid, or ValidationError if the key would expire before the schedule
 */
export function moveSchedule(record: IDataObject, run: Run, index: number): Schedule {
	const { schedule } = run.operation.form;
	const hours = hasOption(run, sendBetween) ? hoursOf(run, index) : undefined;
	if (!schedule?.parse) return { hours };
	const name = propertyOf(schedule);
	const { timeZone } = run.account;
	const instant = () => scheduledInstant(record[name] as string, timeZone ?? run.zone);
	const moved: Schedule = {};
	if (hours) {
		const now = Date.now();
		// A time that has just passed means now.
		const planned = record[name] === undefined ? now : Math.max(instant(), now);
		const allowed = nextSendingTime(planned, hours, run.zone);
		if (allowed > planned) {
			const time = isoInZone(allowed, run.zone);
			const { displayName, parse } = schedule;
			moved.unmoved = { [name]: record[name] };
			record[name] = withLabel(displayName, () => parse(time, run.zone, '', timeZone));
			moved.scheduledFor = time;
		} else if (planned === now) moved.hours = hours;
	}
	if (record[name] === undefined) return moved;
	const sentFrom = instant();
	assertRemembered(run, sentFrom, schedule.displayName);
	const entered = run.at(index)(schedule.path ?? schedule.name);
	// A mailing without a schedule is sent when it is confirmed.
	if (isBlank(entered)) return { ...moved, sentFrom };
	if (timeZone === undefined && hasDifferentOffset(entered, run.zone))
		run.ledger.hints.add(otherOffset(run));
	return { ...moved, scheduledFor: isoInZone(sentFrom, run.zone), sentFrom };
}

const otherOffset = ({ zone }: Run): string =>
	`The offset of a Schedule Time is not that of the workflow's time zone. The time is sent in the workflow's time zone (${zone}), because the credential has no Time Zone of the Account. If the account has another time zone, enter it in the credential. Otherwise the message is sent hours before or after scheduled_for.`;

const DAY = 24 * 60 * 60_000;

/** A key that is forgotten before its message is sent lets it be scheduled once more. */
function assertRemembered(run: Run, instant: number, label: string): void {
	if (run.operation.effect !== 'send' || !hasOption(run, sendOnceKey)) return;
	const days = run.options.rememberDays;
	const needed = Math.ceil((instant - Date.now()) / DAY);
	if (needed <= days) return;
	const max = Number(rememberDays.typeOptions?.maxValue);
	throw new ValidationError(
		`is ${needed} days ahead, and its key is remembered for ${days} only`,
		needed > max
			? `Choose a time within ${max} days, or remove ${sendOnceKey.displayName}.`
			: `Set ${rememberDays.displayName} to ${needed} or more.`,
		label,
	);
}
