import { toProblem } from '../errors/problem';
import { booleanFlag, oneOf, optionOf, switchState } from '../values/choices';
import { excerpt, isBlank, type Parser, text, ValidationError, withLabel } from '../values/formats';
import { singleLine } from '../values/singleLine';
import type { Field, ItemReader, ReadParameter } from '../run/field';

/** Whether the field belongs to the request: an expression may have chosen another kind of it. */
export const isShown = ({ showWhen }: Pick<Field, 'showWhen'>, read: ReadParameter): boolean =>
	showWhen === undefined ||
	Object.entries(showWhen).every(([name, values]) => values.some((one) => one === read(name)));

/** Whether the field belongs to a switch that is off for this item. */
export const isOff = ({ needs }: Pick<Field, 'needs'>, read: ReadParameter): boolean =>
	needs?.type === 'boolean' && read(`options.${needs.name}`) !== true;

/**
 * Reads a field that is shown.
 *
 * @returns its wire form; undefined if it was left empty
 * @throws Problem that names the field
 */
export function readField(field: Field, reader: ItemReader) {
	const { read, where } = reader;
	const { partOf } = field;
	const own = read(field.path ?? field.name);
	const value = partOf && isBlank(own) ? partOf.take(read(partOf.name)) : own;
	if (value !== undefined || field.path) return checkField(field, value, reader);
	// n8n drops what its form hides, e.g. if a switch is saved as "true".
	if (!isBlank(field.default)) return checkField(field, field.default, reader);
	const advice = 'Open this step in the editor, fill in its fields, and save it.';
	const missing = new ValidationError('is not in the saved step', advice, field.displayName);
	throw toProblem(missing, where);
}

/**
 * The wire form of a field's value; undefined if it was left empty.
 *
 * @throws Problem that names the field
 */
export function checkField(field: Field, value: unknown, reader: Omit<ItemReader, 'read'>) {
	const { zone, where, countryCode, accountZone } = reader;
	const parse = field.parse ?? parserOf(field);
	try {
		if (!isBlank(value)) return parse(value, zone, countryCode, accountZone);
		if (isMissed(field, value)) {
			throw new ValidationError('is empty', field.emptyAdvice ?? 'Fill in this field.');
		}
		return field.whenEmpty?.(accountZone ?? zone);
	} catch (error) {
		const invalidValue = parse.isSecret ? undefined : value;
		const isText = field.typeOptions?.rows !== undefined;
		throw toProblem(error, { ...where, label: field.displayName, invalidValue, isText });
	}
}

/** Whether an empty value was asked for: with an option that was added, or with an expression. */
const isMissed = ({ required, emptyAdvice, path, whenEmpty }: Field, value: unknown): boolean =>
	(required === true && !whenEmpty) ||
	(emptyAdvice !== undefined && (value === null || (isOption(path) && value !== undefined)));

/** Not a value of a group: there n8n fills in what was left empty. */
const isOption = (path = ''): boolean => /^options\.\w+$/.test(path);

function parserOf({ type, typeOptions, options = [] }: Field): Parser {
	if (type === 'boolean') return booleanFlag;
	if (type === 'string' && !typeOptions?.rows) return singleLine;
	if (type !== 'options') return text;
	return optionOf(valuesToChoose({ options }));
}

const valuesToChoose = ({ options = [] }: Pick<Field, 'options'>): string[] =>
	options.map((option) => ('value' in option ? String(option.value) : ''));

/**
 * A switch or a choice as code reads it; every other value as it is.
 *
 * @param isFixed whether n8n knows the value too, and hides fields by exactly this one
 * @throws ValidationError that names the field
 */
export function typedValue(field: Field | undefined, value: unknown, isFixed = false): unknown {
	if (field?.type !== 'boolean' && field?.type !== 'options') return value;
	return withLabel(field.displayName, () => {
		if (field.type === 'boolean') return switchState(isFixed ? exactSwitch(value) : value);
		const choose = isFixed ? oneOf(valuesToChoose(field)) : parserOf(field);
		return choose(value, '');
	});
}

function exactSwitch(value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	throw new ValidationError(
		`is ${excerpt(value)}, which is neither true nor false`,
		'Use true or false, without quotes.',
	);
}
