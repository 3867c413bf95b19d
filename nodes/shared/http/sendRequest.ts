import type { IDataObject } from 'n8n-workflow';
import { type RequestFailure, requestError } from '../errors/nodeErrors';
import type { Request } from './httpOptions';
import { withConcurrencyLimit, type SlotRequest } from './concurrency';
import { memoryOf } from './sentRequests';
import { cancelSignal, type Context, sendOnce } from './sendOnce';
import type { RequestPolicy } from './policy';
import { sleepUnlessCancelled, retryDelay } from './retry';

export type { Context, Request };

/**
 * Sends one request and returns the records of its answer. Under Retry On Fail a request that was
 * carried out is not sent again, and one of unknown outcome only when the policy allows it.
 *
 * @param address the service's base URL: requests to one address share the places in flight
 * @throws NodeApiError for any answer that is not a success; it never holds the token
 */
export async function sendRequest(
	context: Context,
	request: Request,
	address: string,
): Promise<IDataObject[]> {
	const { operation, policy, itemIndex, part = 0 } = request;
	const { action, idempotent } = operation;
	const memory = !idempotent && 'getExecuteData' in context ? memoryOf(context) : undefined;
	const key = `${itemIndex ?? 'all'}/${part}`;
	const before = memory?.get(key);
	if (before && 'records' in before) return before.records;
	if (before && !policy.resendUnknown) throw before.unclear;
	const turn = slotFor(context, address, policy);
	const outcome = await withConcurrencyLimit(turn, () =>
		sendWithRetry(context, request, turn.signal),
	);
	if (Array.isArray(outcome)) {
		const records = request.returns
			? outcome.map((one) => ({ ...one, ...request.returns }))
			: outcome;
		memory?.set(key, { records });
		return records;
	}
	const error = requestError(outcome, { context, action, idempotent, itemIndex });
	if (outcome.outcomeUnknown) memory?.set(key, { unclear: error });
	throw error;
}

const slotFor = (
	context: Context,
	address: string,
	{ maxInFlight: limit }: RequestPolicy,
): SlotRequest => ({
	baseUrl: address,
	execution: context.getExecutionId?.() ?? '',
	limit,
	signal: cancelSignal(context),
});

/** Tries until there is an answer that counts, or trying again would be wrong or of no use. */
async function sendWithRetry(
	context: Context,
	request: Request,
	signal: AbortSignal | undefined,
): Promise<IDataObject[] | RequestFailure> {
	const { policy, operation } = request;
	let waited = 0;
	for (let tries = 1; ; tries++) {
		const outcome = await sendOnce(context, request);
		if (Array.isArray(outcome)) return outcome;
		const wait = retryDelay(outcome, tries, waited, policy, operation.idempotent);
		if (wait === undefined)
			return outcome.status === 429 ? rateLimitFailure(outcome, waited) : outcome;
		await sleepUnlessCancelled(wait, signal);
		if (outcome.status === 429) waited += wait;
	}
}

function rateLimitFailure(failure: RequestFailure, waited: number): RequestFailure {
	const { message, retryAfter } = failure;
	const more = retryAfter ? ` and asks for ${Math.ceil(retryAfter / 1000)} s more` : '';
	const after = `after ${Math.round(waited / 1000)} s of waiting${more}`;
	return { ...failure, message: `${message}: the service still limits requests ${after}` };
}
