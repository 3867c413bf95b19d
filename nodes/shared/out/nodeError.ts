import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { TOKEN_WORDS } from '../errors/advice';
import { Problem, toProblem, withStop } from '../errors/problem';
import type { RequestFailure } from '../errors/requestFailure';

/** An error that n8n shows at the node. */
type NodeError = NodeApiError | NodeOperationError;

/** Makes n8n's error of a problem. Every error that leaves the package is made here. */
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
	// n8n replaces a message that contains the code of a system error: "preexisting" has `EEXIST`.
	made.message = message;
	made.messages = [];
	return made;
}

/**
 * What n8n reads to decide when a failed poll is tried again (`poll-backoff-policy.js` of n8n 2.41.1). Only its durable
 * pollers do, which are off by default. Versions before 2.41 ignore it.
 */
type Failure = NodeApiError['failure'];

/** As far as the response proves it. A 400 is about the request, and proves nothing. */
export function failureCause(failed: RequestFailure): Failure {
	const { status, message, hasReason, noResponse, retryAfter } = failed;
	if (status === 429) return { cause: 'rate-limited', retryAfterMs: retryAfter };
	// n8n waits 30 minutes after a cause that a user must remove. A 403 may come of a firewall, and pass.
	const isToken = status === 401 || (status === 403 && hasReason && TOKEN_WORDS.test(message));
	if (isToken) return { cause: 'credential-invalid' };
	if (status === 403 || status >= 500 || noResponse) return { cause: 'temporarily-unavailable' };
	return undefined;
}

/**
 * Puts the advice into the message, because an agent sees only the message. n8n wraps the error of a tool, and
 * replaces a message that contains the code of a system error, even with the advice to retry a message that
 * may have been sent. Such a message is replaced here, without the words of the service.
 */
export function withAdvice(problem: Problem, node: INode): Problem {
	const advice = problem.advice.join(' ');
	const message = [withStop(problem.message), advice].filter(Boolean).join(' ');
	const isReplaced = new NodeOperationError(node, message).message !== message;
	const withoutWords = `The service reported a failure. ${advice}`.trim();
	return problem.with({ message: isReplaced ? withoutWords : message });
}
