import { onAbort } from './onAbort';

/** The run has ended before the request was sent. */
export class NotStarted extends Error {}

interface QueuedRequest {
	limit: number;
	start: () => void;
}

/** Requests of one account in flight, and those that wait, by execution: a run keeps few waiting. */
interface AccountQueue {
	inFlight: number;
	waiting: Map<string, Set<QueuedRequest>>;
}

/** By account, as long as it has requests in flight or waiting. */
const queues = new Map<string, AccountQueue>();

/** A request's slot in the concurrency queue. */
export interface SlotRequest {
	/** Represents the base URL and the token. */
	account: string;
	/** ID of the execution that the request belongs to. */
	execution: string;
	/** Most requests of the account in flight in this process while this one is. */
	limit: number;
	/** Ends the waiting, not the request. */
	signal?: AbortSignal;
}

/**
 * Runs a task when its account has a free slot. Executions alternate, so that one with thousands of
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
	const account = queues.get(slot.account) ?? { inFlight: 0, waiting: new Map() };
	queues.set(slot.account, account);
	const mustWait = account.inFlight >= slot.limit || account.waiting.size > 0;
	if (mustWait) await acquire(account, slot);
	else account.inFlight++;
	try {
		assertRunning(slot.signal);
		return await task(mustWait);
	} finally {
		account.inFlight--;
		startQueued(account);
		// With nothing in flight, nothing waits.
		if (account.inFlight === 0) queues.delete(slot.account);
	}
}

/** Waits for a slot, unless the execution is cancelled. */
async function acquire(
	account: AccountQueue,
	{ execution, limit, signal }: SlotRequest,
): Promise<void> {
	const queue = account.waiting.get(execution) ?? new Set();
	account.waiting.set(execution, queue);
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
			if (queue.size === 0) account.waiting.delete(execution);
			reject(cancelled());
			startQueued(account);
		});
	});
}

/** @throws NotStarted if the execution was cancelled */
function assertRunning(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw cancelled();
}

const cancelled = () => new NotStarted('The execution was cancelled before this item was sent');

/**
 * Gives free slots to one request of each execution, one execution after the other. If the first one has a lower limit than
 * there are requests in flight, all others wait with it: it would starve.
 */
function startQueued(account: AccountQueue): void {
	for (const [execution, queue] of account.waiting) {
		const [request] = queue;
		if (account.inFlight >= request.limit) return;
		queue.delete(request);
		// At the end of the map, it is the last execution to get the next slot.
		account.waiting.delete(execution);
		if (queue.size > 0) account.waiting.set(execution, queue);
		account.inFlight++;
		request.start();
	}
}
