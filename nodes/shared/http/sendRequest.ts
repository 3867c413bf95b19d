import { Account } from '../../../credentials/account';
import { type RequestContext, attemptRequest, getCancelSignal } from './attempt';
import { sleep } from 'n8n-workflow';
import { problemOfFailedRequest } from '../errors/problem';
import type { RequestFailure } from '../errors/requestFailure';
import type { ReceivedRecords } from '../response/judge';
import { NotStartedError, runInSlot } from './concurrency';
import type { Request } from './httpOptions';
import { chooseRetryDelayMs, sleepUnlessCancelled } from './retry';

/** @throws UserError if the base URL of the credential is unusable */
export const readAccount = async (context: RequestContext): Promise<Account> =>
	new Account(await context.getCredentials('messagingServiceApi'));

type RequestOutcome = ReceivedRecords | RequestFailure;

/**
 * Waits and retries if the service limits the rate. After other failures, retries only repeatable requests. Each
 * attempt takes a new slot, so that a waiting request occupies no slot.
 *
 * @param hasRunEnded called before each attempt
 * @throws Problem, with the token removed, for any response that is not a success
 * @throws NotStartedError if the run has ended
 */
export async function sendRequest(
	context: RequestContext,
	request: Request,
	account: Account,
	hasRunEnded = () => false,
): Promise<ReceivedRecords> {
	const { endpoint, policy, itemIndex } = request;
	const { effect, howToCheckOutcome } = endpoint;
	const { isResendUnknownOn } = policy;
	const signal = request.signal ?? getCancelSignal(context);
	const slot = {
		accountId: account.id,
		executionId: context.getExecutionId?.() ?? '',
		maxInFlight: policy.maxInFlight,
		signal,
	};
	const sendInSlot = async () =>
		await runInSlot(slot, async (hasWaited) => {
			// Waits, so that a failure of the request that just left this slot is handled first. If
			// the failure ends the run, this request must not start.
			if (hasWaited) await sleep(0);
			if (hasRunEnded()) throw new NotStartedError();
			return await attemptRequest(context, request, account);
		});
	const outcome = await sendWithRetry(request, sendInSlot, { signal, hasRunEnded });
	if ('records' in outcome) return outcome;
	throw problemOfFailedRequest(outcome, {
		context,
		requestEffect: effect,
		howToCheckOutcome,
		itemIndex,
		isResendUnknownOn,
	});
}

/** Returns the outcome of the last attempt. If the run ends during a wait, no further attempt is made. */
async function sendWithRetry(
	{ policy, endpoint }: Request,
	send: () => Promise<RequestOutcome>,
	run: { signal?: AbortSignal; hasRunEnded: () => boolean },
): Promise<RequestOutcome> {
	let waitedMs = 0;
	let outcome = await send();
	for (let failedAttempts = 1; !('records' in outcome); failedAttempts++) {
		const failure = outcome;
		const wait = chooseRetryDelayMs(
			failure,
			{ failedAttempts, waitedMs },
			policy,
			endpoint.effect,
		);
		const isLimited = failure.httpStatus === 429;
		if (wait === undefined)
			return isLimited ? makeRateLimitFailure(failure, waitedMs) : failure;
		await sleepUnlessCancelled(wait, run.signal, run.hasRunEnded);
		if (run.hasRunEnded()) return failure;
		if (isLimited) waitedMs += wait;
		outcome = await send().catch((error: unknown) => {
			if (error instanceof NotStartedError) return failure;
			throw error;
		});
	}
	return outcome;
}

function makeRateLimitFailure(failure: RequestFailure, waitedMs: number): RequestFailure {
	const { message, retryAfterMs } = failure;
	const more = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s more` : '';
	const after = `after ${Math.round(waitedMs / 1000)} s of waiting${more}`;
	return {
		...failure,
		message: `${message}: the service still limits requests ${after}`,
	};
}
