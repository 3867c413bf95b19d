import { onAbort } from './onAbort';

/** The run has ended before the request was sent. */
export class NotStarted extends Error {}

interface QueuedRequest {
	limit: number;
	start: () => void;
}

/** Requests in flight to one service, and those that wait, by execution: a run keeps few waiting. */
interface HostQueue {
	inFlight: number;
	waiting: Map<string, Set<QueuedRequest>>;
}

const hosts = new Map<string, HostQueue>();

/** A request's slot in the concurrency queue. */
export interface SlotRequest {
	/** The service's base URL. */
	baseUrl: string;
	/** ID of the execution that the request belongs to. */
	execution: string;
	/** Most requests in flight to the service in this process while this one is. */
	limit: number;
	/** Ends the waiting, not the request. */
	signal?: AbortSignal;
}

/**
 * Runs a task when its service has a free slot. Executions alternate, so that one with thousands of
 * items does not delay one with a single item.
 *
 * @param task gets whether it had to wait for its slot
 * @throws NotStarted if the execution is cancelled while the task waits
 */
export async function withConcurrencyLimit<T>(
	slot: SlotRequest,
	task: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
	assertRunning(slot.signal);
	const host = hosts.get(slot.baseUrl) ?? { inFlight: 0, waiting: new Map() };
	hosts.set(slot.baseUrl, host);
	const mustWait = host.inFlight >= slot.limit || host.waiting.size > 0;
	if (mustWait) await acquire(host, slot);
	else host.inFlight++;
	try {
		assertRunning(slot.signal);
		return await task(mustWait);
	} finally {
		host.inFlight--;
		startQueued(host);
		// With nothing in flight, nothing waits.
		if (host.inFlight === 0) hosts.delete(slot.baseUrl);
	}
}

/** Waits for a slot, unless the execution is cancelled. */
async function acquire(host: HostQueue, { execution, limit, signal }: SlotRequest): Promise<void> {
	const queue = host.waiting.get(execution) ?? new Set();
	host.waiting.set(execution, queue);
	await new Promise<void>((resolve, reject) => {
		const request = {
			limit,
			start: () => {
				stopListening();
				resolve();
			},
		};
		queue.add(request);
		const stopListening = onAbort(signal, () => {
			stopListening();
			queue.delete(request);
			if (queue.size === 0) host.waiting.delete(execution);
			reject(cancelled());
			startQueued(host);
		});
	});
}

/** @throws NotStarted if the execution was cancelled */
function assertRunning(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw cancelled();
}

const cancelled = () => new NotStarted('The execution was cancelled before this item was sent');

/**
 * Gives free slots to one request of each execution in turn. If the first one has a lower limit than
 * there are requests in flight, all others wait with it: it would starve.
 */
function startQueued(host: HostQueue): void {
	for (const [execution, queue] of host.waiting) {
		const [request] = queue;
		if (host.inFlight >= request.limit) return;
		queue.delete(request);
		// At the end of the map, it is the last execution to get the next slot.
		host.waiting.delete(execution);
		if (queue.size > 0) host.waiting.set(execution, queue);
		host.inFlight++;
		request.start();
	}
}
