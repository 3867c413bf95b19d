import { maxRecipients } from './options/sendLimits';
import { type AnyRun, isLocal } from './operation';
import { withNodeError } from '../errors/nodeErrors';
import { ValidationError } from '../values/formats';
import { openEntries } from './ledger';
import { limitOf } from './options/sendLimits';

/**
 * Verifies that a run does not send to more recipients than are allowed.
 *
 * @throws NodeOperationError
 */
export function limits(run: AnyRun): void {
	if (isLocal(run.operation) || !run.operation.knowsRecipients) return;
	const limit = limitOf(run, maxRecipients, 0);
	if (!limit) return;
	const recipients = openEntries(run.ledger).length;
	if (recipients <= limit.max) return;
	withNodeError({ ...run.where(0), itemIndex: undefined }, () => {
		throw new ValidationError(
			`is ${limit.max} ${limit.place}, and this run has ${recipients} recipients`,
			'Nothing was sent. Filter the input items, or send them in smaller runs.',
			maxRecipients.displayName,
		);
	});
}
