import type { IDataObject, IExecuteFunctions, NodeApiError } from 'n8n-workflow';
import { runKey } from './n8nInternals';
import type { RequestPolicy } from './policy';

/** The outcome of a request that Retry On Fail must not simply repeat. */
export type SentRequest = { records: IDataObject[] } | { unknownOutcome: NodeApiError };

/** By what was sent: an item, or a recipient of a mailing written as JSON. */
export type SentRequests = Map<string | number, SentRequest>;

/** The request of an earlier try that has sent this already, or may have: it is not sent again. */
export function settledRequest(
	{ sent, policy }: { sent: SentRequests; policy: RequestPolicy },
	key: string | number,
): SentRequest | undefined {
	const earlier = sent.get(key);
	return earlier && ('records' in earlier || !policy.resendUnknown) ? earlier : undefined;
}

const runs = new WeakMap<object, SentRequests>();

/**
 * What this run of the step has sent already. It is kept by the object that stands for the run, so a
 * second execution or the next round of a loop starts empty, and it is forgotten with the run.
 */
export function sentRequestsOf(context: IExecuteFunctions): SentRequests {
	const key = runKey(context);
	const sent = runs.get(key) ?? new Map<string | number, SentRequest>();
	runs.set(key, sent);
	return sent;
}
