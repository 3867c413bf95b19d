import type { WebResponse } from './n8nWait';

interface AcceptedResponse {
	label: string;
	respondedAt: string;
	/** Resolves to true if n8n resumed the execution with the response. */
	hasResumed: Promise<boolean>;
}

/**
 * Max accepted responses to remember. A response is needed only for seconds: n8n then resumes the execution,
 * and no longer calls its webhooks.
 */
const MAX_REMEMBERED_RESPONSES = 1_000;

/** Accepted responses, by the ID of the wait. */
const acceptedResponses = new Map<string, AcceptedResponse>();

/**
 * Returns the response that was accepted for a wait, if any. First waits until n8n has resumed the execution
 * or failed to.
 */
export async function acceptedResponse(id: string): Promise<AcceptedResponse | undefined> {
	for (let earlier = acceptedResponses.get(id); earlier; earlier = acceptedResponses.get(id)) {
		if (await earlier.hasResumed) return earlier;
		if (acceptedResponses.get(id) === earlier) acceptedResponses.delete(id);
	}
	return undefined;
}

/**
 * Accepts a response and rejects later ones. n8n sends the page once it has resumed the execution. If it sends
 * an error instead, the wait accepts a response again.
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
	if (acceptedResponses.size > MAX_REMEMBERED_RESPONSES) acceptedResponses.delete(oldest);
	return true;
}
