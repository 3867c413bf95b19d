import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { nodes } from '../e2e/operations';
import type { Known, Step } from '../e2e/operations/step';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { type Schema, schemaOf } from '../../scripts/docs/describe/schema';
import { withoutReason } from './schema';
import { neverReturned, variants } from './schemaVariants';

/** The documentation shows no answer body: the sandbox's is a choice, no schema can promise it. */
const notShown = ['mailing:create', 'mailing:confirm', 'mailing:get', 'message:getStatus'];
const isShown = (node: string, { does }: Step) =>
	node !== 'messagingServiceSms' || !notShown.includes(does);

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ paceMs: 20, batchDelayMs: 20 });
});
afterAll(async () => await sandbox.close());

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Where a value is not what its schema says, and what the schema does not say at all. */
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

/** The paths of all properties of a schema. */
const propertiesOf = ({ properties = {}, items, anyOf = [] }: Schema): string[] => [
	...Object.entries(properties).flatMap(([name, one]) => [
		name,
		...propertiesOf(one).map((inner) => `${name}.${inner}`),
	]),
	...[...anyOf, ...(items ? [items] : [])].flatMap(propertiesOf),
];

/** The paths of all fields of a value. */
function fieldsOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(fieldsOf);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, one]) => [
		name,
		...fieldsOf(one).map((inner) => `${name}.${inner}`),
	]);
}

const itemsOf = ({ items = [{}] }: Step) => items.map((json) => ({ json }));
const schemaOfStep = (node: string, does: string): Schema => {
	const [resource, operation] = does.split(':');
	return schemaOf(node as NodeName, resource, operation);
};

describe.each(nodes)('$node', ({ node, steps }) => {
	const known: Known = {};
	const returned = new Set<string>();

	test.each([...steps, ...(variants[node] ?? [])])(
		'$does returns items that match its schema',
		async (step) => {
			const [resource, operation] = step.does.split(':');
			await step.before?.({ sandbox }, known);
			const parameters = { resource, operation, ...step.with(known) } as INodeParameters;
			const { error, items } = await runNode({
				node: node as NodeName,
				parameters,
				credentials: { baseUrl: sandbox.url, token: sandbox.token },
				items: itemsOf(step),
			});
			if (error) throw error;
			for (const [name, field] of Object.entries(step.keep ?? {})) {
				known[name] = items[0].json[field];
			}
			expect(items).not.toHaveLength(0);
			for (const path of items.flatMap(({ json }) => fieldsOf(json))) {
				returned.add(`${step.does} ${path}`);
			}
			const schema = schemaOfStep(node, step.does);
			const found = items.flatMap(({ json }) => differences(json, schema, 'the item'));
			const unknown = (text: string) => text.endsWith('is not in the schema');
			const extra = items.flatMap(({ json }) => withoutReason(json, schema, parameters));
			expect(extra).toEqual([]);
			expect(isShown(node, step) ? found : found.filter((one) => !unknown(one))).toEqual([]);
		},
	);

	test('returns every property of its schemas', () => {
		const missing = steps.flatMap(({ does }) =>
			propertiesOf(schemaOfStep(node, does))
				.filter((path) => !returned.has(`${does} ${path}`))
				.map((path) => `${node} ${does} ${path}`),
		);
		const listed = Object.keys(neverReturned).filter((name) => name.startsWith(`${node} `));
		expect(missing.sort()).toEqual(listed.sort());
	});
});
