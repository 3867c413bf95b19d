import { sendBetween } from '../../describe/fields';
import type { AnyRun } from '../../describe/operation';
import { isoInZone } from '../../values/dates';
import { judge } from '../ledger';
import { allowedTime, fieldOf } from '../options/schedule';
import { hasOption } from '../readParameters';

/** Leaves out what the API cannot schedule, outside the hours of Send Between. */
export function hours(run: AnyRun): void {
	if (!fieldOf(run, sendBetween.name) || fieldOf(run, 'scheduleTime')) return;
	if (!hasOption(run.at(0), sendBetween)) return;
	run.saysSent = true;
	const now = Date.now();
	judge(run, (item) => {
		const allowed = allowedTime(run, item, now);
		if (allowed === now) return undefined;
		const send_after = isoInZone(allowed, run.zone);
		return { is: 'leftOut', reason: { reason: 'outside sending hours', send_after } };
	});
}
