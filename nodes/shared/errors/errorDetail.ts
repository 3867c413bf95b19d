import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * The same error with more in its description. It is a new one: n8n may see the other again when it
 * retries the step.
 */
export function withDetail(error: unknown, node: INode, more: string) {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) {
		const message = error instanceof Error ? error.message : String(error);
		return own(new NodeOperationError(node, message, { description: more }), message);
	}
	const description = [error.description, more].filter(Boolean).join(' ');
	return copyOf(error, node, error.message, description);
}

/**
 * The same error with its advice in the message: an agent sees that alone, and has to correct the call.
 * For tools n8n wraps the error, and the wrapper would lose a message that looks like a system error's.
 */
export function withAdvice(error: NodeApiError | NodeOperationError, node: INode) {
	const description = withoutSystemCodes(error.description ?? '');
	return copyOf(error, node, `${withoutSystemCodes(error.message)}. ${description}`, description);
}

/** The first letter of each name that n8n looks for, anywhere in a message and in any letter case. */
const SYSTEM_CODES =
	/E(?=CONNREFUSED|CONNRESET|CONNABORTED|NOTFOUND|TIMEDOUT|RRADDRINUSE|ADDRNOTAVAIL|HOSTUNREACH|AI_AGAIN|NOENT|ISDIR|NOTDIR|ACCES|EXIST|PERM|TADDRINFO)/gi;

/** The same words with something invisible in each name that n8n looks for. */
const withoutSystemCodes = (text: string): string => text.replace(SYSTEM_CODES, '$&\u2060');

function copyOf(
	error: NodeApiError | NodeOperationError,
	node: INode,
	message: string,
	description: string,
) {
	const itemIndex = error.context.itemIndex as number | undefined;
	if (error instanceof NodeOperationError) {
		return own(new NodeOperationError(node, message, { description, itemIndex }), message);
	}
	const httpCode = error.httpCode ?? undefined;
	const options = { message, description, httpCode, itemIndex };
	return own(new NodeApiError(node, {} as JsonObject, options), message);
}

/** n8n puts words of its own in place of a message that looks like a system error's. */
function own<T extends NodeApiError | NodeOperationError>(error: T, message: string): T {
	error.message = message;
	error.messages = [];
	return error;
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
