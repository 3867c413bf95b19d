import { NodeApiError } from 'n8n-workflow';
import { isOutcomeUnknown, isUnavailable, mayPass, type NodeError } from './nodeErrors';

/**
 * What a workflow can do about a failed item: correct it (`invalid`, `rejected`), try it later (`rate_limited`,
 * `unavailable`), or find out first whether it was sent (`unknown`).
 */
export type ErrorKind = 'invalid' | 'rejected' | 'rate_limited' | 'unavailable' | 'unknown';

/** @param isSent what is known of the item; null if it may have been sent, or a part of it was */
export function errorKind(error: NodeError, isSent: unknown): ErrorKind {
	if (isSent === null || isOutcomeUnknown(error)) return 'unknown';
	if (isUnavailable(error)) return 'unavailable';
	if (!(error instanceof NodeApiError)) return 'invalid';
	if (error.httpCode === '429') return 'rate_limited';
	return mayPass(error) ? 'unavailable' : 'rejected';
}
