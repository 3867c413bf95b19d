import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { failureCause } from '../errors/failureCause';
import { Problem, toProblem, withStop } from '../errors/problem';

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
