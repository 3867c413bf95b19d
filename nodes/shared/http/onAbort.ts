const callbacksBySignal = new WeakMap<AbortSignal, Set<() => void>>();

const runCallbacks = ({ target }: Event) =>
	callbacksBySignal.get(target as AbortSignal)?.forEach((callback) => callback());

/**
 * Calls back when a signal aborts, or immediately if the signal has already aborted. All callbacks of a signal
 * share one listener, because thousands of listeners are slow to add.
 *
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
	if (!signal) return () => {};
	if (signal.aborted) callback();
	const callbacks = callbacksBySignal.get(signal) ?? new Set();
	callbacksBySignal.set(signal, callbacks.add(callback));
	if (callbacks.size === 1) signal.addEventListener('abort', runCallbacks);
	return () => {
		if (callbacks.delete(callback) && callbacks.size === 0) {
			signal.removeEventListener('abort', runCallbacks);
		}
	};
}

/** @throws the error that `reason` creates, if the signal aborts before `promise` settles */
export async function awaitUnlessAborted<T>(
	signal: AbortSignal | undefined,
	promise: Promise<T>,
	reason: () => Error,
): Promise<T> {
	let stopListening = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stopListening = onAbort(signal, () => reject(reason()));
	});
	return await Promise.race([promise, aborted]).finally(() => stopListening());
}
