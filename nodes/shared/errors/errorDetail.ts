import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { keepMessage } from './nodeErrors';

/**
 * The same error with more in its description. It is a new one: n8n may see the other again when it
 * retries the step.
 */
export function withDetail(error: unknown, node: INode, more: string) {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) {
		const message = error instanceof Error ? error.message : String(error);
		return keepMessage(new NodeOperationError(node, message, { description: more }), message);
	}
	const { message } = error;
	const itemIndex = error.context.itemIndex as number | undefined;
	const description = [error.description, more].filter(Boolean).join(' ');
	if (error instanceof NodeOperationError) {
		return keepMessage(
			new NodeOperationError(node, message, { description, itemIndex }),
			message,
		);
	}
	const httpCode = error.httpCode ?? undefined;
	const options = { message, description, httpCode, itemIndex };
	return keepMessage(new NodeApiError(node, {} as JsonObject, options), message);
}

/** Ranges that a sentence names at most. */
const NAMED = 10;

/** Item numbers in short: `0-39, 41, 43`. */
export function formatRanges(indexes: number[]): string {
	const found: Array<[from: number, to: number]> = [];
	for (const index of [...new Set(indexes)].sort((a, b) => a - b)) {
		const last = found[found.length - 1];
		if (last?.[1] === index - 1) last[1] = index;
		else found.push([index, index]);
	}
	const named = found.slice(0, NAMED).map(([from, to]) => (from === to ? from : `${from}-${to}`));
	return named.join(', ') + (found.length > NAMED ? ' …' : '');
}
