import { unlessAborted } from '../http/onAbort';

const inFlight = new Map<string, Promise<void>>();

/**
 * Reserves keys until the function that it returns is called. It waits for the executions of this
 * process that have one of them: only then it is known whether they have sent. All are reserved
 * together, so that no two executions wait for each other.
 *
 * @param step what the keys belong to
 * @throws Error if the execution is cancelled while it waits
 */
export async function reserveKeys(
	step: string,
	keys: string[],
	signal: AbortSignal | undefined,
): Promise<() => void> {
	const names = keys.map((key) => `${step}/${key}`);
	const busy = () => names.flatMap((name) => inFlight.get(name) ?? []);
	const cancelled = () => new Error('The execution was cancelled before anything was sent');
	for (let others = busy(); others.length > 0; others = busy()) {
		await unlessAborted(signal, Promise.all(others), cancelled);
	}
	let end: () => void = () => {};
	const reservation = new Promise<void>((resolve) => (end = resolve));
	for (const name of names) inFlight.set(name, reservation);
	return () => {
		for (const name of names) inFlight.delete(name);
		end();
	};
}

const last = new Map<string, Promise<unknown>>();

/** Runs one task at a time for each name, in their order. It guards this n8n process only. */
export async function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
	const before = last.get(name);
	const result = before ? before.then(task) : task();
	// A task that fails does not keep the next one from running.
	const ended = result.catch(() => undefined);
	last.set(name, ended);
	try {
		return await result;
	} finally {
		if (last.get(name) === ended) last.delete(name);
	}
}

/** Whether a task of this name runs or waits. */
export const isLocked = (name: string): boolean => last.has(name);
