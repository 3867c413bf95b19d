import { sendBetween } from '../../describe/fields';
import type { AnyRun } from '../../describe/operation';
import { isoInZone } from '../../values/dates';
import { ValidationError } from '../../values/formats';
import { isSettled, judge } from '../ledger';
import { allowedTime, fieldOf } from '../options/schedule';
import { hasOption } from '../readParameters';

/** Leaves out what the API cannot schedule, outside the hours of Send Between. */
export function hours(run: AnyRun): void {
	if (!fieldOf(run, sendBetween.name) || fieldOf(run, 'scheduleTime')) return;
	if (!hasOption(run.at(0), sendBetween)) return;
	const now = Date.now();
	judge(run, (item) => {
		const allowed = allowedTime(run, item, now);
		if (allowed === now) return undefined;
		const send_after = isoInZone(allowed, run.zone);
		// Left out, it would look as if nothing had been sent.
		if (isPartlySent(run, item)) throw tooLate(send_after);
		return { is: 'leftOut', reason: { reason: 'outside sending hours', send_after } };
	});
}

/** Whether an earlier try has sent to some recipients of the item. */
const isPartlySent = ({ ledger: { noun, entries } }: AnyRun, item: number): boolean =>
	noun !== 'item' && entries.some((entry) => entry.item === item && isSettled(entry));

const tooLate = (sendAfter: string) =>
	new ValidationError(
		`does not allow the other recipients to be sent to before ${sendAfter}`,
		'Some recipients were sent to in an earlier try.',
		sendBetween.displayName,
	);
