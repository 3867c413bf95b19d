import {
	SEND_AND_WAIT_OPERATION,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { type Field, isGroup } from '../describe/field';
import { options } from '../describe/fields';
import { type AnyOperation, isLocal, type Resource } from '../run/operation';
import { stepOptions } from '../describe/options';
import { runOperation, runSingleItem } from './execute';
import { requestOptions } from './requestOptions';
import { unknownOperation } from './unknownOperation';

/** The functions that n8n calls for each operation, in the form that it expects on the node class. */
export function customOperations(resources: Resource[]) {
	return mapOf(
		resources.map(({ value, operations }) => [
			value,
			mapOf(operations.map((one) => [one.value, runOperation(one)])),
		]),
	);
}

/** Without a prototype: n8n looks up any name here, and `constructor` is no operation. */
const mapOf = <T>(entries: Array<[string, T]>): Record<string, T> =>
	Object.assign(Object.create(null) as Record<string, T>, Object.fromEntries(entries));

/** n8n's properties of a node: resource, operation, and the fields of each operation. */
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
			default: defaultValue(resources),
			// That of the operation takes its place.
			routing: {
				send: { paginate: true },
				operations: { pagination: unknownOperation(resources) },
			},
		},
		...resources.map(operationList),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) =>
				withStepOptions(operation).map((field) =>
					toProperty(field, operation, {
						resource: [resource.value],
						operation: [operation.value],
						...field.showWhen,
					}),
				),
			),
		),
		...(resources.some(waits) ? [requestOptions] : []),
	];
}

/** Whether a node needs a webhook: its workflow can wait for a response. */
const waits = ({ operations }: Resource) =>
	operations.some(({ value }) => value === SEND_AND_WAIT_OPERATION);

/** The operation's fields, with the options that operations have besides those of the API. */
function withStepOptions(operation: AnyOperation): Field[] {
	const fields = operation.fields.filter(({ type }) => type !== 'collection');
	const chosen = operation.fields.flatMap(({ type, options: inner }) =>
		type === 'collection' ? (inner as Field[]) : [],
	);
	const all = [...chosen, ...stepOptions(operation)];
	return all.length > 0 ? [...fields, options(...all)] : fields;
}

/** What is chosen at first: the first one declared, because they are in the order of use. */
const defaultValue = ([{ value }]: Array<{ value: string }>) => value;

function operationList(resource: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(toOption),
		default: defaultValue(resource.operations),
	};
}

function toOption(operation: AnyOperation): INodePropertyOptions {
	const { name, value, action, description } = operation;
	return {
		name,
		value,
		action,
		description,
		routing: {
			request: isLocal(operation) ? undefined : operation.routing.request,
			send: { paginate: true },
			operations: { pagination: runSingleItem(operation) },
		},
	};
}

/** The keys of a field that n8n does not know. The built description omits them. */
const ADDED: Record<Exclude<keyof Field, keyof INodeProperties>, true> = {
	parse: true,
	path: true,
	emptyAdvice: true,
	partsAdvice: true,
	needs: true,
	whenEmpty: true,
	partOf: true,
	isOfRun: true,
	showWhen: true,
};

/**
 * The property that the editor shows. The routing stays only if the operation makes one request per item, and
 * the parameter is in its query or body.
 */
function toProperty(
	field: Field,
	operation: AnyOperation,
	show: Record<string, Array<string | boolean>>,
): INodeProperties {
	const property: INodeProperties = { ...field };
	for (const key of Object.keys(ADDED)) delete property[key as keyof INodeProperties];
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
		// Shown by the values beside it.
		const inner = (values as Field[]).map((one) =>
			toProperty(one, operation, one.showWhen ?? {}),
		);
		property.options = [{ ...set, values: inner }];
	}
	return property;
}
