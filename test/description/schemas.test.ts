import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { Examples } from '../../scripts/docs/examples/run';
import type { Known } from '../e2e/operations/step';
import { nameOf, reference } from '../reference/readReference';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { type Schema, schemaOf } from '../../scripts/docs/describe/schema';
import { withoutReason } from './schema';
import { neverReturned, variants } from './schemaVariants';

/** The documentation shows no response, so no schema can promise the sandbox's response. */
const notShown = ['mailing:create', 'mailing:confirm', 'mailing:get', 'message:getStatus'];
const isShown = (node: string, does: string) =>
	node !== 'messagingServiceSms' || !notShown.includes(does);

let sandbox: Sandbox;
/** The sandbox of the examples, whose clock they advance. */
let standing: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ paceMs: 20, batchDelayMs: 20 });
	standing = await startSandbox({ clock: 'manual' });
});
afterAll(async () => {
	await sandbox.close();
	await standing.close();
});

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Returns the differences between a value and its schema, including undeclared fields. */
function differences(value: unknown, schema: Schema, path: string): string[] {
	const { type, properties, items, anyOf, required = [] } = schema;
	if (anyOf) {
		const tried = anyOf.map((one) => differences(value, one, path));
		return tried.find((found) => found.length === 0) ?? tried[0];
	}
	const kind = kindOf(value);
	const allowed = [type ?? []].flat();
	if (!allowed.includes(kind) && !(kind === 'integer' && allowed.includes('number'))) {
		return [`${path} is of the type ${kind}, not ${allowed.join(' or ')}`];
	}
	if (kind === 'array' && items) {
		return (value as unknown[]).flatMap((one, i) => differences(one, items, `${path}[${i}]`));
	}
	if (kind !== 'object' || !properties) return [];
	const fields = value as Record<string, unknown>;
	return [
		...required.filter((name) => !(name in fields)).map((name) => `${path} lacks ${name}`),
		...Object.entries(fields).flatMap(([name, one]) =>
			name in properties
				? differences(one, properties[name], `${path}.${name}`)
				: [`${path}.${name} is not in the schema`],
		),
	];
}

const propertiesOf = ({ properties = {}, items, anyOf = [] }: Schema): string[] => [
	...Object.entries(properties).flatMap(([name, one]) => [
		name,
		...propertiesOf(one).map((inner) => `${name}.${inner}`),
	]),
	...[...anyOf, ...(items ? [items] : [])].flatMap(propertiesOf),
];

function fieldsOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(fieldsOf);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, one]) => [
		name,
		...fieldsOf(one).map((inner) => `${name}.${inner}`),
	]);
}

const schemaOfStep = (node: NodeName, does: string): Schema => {
	const [resource, operation] = does.split(':');
	return schemaOf(node, resource, operation);
};

const nodes = reference.nodes
	.filter(({ operations }) => operations.length > 0)
	.map(({ type, operations }) => ({ node: nameOf(type), operations }));

describe.each(nodes)('$node', ({ node, operations }) => {
	const known: Known = {};
	const returned = new Set<string>();

	function judge(does: string, parameters: INodeParameters, items: IDataObject[]): void {
		expect(items).not.toHaveLength(0);
		for (const path of items.flatMap(fieldsOf)) returned.add(`${does} ${path}`);
		const schema = schemaOfStep(node, does);
		const found = items.flatMap((item) => differences(item, schema, 'the item'));
		const isUnknown = (text: string) => text.endsWith('is not in the schema');
		expect(items.flatMap((item) => withoutReason(item, schema, parameters))).toEqual([]);
		expect(isShown(node, does) ? found : found.filter((one) => !isUnknown(one))).toEqual([]);
	}

	test.each(operations)(
		'the schema of $key matches the items of its example',
		async ({ key, example: { inputFrom, parameters } }) => {
			const examples = new Examples(standing, node, operations);
			const items = await examples.itemsOf(key);
			// Mark as Read returns the reply itself.
			const input = inputFrom ? (await examples.itemsOf(inputFrom))[0] : {};
			const { properties = {} } = schemaOfStep(node, key);
			const isOwn = (name: string) => name in properties || !(name in input);
			judge(
				key,
				parameters,
				items.map((item) =>
					Object.fromEntries(Object.entries(item).filter(([name]) => isOwn(name))),
				),
			);
		},
	);

	const others = variants[node] ?? [];
	if (others.length > 0)
		test.each(others)(
			'the schema of $does matches the items with other options',
			async ({ does, before, with: parametersOf, items: input = [{}], keep = {} }) => {
				const [resource, operation] = does.split(':');
				await before?.({ sandbox }, known);
				const parameters = {
					resource,
					operation,
					...parametersOf(known),
				} as INodeParameters;
				const { error, items } = await runNode({
					...{ node, parameters, items: input.map((json) => ({ json })) },
					credentials: { baseUrl: sandbox.url, token: sandbox.token },
				});
				if (error) throw error;
				for (const [name, field] of Object.entries(keep))
					known[name] = items[0].json[field];
				judge(
					does,
					parameters,
					items.map(({ json }) => json),
				);
			},
		);

	test('the schemas have only properties that some item has', () => {
		const missing = operations.flatMap(({ key }) =>
			propertiesOf(schemaOfStep(node, key))
				.filter((path) => !returned.has(`${key} ${path}`))
				.map((path) => `${node} ${key} ${path}`),
		);
		const listed = Object.keys(neverReturned).filter((name) => name.startsWith(`${node} `));
		expect(missing.sort()).toEqual(listed.sort());
	});
});
