/**
 * Whether the tests run whole, as the nightly workflow and a release do (THOROUGH=1). Otherwise the
 * longest ones take a smaller share of the same cases.
 */
export const isThorough = process.env.THOROUGH === '1';

/** Everything, or the share of it that `npm test` has time for. */
export const share = <T>(whole: T, part: T): T => (isThorough ? whole : part);

/** Whether tests run that are only for the nightly workflow and a release. */
export const isNightly = process.env.NIGHTLY === '1';
