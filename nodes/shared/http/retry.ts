import { sleep } from 'n8n-workflow';
import { type Effect, mayRepeat } from '../api/endpoint';
import { NOTHING_SENT, Problem } from '../errors/problem';
import type { RequestFailure } from '../errors/requestFailure';
import type { RequestPolicy } from './policy';

/** For requests that may be repeated. */
const MAX_ATTEMPTS = 3;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 20_000;
/** Applies even if the service asks for less: a wait of a millisecond would mean thousands of requests. */
const MIN_WAIT_MS = 500;
/** A cancelled execution stops sleeping within this time. Older n8n cannot interrupt its `sleep`. */
const SLEEP_SLICE_MS = 200;

/** Doubles with each attempt. Half of the wait is random, so that requests are not retried at the same time. */
const backOff = (attempt: number) =>
	Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS) * (0.5 + Math.random() / 2);

interface Attempts {
	/** Number of the failed attempt, from 1. */
	attempt: number;
	/** Milliseconds that the request has waited for the rate limit so far. */
	waited: number;
}

/** Returns the milliseconds to wait before a retry; undefined if the request must not be retried. */
export function retryDelay(
	failure: RequestFailure,
	{ attempt, waited }: Attempts,
	{ maxWait }: RequestPolicy,
	effect: Effect,
): number | undefined {
	const isRepeatable = mayRepeat({ effect });
	// A request over the rate limit was rejected, so it may be sent again. A 429 with the ID of a message
	// contradicts that: the message may have been sent.
	if (failure.status === 429 && (isRepeatable || !failure.outcomeUnknown)) {
		const wait = Math.max(failure.retryAfter ?? backOff(attempt), MIN_WAIT_MS);
		return waited + wait <= maxWait * 1000 ? wait : undefined;
	}
	// After a server error or a lost connection, the service may have sent the message. A retry could send it
	// twice, so only repeatable requests are retried.
	const mayPass = failure.status >= 500 || failure.noResponse === true;
	return isRepeatable && mayPass && attempt < MAX_ATTEMPTS ? backOff(attempt) / 2 : undefined;
}

const CANCELLED = {
	message: 'The execution was cancelled while it waited',
	advice: [NOTHING_SENT],
	neverBegan: true,
};

/** @throws Problem if the execution is cancelled meanwhile */
export async function sleepUnlessCancelled(
	milliseconds: number,
	signal: AbortSignal | undefined,
	isStopped = () => false,
): Promise<void> {
	// Not `Date.now()`, because the clock of the machine may be set back meanwhile.
	const end = performance.now() + milliseconds;
	for (let remaining = milliseconds; remaining > 0; remaining = end - performance.now()) {
		if (isStopped()) return;
		if (signal?.aborted) throw new Problem(CANCELLED);
		await sleep(Math.min(remaining, SLEEP_SLICE_MS));
	}
}
