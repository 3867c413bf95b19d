import type { INodePropertyOptions } from 'n8n-workflow';
import type { Field, ApiParameter, SentField } from '../run/field';
import { integerParser } from '../values/formats';

export type { Field, SentField };

type FieldDetails = Partial<Field>;

/** Returns a builder of fields with common properties. */
const fieldBuilder =
	(common: FieldDetails & Pick<Field, 'type' | 'default'>) =>
	(displayName: string, name: string, details: FieldDetails): Field => ({
		displayName,
		name,
		...common,
		...details,
	});
export const buildRequiredText = fieldBuilder({ type: 'string', required: true, default: '' });
export const buildOptionalText = fieldBuilder({ type: 'string', default: '' });
/** Builds a switch. It is on by default, because a user adds an option to use it. */
export const buildToggle = fieldBuilder({ type: 'boolean', default: true });

/** Builds a list of choices. The first one is the default. */
export const buildChoice = (
	displayName: string,
	name: string,
	details: FieldDetails & { options: INodePropertyOptions[] },
): Field =>
	fieldBuilder({ type: 'options', default: details.options[0].value })(
		displayName,
		name,
		details,
	);

export const buildWholeNumber = (
	displayName: string,
	name: string,
	[minValue, maxValue]: [number, number],
	details: FieldDetails,
): Field => {
	const parse = integerParser(minValue, maxValue);
	const typeOptions = { minValue, maxValue };
	const emptyAdvice = details.required ? undefined : 'Enter a number, or remove this option.';
	return fieldBuilder({ type: 'number', default: minValue, typeOptions, parse, emptyAdvice })(
		displayName,
		name,
		details,
	);
};

/**
 * Builds a group: a fixed collection with one set of values, as in n8n's own nodes. n8n fills in the
 * defaults.
 */
export const buildGroup = (
	displayName: string,
	name: string,
	details: FieldDetails & { values: Field[] },
): Field => {
	const { values, ...more } = details;
	const options = [{ displayName: 'Values', name: 'values', values }];
	const common = { type: 'fixedCollection', default: {} } as const;
	return fieldBuilder(common)(displayName, name, { placeholder: 'Add option', ...more, options });
};

export const isGroup = ({ type, typeOptions }: Field): boolean =>
	type === 'fixedCollection' && !typeOptions?.multipleValues;

/** Returns the fields in a group, with their paths. */
export function fieldsInGroup(field: Field): Field[] {
	const [{ values }] = field.options as Array<{ values: Field[] }>;
	const pathInGroup = (name: string) => `${field.path ?? field.name}.values.${name}`;
	return values.map((value) => ({
		...value,
		path: pathInGroup(value.name),
		showWhen: {
			...field.showWhen,
			...Object.fromEntries(
				Object.entries(value.showWhen ?? {}).map(([name, shownValues]) => [
					pathInGroup(name),
					shownValues,
				]),
			),
		},
	}));
}

/** Returns the routing of a field whose API name is not its name in snake_case. */
export const apiNameRouting = (property: string) => ({
	send: { property, propertyInDotNotation: false } satisfies ApiParameter,
});

/** Returns the API name of a field: that of its routing, or else its name in snake_case. */
export const apiNameOf = ({ name, routing }: Field): string =>
	routing?.send?.property ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const createRouter =
	(type?: 'query' | 'body') =>
	(...fields: Field[]): Field[] =>
		fields.map((field) => ({
			...field,
			routing: { send: { ...apiNameRouting(apiNameOf(field)).send, type } },
		}));
export const routeToQuery = createRouter('query');
export const routeToBody = createRouter('body');
/** Returns the fields with routing to the mailing object of a batch. */
export const routeToMailing = createRouter();

export const sentFields = ({ fields }: { fields: Field[] }): SentField[] =>
	flattenFields(fields).filter(
		(field): field is SentField => field.routing?.send?.property !== undefined,
	);

/** Returns the fields, with each collection and group replaced by its fields. */
export const flattenFields = (fields: Field[]): Field[] =>
	fields.flatMap((field) => {
		if (field.type === 'collection') {
			return flattenFields((field.options as Field[]).map(withOptionPath));
		}
		return isGroup(field) ? fieldsInGroup(field) : [field];
	});

/** Returns the field with its path as an option, e.g. `options.showCost`. */
export const withOptionPath = (field: Field): Field => ({
	...field,
	path: `options.${field.name}`,
});

export const asOptional = (field: Field): Field => ({
	...field,
	required: false,
	builderHint: undefined,
});
/** Returns the field with a condition: it is shown and sent only if other fields have these values. */
export const when = (condition: Field['showWhen'], field: Field): Field => ({
	...field,
	showWhen: condition,
});
