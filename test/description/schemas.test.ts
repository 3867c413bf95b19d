import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { interfaceTable } from '../contract/interfaceTable';
import { nodes } from '../e2e/operations';
import type { Known, Step } from '../e2e/operations/step';
import { nodeFolder, type NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import type { Schema } from './schema';

/** The documentation shows no answer body: the sandbox's is a choice, no schema can promise it. */
const notShown = ['mailing:create', 'mailing:confirm', 'mailing:getInfo', 'message:getStatus'];
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

test('the end-to-end tests have a step for every operation of the interface', () => {
	const steps = nodes.flatMap(({ node, steps: all }) =>
		all.map(({ does, api }) => `${node} ${does} ${api}`),
	);
	const named = interfaceTable.map(([n, r, o, api]) => `${n} ${r}:${o} ${api}`);
	expect([...new Set(steps)].sort()).toEqual(named.sort());
});

const itemsOf = ({ items = [{}] }: Step) => items.map((json) => ({ json }));

describe.each(nodes)('$node', ({ node, steps }) => {
	const known: Known = {};

	test.each(steps)('$does returns items that match its schema', async (step) => {
		const [resource, operation] = step.does.split(':');
		await step.before?.({ sandbox }, known);
		const { error, items } = await runNode({
			node: node as NodeName,
			parameters: { resource, operation, ...step.with(known) } as INodeParameters,
			credentials: { baseUrl: sandbox.url, token: sandbox.token },
			items: itemsOf(step),
		});
		if (error) throw error;
		for (const [name, field] of Object.entries(step.keep ?? {}))
			known[name] = items[0].json[field];
		const file = join('__schema__/v1.0.0', resource, `${operation}.json`);
		const text = readFileSync(join(nodeFolder(node as NodeName), file), 'utf8');
		const schema = JSON.parse(text) as Schema;
		expect(items).not.toHaveLength(0);
		const found = items.flatMap(({ json }) => differences(json, schema, 'the item'));
		const unknown = (text: string) => text.endsWith('is not in the schema');
		expect(isShown(node, step) ? found : found.filter((one) => !unknown(one))).toEqual([]);
	});
});
