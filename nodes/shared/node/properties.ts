import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { options } from '../describe/fields';
import { type Field, apiNameOf } from '../describe/field';
import { type Operation, type Resource } from '../describe/operation';
import { policyFields } from '../http/policy';
import { runList } from '../run/runList';
import { mergedFields } from './mergedFields';
import { runOperation } from '../run/runOperation';

/** The operations that see all input items at once, as n8n wants them on the node class. */
export function customOperations(resources: Resource[]) {
	const custom: Record<string, Record<string, NonNullable<Operation['execute']>>> = {};
	for (const resource of resources) {
		for (const operation of resource.operations) {
			const isList = operation.response.expects === 'list';
			const execute = operation.execute ?? (isList ? runList(operation) : undefined);
			if (execute) (custom[resource.value] ??= {})[operation.value] = execute;
		}
	}
	return custom;
}

/** n8n's properties of a node: resource, operation, and every field with its display options. */
export function toProperties(resources: Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: sortByName(resources.map(({ name, value }) => ({ name, value }))),
			default: defaultValue(resources),
		},
		...resources.map(operationList),
		...mergedFields(
			resources.flatMap((resource) =>
				resource.operations.map((operation) => ({
					resource: resource.value,
					operation: operation.value,
					fields: withStepOptions(operation).map((field) => ({
						property: toProperty(field, operation),
						when: field.showWhen,
					})),
				})),
			),
		),
	];
}

/** The operation's fields with the options that every operation has. */
function withStepOptions(operation: Operation): Field[] {
	const own = operation.fields.filter(({ type }) => type !== 'collection');
	const chosen = operation.fields.flatMap(({ type, options: inner }) =>
		type === 'collection' ? (inner as Field[]) : [],
	);
	return [...own, options(...chosen, ...policyFields(operation))];
}

/** What is chosen at first: the first one declared. */
const defaultValue = ([{ value }]: Array<{ value: string }>) => value;

/** The order in which people look a name up. */
const sortByName = <T extends { name: string }>(entries: T[]): T[] =>
	// Not localeCompare: it would load the rules of a language when n8n starts.
	entries.sort((a, b) => (a.name < b.name ? -1 : 1));

function operationList(resource: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: sortByName(resource.operations.map(toOption)),
		default: defaultValue(resource.operations),
	};
}

function toOption(operation: Operation): INodePropertyOptions {
	const { name, value, action, description, method, path, tokenIn } = operation;
	const slot = { token: '' };
	return {
		name,
		value,
		action,
		description,
		routing: {
			request: {
				method,
				url: path,
				...(tokenIn === 'query' ? { qs: slot } : { body: slot }),
			},
			send: { paginate: true },
			operations: { pagination: runOperation(operation) },
		},
	};
}

/** The property that the editor shows, with the routing that says where its value goes. */
function toProperty(field: Field, operation: Operation): INodeProperties {
	const {
		apiName,
		sendIn = operation.tokenIn,
		via = sendIn,
		parse: _as,
		emptyAdvice: _missing,
		showWhen: _when,
		...property
	} = field;
	if (property.type === 'collection') {
		property.options = (property.options as Field[]).map((option) => {
			const inner = toProperty(option, operation);
			const root = Object.entries(option.showWhen ?? {}).map(([name, values]) => [
				`/${name}`,
				values,
			]);
			if (option.showWhen) inner.displayOptions = { show: Object.fromEntries(root) };
			return inner;
		});
	} else if (apiName !== false && !operation.execute) {
		const type = via === 'query' ? 'query' : 'body';
		const send = { type, property: apiNameOf(field), propertyInDotNotation: false } as const;
		property.routing = { send };
	}
	return property as INodeProperties;
}
