/**
 * True in the nightly workflow and before a release (THOROUGH=1). Otherwise the longest tests run a smaller
 * share of the same cases.
 */
export const isThorough = process.env.THOROUGH === '1';

/** Returns the whole, or the part that `npm test` has time for. */
export const share = <T>(whole: T, part: T): T => (isThorough ? whole : part);

/** Returns all rows, or every `oneOf`-th for `npm test`; each `turn` selects different rows. */
export const shareOf = <T>(rows: readonly T[], oneOf: number, turn = 0): T[] =>
	rows.filter((_, index) => (index + turn) % share(1, oneOf) === 0);

/**
 * Pairs each field with each value. For `npm test` it returns a share of the pairs, by default a third, in
 * which each value occurs and neighboring fields have different values. If one function reads all fields,
 * pass their number: each value then occurs once.
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

/** True in the nightly workflow and before a release (NIGHTLY=1), where the slowest tests run too. */
export const isNightly = process.env.NIGHTLY === '1';
