import type { IDataObject } from 'n8n-workflow';
import { apiNameOf } from '../describe/field';
import type { Run, Values } from '../run/operation';
import { rememberDaysOption, sendBetweenOption, sendOnceKeyOption } from '../describe/options';
import { hasOffsetUnlikeZone, formatIsoInZone, instantOfSchedule } from '../values/dates';
import { isOptionAdded } from './options';
import { isBlank, ValidationError, runWithLabel } from '../values/formats';
import { nextSendingInstant, parseSendingHours, type SendingHours } from '../values/sendingHours';

interface Schedule {
	/**
	 * Time of sending, ISO 8601 with an offset. Undefined if neither the user nor Send Between set a schedule.
	 */
	scheduledFor?: string;
	/** Time of sending, in milliseconds since 1970. Default: now. */
	sendAtMs?: number;
	/** The entered schedule, keyed by its API name. Set only if the schedule was moved. */
	replacedSchedule?: IDataObject;
	/** The hours within which a request without a schedule must start. */
	sendingHours?: SendingHours;
}

/**
 * Moves the schedule of a request or a mailing into the hours of Send Between.
 *
 * @param record the parameters by API name. The schedule is replaced.
 * @throws ValidationError if Send Once Per Key would forget the key before the message is sent
 */
export function moveScheduleIntoHours(
	record: IDataObject,
	run: Run,
	index: number,
	values: Values,
): Schedule {
	const { schedule } = run.operation.fieldIndex;
	const entered = values[sendBetweenOption.name];
	const sendingHours = entered === undefined ? undefined : parseSendingHours(entered);
	if (!schedule?.parse) return { sendingHours };
	const name = apiNameOf(schedule);
	const { timeZone } = run.account;
	const instant = () => instantOfSchedule(record[name] as string, timeZone ?? run.zone);
	const moved: Schedule = {};
	if (sendingHours) {
		const now = Date.now();
		// A time in the past means now.
		const planned = record[name] === undefined ? now : Math.max(instant(), now);
		const allowed = nextSendingInstant(planned, sendingHours, run.zone);
		if (allowed > planned) {
			const time = formatIsoInZone(allowed, run.zone);
			const { displayName, parse } = schedule;
			moved.replacedSchedule = { [name]: record[name] };
			record[name] = runWithLabel(displayName, () => parse(time, run.zone, '', timeZone));
			moved.scheduledFor = time;
		} else if (planned === now) moved.sendingHours = sendingHours;
	}
	if (record[name] === undefined) return moved;
	const sendAt = instant();
	assertKeyOutlivesSchedule(run, sendAt, schedule.displayName);
	const enteredTime = run.parameterReaderOf(index)(schedule.path ?? schedule.name);
	// Adds no `scheduledFor`, because a mailing without an entered schedule is sent as soon as it is confirmed.
	if (isBlank(enteredTime)) return { ...moved, sendAtMs: sendAt };
	if (timeZone === undefined && hasOffsetUnlikeZone(enteredTime, run.zone))
		run.ledger.warningHints.add(offsetHint(run));
	return { ...moved, scheduledFor: formatIsoInZone(sendAt, run.zone), sendAtMs: sendAt };
}

const offsetHint = ({ zone }: Run): string =>
	`A Schedule Time has a UTC offset that differs from the offset of the workflow's time zone. The time is converted to the workflow's time zone (${zone}), because the credential has no Time Zone of the Account. If your account uses another time zone, the message is sent at the wrong time. Enter the time zone of the account in the credential.`;

const DAY_MS = 24 * 60 * 60_000;

/**
 * Verifies that a key is remembered until its message is sent, because otherwise the message could be scheduled
 * twice.
 */
function assertKeyOutlivesSchedule(run: Run, instant: number, label: string): void {
	if (run.operation.effect !== 'send' || !isOptionAdded(run, sendOnceKeyOption)) return;
	const days = run.options.rememberDays;
	const needed = Math.ceil((instant - Date.now()) / DAY_MS);
	if (needed <= days) return;
	const max = Number(rememberDaysOption.typeOptions?.maxValue);
	throw new ValidationError(
		`is ${needed} days ahead, but the key of the message is remembered for only ${days}`,
		needed > max
			? `Choose a time within ${max} days, or remove ${sendOnceKeyOption.displayName}.`
			: `Set ${rememberDaysOption.displayName} to ${needed} or more.`,
		label,
	);
}
