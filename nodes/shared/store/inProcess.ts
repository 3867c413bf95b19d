import { awaitUnlessAborted } from '../http/onAbort';

const reservationByKey = new Map<string, Promise<void>>();

/**
 * Reserves keys in this process until the returned function is called. Waits for executions that have reserved
 * any of the keys, because these executions may be sending. All keys are reserved together, so that two
 * executions never wait for each other.
 *
 * @throws Error if the execution is cancelled during the wait
 */
export async function waitAndReserveKeys(
	step: string,
	keys: string[],
	signal: AbortSignal | undefined,
): Promise<() => void> {
	const names = keys.map((key) => `${step}/${key}`);
	const reservations = () => names.flatMap((name) => reservationByKey.get(name) ?? []);
	const cancelled = () => new Error('The execution was cancelled before anything was sent');
	for (let pending = reservations(); pending.length > 0; pending = reservations()) {
		await awaitUnlessAborted(signal, Promise.all(pending), cancelled);
	}
	let end: () => void = () => {};
	const reservation = new Promise<void>((resolve) => (end = resolve));
	for (const name of names) reservationByKey.set(name, reservation);
	return () => {
		for (const name of names) reservationByKey.delete(name);
		end();
	};
}

const latestTaskByLock = new Map<string, Promise<unknown>>();

/** Runs tasks with the same name one at a time, in order. Other n8n processes are not affected. */
export async function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
	const previous = latestTaskByLock.get(name);
	const result = previous ? previous.then(task) : task();
	// The next task starts even if this task fails.
	const ended = result.catch(() => undefined);
	latestTaskByLock.set(name, ended);
	try {
		return await result;
	} finally {
		if (latestTaskByLock.get(name) === ended) latestTaskByLock.delete(name);
	}
}

export const isLocked = (name: string): boolean => latestTaskByLock.has(name);
