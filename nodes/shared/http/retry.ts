import { sleep } from 'n8n-workflow';
import type { RequestFailure } from '../errors/nodeErrors';
import type { RequestPolicy } from './policy';

/** A read is tried so many times in all. */
const READ_TRIES = 3;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 20_000;
/** A cancelled execution ends a pause within this time; older n8n cannot interrupt its `sleep`. */
const SLICE = 200;

/** Grows with every try; half of it is chance, so that many requests do not come back at once. */
const backOff = (tries: number) =>
	Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT) * (0.5 + Math.random() / 2);

/**
 * Milliseconds to wait before a failed request is tried again; undefined when it must not be.
 *
 * @param tries how often it was tried
 * @param waited milliseconds that it has waited for the rate limit
 */
export function retryDelay(
	failure: RequestFailure,
	tries: number,
	waited: number,
	{ maxWait }: RequestPolicy,
	reads: boolean | undefined,
): number | undefined {
	if (failure.status === 429) {
		const wait = failure.retryAfter ?? backOff(tries);
		return waited + wait <= maxWait * 1000 ? wait : undefined;
	}
	// Only what changes nothing is repeated: a send of unknown outcome could reach somebody twice.
	const mayPass = failure.status >= 500 || failure.noResponse === true;
	return reads && mayPass && tries < READ_TRIES ? backOff(tries) / 2 : undefined;
}

/** @throws Error when the execution is cancelled meanwhile */
export async function sleepUnlessCancelled(
	milliseconds: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0; left = end - Date.now()) {
		if (signal?.aborted) throw new Error('The execution was cancelled while it waited');
		await sleep(Math.min(left, SLICE));
	}
}
