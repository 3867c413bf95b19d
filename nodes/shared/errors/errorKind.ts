import { mayPass, type Problem } from './problem';

/**
 * Tells a workflow what to do with a failed item: correct it (`invalid`, `rejected`), try again later
 * (`rate_limited`, `unavailable`), or first check whether it was sent (`unknown`).
 */
export type ErrorKind = 'invalid' | 'rejected' | 'rate_limited' | 'unavailable' | 'unknown';

/** @param isSent null if the item may have been sent, completely or in part */
export function errorKind(problem: Problem, isSent: unknown): ErrorKind {
	if (isSent === null || problem.isUnknown) return 'unknown';
	if (problem.neverBegan) return 'unavailable';
	if (!problem.failure) return 'invalid';
	if (problem.failure.status === 429) return 'rate_limited';
	return mayPass(problem) ? 'unavailable' : 'rejected';
}
