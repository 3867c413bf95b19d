import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { failureCause } from '../errors/failureCause';
import { Problem, toProblem, withStop } from '../errors/problem';

/** An error that n8n shows with its node. */
export type NodeError = NodeApiError | NodeOperationError;

/** The error of n8n that a problem is, and the only place that makes one. */
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
 * The same problem with its advice in the message: an agent sees that alone, and has to correct the call.
 * For tools n8n wraps the error. It replaces a message that contains the code of a system error, also by
 * the advice to retry what may have been sent. Then the words of the service are left out.
 */
export function withAdvice(problem: Problem, node: INode): Problem {
	const advice = problem.advice.join(' ');
	const message = [withStop(problem.message), advice].filter(Boolean).join(' ');
	const isReplaced = new NodeOperationError(node, message).message !== message;
	const withoutWords = `The service reported a failure. ${advice}`.trim();
	return problem.with({ message: isReplaced ? withoutWords : message });
}
