import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { outcomeOptions } from '../fields';
import type { Settings } from '../settings';
import { COUNTS_AS_OPEN, unknownStatuses } from './unknownStatuses';

/** Statuses that an error lists. */
const MAX_LISTED = 20;

const REPLY_ADVICE =
	'Reply to one of your Viber messages, then test this step again. Replies that are marked as read are not shown, no matter which workflow or program marked them.';
const SEND_ADVICE = 'Send a mailing, then test this step again.';
const SINGLE_VIBER =
	'Single Viber messages are not listed. To watch one, enter its message_id in Message IDs.';
const SINGLE_REPLIES = 'Single Viber messages are not listed, so replies to them are not watched.';
const SINGLE_SMS =
	'Single SMS are not listed and have no message_id. The trigger watches mailings, batches and prepared SMS.';

/**
 * The error of a test in the editor that has nothing to show.
 *
 * @param seen statuses that the mailings have
 */
export function noDataError(
	context: Pick<IPollFunctions, 'getNode'>,
	{ event, selected, messages, statuses, outcomes }: Settings,
	seen: Set<string>,
): NodeOperationError {
	const isReply = event === 'viberReply';
	const labels = outcomeOptions.filter(({ value }) => outcomes?.has(value));
	const wanted = [
		statuses && `the status ${[...statuses].join(' or ')}`,
		outcomes && `the outcome ${labels.map(({ name }) => name).join(' or ')}`,
	].filter(Boolean);
	const recipients = wanted.length > 0 ? `recipients with ${wanted.join(' and ')}` : 'recipients';
	const what = isReply ? 'unread replies' : recipients;
	const where = selected ? 'the selected mailings' : 'the mailings of the account';
	const advice = [isReply ? REPLY_ADVICE : SEND_ADVICE];
	if (wanted.length > 0 && seen.size > 0) {
		const listed = [...seen].slice(0, MAX_LISTED).join(', ');
		advice[0] = `The statuses of their recipients are: ${listed}. Correct the option ${statuses ? 'Statuses' : 'Outcomes'}, or wait until a recipient has one of yours.`;
	}
	const unknown = unknownStatuses(seen);
	if (unknown.length > 0) {
		const named = unknown.slice(0, MAX_LISTED).join(', ');
		advice.push(`This package does not know ${named}. ${COUNTS_AS_OPEN}`);
	}
	if (event === 'viberDelivery' && messages.length === 0) advice.push(SINGLE_VIBER);
	else if (event === 'viberReply' && !selected) advice.push(SINGLE_REPLIES);
	else if (event === 'smsDelivery' && !selected) advice.push(SINGLE_SMS);
	const message = `No data: there are no ${what} in ${where}`;
	return new NodeOperationError(context.getNode(), message, { description: advice.join(' ') });
}
