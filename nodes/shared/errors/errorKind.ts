import { isTemporaryFailure, type Problem } from './problem';

/**
 * The output field `error_kind`, which tells a workflow whether to correct the failed item (`invalid`,
 * `rejected`), to try again later (`rate_limited`, `unavailable`), or first to find out whether the item was
 * sent (`unknown`).
 */
export type ErrorKind = 'invalid' | 'rejected' | 'rate_limited' | 'unavailable' | 'unknown';

/** @param isSent null if the item or a part of it may have been sent */
export function errorKind(problem: Problem, isSent: unknown): ErrorKind {
	if (isSent === null || problem.isOutcomeUnknown) return 'unknown';
	if (problem.neverBegan) return 'unavailable';
	if (!problem.failure) return 'invalid';
	if (problem.failure.httpStatus === 429) return 'rate_limited';
	return isTemporaryFailure(problem) ? 'unavailable' : 'rejected';
}
