import { type ErrorContext, toNodeError } from '../errors/nodeErrors';
import { booleanFlag, isBlank, oneOf, type Parser, text, ValidationError } from '../values/formats';
import { singleLine } from '../values/singleLine';
import type { Field } from './field';

/** Reads a parameter by its path, e.g. `options.sender`. @throws what its expression throws */
export type ReadParameter = (path: string) => unknown;

/** Whether the field belongs to the request: an expression may have chosen another kind of it. */
export const isShown = ({ showWhen }: Pick<Field, 'showWhen'>, read: ReadParameter): boolean =>
	!showWhen ||
	Object.entries(showWhen).every(([name, values]) =>
		values.map(String).includes(String(read(name))),
	);

/**
 * The wire form of a field's value; undefined if it was left empty.
 *
 * @throws NodeOperationError that names the field
 */
export function checkField(field: Field, value: unknown, zone: string, where: ErrorContext) {
	try {
		if (!isBlank(value)) return (field.parse ?? parserOf(field))(value, zone);
		if (!field.required && !field.emptyAdvice) return undefined;
		throw new ValidationError('is empty', field.emptyAdvice ?? 'Fill in this field.');
	} catch (error) {
		throw toNodeError(error, { ...where, label: field.displayName });
	}
}

/** What validates a field by its type. */
export function parserOf({ type, typeOptions, options = [] }: Field): Parser {
	if (type === 'boolean') return booleanFlag;
	if (type === 'string' && !typeOptions?.rows) return singleLine;
	if (type !== 'options') return text;
	return oneOf(options.map((option) => ('value' in option ? String(option.value) : '')));
}
