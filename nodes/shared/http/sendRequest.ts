import type { IDataObject } from 'n8n-workflow';
import { type Failure, requestError } from '../errors/nodeErrors';
import type { Request } from './httpOptions';
import { inTurn, type Turn } from './concurrency';
import { memoryOf } from './sentRequests';
import { cancelSignal, type Context, send } from './sendOnce';
import type { Policy } from './policy';
import { pause, waitBeforeRetry } from './retry';

export type { Context, Request };

/**
 * Sends one request and returns the records of its answer. Under Retry On Fail a request that was
 * carried out is not sent again, and one of unknown outcome only when the policy allows it.
 *
 * @param address the service's base URL: requests to one address share the places in flight
 * @throws NodeApiError for any answer that is not a success; it never holds the token
 */
export async function call(
	context: Context,
	request: Request,
	address: string,
): Promise<IDataObject[]> {
	const { operation, policy, itemIndex, part = 0 } = request;
	const { action, reads } = operation;
	const memory = !reads && 'getExecuteData' in context ? memoryOf(context) : undefined;
	const key = `${itemIndex ?? 'all'}/${part}`;
	const before = memory?.get(key);
	if (before && 'records' in before) return before.records;
	if (before && !policy.resendUnknown) throw before.unclear;
	const turn = turnOf(context, address, policy);
	const outcome = await inTurn(turn, () => insist(context, request, turn.signal));
	if (Array.isArray(outcome)) {
		const records = request.returns
			? outcome.map((one) => ({ ...one, ...request.returns }))
			: outcome;
		memory?.set(key, { records });
		return records;
	}
	const error = requestError(outcome, { context, action, reads, itemIndex });
	if (outcome.unclear) memory?.set(key, { unclear: error });
	throw error;
}

const turnOf = (context: Context, address: string, { inFlight: limit }: Policy): Turn => ({
	address,
	owner: context.getExecutionId?.() ?? '',
	limit,
	signal: cancelSignal(context),
});

/** Tries until there is an answer that counts, or trying again would be wrong or of no use. */
async function insist(
	context: Context,
	request: Request,
	signal: AbortSignal | undefined,
): Promise<IDataObject[] | Failure> {
	const { policy, operation } = request;
	let waited = 0;
	for (let tries = 1; ; tries++) {
		const outcome = await send(context, request);
		if (Array.isArray(outcome)) return outcome;
		const wait = waitBeforeRetry(outcome, tries, waited, policy, operation.reads);
		if (wait === undefined) return outcome.status === 429 ? limited(outcome, waited) : outcome;
		await pause(wait, signal);
		if (outcome.status === 429) waited += wait;
	}
}

function limited(failure: Failure, waited: number): Failure {
	const { message, retryAfter } = failure;
	const more = retryAfter ? ` and asks for ${Math.ceil(retryAfter / 1000)} s more` : '';
	const after = `after ${Math.round(waited / 1000)} s of waiting${more}`;
	return { ...failure, message: `${message}: the service still limits requests ${after}` };
}
