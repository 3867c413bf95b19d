import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IDataObject, type INode, type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialsOf, Examples } from '../../scripts/docs/examples/run';
import type { NodePart, Operation } from '../../scripts/docs/shape';
import { nameOf, reference } from '../reference/readReference';
import { openTrigger } from '../support/engine/poll';
import { loadNode } from '../support/engine/nodeTypes';

/**
 * Workflows that users have saved with a version of the package, and the present examples. Later
 * versions must read and run their steps as before: docs/development/versions.md.
 */
const root = join(__dirname, '..', '..');
const versions = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => join('test', 'saved', name));

interface Step {
	title: string;
	node: INode;
}

const stepsIn = (folder: string): Step[] =>
	readdirSync(join(root, folder))
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => {
			const text = readFileSync(join(root, folder, file), 'utf8');
			const { nodes } = JSON.parse(text) as { nodes: INode[] };
			return nodes
				.filter(({ type }) => type.startsWith(`${reference.package}.`))
				.map((node) => ({ title: `${folder}/${file}: ${node.name}`, node }));
		});
const steps = ['examples', ...versions].flatMap(stepsIn);
/** n8n derives the tools and the Human Review steps from a node. */
const typeOf = ({ type }: INode): string => type.replace(/(Hitl)?Tool$/, '');

const withExpression = (value: unknown): boolean => /"=/.test(JSON.stringify(value));

/** Returns the saved parameters. Values from earlier steps come from the reference's example. */
function filledIn(saved: INodeParameters, { example, parameters }: Operation): INodeParameters {
	const exampleOf = (name: string, key: string) =>
		example.parameters[key] ?? parameters.find((one) => one.name === name)?.example ?? 'A-1001';
	const fill = (values: IDataObject, prefix: string): IDataObject =>
		Object.fromEntries(
			Object.entries(values)
				.filter(([key]) => !['descriptionType', 'toolDescription'].includes(key))
				.map(([key, value]) => {
					if (key === 'options') return [key, fill(value as IDataObject, 'options.')];
					return [key, withExpression(value) ? exampleOf(prefix + key, key) : value];
				}),
		);
	return { ...example.parameters, ...fill(saved as IDataObject, '') } as INodeParameters;
}

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual' });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

test('the saved workflows include steps of each version folder', () => {
	expect(steps.length).toBeGreaterThan(30);
	expect(versions.filter((folder) => stepsIn(folder).length === 0)).toEqual([]);
	expect(existsSync(join(root, 'examples'))).toBe(true);
});

test.each(steps)('the saved step $title has a type and parameters that exist', async ({ node }) => {
	const { description } = await loadNode(nameOf(typeOf(node)));
	expect([description.version].flat()).toContain(node.typeVersion);
	// n8n adds the times at which a trigger polls, and the description of a tool.
	const {
		pollTimes: _,
		descriptionType: _type,
		toolDescription: _text,
		...used
	} = node.parameters;
	const { properties } = description;
	const args = [properties, used, true, false, node, description] as const;
	expect(NodeHelpers.getNodeParameters(...args)).toMatchObject(used);
	const issues = NodeHelpers.getNodeParametersIssues(properties, node, description);
	expect(issues?.parameters).toBeUndefined();
});

const actions = steps.filter(({ node }) => node.parameters.operation !== undefined);

test.each(actions)('the saved step $title runs without any error', async ({ node }) => {
	const part = reference.nodes.find(({ type }) => type === typeOf(node)) as NodePart;
	const { resource, operation: name } = node.parameters;
	const key = `${String(resource)}:${String(name)}`;
	const operation = part.operations.find((one) => one.key === key) as Operation;
	const examples = new Examples(sandbox, nameOf(part.type), part.operations);
	const parameters = filledIn(node.parameters, operation);
	const example = { ...operation.example, parameters };
	const { error, items } = await examples.run(example, { hasFile: true });
	expect(error).toBeUndefined();
	expect(items.filter(({ json }) => json.error !== undefined)).toEqual([]);
	expect(sandbox.requests.filter(({ status = 200 }) => status >= 400)).toEqual([]);
});

const triggers = steps.filter(({ node }) => node.parameters.event !== undefined);

test.each(triggers)('the saved trigger $title still polls', async ({ node }) => {
	const { parameters } = node;
	const setting = { node: nameOf(node.type), parameters, credentials: credentialsOf(sandbox) };
	const trigger = await openTrigger(setting);
	await trigger.poll('activation');
	expect(await trigger.poll()).toEqual([]);
	expect(sandbox.requests.length).toBeGreaterThan(0);
});
