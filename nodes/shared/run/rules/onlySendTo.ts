import type { State } from '../entry';
import type { AnyRun } from '../operation';
import { runWithContext } from '../../errors/problem';
import { ValidationError } from '../../values/formats';
import { listOpenEntries } from '../ledger';

const ONLY_SEND_TO_LABEL = 'Only Send To';

const NOT_IN_LIST_STATE: State = { is: 'leftOut', reason: 'not in Only Send To', outputFields: {} };

/**
 * Leaves out recipients that Only Send To does not allow. Runs first, so that these recipients do not count for
 * limits.
 *
 * @throws Problem if the list is invalid, or if the recipients are unknown, e.g. for a contact list
 */
export function applyOnlySendTo(run: AnyRun): void {
	const { operation, account, ledger, context } = run;
	if (operation.effect !== 'send' || account.enteredOnlySendTo === undefined) return;
	runWithContext(
		{ ...run.errorContextOf(0), itemIndex: undefined, label: ONLY_SEND_TO_LABEL },
		() => {
			const { allowedRecipientMatcher: isAllowedRecipient } = account;
			if (!operation.knowsRecipients) throw unknownRecipientsError();
			for (const entry of listOpenEntries(ledger)) {
				if (entry.address === undefined) throw unknownRecipientsError();
				if (!isAllowedRecipient(entry.address)) entry.state = NOT_IN_LIST_STATE;
			}
		},
	);
	const count = ledger.entries.filter(({ state }) => state === NOT_IN_LIST_STATE).length;
	const recipients = count === 1 ? '1 recipient was' : `${count || 'No'} recipients were`;
	const message = `${recipients} left out. The credential limits the recipients with "Only Send To".`;
	context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
}

const unknownRecipientsError = () =>
	new ValidationError(
		'is set in the credential, but the step cannot check who is in a contact list',
		'Send to single recipients, or use a credential without Only Send To.',
	);
