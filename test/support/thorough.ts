/**
 * True in the nightly workflow and before a release (THOROUGH=1). Otherwise the longest tests run
 * only a share of their cases.
 */
export const isThorough = process.env.THOROUGH === '1';

export const share = <T>(whole: T, part: T): T => (isThorough ? whole : part);

/** Returns all rows or, for `npm test`, every `oneOf`-th row. `turn` shifts the selection. */
export const shareOf = <T>(rows: readonly T[], oneOf: number, turn = 0): T[] =>
	rows.filter((_, index) => (index + turn) % share(1, oneOf) === 0);

/**
 * Pairs each field with each value. `npm test` gets, for each field, only every `oneOf`-th value,
 * and other values for the next field, so that each value still occurs. If one function reads all
 * fields, pass the number of fields as `oneOf`, so that each value occurs once.
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

/**
 * True in the nightly workflow and before a release (NIGHTLY=1), where the slowest tests run too.
 */
export const isNightly = process.env.NIGHTLY === '1';
