/** What is wrong with a value, said after the field's label, and what to enter instead. */
export class ValidationError extends Error {
	constructor(
		readonly problem: string,
		readonly advice: string,
		/** Label of the field, where the value alone does not tell it. */
		readonly label?: string,
	) {
		super(problem);
	}
}

/**
 * Turns what a person entered (or an expression gave) into the form that the API documents.
 *
 * @param zone the workflow's time zone, e.g. `Europe/Kyiv`
 * @throws BadValue
 */
export type Parser = (value: unknown, zone: string) => string | number;

/** Nothing was entered: such an optional parameter is not sent. */
export const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.every(isBlank));

/** The text of a text, number or boolean. */
export const plainText = (value: unknown, advice: string): string => {
	if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
	throw new ValidationError(
		`is ${Array.isArray(value) ? 'a list' : 'an object'}, not a text`,
		advice,
	);
};

export const text: Parser = (value) =>
	plainText(value, 'Enter a text, or pick one value of the item.');

/** A whole number from 1, as the service numbers its records. */
export const id: Parser = (value) => {
	const advice = 'Enter the ID as a whole number, e.g. 1363.';
	const entered = plainText(value, advice).trim();
	if (!/^0*[1-9]\d{0,18}$/.test(entered)) {
		throw new ValidationError(
			`is not an ID: "${entered.slice(0, 40)}" is not a whole number`,
			advice,
		);
	}
	return Number.isSafeInteger(Number(entered)) ? Number(entered) : entered;
};

/** Several ids, as a text with commas or spaces, a number, or an array; sent with commas. */
export const ids: Parser = (value, zone) => {
	const entries = (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) =>
		typeof entry === 'string' ? entry.split(/[\s,;]+/).filter((part) => part !== '') : [entry],
	);
	if (entries.length === 0)
		throw new ValidationError('holds no ID', 'Enter IDs, e.g. 5012, 5013.');
	return entries.map((entry) => id(entry, zone)).join(',');
};

const FLAGS: Record<string, number> = { true: 1, '1': 1, false: 0, '0': 0 };

/** 1 or 0 for a switch; an expression may also give them as text. */
export const booleanFlag: Parser = (value) => {
	const wire = FLAGS[plainText(value, 'Use true or false.').trim().toLowerCase()];
	if (wire === undefined)
		throw new ValidationError('is neither true nor false', 'Use true or false.');
	return wire;
};

/** A whole number in a range; `what` names it where its unit matters. */
export const integerBetween =
	(from: number, to: number, what = 'a whole number'): Parser =>
	(value) => {
		const rule = `${what} from ${from} to ${to}`;
		const entered = Number(plainText(value, `Enter ${rule}.`));
		if (Number.isInteger(entered) && entered >= from && entered <= to) return entered;
		throw new ValidationError(`is not ${rule}`, `Enter ${rule}.`);
	};

/** A one-time code: digits only, at most 16. */
export const code: Parser = (value) => {
	const advice = 'A code has digits only, at most 16, e.g. 482915.';
	const entered = plainText(value, advice).trim();
	if (!/^\d+$/.test(entered))
		throw new ValidationError('has other characters than digits', advice);
	if (entered.length > 16) {
		throw new ValidationError(`has ${entered.length} digits; a code has at most 16`, advice);
	}
	return entered;
};

/** How many records: a whole number from 1. */
export const positiveInteger: Parser = (value) => {
	const entered = Number(plainText(value, 'Enter a number.'));
	if (Number.isSafeInteger(entered) && entered >= 1) return entered;
	throw new ValidationError(
		'is not a whole number from 1',
		'Enter how many records you want, e.g. 50.',
	);
};

/** One of the values that the field offers; an expression could give another. */
export const oneOf =
	(values: string[]): Parser =>
	(value) => {
		const entered = String(value);
		if (values.includes(entered)) return entered;
		const choice = `one of ${values.join(', ')}`;
		throw new ValidationError(
			`is "${entered.slice(0, 40)}", which is not ${choice}`,
			`Use ${choice}.`,
		);
	};
