import {
	SEND_AND_WAIT_OPERATION,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { type Field, isGroup } from '../describe/field';
import { buildOptions } from '../describe/fields';
import { type AnyOperation, isLocal, type Resource } from '../run/operation';
import { packageOptions } from '../describe/options';
import { createOperationRunner, createSingleItemRunner } from './execute';
import { requestOptionsProperty } from './requestOptions';
import { createUnknownOperationHandler } from './unknownOperation';

export function createCustomOperations(resources: Resource[]) {
	return objectWithoutPrototype(
		resources.map(({ value, operations }) => [
			value,
			objectWithoutPrototype(
				operations.map((operation) => [operation.value, createOperationRunner(operation)]),
			),
		]),
	);
}

/**
 * The object has no prototype, because n8n looks up the saved operation, which may be
 * `constructor`.
 */
const objectWithoutPrototype = <T>(entries: Array<[string, T]>): Record<string, T> =>
	Object.assign(Object.create(null) as Record<string, T>, Object.fromEntries(entries));

export function toProperties(resources: Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value, description }) => ({
				name,
				value,
				description,
			})),
			default: firstOptionValue(resources),
			// n8n uses this routing only if the operation does not exist.
			routing: {
				send: { paginate: true },
				operations: { pagination: createUnknownOperationHandler(resources) },
			},
		},
		...resources.map(toOperationProperty),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) =>
				fieldsWithPackageOptions(operation).map((field) =>
					toProperty(field, operation, {
						resource: [resource.value],
						operation: [operation.value],
						...field.showWhen,
					}),
				),
			),
		),
		...(resources.some(hasSendAndWait) ? [requestOptionsProperty] : []),
	];
}

/**
 * Reports whether a resource has Send and Wait, which needs a webhook. The package adds Request
 * Options to such a node, because n8n adds none to a node with a webhook.
 */
const hasSendAndWait = ({ operations }: Resource) =>
	operations.some(({ value }) => value === SEND_AND_WAIT_OPERATION);

function fieldsWithPackageOptions(operation: AnyOperation): Field[] {
	const fields = operation.fields.filter(({ type }) => type !== 'collection');
	const optionFields = operation.fields.flatMap(({ type, options: added }) =>
		type === 'collection' ? (added as Field[]) : [],
	);
	const all = [...optionFields, ...packageOptions(operation)];
	return all.length > 0 ? [...fields, buildOptions(...all)] : fields;
}

/** Returns the first value as the default, because choices are sorted by how often they are used. */
const firstOptionValue = ([{ value }]: Array<{ value: string }>) => value;

function toOperationProperty(resource: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(toOperationOption),
		default: firstOptionValue(resource.operations),
	};
}

function toOperationOption(operation: AnyOperation): INodePropertyOptions {
	const { name, value, action, description } = operation;
	return {
		name,
		value,
		action,
		description,
		routing: {
			request: isLocal(operation) ? undefined : operation.routing.request,
			send: { paginate: true },
			operations: { pagination: createSingleItemRunner(operation) },
		},
	};
}

/** Keys of `Field` that n8n does not know. */
const PACKAGE_FIELD_KEYS: Record<Exclude<keyof Field, keyof INodeProperties>, true> = {
	parse: true,
	path: true,
	emptyAdvice: true,
	emptyExpressionAdvice: true,
	dependsOn: true,
	makeValueIfEmpty: true,
	fallbackField: true,
	isReadOnce: true,
	showWhen: true,
};

/**
 * Returns the n8n property of a field. Keeps the routing only if the operation makes one request per item and
 * the parameter is in the query or the body.
 */
function toProperty(
	field: Field,
	operation: AnyOperation,
	show: Record<string, Array<string | boolean>>,
): INodeProperties {
	const property: INodeProperties = { ...field };
	for (const key of Object.keys(PACKAGE_FIELD_KEYS))
		delete property[key as keyof INodeProperties];
	if (isLocal(operation) || operation.plan || !field.routing?.send?.type) delete property.routing;
	if (Object.keys(show).length > 0) property.displayOptions = { show };
	if (property.type === 'collection') {
		property.options = (property.options as Field[]).map((option) => {
			const conditions = Object.entries(option.showWhen ?? {});
			const fromRoot = conditions.map(([name, values]) => [`/${name}`, values] as const);
			return toProperty(option, operation, Object.fromEntries(fromRoot));
		});
	} else if (isGroup(field)) {
		const [{ values, ...set }] = property.options as INodePropertyCollection[];
		// Names in `showWhen` get no slash, because n8n looks up these names within the fixed
		// collection.
		const groupValues = (values as Field[]).map((value) =>
			toProperty(value, operation, value.showWhen ?? {}),
		);
		property.options = [{ ...set, values: groupValues }];
	}
	return property;
}
