import type { WebResponse } from './n8nWait';

/** A response that was accepted. */
interface AcceptedResponse {
	label: string;
	respondedAt: string;
	/** Resolves to whether n8n resumed the execution with it. */
	hasResumed: Promise<boolean>;
}

/**
 * Max number of waits to remember. n8n resumes an execution within seconds, and calls no webhook of it
 * afterwards.
 */
const MAX_REMEMBERED = 1_000;

/** Accepted responses by the ID of their wait. */
const acceptedResponses = new Map<string, AcceptedResponse>();

/** Returns the response that was accepted for a wait, if there is one. */
export async function acceptedResponse(id: string): Promise<AcceptedResponse | undefined> {
	for (let earlier = acceptedResponses.get(id); earlier; earlier = acceptedResponses.get(id)) {
		if (await earlier.hasResumed) return earlier;
		if (acceptedResponses.get(id) === earlier) acceptedResponses.delete(id);
	}
	return undefined;
}

/**
 * Accepts a response, so that no other one can be. n8n sends the page once it has resumed the execution. If
 * n8n sends an error instead, another response may be accepted.
 *
 * @returns false if another response was accepted in the meantime
 */
export function acceptResponse(
	id: string,
	response: WebResponse,
	label: string,
	respondedAt: string,
): boolean {
	if (acceptedResponses.has(id)) return false;
	const hasResumed = response.closed
		? Promise.resolve(true)
		: new Promise<boolean>((resolve) => {
				const end = () => resolve(response.statusCode < 400);
				response.once('finish', end);
				response.once('close', end);
			});
	acceptedResponses.set(id, { label, respondedAt, hasResumed });
	const [oldest] = acceptedResponses.keys();
	if (acceptedResponses.size > MAX_REMEMBERED) acceptedResponses.delete(oldest);
	return true;
}
