import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { TOKEN_MENTION_PATTERN } from '../errors/advice';
import { Problem, toProblem, ensureFullStop } from '../errors/problem';
import type { RequestFailure } from '../errors/requestFailure';

type NodeError = NodeApiError | NodeOperationError;

/** Makes every error that this package throws to n8n. */
export function toNodeError(error: unknown, node: INode): NodeError {
	const problem = toProblem(error, { context: { getNode: () => node } });
	const { message, advice, itemIndex, failure } = problem;
	const options = { message, description: advice.join(' ') || undefined, itemIndex };
	const made = failure
		? new NodeApiError(node, {} as JsonObject, {
				...options,
				httpCode: failure.httpStatus > 0 ? String(failure.httpStatus) : undefined,
				failure: findPollFailureCause(failure),
			})
		: new NodeOperationError(node, message, options);
	// Restores the message, because n8n replaces a message that contains the code of a system error, e.g.
	// `EEXIST` in "preexisting".
	made.message = message;
	made.messages = [];
	return made;
}

/**
 * The cause of a failed poll. If n8n's durable pollers are on, the cause decides when n8n polls
 * again (`poll-backoff-policy.js` of n8n 2.41.1).
 */
type PollFailureCause = NonNullable<NodeApiError['failure']>;

/** Returns the cause of a failed poll. Undefined if the response does not prove a cause, e.g. for a 400. */
export function findPollFailureCause(failed: RequestFailure): PollFailureCause | undefined {
	const { httpStatus, message, quotesService, hasConnectionFailed, retryAfterMs } = failed;
	if (httpStatus === 429) return { cause: 'rate-limited', retryAfterMs };
	// If the credential is invalid, n8n waits 30 minutes before the next poll. A 403 that does not
	// mention the token counts as temporary, because the 403 may come from a firewall.
	const isToken =
		httpStatus === 401 ||
		(httpStatus === 403 && quotesService && TOKEN_MENTION_PATTERN.test(message));
	if (isToken) return { cause: 'credential-invalid' };
	if (httpStatus === 403 || httpStatus >= 500 || hasConnectionFailed)
		return { cause: 'temporarily-unavailable' };
	return undefined;
}

/**
 * Adds the advice to the message, because an agent sees only the message. Drops the service's words if they
 * contain the code of a system error, because n8n would replace the message, perhaps by advice to retry a
 * message that was sent.
 */
export function addAdviceToMessage(problem: Problem, node: INode): Problem {
	const advice = problem.advice.join(' ');
	const message = [ensureFullStop(problem.message), advice].filter(Boolean).join(' ');
	const isReplaced = new NodeOperationError(node, message).message !== message;
	const withoutWords = `The service reported a failure. ${advice}`.trim();
	return problem.copyWith({ message: isReplaced ? withoutWords : message });
}
