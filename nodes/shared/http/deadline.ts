/** Requests that start within so many milliseconds share a timer. */
const TIMER_BUCKET_MS = 100;

/** An event that ends all requests which wait for it: time is up, or an execution is cancelled. */
interface SharedSignal {
	requests: Set<Deadline>;
	/** Stops waiting for the event. */
	release: () => void;
}

const timers = new Map<number, SharedSignal>();
const executions = new Map<AbortSignal, SharedSignal>();

/** The end of a request's time, and of its execution. */
export class Deadline {
	/** Whether time was up. */
	timedOut = false;
	private readonly controller = new AbortController();
	private readonly end: number;

	/**
	 * @param timeout milliseconds from now until the request must have been answered
	 * @param cancelled aborts when the execution is cancelled
	 */
	constructor(
		timeout: number,
		private readonly cancelled?: AbortSignal,
	) {
		const now = Date.now();
		this.end = Math.ceil((now + timeout) / TIMER_BUCKET_MS) * TIMER_BUCKET_MS;
		const timer = timers.get(this.end);
		if (timer) timer.requests.add(this);
		else timers.set(this.end, endAt(AbortSignal.timeout(this.end - now), this, expire));
		if (!cancelled) return;
		const execution = executions.get(cancelled);
		if (execution) execution.requests.add(this);
		else executions.set(cancelled, endAt(cancelled, this, stop));
		if (cancelled.aborted) this.stop();
	}

	/**
	 * Aborts when time is up, or the execution is cancelled. Every request has its own: up to Node 22
	 * a warning is printed when more than ten listen to one.
	 */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	stop(): void {
		this.controller.abort();
	}

	/** To be called when the request has ended. */
	clear(): void {
		leave(timers, this.end, this);
		if (this.cancelled) leave(executions, this.cancelled, this);
	}
}

const stop = (request: Deadline) => request.stop();
function expire(request: Deadline): void {
	request.timedOut = true;
	request.stop();
}

function endAt(
	event: AbortSignal,
	first: Deadline,
	what: (request: Deadline) => void,
): SharedSignal {
	const requests = new Set([first]);
	const fire = () => requests.forEach(what);
	event.addEventListener('abort', fire, { once: true });
	return { requests, release: () => event.removeEventListener('abort', fire) };
}

function leave<Key>(ends: Map<Key, SharedSignal>, key: Key, request: Deadline): void {
	const end = ends.get(key);
	if (!end?.requests.delete(request) || end.requests.size > 0) return;
	end.release();
	ends.delete(key);
}
