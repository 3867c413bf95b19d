/**
 * Whether the tests run whole, as `.ci/run` and the nightly workflow do (THOROUGH=1). Otherwise the
 * longest ones take a smaller share of the same cases.
 */
export const isThorough = process.env.THOROUGH === '1';

/** Everything, or the share of it that `npm test` has time for. */
export const share = <T>(whole: T, part: T): T => (isThorough ? whole : part);

/** Whether tests run that build and test the whole project in a copy: at night and for a release. */
export const isNightly = process.env.NIGHTLY === '1';
