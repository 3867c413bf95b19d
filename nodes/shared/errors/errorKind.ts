import { isTemporaryFailure, type Problem } from './problem';

/**
 * The output field `error_kind`, which tells a workflow what to do with a failed item: correct it (`invalid`,
 * `rejected`), try again later (`rate_limited`, `unavailable`), or first find out whether it was sent
 * (`unknown`).
 */
export type ErrorKind = 'invalid' | 'rejected' | 'rate_limited' | 'unavailable' | 'unknown';

/** Returns the kind of an error. @param isSent null if the item or a part of it may have been sent */
export function errorKind(problem: Problem, isSent: unknown): ErrorKind {
	if (isSent === null || problem.isUnknown) return 'unknown';
	if (problem.neverBegan) return 'unavailable';
	if (!problem.failure) return 'invalid';
	if (problem.failure.httpStatus === 429) return 'rate_limited';
	return isTemporaryFailure(problem) ? 'unavailable' : 'rejected';
}
