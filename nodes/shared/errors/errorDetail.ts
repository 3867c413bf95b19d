import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { keepMessage } from './nodeErrors';

/**
 * A copy of the error with an extended description. The original stays as it is, because Retry On
 * Fail may throw it again.
 */
export function withDetail(error: unknown, node: INode, detail: string) {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) {
		const message = error instanceof Error ? error.message : String(error);
		return keepMessage(new NodeOperationError(node, message, { description: detail }), message);
	}
	const { message } = error;
	const itemIndex = error.context.itemIndex as number | undefined;
	const description = [error.description, detail].filter(Boolean).join(' ');
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

const MAX_RANGES = 10;

/** Item numbers as ranges, at most ten of them: `0-39, 41, 43`. */
export function formatRanges(indexes: number[]): string {
	const ranges: Array<[from: number, to: number]> = [];
	for (const index of [...new Set(indexes)].sort((a, b) => a - b)) {
		const last = ranges[ranges.length - 1];
		if (last?.[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	const shown = ranges
		.slice(0, MAX_RANGES)
		.map(([from, to]) => (from === to ? from : `${from}-${to}`));
	return shown.join(', ') + (ranges.length > MAX_RANGES ? ' …' : '');
}
