import { sleep } from 'n8n-workflow';
import { type Effect, mayRepeat } from '../api/endpoint';
import { NOTHING_SENT, Problem } from '../errors/problem';
import type { RequestFailure } from '../errors/requestFailure';
import type { RequestPolicy } from './policy';

/** Max attempts for repeatable requests. */
const MAX_REPEATABLE_ATTEMPTS = 3;
const FIRST_BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 20_000;
/** Min wait, even if the service asks for less: waits of a millisecond would mean thousands of requests. */
const MIN_RATE_LIMIT_WAIT_MS = 500;
/**
 * Max duration of one `sleep`, because older versions of n8n cannot interrupt `sleep` if an execution is
 * cancelled.
 */
const SLEEP_SLICE_MS = 200;

/**
 * The delay doubles with each attempt. Up to half of the delay is random, so that requests are not retried at
 * the same time.
 */
const chooseBackOffMs = (failedAttempts: number) =>
	Math.min(FIRST_BACK_OFF_MS * 2 ** (failedAttempts - 1), MAX_BACK_OFF_MS) *
	(0.5 + Math.random() / 2);

interface RetryProgress {
	failedAttempts: number;
	/** The total wait for the rate limit so far. */
	waitedMs: number;
}

/** Returns milliseconds, or undefined if the request must not be retried. */
export function chooseRetryDelayMs(
	failure: RequestFailure,
	{ failedAttempts, waitedMs }: RetryProgress,
	{ maxRateLimitSeconds }: RequestPolicy,
	effect: Effect,
): number | undefined {
	const isRepeatable = mayRepeat({ effect });
	// A 429 means that the request was not executed and can be sent again, unless the response has the ID of a
	// message.
	if (failure.httpStatus === 429 && (isRepeatable || !failure.outcomeUnknown)) {
		const wait = Math.max(
			failure.retryAfterMs ?? chooseBackOffMs(failedAttempts),
			MIN_RATE_LIMIT_WAIT_MS,
		);
		return waitedMs + wait <= maxRateLimitSeconds * 1000 ? wait : undefined;
	}
	// After a server error or a lost connection, the message may have been sent, so only repeatable requests
	// are retried.
	const mayPass = failure.httpStatus >= 500 || failure.hasConnectionFailed === true;
	return isRepeatable && mayPass && failedAttempts < MAX_REPEATABLE_ATTEMPTS
		? chooseBackOffMs(failedAttempts) / 2
		: undefined;
}

/** Returns early if the run has ended. @throws Problem if the signal aborts */
export async function sleepUnlessCancelled(
	milliseconds: number,
	signal: AbortSignal | undefined,
	hasRunEnded = () => false,
): Promise<void> {
	// Not `Date.now()`, because the system clock may be set back.
	const end = performance.now() + milliseconds;
	for (let remaining = milliseconds; remaining > 0; remaining = end - performance.now()) {
		if (hasRunEnded()) return;
		if (signal?.aborted) {
			const message = 'The execution was cancelled while it waited';
			throw new Problem({ message, advice: [NOTHING_SENT], neverBegan: true });
		}
		await sleep(Math.min(remaining, SLEEP_SLICE_MS));
	}
}
