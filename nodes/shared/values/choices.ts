import { describeValue, type Parser, ValidationError } from './formats';

/** A Map, because an object would also have keys such as `constructor`. */
const BOOLEAN_BY_TEXT = new Map(
	Object.entries({ true: true, '1': true, false: false, '0': false }),
);

export const parseBoolean = (value: unknown): boolean => {
	const entered = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	const state = BOOLEAN_BY_TEXT.get(entered);
	if (state !== undefined) return state;
	const problem = `is ${describeValue(value)}, which is neither true nor false`;
	throw new ValidationError(problem, 'Use true or false.');
};

export const parseBooleanAsNumber: Parser = (value) => Number(parseBoolean(value));

export const exactOptionParser =
	(values: string[]): Parser =>
	(value) => {
		if (typeof value === 'string' && values.includes(value)) return value;
		const choice = `one of ${values.join(', ')}`;
		const problem = `is ${describeValue(value)}, which is not ${choice}`;
		throw new ValidationError(problem, `Use ${choice}.`);
	};

export const optionParser = (values: string[]): Parser => {
	const parse = exactOptionParser(values);
	return (value, zone) => {
		const entered = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
		return values.find((option) => option.toLowerCase() === entered) ?? parse(value, zone);
	};
};

export const upperCaseOptionParser = (values: string[]): Parser => {
	const parse = optionParser(values);
	return (value, zone) => String(parse(value, zone)).toUpperCase();
};
