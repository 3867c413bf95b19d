/** Requests that start within so many milliseconds share a timer. */
const SHARED = 100;

/** An event that ends all requests which wait for it: time is up, or an execution is cancelled. */
interface End {
	stops: Set<() => void>;
	/** Stops waiting for the event. */
	release: () => void;
}

const timers = new Map<number, End>();
const executions = new Map<AbortSignal, End>();

/** The end of a request's time, and of its execution. */
export interface Deadline {
	/**
	 * Aborts when time is up, or the execution is cancelled. Every request has its own: up to Node 22
	 * a warning is printed when more than ten listen to one.
	 */
	signal: AbortSignal;
	/** Whether time was up. */
	isLate: () => boolean;
	/** To be called when the request has ended. */
	clear: () => void;
}

/**
 * When a request must have been answered.
 *
 * @param timeout milliseconds from now
 * @param cancelled aborts when the execution is cancelled
 */
export function deadlineIn(timeout: number, cancelled?: AbortSignal): Deadline {
	const controller = new AbortController();
	const now = Date.now();
	const end = Math.ceil((now + timeout) / SHARED) * SHARED;
	let late = false;
	const stop = () => controller.abort();
	const stopLate = () => {
		late = true;
		stop();
	};
	const endTimer = wait(timers, end, stopLate, () => AbortSignal.timeout(end - now));
	const endExecution = cancelled && wait(executions, cancelled, stop, () => cancelled);
	if (cancelled?.aborted) stop();
	const clear = () => {
		endTimer();
		endExecution?.();
	};
	return { signal: controller.signal, isLate: () => late, clear };
}

/**
 * Has `stop` called at an event, which the first that waits for it begins to listen for.
 *
 * @returns what ends the waiting
 */
function wait<Key>(
	ends: Map<Key, End>,
	key: Key,
	stop: () => void,
	event: () => AbortSignal,
): () => void {
	const end = ends.get(key) ?? listen(event());
	ends.set(key, end);
	end.stops.add(stop);
	return () => {
		end.stops.delete(stop);
		if (end.stops.size > 0) return;
		end.release();
		ends.delete(key);
	};
}

function listen(signal: AbortSignal): End {
	const stops = new Set<() => void>();
	const fire = () => {
		for (const stop of stops) stop();
	};
	signal.addEventListener('abort', fire, { once: true });
	return { stops, release: () => signal.removeEventListener('abort', fire) };
}
