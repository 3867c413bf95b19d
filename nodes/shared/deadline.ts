/** Requests that start within so many milliseconds share a timer. */
const SHARED = 100;

/** The end of a request's time, and of its execution. */
export interface Deadline {
	/** Aborts when time is up. */
	timer: AbortSignal;
	/** Aborts when time is up, or the execution is cancelled. */
	either: AbortSignal;
}

/** The last one made: hundreds of requests a second have the same. */
let last: (Deadline & { end: number; cancelled?: AbortSignal }) | undefined;

/**
 * When a request must have been answered.
 *
 * @param timeout milliseconds from now
 * @param cancelled aborts when the execution is cancelled
 */
export function deadlineIn(timeout: number, cancelled?: AbortSignal): Deadline {
	const now = Date.now();
	const end = Math.ceil((now + timeout) / SHARED) * SHARED;
	if (last?.end !== end || last.cancelled !== cancelled || last.timer.aborted) {
		const timer = AbortSignal.timeout(end - now);
		const either = cancelled ? AbortSignal.any([cancelled, timer]) : timer;
		last = { end, cancelled, timer, either };
	}
	return last;
}
