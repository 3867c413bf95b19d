interface QueuedTask {
	limit: number;
	start: () => void;
	stop: (error: Error) => void;
}

/** The requests of one execution that wait, from the `next` one on. */
interface ExecutionQueue {
	waiting: QueuedTask[];
	next: number;
	/** Stops listening for the end of the execution. */
	release: () => void;
}

/** Requests in flight to one address, and those that wait, by execution. */
interface HostQueue {
	inFlight: number;
	queues: Map<unknown, ExecutionQueue>;
}

const addresses = new Map<string, HostQueue>();

/** How a request takes its turn. */
export interface SlotRequest {
	/** The service's base URL. */
	address: string;
	/** The execution that the request belongs to. */
	owner: string;
	/** Requests at a time per address in this process, as far as this one is concerned. */
	limit: number;
	/** Ends the waiting, not the request; it stands for the execution when there is one. */
	signal?: AbortSignal;
}

/**
 * Runs a task when its address has a free place. Executions take turns, so that one with thousands
 * of items does not hold up one with a single item.
 *
 * @throws Error when the execution is cancelled while the task waits
 */
export async function withConcurrencyLimit<T>(
	turn: SlotRequest,
	task: () => Promise<T>,
): Promise<T> {
	assertRunning(turn.signal);
	const waiting = acquire(turn);
	if (waiting) await waiting;
	try {
		assertRunning(turn.signal);
		return await task();
	} finally {
		release(turn.address);
	}
}

/** @returns undefined with a place taken, or a wait for one that a cancelled execution ends */
function acquire({ address, owner, limit, signal }: SlotRequest): Promise<void> | undefined {
	const place = addresses.get(address) ?? {
		inFlight: 0,
		queues: new Map<unknown, ExecutionQueue>(),
	};
	addresses.set(address, place);
	if (place.inFlight < limit && place.queues.size === 0) {
		place.inFlight++;
		return undefined;
	}
	const execution = signal ?? owner;
	const queue = place.queues.get(execution) ?? newQueue(place, execution, signal);
	return new Promise((start, stop) => queue.waiting.push({ limit, start, stop }));
}

/** Gives the place back to whoever waits for it. */
function release(address: string): void {
	const place = addresses.get(address);
	if (!place) return;
	place.inFlight--;
	startQueued(place);
	if (place.inFlight === 0 && place.queues.size === 0) addresses.delete(address);
}

/** @throws Error when the execution was cancelled */
function assertRunning(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw cancelled();
}

const cancelled = () => new Error('The execution was cancelled before this item was sent');

/** One listener for all that wait: thousands of them on one signal would each take long to add. */
function newQueue(
	place: HostQueue,
	execution: unknown,
	signal: AbortSignal | undefined,
): ExecutionQueue {
	const cancel = () => {
		place.queues.delete(execution);
		for (const { stop } of queue.waiting.slice(queue.next)) stop(cancelled());
		startQueued(place);
	};
	const release = () => signal?.removeEventListener('abort', cancel);
	const queue: ExecutionQueue = { waiting: [], next: 0, release };
	signal?.addEventListener('abort', cancel, { once: true });
	place.queues.set(execution, queue);
	return queue;
}

/**
 * Gives free places to the executions in turn: who had one goes to the end of the line. When the
 * first in line wants fewer in flight than there are, the others wait with it: it would starve.
 */
function startQueued(place: HostQueue): void {
	for (const [execution, queue] of place.queues) {
		const { limit, start } = queue.waiting[queue.next];
		if (place.inFlight >= limit) return;
		queue.next++;
		place.queues.delete(execution);
		if (queue.next < queue.waiting.length) place.queues.set(execution, queue);
		else queue.release();
		place.inFlight++;
		start();
	}
}
