import type { Entry, Ledger, State } from '../entry';
import type { AnyRun } from '../operation';
import { formatIsoInZone } from '../../values/dates';
import { ValidationError } from '../../values/formats';
import { nextSendingInstant, type SendingHours } from '../../values/sendingHours';
import { maybeSentInAnyTry, listOpenEntries, rejectedState } from '../ledger';
import { OPTION_LABELS } from '../../values/optionLabels';

export function applySendingHours(run: AnyRun): void {
	// If the operation has a schedule field, `in/schedule.ts` has already moved the schedule into
	// the hours of Send Between.
	if (run.operation.fieldIndex.schedule) return;
	const outside = new Map<SendingHours, State | undefined>();
	for (const entry of listOpenEntries(run.ledger)) {
		const { itemIndex, sendingHours } = entry;
		if (!sendingHours) continue;
		if (!outside.has(sendingHours))
			outside.set(sendingHours, stateIfOutsideHours(run, itemIndex, sendingHours));
		entry.state = outside.get(sendingHours) ?? entry.state;
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
 * @param entries the entries of the request, which have the same hours, because a batch reads Send
 *   Between from the first item only
 * @param send must not start the request once `isOver` returns true
 */
export async function sendIfWithinHours(
	run: AnyRun,
	[{ itemIndex, sendingHours }]: Entry[],
	hasRunEnded: () => boolean,
	send: (isOver: () => boolean) => Promise<State>,
): Promise<State> {
	if (!sendingHours) return await send(hasRunEnded);
	let outside: State | undefined;
	const isOver = () => {
		outside ??= stateIfOutsideHours(run, itemIndex, sendingHours);
		return outside !== undefined || hasRunEnded();
	};
	const state = await send(isOver);
	return state.is === 'sent' || state.is === 'unknown' ? state : (outside ?? state);
}

/** Returns undefined if the current time is within the hours. */
function stateIfOutsideHours(
	run: AnyRun,
	itemIndex: number,
	hours: SendingHours,
): State | undefined {
	const { ledger, zone } = run;
	try {
		const now = Date.now();
		const allowed = nextSendingInstant(now, hours, zone);
		if (allowed === now) return undefined;
		const send_after = formatIsoInZone(allowed, zone);
		// If some recipients have the message, the item gets an error, because the state `leftOut`
		// would mean that the whole item was not sent.
		if (isPartlySent(ledger)) throw partlySentError(send_after);
		return { is: 'leftOut', reason: 'outside sending hours', outputFields: { send_after } };
	} catch (error) {
		// Rejected, not failed, because no request was made.
		return rejectedState(run, itemIndex, error);
	}
}

/**
 * Reports whether some recipients of a Send and Wait, which has a single item, got or may have got
 * the message.
 */
const isPartlySent = ({ entries }: Ledger): boolean =>
	entries.some((entry) => entry.recipientOrdinal !== undefined && maybeSentInAnyTry(entry));

const partlySentError = (sendAfter: string) =>
	new ValidationError(
		`does not allow sending to the remaining recipients before ${sendAfter}`,
		'The message was already sent to some recipients.',
		OPTION_LABELS.sendBetween,
	);
