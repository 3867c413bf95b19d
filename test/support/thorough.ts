/**
 * Whether the tests run whole, as the nightly workflow and a release do (THOROUGH=1). Otherwise the
 * longest ones take a smaller share of the same cases.
 */
export const isThorough = process.env.THOROUGH === '1';

/** Everything, or the share of it that `npm test` has time for. */
export const share = <T>(whole: T, part: T): T => (isThorough ? whole : part);

/** All rows, or one of so many that `npm test` has time for; with the next `turn`, other ones. */
export const shareOf = <T>(rows: readonly T[], oneOf: number, turn = 0): T[] =>
	rows.filter((_, index) => (index + turn) % share(1, oneOf) === 0);

/**
 * Each value in each field. `npm test` has time for a share of these pairs: each value is in some field,
 * and each field has other values than the one before. By default it is a third. Where one function reads all the
 * fields, their number makes it each value once.
 */
export const shareOfPairs = <Field, Value>(
	fields: readonly Field[],
	values: readonly Value[],
	oneOf = 3,
): Array<[Field, Value]> =>
	fields.flatMap((field, turn) =>
		shareOf(values, Math.min(oneOf, fields.length, values.length), turn).map(
			(value): [Field, Value] => [field, value],
		),
	);

/** Whether tests run that are only for the nightly workflow and a release. */
export const isNightly = process.env.NIGHTLY === '1';
