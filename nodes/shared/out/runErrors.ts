import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { Ledger, State } from '../run/entry';
import type { AnyRun, NewRun, Plan } from '../run/operation';
import { formatFirstRanges } from '../errors/itemRanges';
import { NOTHING_SENT, Problem } from '../errors/problem';
import { mayRepeat } from '../api/endpoint';
import { getCancelSignal } from '../http/attempt';
import { addressOf, groupBySharedState, isOpen, computeIsSent } from '../run/ledger';
import { maybeSentByOtherExecution, describeProgress, describeEarlierTry } from './progress';
import { toAsciiDigits } from '../values/digits';
import { maskRecipientsIn, PHONE_IN_TEXT_PATTERN } from '../values/formats';

const SEND_TO_OTHERS_ADVICE =
	'To send to the other recipients, set On Error in the settings of this step to Continue.';

/** Returns the error of a run that sends nothing because some entries are invalid. */
export function rejectionError({ ledger, operation }: NewRun): Problem {
	const error = firstRejectionError(ledger);
	const hasValidEntries = operation.effect === 'send' && ledger.entries.some(isOpen);
	return hasValidEntries ? error.copyWithAddedAdvice(SEND_TO_OTHERS_ADVICE) : error;
}

function firstRejectionError(ledger: Ledger): Problem {
	const states = new Map(ledger.entries.map(({ state, itemIndex }) => [state, itemIndex]));
	const [first, ...others] = [...states].flatMap(([state, item]) =>
		state.is === 'rejected' ? [{ ...state, item }] : [],
	);
	const otherItems = others.map(({ item }) => item);
	if (otherItems.length === 0) return first.error;
	const items = formatFirstRanges(otherItems);
	const rest =
		otherItems.length === 1
			? `1 more item has an error (item ${items})`
			: `${otherItems.length} more items have errors (items ${items})`;
	return first.error.copyWithAddedAdvice(`${rest}.`, NOTHING_SENT);
}

export function addNothingSentIfCertain(error: Problem, { operation, ledger }: NewRun): Problem {
	const isNothingSent = ledger.entries.every((entry) => computeIsSent([entry]) === false);
	const sends = operation.effect === 'send';
	return sends && isNothingSent ? error.copyWithAddedAdvice(NOTHING_SENT) : error;
}

export function withEarlierTryReported(error: Problem, run: NewRun): Problem {
	const { context, node, ledger, operation } = run;
	const earlier = mayRepeat(operation) ? [] : describeEarlierTry(ledger);
	// The log gets the progress, because n8n discards the error of a cancelled execution.
	if (earlier.length > 0 && getCancelSignal(context)?.aborted)
		logCancellation(context, node, earlier);
	return earlier.length > 0 ? error.copyWithAddedAdvice(...earlier) : error;
}

/** @throws the error of a failed run, with the progress, unless On Error is Continue */
export function throwIfFailed(run: AnyRun, plan: Plan, firstError: Problem | undefined): void {
	const { operation, ledger } = run;
	const progress = () => (mayRepeat(operation) ? [] : describeProgress(ledger, plan));
	const states = groupBySharedState(ledger.entries).map(([state]) => state);
	const becomesItem = ({ is }: State) => is === 'rejected' && plan.sendsDespiteRejected;
	const errors = states.flatMap((state) =>
		'error' in state && !becomesItem(state) ? [state.error] : [],
	);
	const error = firstError ?? errors[0];
	if (run.continuesOnFail || !error) return;
	// True if an earlier try may have sent the failed entry. The state of the entry then has the error of that
	// try.
	const isOfEarlierTry = states.every((state) => !('error' in state) || state.error !== error);
	const hasMoreToSay = isOfEarlierTry || ledger.entries.some(maybeSentByOtherExecution);
	const detail = states.length > 1 || hasMoreToSay ? progress() : [];
	throw detail.length > 0 ? error.copyWithAddedAdvice(...detail) : error;
}

/** @throws Problem if the execution was cancelled; n8n's log has the progress */
export function logAndThrowIfCancelled(run: AnyRun, plan?: Plan): void {
	if (!logIfCancelled(run, plan)) return;
	throw new Problem({ message: 'The execution was cancelled', neverBegan: true });
}

export function logIfCancelled({ context, operation, node, ledger }: AnyRun, plan?: Plan): boolean {
	if (!getCancelSignal(context)?.aborted) return false;
	const sent = mayRepeat(operation) ? [] : describeProgress(ledger, plan);
	if (sent.length > 0) logCancellation(context, node, sent);
	return true;
}

/** @param progress item numbers and IDs only: phones and emails must not be logged */
const logCancellation = ({ logger }: IExecuteFunctions, { name }: INode, progress: string[]) =>
	logger.warn(`${name}: the execution was cancelled. ${progress.join(' ')}`);

const EMAIL_IN_TEXT_PATTERN = /[^\s"'<>,;:()]+@[^\s"'<>,;:()]+/g;

/**
 * Masks recipients in an error, because the service may repeat their addresses and n8n logs errors. Other
 * numbers stay unchanged. Output items have the unmasked text.
 */
export function maskRecipientsInError(error: Problem, { ledger }: NewRun): Problem {
	const recipients = ledger.entries.map((entry) => addressOf(entry).toLowerCase());
	const isPhone = (found: string) => {
		const digits = toAsciiDigits(found).replace(/\D/g, '');
		const national = digits.replace(/^0+/, '');
		return recipients.some(
			(recipient) =>
				recipient && (digits.includes(recipient) || recipient.endsWith(national)),
		);
	};
	const isEmail = (found: string) =>
		recipients.some(
			(recipient) => recipient.includes('@') && found.toLowerCase().includes(recipient),
		);
	const message = error.message
		.replace(PHONE_IN_TEXT_PATTERN, (found) =>
			isPhone(found) ? maskRecipientsIn(found) : found,
		)
		.replace(EMAIL_IN_TEXT_PATTERN, (found) =>
			isEmail(found) ? maskRecipientsIn(found) : found,
		);
	return error.copyWith({ message });
}
