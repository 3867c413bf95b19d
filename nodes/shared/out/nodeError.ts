import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { TOKEN_WORDS } from '../errors/advice';
import { Problem, toProblem, withStop } from '../errors/problem';
import type { RequestFailure } from '../errors/requestFailure';

type NodeError = NodeApiError | NodeOperationError;

/** Converts a problem to n8n's error. Every error that leaves the package is made here. */
export function toNodeError(error: unknown, node: INode): NodeError {
	const problem = toProblem(error, { context: { getNode: () => node } });
	const { message, advice, itemIndex, failure } = problem;
	const options = { message, description: advice.join(' ') || undefined, itemIndex };
	const made = failure
		? new NodeApiError(node, {} as JsonObject, {
				...options,
				httpCode: failure.status > 0 ? String(failure.status) : undefined,
				failure: failureCause(failure),
			})
		: new NodeOperationError(node, message, options);
	// n8n replaces a message that contains the code of a system error, e.g. `EEXIST` in "preexisting".
	made.message = message;
	made.messages = [];
	return made;
}

/**
 * The cause that n8n uses to decide when to retry a failed poll (`poll-backoff-policy.js` of n8n 2.41.1).
 * Only durable pollers use it, which are off by default. Versions before 2.41 ignore it.
 */
type Failure = NodeApiError['failure'];

/** Returns the cause that the response proves. A 400 is about the request and proves none. */
export function failureCause(failed: RequestFailure): Failure {
	const { status, message, hasReason, noResponse, retryAfter } = failed;
	if (status === 429) return { cause: 'rate-limited', retryAfterMs: retryAfter };
	// n8n waits 30 minutes if a user must fix the cause. A 403 may also come from a firewall, and be
	// temporary.
	const isToken = status === 401 || (status === 403 && hasReason && TOKEN_WORDS.test(message));
	if (isToken) return { cause: 'credential-invalid' };
	if (status === 403 || status >= 500 || noResponse) return { cause: 'temporarily-unavailable' };
	return undefined;
}

/**
 * Adds the advice to the message, because an agent sees only the message. n8n would replace a message that
 * contains the code of a system error, and might advise to retry a message that may have been sent. Such a
 * message is replaced here, without the service's words.
 */
export function withAdvice(problem: Problem, node: INode): Problem {
	const advice = problem.advice.join(' ');
	const message = [withStop(problem.message), advice].filter(Boolean).join(' ');
	const isReplaced = new NodeOperationError(node, message).message !== message;
	const withoutWords = `The service reported a failure. ${advice}`.trim();
	return problem.with({ message: isReplaced ? withoutWords : message });
}
