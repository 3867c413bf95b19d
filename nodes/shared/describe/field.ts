import type { INodePropertyOptions } from 'n8n-workflow';
import type { Field, ApiParameter, SentField } from '../run/field';
import { integerParser } from '../values/formats';

export type { Field, SentField };

type FieldDetails = Partial<Field>;

const createFieldBuilder =
	(common: FieldDetails & Pick<Field, 'type' | 'default'>) =>
	(displayName: string, name: string, details: FieldDetails): Field => ({
		displayName,
		name,
		...common,
		...details,
	});
export const buildRequiredText = createFieldBuilder({
	type: 'string',
	required: true,
	default: '',
});
export const buildOptionalText = createFieldBuilder({ type: 'string', default: '' });
/** The default is on, because a user who adds an option wants to turn it on. */
export const buildToggleOnByDefault = createFieldBuilder({ type: 'boolean', default: true });

export const buildChoice = (
	displayName: string,
	name: string,
	details: FieldDetails & { options: INodePropertyOptions[] },
): Field =>
	createFieldBuilder({ type: 'options', default: details.options[0].value })(
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
	return createFieldBuilder({
		type: 'number',
		default: minValue,
		typeOptions,
		parse,
		emptyAdvice,
	})(displayName, name, details);
};

/**
 * Builds a fixed collection with one set of values, as in n8n's own nodes. n8n fills in the defaults of the
 * values.
 */
export const buildGroup = (
	displayName: string,
	name: string,
	details: FieldDetails & { values: Field[] },
): Field => {
	const { values, ...more } = details;
	const options = [{ displayName: 'Values', name: 'values', values }];
	const common = { type: 'fixedCollection', default: {} } as const;
	return createFieldBuilder(common)(displayName, name, {
		placeholder: 'Add option',
		...more,
		options,
	});
};

export const isGroup = ({ type, typeOptions }: Field): boolean =>
	type === 'fixedCollection' && !typeOptions?.multipleValues;

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

/** Returns the routing of a field whose API name differs from the field's name in snake_case. */
export const apiNameRouting = (property: string) => ({
	send: { property, propertyInDotNotation: false } satisfies ApiParameter,
});

export const apiNameOf = ({ name, routing }: Field): string =>
	routing?.send?.property ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const createFieldRouter =
	(type?: 'query' | 'body') =>
	(...fields: Field[]): Field[] =>
		fields.map((field) => ({
			...field,
			routing: { send: { ...apiNameRouting(apiNameOf(field)).send, type } },
		}));
export const routeToQuery = createFieldRouter('query');
export const routeToBody = createFieldRouter('body');
/** Routes fields to the mailing object of a batch. */
export const routeToMailing = createFieldRouter();

export const findSentFields = ({ fields }: { fields: Field[] }): SentField[] =>
	flattenFields(fields).filter(
		(field): field is SentField => field.routing?.send?.property !== undefined,
	);

export const flattenFields = (fields: Field[]): Field[] =>
	fields.flatMap((field) => {
		if (field.type === 'collection') {
			return flattenFields((field.options as Field[]).map(withOptionPath));
		}
		return isGroup(field) ? fieldsInGroup(field) : [field];
	});

export const withOptionPath = (field: Field): Field => ({
	...field,
	path: `options.${field.name}`,
});

export const asOptional = (field: Field): Field => ({
	...field,
	required: false,
	builderHint: undefined,
});
/** Returns a field that is shown and sent only if other fields have the values in `condition`. */
export const when = (condition: Field['showWhen'], field: Field): Field => ({
	...field,
	showWhen: condition,
});
