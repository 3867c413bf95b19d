import { sendBetween } from '../../describe/fields';
import type { AnyRun } from '../operation';

const counted = (count: number) => (count === 1 ? '1 message was' : `${count} messages were`);

/** Says above the output what was left out: n8n marks the step as done. */
export function addHints({ context, ledger }: AnyRun): void {
	const outside = ledger.entries.filter(
		({ state }) => state.is === 'leftOut' && state.reason === 'outside sending hours',
	).length;
	if (outside === 0) return;
	const message = `${counted(outside)} not sent, outside the hours of ${sendBetween.displayName}. See send_after.`;
	context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
}
