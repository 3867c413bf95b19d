import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Field } from '../describe/field';

/** The fields of one operation, in their order, with the conditions that are theirs alone. */
export interface Form {
	resource: string;
	operation: string;
	fields: FormField[];
}

export interface FormField {
	/** What the editor shows, without display options. */
	property: INodeProperties;
	when?: Field['showWhen'];
}

/** The conditions of a field, and the forms that it is in. */
export interface Shown {
	when?: Field['showWhen'];
	forms: Form[];
}

const fieldIn = (name: string, { fields }: Form) =>
	fields.find(({ property }) => property.name === name)?.property;
const fieldOf = (name: string, forms: Form[]) =>
	forms.map((form) => fieldIn(name, form)).find(Boolean);

/** Whether one display option can hold the conditions of both. */
export const agree = (one: Shown, other: Shown): boolean => fits(one, other) && fits(other, one);

/**
 * A condition fits when the other has the same, or when it means nothing there: n8n takes the
 * default of a field that an operation does not have, so that default must meet the condition.
 */
function fits({ when = {}, forms }: Shown, other: Shown): boolean {
	return Object.entries(when).every(([name, values]) => {
		if (JSON.stringify(values) === JSON.stringify(other.when?.[name])) return true;
		const byDefault = fieldOf(name, forms)?.default;
		return (
			other.forms.every((form) => !fieldIn(name, form)) &&
			values.some((value) => value === byDefault)
		);
	});
}

/**
 * The display options for conditions of a field. One on a field that all its forms have is shown as
 * it is; one that only some have is turned around, so that it holds where there is no such field.
 */
export function displayOf({ when = {}, forms }: Shown): IDisplayOptions {
	const show: IDisplayOptions['show'] = {
		resource: [...new Set(forms.map(({ resource }) => resource))],
		operation: [...new Set(forms.map(({ operation }) => operation))],
	};
	const hide: IDisplayOptions['hide'] = {};
	for (const [name, values] of Object.entries(when)) {
		if (forms.every((form) => fieldIn(name, form))) show[name] = values;
		else hide[name] = offered(fieldOf(name, forms)).filter((value) => !values.includes(value));
	}
	return { show, ...(Object.keys(hide).length > 0 && { hide }) };
}

/** What a person can choose in a field. */
function offered(field?: INodeProperties): Array<string | boolean> {
	if (field?.type === 'boolean') return [true, false];
	return (field?.options ?? []).flatMap((one) => ('value' in one ? [String(one.value)] : []));
}
