interface Waiting {
	limit: number;
	start: () => void;
}

/** Requests in flight to one address, and those that wait, by execution. */
interface Address {
	active: number;
	waiting: Map<string, Waiting[]>;
}

const addresses = new Map<string, Address>();

/** How a task takes its turn. */
export interface Turn {
	/** The service's base URL. */
	address: string;
	/** The execution that the task belongs to. */
	owner: string;
	/** Tasks at a time per address in this process, as far as this task is concerned. */
	limit: number;
	/** Ends the waiting, not the task. */
	signal?: AbortSignal;
}

/**
 * Runs a task when its address has a free place. Executions take turns, so that one with thousands
 * of items does not hold up one with a single item.
 *
 * @throws Error when the execution is cancelled while the task waits
 */
export async function inTurn<T>(turn: Turn, task: () => Promise<T>): Promise<T> {
	const { address, limit } = turn;
	const place = addresses.get(address) ?? { active: 0, waiting: new Map<string, Waiting[]>() };
	addresses.set(address, place);
	if (place.active >= limit || place.waiting.size > 0) await waitIn(place, turn);
	else place.active++;
	try {
		assertRunning(turn.signal);
		return await task();
	} finally {
		place.active--;
		startNext(place);
		if (place.active === 0 && place.waiting.size === 0) addresses.delete(address);
	}
}

/** @throws Error when the execution was cancelled */
function assertRunning(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new Error('The execution was cancelled before this item was sent');
}

async function waitIn(place: Address, { owner, limit, signal }: Turn): Promise<void> {
	assertRunning(signal);
	await new Promise<void>((resolve, reject) => {
		const queue = place.waiting.get(owner) ?? [];
		place.waiting.set(owner, queue);
		const cancel = () => {
			queue.splice(queue.indexOf(waiting), 1);
			if (queue.length === 0) place.waiting.delete(owner);
			startNext(place);
			reject(new Error('The execution was cancelled before this item was sent'));
		};
		const start = () => {
			signal?.removeEventListener('abort', cancel);
			resolve();
		};
		const waiting = { limit, start };
		queue.push(waiting);
		signal?.addEventListener('abort', cancel, { once: true });
	});
}

/**
 * Gives free places to the executions in turn: who had one goes to the end of the line. When the
 * first in line wants fewer in flight than there are, the others wait with it: it would starve.
 */
function startNext(place: Address): void {
	for (const [owner, queue] of place.waiting) {
		const [next] = queue;
		if (place.active >= next.limit) return;
		queue.shift();
		place.waiting.delete(owner);
		if (queue.length > 0) place.waiting.set(owner, queue);
		place.active++;
		next.start();
	}
}
