import type { IDataObject } from 'n8n-workflow';
import type { CheckedRequest, Run } from '../describe/operation';
import { withDetail } from '../errors/errorDetail';
import { isOutcomeUnknown, requestError, toNodeError } from '../errors/nodeErrors';
import { NotStarted } from '../http/sendRequest';
import { sendItem } from '../run/planItems';
import { idOf } from '../run/progress';

/**
 * Sends the message of a wait to one recipient after the other. The first failure ends it: without a
 * wait, the others would get a link that leads nowhere. Retry On Fail goes on with that recipient.
 *
 * @returns the records of all recipients
 * @throws NodeApiError that also says who has got the message
 */
export async function sendToEach(
	run: Run,
	requests: CheckedRequest[],
	isStopped: () => boolean,
): Promise<IDataObject[]> {
	const sent: IDataObject[][] = [];
	for (const [position, request] of requests.entries()) {
		const key = `recipient ${position + 1}`;
		const earlier = run.sent.get(key);
		try {
			const records =
				earlier && 'records' in earlier
					? earlier.records
					: await sendItem(run, request, 0, isStopped);
			run.sent.set(key, { records });
			sent.push(records);
		} catch (caught) {
			const isFirst =
				requests.length === 1 || (caught instanceof NotStarted && position === 0);
			const error = isFirst ? caught : failureOf(run, caught, sent, requests.length);
			throw error;
		}
	}
	return sent.flat();
}

/** The error of one recipient with what became of the others. */
function failureOf({ node, where }: Run, caught: unknown, sent: IDataObject[][], count: number) {
	const isCancelled = caught instanceof NotStarted;
	// Some have got the message: a run that is cancelled then has not sent nothing.
	const failed = isCancelled ? requestError(CANCELLED, where(0)) : toNodeError(caught, where(0));
	const error = withDetail(failed, node, progressOf(sent, count));
	if (isOutcomeUnknown(failed)) error.context.outcomeUnknown = true;
	if (sent.length > 0) error.context.partlySent = true;
	return error;
}
const CANCELLED = { status: 0, message: 'The execution was cancelled', outcomeUnknown: true };

/** Names recipients by their place: an error has no addresses. */
function progressOf(sent: IDataObject[][], count: number): string {
	const failed = sent.length + 1;
	const done = sent.map((records, index) => `${index + 1} (${idOf(records)})`).join(', ');
	return [
		sent.length > 0
			? `Sent to recipient ${done} of ${count}.`
			: 'No other recipient was sent to.',
		`Failed for recipient ${failed}.`,
		...(failed < count ? [`Not sent to recipients after ${failed}.`] : []),
		'The workflow does not wait for a response, so the links that were sent lead nowhere.',
	].join(' ');
}
