import type { NodeApiError } from 'n8n-workflow';
import { TOKEN_WORDS } from './advice';
import type { RequestFailure } from './requestFailure';

/**
 * What n8n reads to decide when a failed poll is tried again (`poll-backoff-policy.js` of n8n 2.41.1). Only its durable
 * pollers do, which are off by default. Versions before 2.41 ignore it.
 */
type Failure = NodeApiError['failure'];

/** As far as the response proves it. A 400 is about the request, and proves nothing. */
export function failureCause(failed: RequestFailure): Failure {
	const { status, message, hasReason, noResponse, retryAfter } = failed;
	if (status === 429) return { cause: 'rate-limited', retryAfterMs: retryAfter };
	// n8n waits 30 minutes after a cause that a user must remove. A 403 may come of a firewall, and pass.
	const isToken = status === 401 || (status === 403 && hasReason && TOKEN_WORDS.test(message));
	if (isToken) return { cause: 'credential-invalid' };
	if (status === 403 || status >= 500 || noResponse) return { cause: 'temporarily-unavailable' };
	return undefined;
}
