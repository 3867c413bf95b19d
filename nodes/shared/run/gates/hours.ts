import { sendBetween } from '../../describe/fields';
import type { Entry, Ledger, State } from '../entry';
import type { AnyRun } from '../operation';
import { isoInZone } from '../../values/dates';
import { ValidationError } from '../../values/formats';
import { nextSendingTime } from '../../values/sendingHours';
import { forEachOpenItem, mayHaveBeenSent, setHours } from '../ledger';
import { fieldOf, hoursOf } from '../options/schedule';
import { hasOption } from '../readParameters';

/** Leaves out what the API cannot schedule, outside the hours of Send Between. */
export function hours(run: AnyRun): void {
	if (!fieldOf(run, sendBetween.name) || fieldOf(run, 'scheduleTime')) return;
	if (!hasOption(run.at(0), sendBetween)) return;
	forEachOpenItem(run, (item, entries) => {
		setHours(entries, hoursOf(run, item));
		return outsideHours(run, entries);
	});
}

/**
 * The state of entries whose hours do not allow that their request begins now; undefined within them.
 *
 * @throws ValidationError if other recipients of their item were sent to
 */
export function outsideHours({ ledger, zone }: AnyRun, entries: Entry[]): State | undefined {
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
		sendBetween.displayName,
	);
