import { type IDataObject, sleep } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import { type RequestFailure, requestError } from '../errors/nodeErrors';
import { NotStarted, withConcurrencyLimit } from './concurrency';
import type { Request } from './httpOptions';
import { retryDelay, sleepUnlessCancelled } from './retry';
import { cancelSignal, type Context, sendOnce } from './sendOnce';

/**
 * Sends one request and returns the records of its response. Rate limits are waited out; what is
 * idempotent is tried again, and nothing else.
 *
 * @param service the account that the run began with: requests to one base URL share a limit
 * @param isStopped whether the run has ended; asked before each try
 * @throws NodeApiError for any response that is not a success; it never holds the token
 * @throws NotStarted
 */
export async function sendRequest(
	context: Context,
	request: Request,
	service: Account,
	isStopped = () => false,
): Promise<IDataObject[]> {
	const { operation, policy, itemIndex } = request;
	const { action, idempotent } = operation;
	const slot = {
		baseUrl: service.address,
		execution: context.getExecutionId?.() ?? '',
		limit: policy.maxInFlight,
		signal: cancelSignal(context),
	};
	const outcome = await withConcurrencyLimit(slot, async (hasWaited) => {
		// The request that had the slot may have failed. Its run must know of it first, because the
		// failure may end the run of this one.
		if (hasWaited) await sleep(0);
		if (isStopped()) throw new NotStarted();
		return await sendWithRetry(context, request, service, slot.signal, isStopped);
	});
	if (Array.isArray(outcome)) return outcome;
	throw requestError(outcome, { context, action, idempotent, itemIndex });
}

/** Tries until there is a response that counts, or another try would be wrong or of no use. */
async function sendWithRetry(
	context: Context,
	request: Request,
	service: Account,
	signal: AbortSignal | undefined,
	isStopped: () => boolean,
): Promise<IDataObject[] | RequestFailure> {
	const { policy, operation } = request;
	let waited = 0;
	for (let attempt = 1; ; attempt++) {
		const outcome = await sendOnce(context, request, service);
		if (Array.isArray(outcome)) return outcome;
		const wait = retryDelay(outcome, attempt, waited, policy, operation.idempotent);
		const isLimited = outcome.status === 429;
		if (wait === undefined) return isLimited ? rateLimitFailure(outcome, waited) : outcome;
		await sleepUnlessCancelled(wait, signal, isStopped);
		if (isStopped()) return outcome;
		if (isLimited) waited += wait;
	}
}

function rateLimitFailure(failure: RequestFailure, waited: number): RequestFailure {
	const { message, retryAfter } = failure;
	const more = retryAfter ? ` and asks for ${Math.ceil(retryAfter / 1000)} s more` : '';
	const after = `after ${Math.round(waited / 1000)} s of waiting${more}`;
	return { ...failure, message: `${message}: the service still limits requests ${after}` };
}
