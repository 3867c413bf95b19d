import { withLock } from '../../store/lock';

/** What this process knows of the calls to one wait. */
interface Calls {
	/** The requests that were called, by their place. */
	called: Set<number>;
	/** The order of calls and readings, and of the reading that began last. */
	clock: number;
	readAt: number;
}

/** n8n saves nothing of a call that leaves an execution waiting. What is forgotten is read again. */
const MAX_WAITS = 1_000;

/** By the ID of the wait. */
const waits = new Map<string, Calls>();

function callsOf(id: string): Calls {
	const calls = waits.get(id) ?? { called: new Set(), clock: 0, readAt: 0 };
	// At the end of the map, it is the last one to be forgotten.
	waits.delete(id);
	waits.set(id, calls);
	const [oldest] = waits.keys();
	if (waits.size > MAX_WAITS) waits.delete(oldest);
	return calls;
}

/**
 * Notes a call to a wait, and reads what it has changed, one reading at a time. A reading that begins
 * after several calls is that of all of them.
 *
 * @param read gets whether a request was called
 * @returns undefined if another call has read it
 */
export async function afterCall<T>(
	id: string,
	request: number,
	read: (isCalled: (request: number) => boolean) => Promise<T>,
): Promise<T | undefined> {
	const calls = callsOf(id);
	calls.called.add(request);
	const arrived = ++calls.clock;
	return await withLock(`result ${id}`, async () => {
		if (calls.readAt > arrived) return undefined;
		calls.readAt = ++calls.clock;
		return await read((one) => calls.called.has(one));
	});
}

/** Forgets the calls to a wait that has ended. */
export const forgetCalls = (id: string): boolean => waits.delete(id);
