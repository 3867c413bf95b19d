import { excerpt, type Parser, ValidationError } from './formats';

/** A map: `constructor` is no switch. */
const SWITCHES = new Map(Object.entries({ true: true, '1': true, false: false, '0': false }));

/** The state of a switch. An expression may also return it as 1 or 0, or as text. */
export const switchState = (value: unknown): boolean => {
	const entered = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	const state = SWITCHES.get(entered);
	if (state !== undefined) return state;
	const problem = `is ${excerpt(value)}, which is neither true nor false`;
	throw new ValidationError(problem, 'Use true or false.');
};

/** 1 or 0 for a switch. */
export const booleanFlag: Parser = (value) => Number(switchState(value));

/** One of some words. */
export const oneOf =
	(values: string[]): Parser =>
	(value) => {
		if (typeof value === 'string' && values.includes(value)) return value;
		const choice = `one of ${values.join(', ')}`;
		const problem = `is ${excerpt(value)}, which is not ${choice}`;
		throw new ValidationError(problem, `Use ${choice}.`);
	};

/** One of the field's options, in either letter case: the API writes some of them in capital letters. */
export const optionOf = (values: string[]): Parser => {
	const parse = oneOf(values);
	return (value, zone) => {
		const entered = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
		return values.find((option) => option.toLowerCase() === entered) ?? parse(value, zone);
	};
};

/** One of the field's options, which the API documents in capital letters. */
export const inCapitals = (values: string[]): Parser => {
	const parse = optionOf(values);
	return (value, zone) => String(parse(value, zone)).toUpperCase();
};
