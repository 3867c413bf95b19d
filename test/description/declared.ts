import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

export type Choice = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** A field with its location for a failure message: `message:send options.showCost`. */
export interface Placed {
	property: INodeProperties;
	path: string;
}

/** An operation of the built description, with the fields that it shows. */
export interface DeclaredOperation {
	resource: string;
	operation: INodePropertyOptions;
	fields: INodeProperties[];
}

const isProperty = (choice: Choice): choice is INodeProperties => 'type' in choice;

/** Returns a property and all nested properties. */
export function withNested(property: INodeProperties, prefix = ''): Placed[] {
	const path = `${prefix}${property.name}`;
	const nested = (property.options ?? []).flatMap((choice: Choice): Placed[] => {
		if (isProperty(choice)) return withNested(choice, `${path}.`);
		if (!('values' in choice)) return [];
		return choice.values.flatMap((value) => withNested(value, `${path}.${choice.name}.`));
	});
	return [{ property, path }, ...nested];
}

const shownWith = ({ displayOptions }: INodeProperties, name: string): unknown[] =>
	displayOptions?.show?.[name] ?? [];

export function operationsOf({ properties }: INodeTypeDescription): DeclaredOperation[] {
	const lists = properties.filter(({ name }) => name === 'operation');
	return lists.flatMap((list) =>
		(list.options as INodePropertyOptions[]).flatMap((operation) =>
			shownWith(list, 'resource').map((resource) => ({
				resource: String(resource),
				operation,
				fields: properties.filter(
					(one) =>
						shownWith(one, 'resource').includes(resource) &&
						shownWith(one, 'operation').includes(operation.value),
				),
			})),
		),
	);
}

export const nameOf = ({ resource, operation }: DeclaredOperation): string =>
	`${resource}:${String(operation.value)}`;

/** Returns all fields of a node, including nested fields. */
export const allFields = ({ properties }: INodeTypeDescription): Placed[] =>
	properties.flatMap((property) => {
		const resources = shownWith(property, 'resource').join('|');
		return withNested(property, `${resources}:${shownWith(property, 'operation').join('|')} `);
	});

export const choicesOf = ({ options = [] }: INodeProperties): Choice[] => options;

export const labelOf = (choice: Choice): string =>
	'displayName' in choice ? choice.displayName : choice.name;
