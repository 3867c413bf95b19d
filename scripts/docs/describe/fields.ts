import type { IDisplayOptions, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import {
	apiNameOf,
	type Field,
	isGroup,
	fieldsInGroup,
} from '../../../nodes/shared/describe/field';
import { type AnyOperation, isLocal } from '../../../nodes/shared/run/operation';
import type { Condition, Note, Parameter } from '../shape';

export interface FlatField extends Field {
	path: string;
	hideWhen?: Condition;
}

/** Lists all fields, including those of collections. */
export const flatten = (fields: Field[]): FlatField[] =>
	fields.flatMap((field) => {
		const parent = withConditions(field, field.name);
		if (field.type !== 'collection') return [parent];
		return (field.options as Field[]).map((option) => ({
			...withConditions(option, `${field.name}.${option.name}`),
			showWhen: { ...parent.showWhen, ...withConditions(option, '').showWhen },
		}));
	});

/** Fields of the trigger have no `showWhen`, so their conditions come from `displayOptions`. */
function withConditions(field: Field, path: string): FlatField {
	const { show, hide } = field.displayOptions ?? {};
	return {
		...field,
		path,
		showWhen: field.showWhen ?? fromRoot(show),
		hideWhen: fromRoot(hide),
	};
}

const fromRoot = (conditions: IDisplayOptions['show']): Condition | undefined =>
	conditions &&
	Object.fromEntries(
		Object.entries(conditions).map(([name, is]) => [name.replace('/', ''), is as string[]]),
	);

export const isRequired = ({ required, emptyAdvice }: Field): boolean =>
	required === true || emptyAdvice !== undefined;

const conditionOf = (condition: Condition | undefined) =>
	condition && Object.keys(condition).length > 0 ? condition : undefined;

export const notesOf = (fields: FlatField[]): Note[] =>
	fields
		.filter(({ type }) => type === 'notice')
		.map(({ displayName, showWhen }) => ({
			text: displayName,
			shownWith: conditionOf(showWhen),
		}));

/** Options whose default applies only after the user adds the option. */
export const OFF_WITHOUT = ['maxParts', 'maxRecipients', 'maxAge'];

export const describeParameters = (fields: FlatField[], operation?: AnyOperation): Parameter[] =>
	fields
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) => [describe(field, operation), ...nestedIn(field)]);

function describe(field: FlatField, declared?: AnyOperation): Parameter {
	const { path, displayName, type, description, hint, routing, showWhen, hideWhen } = field;
	const operation = declared && !isLocal(declared) ? declared : undefined;
	const isFile = operation?.fileUpload?.field.displayName === displayName;
	const isSent = operation !== undefined && (routing !== undefined || isFile);
	const sent = operation?.plan ? undefined : routing?.send?.type;
	const sentIn = sent && (sent === 'query' ? 'query' : 'form');
	// If an option of the API is omitted, the service's default applies, not the default in the
	// form.
	const isOption = path.startsWith('options.');
	const isInGroup = path.split('.').length > 2;
	const isOff =
		isOption && (isSent || isInGroup || type === 'boolean' || OFF_WITHOUT.includes(field.name));
	const byDefault = isOption && isBlank(field.default) ? undefined : field.default;
	return {
		name: path,
		label: displayName,
		type,
		values: valuesOf(field),
		limits: limitsOf(field),
		// A field that may be omitted is not required, even if it rejects an empty value.
		required: field.required === true,
		default: isOff ? undefined : byDefault,
		whenAdded: isOff ? byDefault : undefined,
		shownWith: conditionOf(showWhen),
		hiddenWith: conditionOf(hideWhen),
		needs: field.dependsOn && `options.${field.dependsOn.name}`,
		apiField: isSent ? (isFile ? operation.fileUpload?.apiName : apiNameOf(field)) : undefined,
		sentIn: sentIn === operation?.tokenIn ? undefined : sentIn,
		description,
		hint,
		file: isFile ? true : undefined,
	};
}

const isBlank = (value: unknown) =>
	['', '[]', '{}', '{"mode":"list","value":""}'].includes(
		typeof value === 'string' ? value : JSON.stringify(value),
	);

/**
 * Describes the fields of a fixed collection, e.g. `limitWaitTime.values.limitType` or
 * `placeholders.values[].name`.
 */
function nestedIn(field: FlatField): Parameter[] {
	const { type, path, options = [] } = field;
	if (type !== 'fixedCollection') return [];
	if (isGroup(field)) return fieldsInGroup(field).map((value) => describe(value as FlatField));
	return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
		values.map((value: INodeProperties) =>
			describe({ ...value, path: `${path}.${name}[].${value.name}` }),
		),
	);
}

const valuesOf = ({ type, options }: Field) =>
	!['options', 'multiOptions'].includes(type) || !options
		? undefined
		: options.flatMap((option) =>
				'value' in option
					? [
							{
								value: String(option.value),
								label: option.name,
								description: option.description,
							},
						]
					: [],
			);

function limitsOf({ parse, typeOptions = {} }: Field): Parameter['limits'] {
	const { minValue: min, maxValue: max } = typeOptions;
	return (
		parse?.lengthLimits ?? (min === undefined && max === undefined ? undefined : { min, max })
	);
}
