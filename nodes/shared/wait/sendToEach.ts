import type { IDataObject } from 'n8n-workflow';
import type { CheckedRequest, Run } from '../describe/operation';
import { withDetail } from '../errors/errorDetail';
import { addToItem, isOutcomeUnknown, toNodeError } from '../errors/nodeErrors';
import { NotStarted } from '../http/concurrency';
import { sendItem } from '../run/planItems';
import { idOf, OF_WAIT } from '../run/progress';

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
		const key = `${OF_WAIT}${position + 1}`;
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
	const failed = toNodeError(caught, where(0));
	const progress = progressOf(sent, caught, count);
	const error = withDetail(failed, node, progress);
	if (isOutcomeUnknown(failed)) error.context.outcomeUnknown = true;
	addToItem(error, progress);
	// A run that is cancelled then has not sent nothing.
	if (sent.length > 0) error.context.partlySent = progress;
	return error;
}

/** Names recipients by their place: an error has no addresses. */
function progressOf(sent: IDataObject[][], caught: unknown, count: number): string {
	const isTried = !(caught instanceof NotStarted);
	const tried = isTried ? sent.length + 1 : sent.length;
	const outcome = isOutcomeUnknown(caught) ? 'May have been sent to' : 'Failed for';
	const done = sent.map((records, index) => `${index + 1} (${idOf(records)})`).join(', ');
	return [
		sent.length > 0
			? `Sent to recipient ${done} of ${count}.`
			: 'No other recipient was sent to.',
		...(isTried ? [`${outcome} recipient ${tried}.`] : []),
		...(tried < count ? [`Not sent to recipients after ${tried}.`] : []),
		'The workflow does not wait for a response, so the links that were sent lead nowhere.',
	].join(' ');
}
