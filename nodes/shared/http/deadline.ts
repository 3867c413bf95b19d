import { onAbort } from './onAbort';

/** When a request must end: when its time is up, or its execution is cancelled. */
export class Deadline {
	private readonly controller = new AbortController();
	/** Its timer cannot be cleared, but ends with the object. */
	private readonly time: AbortSignal;
	private readonly stopListening: Array<() => void>;

	/**
	 * @param timeout milliseconds from now until the whole response must have been read
	 * @param cancelled aborts when the execution is cancelled
	 */
	constructor(timeout: number, cancelled?: AbortSignal) {
		this.time = AbortSignal.timeout(Math.ceil(timeout));
		this.stopListening = [this.time, cancelled].map((signal) =>
			onAbort(signal, () => this.controller.abort()),
		);
	}

	get timedOut(): boolean {
		return this.time.aborted;
	}

	/** Aborts at the deadline. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** To be called once, when the request has ended. */
	clear(): void {
		for (const stop of this.stopListening) stop();
	}
}
