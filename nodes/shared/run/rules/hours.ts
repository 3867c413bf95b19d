import type { Entry, Ledger, State } from '../entry';
import type { AnyRun } from '../operation';
import { isoInZone } from '../../values/dates';
import { ValidationError } from '../../values/formats';
import { nextSendingTime, type SendingHours } from '../../values/sendingHours';
import { mayHaveBeenSent, openEntries, rejected } from '../ledger';
import { LABELS } from '../../values/optionLabels';

/** Leaves out what the API cannot schedule, outside the hours of Send Between. */
export function hours(run: AnyRun): void {
	// What can be scheduled was moved into its hours when it was read.
	if (run.operation.form.schedule) return;
	const outside = new Map<SendingHours, State | undefined>();
	for (const entry of openEntries(run.ledger)) {
		const { hours: own } = entry;
		if (!own) continue;
		if (!outside.has(own)) outside.set(own, stateOutside(run, [entry]));
		entry.state = outside.get(own) ?? entry.state;
	}
}

/** Within which hours entries are sent. It takes no memory from those that have none. */
export function setHours(entries: Entry[], hours: SendingHours | undefined): void {
	for (const entry of entries) if (entry.hours !== hours) entry.hours = hours;
}

/**
 * Sends a request that begins within the hours of its entries. It may wait for its turn until they are over.
 *
 * @param send sends it unless `isOver` says that it must not begin
 */
export async function withinHours(
	run: AnyRun,
	entries: Entry[],
	isStopped: () => boolean,
	send: (isOver: () => boolean) => Promise<State>,
): Promise<State> {
	if (!entries.some(({ hours: own }) => own)) return await send(isStopped);
	let outside: State | undefined;
	const isOver = () => {
		outside ??= stateOutside(run, entries);
		return outside !== undefined || isStopped();
	};
	const state = await send(isOver);
	return state.is === 'sent' || state.is === 'unknown' ? state : (outside ?? state);
}

/** The state of entries whose request would begin now, outside their hours. */
function stateOutside(run: AnyRun, entries: Entry[]): State | undefined {
	try {
		return outsideHours(run, entries);
	} catch (error) {
		// It was not sent, and did not fail: the hours are over for what is left of a wait.
		return rejected(run, entries[0].item, error);
	}
}

/**
 * The state of entries whose hours do not allow that their request begins now; undefined within them.
 *
 * @throws ValidationError if other recipients of their item were sent to
 */
function outsideHours({ ledger, zone }: AnyRun, entries: Entry[]): State | undefined {
	const now = Date.now();
	const all = [...new Set(entries.flatMap(({ hours: own }) => own ?? []))];
	const allowed = Math.max(now, ...all.map((own) => nextSendingTime(now, own, zone)));
	if (allowed === now) return undefined;
	const send_after = isoInZone(allowed, zone);
	// Left out, it would look as if nothing had been sent.
	if (isPartlySent(ledger, entries[0].item)) throw tooLate(send_after);
	return { is: 'leftOut', reason: 'outside sending hours', facts: { send_after } };
}

/** Whether some recipients of a wait were sent to, or may have been. */
const isPartlySent = ({ entries }: Ledger, item: number): boolean =>
	entries.some(
		(entry) => entry.place !== undefined && entry.item === item && mayHaveBeenSent(entry),
	);

const tooLate = (sendAfter: string) =>
	new ValidationError(
		`does not allow the other recipients to be sent to before ${sendAfter}`,
		'Some recipients were sent to before.',
		LABELS.sendBetween,
	);
