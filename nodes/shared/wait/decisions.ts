import type { WebResponse } from './n8nWait';

interface AcceptedResponse {
	displayedResponse: string;
	respondedAt: string;
	/** Resolves to true if n8n resumed the execution, false if n8n sent an error. */
	resumedPromise: Promise<boolean>;
}

/**
 * Drops the oldest responses, because a response is needed only for seconds, until n8n has resumed
 * the execution.
 */
const MAX_REMEMBERED_RESPONSES = 1_000;

/** Keyed by wait ID. */
const acceptedResponseByWait = new Map<string, AcceptedResponse>();

/**
 * Returns the accepted response of a wait. Undefined if there is none, or if n8n failed to resume the
 * execution.
 */
export async function awaitAcceptedResponse(id: string): Promise<AcceptedResponse | undefined> {
	for (
		let earlier = acceptedResponseByWait.get(id);
		earlier;
		earlier = acceptedResponseByWait.get(id)
	) {
		if (await earlier.resumedPromise) return earlier;
		if (acceptedResponseByWait.get(id) === earlier) acceptedResponseByWait.delete(id);
	}
	return undefined;
}

/**
 * Accepts the first response of a wait and rejects later responses. If n8n fails to resume the execution, the
 * wait accepts a response again.
 *
 * @returns false if the wait already has an accepted response
 */
export function recordFirstResponse(
	id: string,
	response: WebResponse,
	displayedResponse: string,
	respondedAt: string,
): boolean {
	if (acceptedResponseByWait.has(id)) return false;
	const resumedPromise = response.closed
		? Promise.resolve(true)
		: new Promise<boolean>((resolve) => {
				const end = () => resolve(response.statusCode < 400);
				response.once('finish', end);
				response.once('close', end);
			});
	acceptedResponseByWait.set(id, { displayedResponse, respondedAt, resumedPromise });
	const [oldest] = acceptedResponseByWait.keys();
	if (acceptedResponseByWait.size > MAX_REMEMBERED_RESPONSES)
		acceptedResponseByWait.delete(oldest);
	return true;
}
