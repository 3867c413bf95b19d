import { toProblem } from '../errors/problem';
import {
	parseBooleanAsNumber,
	exactOptionParser,
	optionParser,
	parseBoolean,
} from '../values/choices';
import {
	describeValue,
	isBlank,
	type Parser,
	parseText,
	ValidationError,
	runWithLabel,
} from '../values/formats';
import { parseSingleLine } from '../values/singleLine';
import type { Field, ItemReader, ReadParameter } from '../run/field';

export const isShown = ({ showWhen }: Pick<Field, 'showWhen'>, read: ReadParameter): boolean =>
	showWhen === undefined ||
	Object.entries(showWhen).every(([name, values]) =>
		values.some((value) => value === read(name)),
	);

export const isDependencyOff = (
	{ dependsOn }: Pick<Field, 'dependsOn'>,
	read: ReadParameter,
): boolean => dependsOn?.type === 'boolean' && read(`options.${dependsOn.name}`) !== true;

/**
 * Reads and validates a field that is shown.
 *
 * @returns the wire form, or undefined if the field is empty
 * @throws Problem with the field
 */
export function readField(field: Field, reader: ItemReader) {
	const { read, errorContext } = reader;
	const { fallbackField } = field;
	const saved = read(field.path ?? field.name);
	const value =
		fallbackField && isBlank(saved)
			? fallbackField.parse(read(fallbackField.fieldName))
			: saved;
	if (value !== undefined || field.path) return parseField(field, value, reader);
	// Uses the default, because n8n does not save hidden fields.
	if (!isBlank(field.default)) return parseField(field, field.default, reader);
	const advice = 'Open this step in the editor, fill in its fields, and save the workflow.';
	const missing = new ValidationError(
		'has no saved value in this step',
		advice,
		field.displayName,
	);
	throw toProblem(missing, errorContext);
}

/**
 * Validates a value.
 *
 * @returns the wire form, or undefined if the value is empty
 * @throws Problem with the field
 */
export function parseField(field: Field, value: unknown, reader: Omit<ItemReader, 'read'>) {
	const { zone, errorContext, countryCode, accountZone } = reader;
	const parse = field.parse ?? defaultParser(field);
	try {
		if (!isBlank(value)) return parse(value, zone, countryCode, accountZone);
		if (isEmptyInvalid(field, value)) {
			throw new ValidationError('is empty', field.emptyAdvice ?? 'Fill in this field.');
		}
		return field.makeValueIfEmpty?.(accountZone ?? zone);
	} catch (error) {
		const invalidValue = parse.isSecret ? undefined : value;
		const isText = field.typeOptions?.rows !== undefined;
		throw toProblem(error, {
			...errorContext,
			label: field.displayName,
			invalidValue,
			isValueMessageText: isText,
		});
	}
}

/**
 * Reports whether an empty value is an error: for a required field, an added option, or an expression without a
 * result.
 */
const isEmptyInvalid = (
	{ required, emptyAdvice, path, makeValueIfEmpty }: Field,
	value: unknown,
): boolean =>
	(required === true && !makeValueIfEmpty) ||
	(emptyAdvice !== undefined && (value === null || (isOptionPath(path) && value !== undefined)));

/** Excludes values in a fixed collection, because n8n fills in their defaults. */
const isOptionPath = (path = ''): boolean => /^options\.\w+$/.test(path);

function defaultParser({ type, typeOptions, options = [] }: Field): Parser {
	if (type === 'boolean') return parseBooleanAsNumber;
	if (type === 'string' && !typeOptions?.rows) return parseSingleLine;
	if (type !== 'options') return parseText;
	return optionParser(optionValuesOf({ options }));
}

const optionValuesOf = ({ options = [] }: Pick<Field, 'options'>): string[] =>
	options.map((option) => ('value' in option ? String(option.value) : ''));

/**
 * Converts a switch to a boolean and validates a choice. Other values are returned unchanged.
 *
 * @param isFixed true if the value is not an expression. A fixed value must be exact, because n8n shows and
 * hides fields by the exact value.
 * @throws ValidationError with the field
 */
export function parseSwitchOrChoice(
	field: Field | undefined,
	value: unknown,
	isFixed = false,
): unknown {
	if (field?.type !== 'boolean' && field?.type !== 'options') return value;
	return runWithLabel(field.displayName, () => {
		if (field.type === 'boolean')
			return parseBoolean(isFixed ? parseExactSwitch(value) : value);
		const choose = isFixed ? exactOptionParser(optionValuesOf(field)) : defaultParser(field);
		return choose(value, '');
	});
}

function parseExactSwitch(value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	throw new ValidationError(
		`is ${describeValue(value)}, which is neither true nor false`,
		'Use true or false, without quotes.',
	);
}
