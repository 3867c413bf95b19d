import { startSandbox } from '../../sandbox';
import { loadNode, nodeTypeName, readCredential } from '../../test/support/engine/nodeTypes';
import { describeParameters, flatten } from './describe/fields';
import { type LoadedNode, loadNodes, packageName } from './describe/nodes';
import { commonOptions, describeOperation } from './describe/operation';
import { describeTrigger } from './describe/trigger';
import { errorParts } from './examples/errors';
import { addOutcomes, type Changes } from './examples/outcomes';
import { credentialsOf, Examples, withFixedTimes } from './examples/run';
import { minimalWorkflow, toolExample } from './examples/workflow';
import type { Example, NodePart, Operation, Reference } from './shape';

/** Builds the reference of all nodes. Runs its examples in n8n's engine against the sandbox. */
export async function buildReference(): Promise<Reference> {
	const loaded = await loadNodes();
	const nodes: NodePart[] = [];
	for (const node of loaded) nodes.push(await describeNode(node));
	for (const [position, node] of loaded.entries()) {
		const isTrigger = node.operations.length === 0;
		if (isTrigger) nodes[position].trigger = await describeTrigger(node, nodes);
	}
	const common = loaded.flatMap(({ operations }) => operations.flatMap(commonOptions));
	const { name: type, properties } = await readCredential();
	return {
		package: packageName,
		credential: { type, fields: describeParameters(flatten(properties)) },
		nodes,
		// Lists an option once, even if its default differs between operations.
		commonOptions: [...new Map(common.map((option) => [option.name, option])).values()],
		requestOptions: await requestOptions(loaded[0]),
		errors: await errorParts(nodes[0].operations[0].example),
		workflow: minimalWorkflow(nodes[0]),
		tool: toolExample(nodes),
	};
}

async function describeNode(node: LoadedNode): Promise<NodePart> {
	const { displayName, description, version } = node.type.description;
	const operations = node.operations.map((operation) =>
		describeOperation(operation, node.operations),
	);
	const run = async (example: Example, changes?: Changes) =>
		await itemOf(node, operations, example, changes);
	for (const operation of operations) {
		const { example } = operation;
		example.output = await run(example);
		const source = operations.find(({ key }) => key === example.inputFrom);
		if (source?.example.output) example.input = [source.example.output];
		await addOutcomes(operation, run);
	}
	return {
		displayName,
		description,
		type: nodeTypeName(node.name),
		typeVersion: Number(version),
		operations,
	};
}

/** Runs each example in a separate sandbox, because IDs depend on earlier requests. */
async function itemOf(
	{ name }: LoadedNode,
	operations: Operation[],
	example: Example,
	{ standsStill, ...changes }: Changes = {},
) {
	const sandbox = await startSandbox({ clock: 'manual' });
	try {
		const examples = new Examples(sandbox, name, operations, standsStill);
		const credentials = { ...credentialsOf(sandbox), ...changes.credentials };
		const { items, error } = await examples.run(example, { ...changes, credentials });
		if (error) throw error;
		return items[0] && withFixedTimes(items[0].json);
	} catch (error) {
		const { message, description } = error as Error & { description?: string };
		const parameters = JSON.stringify(example.parameters);
		throw new Error(`The example ${name} ${parameters}: ${message}. ${description ?? ''}`);
	} finally {
		await sandbox.close();
	}
}

async function requestOptions({ name }: LoadedNode) {
	const { description } = await loadNode(name);
	const added = description.properties.filter(({ isNodeSetting }) => isNodeSetting);
	// Removes the form's defaults, which do not apply to an omitted option.
	return describeParameters(flatten(added)).map((option) => ({ ...option, default: undefined }));
}
