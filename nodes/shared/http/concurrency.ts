import { onAbort } from './onAbort';

export class NotStartedError extends Error {}

interface QueuedRequest {
	maxInFlight: number;
	start: () => void;
}

interface AccountQueue {
	inFlightCount: number;
	waitingByExecution: Map<string, Set<QueuedRequest>>;
}

const queueByAccount = new Map<string, AccountQueue>();

export interface SlotRequest {
	/** A hash of base URL and token. */
	accountId: string;
	executionId: string;
	maxInFlight: number;
	/** Cancels the wait for a slot, but not the request. */
	signal?: AbortSignal;
}

/**
 * Runs a task when its account has a free slot. Executions take turns, so that thousands of items in one
 * execution do not delay a single item in another execution.
 *
 * @param task receives true if the task had to wait for its slot
 * @throws NotStartedError if the execution is cancelled while the task waits
 */
export async function runInSlot<T>(
	slot: SlotRequest,
	task: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
	assertNotCancelled(slot.signal);
	const account = queueByAccount.get(slot.accountId) ?? {
		inFlightCount: 0,
		waitingByExecution: new Map(),
	};
	queueByAccount.set(slot.accountId, account);
	const mustWait =
		account.inFlightCount >= slot.maxInFlight || account.waitingByExecution.size > 0;
	if (mustWait) await waitForSlot(account, slot);
	else account.inFlightCount++;
	try {
		assertNotCancelled(slot.signal);
		return await task(mustWait);
	} finally {
		account.inFlightCount--;
		startQueuedRequests(account);
		if (account.inFlightCount === 0) queueByAccount.delete(slot.accountId);
	}
}

async function waitForSlot(
	account: AccountQueue,
	{ executionId, maxInFlight, signal }: SlotRequest,
): Promise<void> {
	const queue = account.waitingByExecution.get(executionId) ?? new Set();
	account.waitingByExecution.set(executionId, queue);
	await new Promise<void>((resolve, reject) => {
		const request = {
			maxInFlight,
			start: () => {
				stopListening();
				resolve();
			},
		};
		queue.add(request);
		const stopListening = onAbort(signal, () => {
			stopListening();
			queue.delete(request);
			if (queue.size === 0) account.waitingByExecution.delete(executionId);
			reject(cancelledError());
			startQueuedRequests(account);
		});
	});
}

function assertNotCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw cancelledError();
}

const cancelledError = () =>
	new NotStartedError('The execution was cancelled before this item was sent');

/**
 * Starts requests that wait for a slot. Executions take turns. If the next execution allows no more
 * requests in flight, all executions wait, because otherwise an execution with a higher limit might
 * always take the free slot.
 */
function startQueuedRequests(account: AccountQueue): void {
	for (const [execution, queue] of account.waitingByExecution) {
		const [request] = queue;
		if (account.inFlightCount >= request.maxInFlight) return;
		queue.delete(request);
		// Moves the execution to the end, so that the others get their slots first.
		account.waitingByExecution.delete(execution);
		if (queue.size > 0) account.waitingByExecution.set(execution, queue);
		account.inFlightCount++;
		request.start();
	}
}
