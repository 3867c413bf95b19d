import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { Ledger, State } from '../run/entry';
import type { AnyRun, NewRun, Plan } from '../run/operation';
import { formatRanges } from '../errors/itemRanges';
import { NOTHING_SENT, Problem } from '../errors/problem';
import { mayRepeat } from '../api/endpoint';
import { cancelSignal } from '../http/attempt';
import { addressOf, byState, isOpen, wasSent } from '../run/ledger';
import { isUnknownKey, progressOf, sentBefore } from './progress';
import { asciiDigits } from '../values/digits';
import { masked, PHONE } from '../values/formats';

const SEND_TO_OTHERS =
	'To send to the others, set On Error in the settings of this step to Continue.';

/** The error of a run that does not send, because entries are wrong. */
export function rejection({ ledger, operation }: NewRun): Problem {
	const error = firstRejection(ledger);
	const hasOthers = operation.effect === 'send' && ledger.entries.some(isOpen);
	return hasOthers ? error.withDetail(SEND_TO_OTHERS) : error;
}

function firstRejection(ledger: Ledger): Problem {
	const states = new Map(ledger.entries.map(({ state, item }) => [state, item]));
	const [first, ...others] = [...states].flatMap(([state, item]) =>
		state.is === 'rejected' ? [{ ...state, item }] : [],
	);
	const more = others.map(({ item }) => item);
	if (more.length === 0) return first.error;
	const items = formatRanges(more);
	const rest =
		more.length === 1
			? `1 more item has an error (item ${items})`
			: `${more.length} more items have errors (items ${items})`;
	return first.error.withDetail(`${rest}.`, NOTHING_SENT);
}

/** The error of a run that sends, which says at its end whether nothing was sent. */
export function orNothingSent(error: Problem, { operation, ledger }: NewRun): Problem {
	const isSure = ledger.entries.every((entry) => wasSent([entry]) === false);
	const sends = operation.effect === 'send';
	return sends && isSure ? error.withDetail(NOTHING_SENT) : error;
}

/** An error before anything was sent, with what an earlier try of Retry On Fail has sent. */
export function withEarlier(error: Problem, run: NewRun): Problem {
	const { context, node, ledger, operation } = run;
	const earlier = mayRepeat(operation) ? [] : sentBefore(ledger);
	// n8n drops the error of an execution that was cancelled.
	if (earlier.length > 0 && cancelSignal(context)?.aborted) logCancelled(context, node, earlier);
	return earlier.length > 0 ? error.withDetail(...earlier) : error;
}

/**
 * Ends a run that was cancelled, or in which a request failed, unless it continues on failure.
 *
 * @param first the first error of this try
 * @throws the problem of that request, which also says what was sent, what failed, and what was not
 * sent; if the execution is cancelled, n8n's log says it
 */
export function assertDone(run: AnyRun, plan: Plan, first: Problem | undefined): void {
	assertNotCancelled(run, plan);
	const { operation, ledger } = run;
	const progress = () => (mayRepeat(operation) ? [] : progressOf(ledger, plan));
	const states = byState(ledger.entries).map(([state]) => state);
	const isItem = ({ is }: State) => is === 'rejected' && plan.keepsRejected;
	const errors = states.flatMap((state) =>
		'error' in state && !isItem(state) ? [state.error] : [],
	);
	const failed = first ?? errors[0];
	if (run.continues || !failed) return;
	// What may have been sent in an earlier try, and failed now.
	const isOfNone = states.every((state) => !('error' in state) || state.error !== failed);
	const isMore = isOfNone || ledger.entries.some(isUnknownKey);
	const detail = states.length > 1 || isMore ? progress() : [];
	throw detail.length > 0 ? failed.withDetail(...detail) : failed;
}

/** @throws Problem if the execution was cancelled; n8n's log says what was sent */
function assertNotCancelled(run: AnyRun, plan?: Plan): void {
	if (!logIfCancelled(run, plan)) return;
	throw new Problem({ message: 'The execution was cancelled', neverBegan: true });
}

/** Whether the execution was cancelled. If so, logs what was sent. */
export function logIfCancelled({ context, operation, node, ledger }: AnyRun, plan?: Plan): boolean {
	if (!cancelSignal(context)?.aborted) return false;
	const sent = mayRepeat(operation) ? [] : progressOf(ledger, plan);
	if (sent.length > 0) logCancelled(context, node, sent);
	return true;
}

/** @param progress names items and IDs, and nothing else of them */
const logCancelled = ({ logger }: IExecuteFunctions, { name }: INode, progress: string[]) =>
	logger.warn(`${name}: the execution was cancelled. ${progress.join(' ')}`);

const EMAIL = /[^\s"'<>,;:()]+@[^\s"'<>,;:()]+/g;

/**
 * The error of a run without the middle of the phones, and the names of the emails, that the run is for:
 * n8n logs it with the words of the service, which may repeat them. Other numbers stay. Items have the
 * whole words.
 */
export function maskRecipients(error: Problem, { ledger }: NewRun): Problem {
	const recipients = ledger.entries.map((entry) => addressOf(entry).toLowerCase());
	const isPhone = (found: string) => {
		const digits = asciiDigits(found).replace(/\D/g, '');
		const national = digits.replace(/^0+/, '');
		return recipients.some((one) => one && (digits.includes(one) || one.endsWith(national)));
	};
	const isEmail = (found: string) =>
		recipients.some((one) => one.includes('@') && found.toLowerCase().includes(one));
	const message = error.message
		.replace(PHONE, (found) => (isPhone(found) ? masked(found) : found))
		.replace(EMAIL, (found) => (isEmail(found) ? masked(found) : found));
	return error.with({ message });
}
