import { onAbort } from './onAbort';

/** Thrown if the run ended before a request was sent. */
export class NotStartedError extends Error {}

interface QueuedRequest {
	limit: number;
	start: () => void;
}

/** An account's requests in flight, and its waiting requests by execution. */
interface AccountQueue {
	inFlight: number;
	waiting: Map<string, Set<QueuedRequest>>;
}

/** Queues by account. An account without requests has no queue. */
const queues = new Map<string, AccountQueue>();

export interface SlotRequest {
	/** Identifies the account by base URL and token. */
	account: string;
	execution: string;
	/** Max requests of the account in flight, in this process. */
	limit: number;
	/** Cancels the wait for a slot, but not the request. */
	signal?: AbortSignal;
}

/**
 * Runs a task when its account has a free slot. Executions take turns, so that an execution with thousands of
 * items does not delay an execution with a single item.
 *
 * @param task receives true if it had to wait for its slot
 * @throws NotStarted if the execution is cancelled while the task waits
 */
export async function withConcurrencyLimit<T>(
	slot: SlotRequest,
	task: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
	assertNotCancelled(slot.signal);
	const account = queues.get(slot.account) ?? { inFlight: 0, waiting: new Map() };
	queues.set(slot.account, account);
	const mustWait = account.inFlight >= slot.limit || account.waiting.size > 0;
	if (mustWait) await acquireSlot(account, slot);
	else account.inFlight++;
	try {
		assertNotCancelled(slot.signal);
		return await task(mustWait);
	} finally {
		account.inFlight--;
		startQueued(account);
		if (account.inFlight === 0) queues.delete(slot.account);
	}
}

async function acquireSlot(
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
			reject(cancelledError());
			startQueued(account);
		});
	});
}

/** @throws NotStarted if the execution was cancelled */
function assertNotCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw cancelledError();
}

const cancelledError = () =>
	new NotStartedError('The execution was cancelled before this item was sent');

/**
 * Gives free slots to the waiting executions one after the other. If the next execution has reached its
 * limit, the others wait too, so that it does not starve.
 */
function startQueued(account: AccountQueue): void {
	for (const [execution, queue] of account.waiting) {
		const [request] = queue;
		if (account.inFlight >= request.limit) return;
		queue.delete(request);
		// Moved to the end of the map, so that the other executions get their slots first.
		account.waiting.delete(execution);
		if (queue.size > 0) account.waiting.set(execution, queue);
		account.inFlight++;
		request.start();
	}
}
