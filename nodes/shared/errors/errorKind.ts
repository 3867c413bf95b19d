import { mayPass, type Problem } from './problem';

/**
 * What a workflow can do about a failed item: correct it (`invalid`, `rejected`), try it later (`rate_limited`,
 * `unavailable`), or find out first whether it was sent (`unknown`).
 */
export type ErrorKind = 'invalid' | 'rejected' | 'rate_limited' | 'unavailable' | 'unknown';

/** @param isSent whether the item was sent; null if it may have been sent, or if a part of it was */
export function errorKind(problem: Problem, isSent: unknown): ErrorKind {
	if (isSent === null || problem.isUnknown) return 'unknown';
	if (problem.neverBegan) return 'unavailable';
	if (!problem.failure) return 'invalid';
	if (problem.failure.status === 429) return 'rate_limited';
	return mayPass(problem) ? 'unavailable' : 'rejected';
}
