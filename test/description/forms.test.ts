import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { mayRepeat } from '../../nodes/shared/api/endpoint';
import { type Field, apiNameOf } from '../../nodes/shared/describe/field';
import { type AnyOperation, isLocal, type Resource } from '../../nodes/shared/run/operation';
import { nodeFolder, nodeTypeName, readNode } from '../support/engine/nodeTypes';
import { nodeNames } from '../contract/interfaceTable';
import { newNode } from '../support/newNode';

/** What a person can choose in a field that shows or hides others. */
const choices = ({ type, options = [] }: Field): Array<string | boolean> =>
	type === 'boolean'
		? [true, false]
		: options.flatMap((option) => ('value' in option ? [String(option.value)] : []));

/** All ways to fill in the fields on which others of the operation depend. */
function waysToFill({ fields }: AnyOperation): INodeParameters[] {
	const decisive = new Set(fields.flatMap(({ showWhen = {} }) => Object.keys(showWhen)));
	return fields
		.filter(({ name }) => decisive.has(name))
		.reduce<
			INodeParameters[]
		>((ways, field) => ways.flatMap((way) => choices(field).map((choice) => ({ ...way, [field.name]: choice }))), [{}]);
}

const belongs = ({ showWhen = {} }: Field, filled: INodeParameters): boolean =>
	Object.entries(showWhen).every(([name, values]) =>
		(values as unknown[]).includes(filled[name]),
	);

/** As the operation declares it: where n8n puts the value into the request. */
function routingOf(field: Field, operation: AnyOperation) {
	if (isLocal(operation) || field.apiName === false || field.type === 'collection')
		return undefined;
	const type = (field.sendIn ?? operation.tokenIn) === 'query' ? 'query' : 'body';
	return { send: { type, property: apiNameOf(field), propertyInDotNotation: false } };
}

/** What was sent may be sent again with an option, and a read has those of the API alone. */
const hasOptions = ({ effect, fields }: AnyOperation): boolean =>
	!mayRepeat({ effect }) || fields.some(({ type }) => type === 'collection');

describe.each(nodeNames)('%s', (node) => {
	let type: INodeType;
	let resources: Resource[];
	beforeEach(async () => {
		type = await readNode(node);
		({ resources } = (await import(`${nodeFolder(node)}/operations`)) as {
			resources: Resource[];
		});
	});

	/** The fields that n8n shows, resource and operation aside. */
	function shown(filled: INodeParameters): INodeProperties[] {
		const { description } = type;
		const saved = newNode(node, nodeTypeName(node), filled);
		const { properties } = description;
		const values = NodeHelpers.getNodeParameters(
			properties,
			filled,
			true,
			true,
			saved,
			description,
		);
		return properties
			.filter(({ name }) => name !== 'resource' && name !== 'operation')
			.filter((one) => NodeHelpers.displayParameter(values ?? {}, one, saved, description));
	}

	/** Every operation, filled in in every way. */
	const cases = () =>
		resources.flatMap(({ value: resource, operations }) =>
			operations.flatMap((operation) =>
				waysToFill(operation).map((way) => {
					const filled = { resource, operation: operation.value, ...way };
					const own = operation.fields.filter(
						(field) => field.type !== 'collection' && belongs(field, way),
					);
					return { operation, filled, own, fields: shown(filled) };
				}),
			),
		);

	test('each operation shows the fields that it declares, in their order, and no others', () => {
		for (const { operation, filled, own, fields } of cases()) {
			const named = own.map(({ name, displayName }) => [name, displayName]);
			expect([filled, fields.map(({ name, displayName }) => [name, displayName])]).toEqual([
				filled,
				[...named, ...(hasOptions(operation) ? [['options', 'Options']] : [])],
			]);
		}
	});

	test('no operation shows an empty section of options', () => {
		for (const { filled, fields } of cases()) {
			const empty = fields.filter((one) => one.type === 'collection' && !one.options?.length);
			expect([filled, empty]).toEqual([filled, []]);
		}
	});

	test('each option is shown under the conditions that the operation declares', () => {
		for (const { operation, fields } of cases()) {
			const options = (fields.find(({ name }) => name === 'options')?.options ??
				[]) as INodeProperties[];
			const declared = operation.fields.flatMap((field) =>
				field.type === 'collection' ? (field.options as Field[]) : [],
			);
			for (const { name, showWhen } of declared) {
				const conditions = Object.entries(showWhen ?? {}).map(([on, is]) => [`/${on}`, is]);
				const show = Object.fromEntries(conditions) as object;
				const option = options.find((one) => one.name === name);
				expect([name, option?.displayOptions]).toEqual([
					name,
					conditions.length > 0 ? { show } : undefined,
				]);
			}
		}
	});

	test('each field routes its value to the place that the operation declares', () => {
		for (const { operation, filled, own, fields } of cases()) {
			// An operation over all items sends its values itself: what the fields say is not read.
			if (!isLocal(operation) && operation.plan) continue;
			expect([filled, fields.map(({ routing }) => routing)]).toEqual([
				filled,
				[
					...own.map((field) => routingOf(field, operation)),
					...(hasOptions(operation) ? [undefined] : []),
				],
			]);
		}
	});

	test('each operation declares its request in the routing of its choice', () => {
		const [resource, ...lists] = type.description.properties;
		expect(resource).toMatchObject({
			name: 'resource',
			type: 'options',
			noDataExpression: true,
		});
		for (const { value, operations } of resources) {
			const list = lists.find(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.resource?.includes(value),
			);
			expect(list).toMatchObject({ type: 'options', noDataExpression: true });
			for (const operation of operations) {
				const option = list?.options?.find(
					(one) => 'value' in one && one.value === operation.value,
				);
				if (isLocal(operation)) {
					expect(option).not.toHaveProperty('routing.request.url');
					continue;
				}
				const { method, path, tokenIn } = operation;
				const slot = tokenIn === 'query' ? { qs: { token: '' } } : { body: { token: '' } };
				expect(option).toMatchObject({
					routing: { request: { method, url: path, ...slot }, send: { paginate: true } },
				});
			}
		}
	});
});
