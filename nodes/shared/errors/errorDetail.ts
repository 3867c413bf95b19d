import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { keepMessage, type NodeError, withStop } from './nodeErrors';

/** Said of one request: it is wrong beside what else the run has sent. */
const NOTHING_SENT = /Nothing was sent\. ?/;

/**
 * A copy of the error with an extended description. The original stays as it is, because Retry On
 * Fail may throw it again.
 *
 * @param detail says what was sent, or that nothing was
 */
export function withDetail(error: NodeError, node: INode, detail: string): NodeError {
	const advice = error.description?.replace(NOTHING_SENT, '').trim();
	const description = [advice, detail].filter(Boolean).join(' ');
	return copyOf(error, node, error.message, description);
}

/** The same error with other words. */
export const withMessage = (error: NodeError, node: INode, message: string): NodeError =>
	message === error.message
		? error
		: copyOf(error, node, message, error.description ?? undefined);

/** The same error with what it is about in the message: an output item has nothing else of it. */
export const withSubject = (error: NodeError, node: INode, subject: string): NodeError =>
	withMessage(error, node, `${error.message} (${subject})`);

/**
 * The same error with its advice in the message: an agent sees that alone, and has to correct the call.
 * For tools n8n wraps the error. It replaces a message that contains the code of a system error, also by
 * the advice to retry what may have been sent. Then the words of the service are left out.
 */
export function withAdvice(error: NodeError, node: INode): NodeError {
	const description = error.description ?? '';
	const message = [withStop(error.message), description].filter(Boolean).join(' ');
	const isReplaced = new NodeOperationError(node, message).message !== message;
	const withoutWords = `The service reported a failure. ${description}`.trim();
	return copyOf(error, node, isReplaced ? withoutWords : message, description);
}

function copyOf(error: NodeError, node: INode, message: string, description?: string): NodeError {
	const options = { description, itemIndex: error.context.itemIndex as number | undefined };
	if (error instanceof NodeOperationError) {
		return keepMessage(new NodeOperationError(node, message, options), message);
	}
	const { httpCode, failure } = error;
	const api = { ...options, message, httpCode: httpCode ?? undefined, failure };
	return keepMessage(new NodeApiError(node, {} as JsonObject, api), message);
}

/** Item numbers as ranges: `0-39, 41, 43`. In an error at most ten of them. */
export function formatRanges(indexes: number[], maxRanges = 10): string {
	const ranges: Array<[from: number, to: number]> = [];
	const ascending = [...indexes].sort((a, b) => a - b);
	ascending.forEach((index) => {
		const last = ranges[ranges.length - 1];
		if (last && index <= last[1] + 1) last[1] = index;
		else ranges.push([index, index]);
	});
	const shown = ranges
		.slice(0, maxRanges)
		.map(([from, to]) => (from === to ? from : `${from}-${to}`));
	return shown.join(', ') + (ranges.length > maxRanges ? ' …' : '');
}

/** Item numbers as items have them: all of their ranges. */
export const allRanges = (indexes: number[]): string => formatRanges(indexes, Infinity);
