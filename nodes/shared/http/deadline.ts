import { onAbort } from './onAbort';

/** Aborts a request at its timeout or when its execution is cancelled. */
export class Deadline {
	private readonly controller = new AbortController();
	/** The timer is not cleared: it is garbage-collected with the signal. */
	private readonly timeoutSignal: AbortSignal;
	private readonly stopListening: Array<() => void>;

	/** @param timeout milliseconds until the whole response must have been read */
	constructor(timeout: number, cancelled?: AbortSignal) {
		this.timeoutSignal = AbortSignal.timeout(Math.ceil(timeout));
		this.stopListening = [this.timeoutSignal, cancelled].map((signal) =>
			onAbort(signal, () => this.controller.abort()),
		);
	}

	get hasTimedOut(): boolean {
		return this.timeoutSignal.aborted;
	}

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	removeListeners(): void {
		for (const stop of this.stopListening) stop();
	}
}
