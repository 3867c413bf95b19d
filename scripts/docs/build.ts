import { startSandbox } from '../../sandbox';
import { loadNode, nodeTypeName, readCredential } from '../../test/support/engine/nodeTypes';
import { describeParameters, flatten } from './describe/fields';
import { type LoadedNode, loadNodes, packageName } from './describe/nodes';
import { commonOptions, describeOperation } from './describe/operation';
import { describeTrigger } from './describe/trigger';
import { errorParts } from './examples/errors';
import { OperationExamples } from './examples/operations';
import { Examples, withFixedTimes } from './examples/run';
import { toolExample } from './examples/tool';
import { minimalWorkflow } from './examples/workflow';
import type { NodePart, Operation, Parameter, Reference } from './shape';

/** The reference of all nodes. Its examples are run in n8n's engine against the sandbox. */
export async function buildReference(): Promise<Reference> {
	const loaded = await loadNodes();
	const nodes: NodePart[] = [];
	for (const node of loaded) nodes.push(await describeNode(node));
	for (const [position, node] of loaded.entries()) {
		const { operations } = node;
		if (operations.length === 0) nodes[position].trigger = await describeTrigger(node, nodes);
		nodes[position].workflow = minimalWorkflow(nodes[position]);
	}
	const common = loaded.flatMap(({ operations }) => operations.flatMap(commonOptions));
	const { name: type, properties } = await readCredential();
	return {
		package: packageName,
		credential: { type, fields: describeParameters(flatten(properties)) },
		nodes,
		commonOptions: unique(common),
		requestOptions: await requestOptions(loaded[0]),
		errors: await errorParts(nodes),
		tool: toolExample(nodes),
	};
}

async function describeNode(node: LoadedNode): Promise<NodePart> {
	const { displayName, description, version } = node.type.description;
	const examples = await OperationExamples.of(node);
	const operations = node.operations.map((one) => describeOperation(one, examples));
	const firstItem = async (key: string) => await itemOf(node, operations, key);
	for (const [position, operation] of operations.entries()) {
		operation.example.output = await firstItem(operation.key);
		if (operation.example.output) continue;
		operation.example = examples.filled(node.operations[position]);
		operation.example.output = await firstItem(operation.key);
	}
	for (const operation of operations) {
		const { example, key } = operation;
		const source = operations.find(({ key }) => key === example.inputFrom);
		if (source?.example.output) example.input = [source.example.output];
		if (!operation.parameters.some(({ name }) => name === 'options.dryRun')) continue;
		const parameters = { ...example.parameters, options: { dryRun: true } };
		const dry = { ...operation, example: { ...example, parameters } };
		example.dryRun = await itemOf(node, [dry], key);
	}
	return {
		displayName,
		description,
		type: nodeTypeName(node.name),
		typeVersion: Number(version),
		operations,
		workflow: {},
	};
}

/** Each example has a sandbox of its own, so that its IDs depend on nothing else. */
async function itemOf({ name }: LoadedNode, operations: Operation[], key: string) {
	const sandbox = await startSandbox({ clock: 'manual' });
	try {
		const exampleOf = (wanted: string) => {
			const found = operations.find((one) => one.key === wanted) as Operation;
			return { example: found.example };
		};
		const [item] = await new Examples(sandbox, name, exampleOf).itemsOf(key);
		return item && withFixedTimes(item);
	} catch (error) {
		const { message, description } = error as Error & { description?: string };
		throw new Error(`The example of ${name} ${key}: ${message}. ${description ?? ''}`);
	} finally {
		await sandbox.close();
	}
}

/** What n8n adds to a declarative node. */
async function requestOptions({ name }: LoadedNode) {
	const { description } = await loadNode(name);
	const added = description.properties.filter(({ isNodeSetting }) => isNodeSetting);
	// The form has defaults for what is added; what is left out is off.
	return describeParameters(flatten(added)).map((one) => ({ ...one, default: undefined }));
}

/** The options by their name; the default of one may depend on the operation. */
function unique(parameters: Parameter[]): Parameter[] {
	return [...new Map(parameters.map((one) => [one.name, one])).values()];
}
