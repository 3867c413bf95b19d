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
