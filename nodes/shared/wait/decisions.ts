import type { WebResponse } from './n8nWait';

/** A response that was taken. */
interface Taken {
	label: string;
	respondedAt: string;
	/** Whether n8n has resumed the execution with it. */
	isKept: Promise<boolean>;
}

/** n8n resumes an execution within seconds. Later than that it does not ask the node. */
const MAX_TAKEN = 1_000;

/** By the ID of the wait. */
const taken = new Map<string, Taken>();

/** The response that was taken for a wait; undefined if there is none. */
export async function takenResponse(id: string): Promise<Taken | undefined> {
	for (let earlier = taken.get(id); earlier; earlier = taken.get(id)) {
		if (await earlier.isKept) return earlier;
		if (taken.get(id) === earlier) taken.delete(id);
	}
	return undefined;
}

/**
 * Takes a response, which is the only one from now on. n8n sends the page after it has resumed the
 * execution, or an error if it could not: then another response may be taken.
 *
 * @returns false if another one was taken since this one was looked for
 */
export function takeResponse(
	id: string,
	response: WebResponse,
	label: string,
	respondedAt: string,
): boolean {
	if (taken.has(id)) return false;
	const isKept = response.closed
		? Promise.resolve(true)
		: new Promise<boolean>((resolve) => {
				const end = () => resolve(response.statusCode < 400);
				response.once('finish', end);
				response.once('close', end);
			});
	taken.set(id, { label, respondedAt, isKept });
	const [oldest] = taken.keys();
	if (taken.size > MAX_TAKEN) taken.delete(oldest);
	return true;
}
