import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import { isOutcomeUnknown, type NodeError } from '../errors/nodeErrors';
import { runKey } from './n8nInternals';
import type { RequestPolicy } from './policy';

/** The outcome of a request. If Retry On Fail must not simply repeat it, its run remembers it. */
export type SentRequest = { records: IDataObject[] } | { error: NodeError };

/**
 * What one run of a step has sent, for its next try under Retry On Fail: by item, or by recipient of a
 * mailing written as JSON.
 */
export class SentRequests extends Map<string | number, SentRequest> {
	/** The keys of Send Once Per Key that are claimed, with their items: the next try may send them. */
	readonly heldKeys = new Map<string, number>();
	private service?: Account;

	/**
	 * Keeps all tries to one account: what was sent belongs to it, and the others would get the rest from
	 * another one. As long as nothing was sent, a later try may use the edited credential.
	 *
	 * @throws UserError if an earlier try has sent something with another account, or may have
	 */
	keepTo(service: Account): void {
		if (this.size > 0) this.service?.assertSame(service);
		this.service = service;
	}
}

/** The request of an earlier try that has sent this already, or may have: it is not sent again. */
export function settledRequest(
	{ sent, policy }: { sent: SentRequests; policy: RequestPolicy },
	key: string | number,
): SentRequest | undefined {
	const earlier = sent.get(key);
	if (!earlier || 'records' in earlier) return earlier;
	return isOutcomeUnknown(earlier.error) && !policy.resendUnknown ? earlier : undefined;
}

const runs = new WeakMap<object, SentRequests>();

/**
 * What this run of the step has sent already. It is kept by the object that stands for the run, so a
 * second execution or the next round of a loop starts empty, and it is forgotten with the run.
 */
export function sentRequestsOf(context: IExecuteFunctions): SentRequests {
	const key = runKey(context);
	const sent = runs.get(key) ?? new SentRequests();
	runs.set(key, sent);
	return sent;
}
