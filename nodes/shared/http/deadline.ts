import { onAbort } from './onAbort';

/** Requests whose time ends within so many milliseconds share a timer, which cannot be cleared. */
const TIMER_BUCKET_MS = 100;

interface Timer {
	signal: AbortSignal;
	requests: number;
}

/** By the time at which they end. */
const timers = new Map<number, Timer>();

/** When a request must end: when its time is up, or its execution is cancelled. */
export class Deadline {
	timedOut = false;
	private readonly controller = new AbortController();
	private readonly end: number;
	private readonly timer: Timer;
	private readonly stopListening: Array<() => void>;

	/**
	 * @param timeout milliseconds from now until the whole response must have been read
	 * @param cancelled aborts when the execution is cancelled
	 */
	constructor(timeout: number, cancelled?: AbortSignal) {
		const now = Math.floor(performance.now());
		this.end = Math.ceil((now + timeout) / TIMER_BUCKET_MS) * TIMER_BUCKET_MS;
		this.timer = timers.get(this.end) ?? {
			signal: AbortSignal.timeout(this.end - now),
			requests: 0,
		};
		timers.set(this.end, this.timer);
		this.timer.requests++;
		const expire = () => {
			this.timedOut = true;
			this.controller.abort();
		};
		this.stopListening = [
			onAbort(this.timer.signal, expire),
			onAbort(cancelled, () => this.controller.abort()),
		];
	}

	/** Aborts at the deadline. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** To be called once, when the request has ended. */
	clear(): void {
		for (const stop of this.stopListening) stop();
		if (--this.timer.requests === 0) timers.delete(this.end);
	}
}
