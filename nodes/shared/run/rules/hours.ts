import type { Entry, Ledger, State } from '../entry';
import type { AnyRun } from '../operation';
import { formatIsoInZone } from '../../values/dates';
import { ValidationError } from '../../values/formats';
import { nextSendingTime, type SendingHours } from '../../values/sendingHours';
import { maybeSentInAnyTry, openEntries, rejectedState } from '../ledger';
import { OPTION_LABELS } from '../../values/optionLabels';

export function applySendingHours(run: AnyRun): void {
	// If the operation has a schedule field, `in/schedule.ts` has already moved the schedule into
	// the hours of Send Between.
	if (run.operation.fieldIndex.schedule) return;
	const outside = new Map<SendingHours, State | undefined>();
	for (const entry of openEntries(run.ledger)) {
		const { sendingHours: entryHours } = entry;
		if (!entryHours) continue;
		if (!outside.has(entryHours)) outside.set(entryHours, stateOutsideHours(run, [entry]));
		entry.state = outside.get(entryHours) ?? entry.state;
	}
}

/**
 * Adds no property without need, because a property takes about 40 bytes and there may be 100,000
 * entries.
 */
export function setSendingHours(entries: Entry[], hours: SendingHours | undefined): void {
	for (const entry of entries) if (entry.sendingHours !== hours) entry.sendingHours = hours;
}

/**
 * Sends a request only if it starts within the hours of its entries. Checks again at the start of the request,
 * because the request may wait for a free slot.
 *
 * @param send must not start the request once `isOver` returns true
 */
export async function sendIfWithinHours(
	run: AnyRun,
	entries: Entry[],
	hasRunEnded: () => boolean,
	send: (isOver: () => boolean) => Promise<State>,
): Promise<State> {
	if (!entries.some((entry) => entry.sendingHours)) return await send(hasRunEnded);
	let outside: State | undefined;
	const isOver = () => {
		outside ??= stateOutsideHours(run, entries);
		return outside !== undefined || hasRunEnded();
	};
	const state = await send(isOver);
	return state.is === 'sent' || state.is === 'unknown' ? state : (outside ?? state);
}

/** Returns undefined if the current time is within the hours of all entries. */
function stateOutsideHours(run: AnyRun, entries: Entry[]): State | undefined {
	const { ledger, zone } = run;
	const [{ itemIndex }] = entries;
	try {
		const now = Date.now();
		const allHours = [...new Set(entries.flatMap((entry) => entry.sendingHours ?? []))];
		const starts = allHours.map((hours) => nextSendingTime(now, hours, zone));
		const allowed = Math.max(now, ...starts);
		if (allowed === now) return undefined;
		const send_after = formatIsoInZone(allowed, zone);
		// If some recipients have the message, leaving out the others would make the item look
		// unsent.
		if (isPartlySent(ledger, itemIndex)) throw partlySentError(send_after);
		return { is: 'leftOut', reason: 'outside sending hours', outputFields: { send_after } };
	} catch (error) {
		// Rejected, not failed, because no request was made.
		return rejectedState(run, itemIndex, error);
	}
}

/** Reports whether some recipients of a Send and Wait got or may have got the message. */
const isPartlySent = ({ entries }: Ledger, itemIndex: number): boolean =>
	entries.some(
		(entry) =>
			entry.recipientNumber !== undefined &&
			entry.itemIndex === itemIndex &&
			maybeSentInAnyTry(entry),
	);

const partlySentError = (sendAfter: string) =>
	new ValidationError(
		`does not allow sending to the remaining recipients before ${sendAfter}`,
		'The message was already sent to some recipients.',
		OPTION_LABELS.sendBetween,
	);
