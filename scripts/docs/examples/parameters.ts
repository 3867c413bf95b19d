import type { INodeParameters } from 'n8n-workflow';
import { apiNameOf } from '../../../nodes/shared/describe/field';
import { type FlatField, isRequired } from '../describe/fields';
import { exampleOf, fromItem, inForm, inputItems, isEmptyDefault } from './values';

/** What examples know besides the fields: entries of lists, and what earlier operations return. */
export interface Known {
	/** The first entry of the field's list; undefined if it has none. */
	listed: (field: FlatField) => unknown;
	/** The field of the input items that has the value. */
	inputKey: (field: FlatField) => string | undefined;
	/** Whether the recipient is read from each input item. */
	wholeInput: boolean;
}

/** A value for a field, from the list, the input or what the field declares. */
export function valueOf(field: FlatField, known: Known): unknown {
	const listed = known.listed(field);
	if (listed !== undefined) return inForm(field, listed);
	const key = known.inputKey(field);
	if (key !== undefined) return inForm(field, fromItem(key));
	const isRecipient = known.wholeInput && apiNameOf(field) in inputItems[0];
	if (isRecipient && isRequired(field)) return fromItem(apiNameOf(field));
	return exampleOf(field);
}

const isShown = ({ showWhen = {} }: FlatField, values: INodeParameters): boolean =>
	Object.entries(showWhen).every(([name, is]) => is.includes(values[name] as string));

/**
 * The parameters that must be given, and no others: what has a default is left out.
 *
 * @param chosen choices other than the default, on which the form depends
 */
export function minimalParameters(
	fields: FlatField[],
	known: Known,
	chosen: INodeParameters = {},
): INodeParameters {
	const top = fields.filter(({ name, path }) => name === path);
	const defaults = Object.fromEntries(top.map((one) => [one.name, one.default]));
	const values = { ...defaults, ...chosen } as INodeParameters;
	const given = top.filter(
		(field) =>
			isRequired(field) &&
			isShown(field, values) &&
			(isEmptyDefault(field) || field.type === 'resourceMapper'),
	);
	const entries = given.map((field) => [
		field.name,
		field.type === 'resourceMapper' ? field.default : valueOf(field, known),
	]);
	return { ...chosen, ...Object.fromEntries(entries) } as INodeParameters;
}
