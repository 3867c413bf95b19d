import { isDeepStrictEqual } from 'node:util';
import type { INode, INodeParameters } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialsOf, Examples, withFixedTimes } from '../../scripts/docs/examples/run';
import type { NodePart } from '../../scripts/docs/shape';
import { toolCallers } from '../support/engine/callTool';
import { openTrigger } from '../support/engine/poll';
import { commonOptionsOf, isTried, nameOf, reference, withParameter } from './readReference';

let sandbox: Sandbox;
const start = async () => {
	sandbox = await startSandbox({ clock: 'manual' });
};
const close = async () => await sandbox.close();

const examplesOf = ({ type, operations }: NodePart) =>
	new Examples(sandbox, nameOf(type), operations);

const operations = reference.nodes.flatMap((node) =>
	node.operations.map((operation) => ({
		node,
		operation,
		title: `${nameOf(node.type)} ${operation.key}`,
	})),
);

// A new sandbox for each example, because the reference contains its first IDs.
describe('an example of the reference', () => {
	beforeEach(start);
	afterEach(close);

	test.each(operations)('for $title returns its output item', async ({ node, operation }) => {
		const { key, example, output } = operation;
		const [item] = await examplesOf(node).itemsOf(key);
		expect(withFixedTimes(item)).toEqual(example.output);
		if (output.undocumented) return;
		const described = output.fields.map(({ name }) => name);
		// Mark as Read returns the reply itself.
		const given = example.inputFrom
			? Object.keys((await examplesOf(node).itemsOf(example.inputFrom))[0])
			: [];
		const known = [...described, ...given];
		expect(Object.keys(item).filter((key) => !known.includes(key))).toEqual([]);
	});

	const dry = operations.filter(({ operation: { key } }) => key === 'batch:send');
	test.each(dry)('for $title returns its item of a dry run', async ({ node, operation }) => {
		const { example } = operation;
		const parameters = { ...example.parameters, options: { dryRun: true } };
		const { items } = await examplesOf(node).run({ ...example, parameters });
		expect(items.map(({ json }) => withFixedTimes(json))).toEqual([example.dryRun]);
		expect(sandbox.messages).toEqual([]);
	});

	test('for a workflow runs with its step unchanged', async () => {
		const [, { type, parameters }] = reference.workflow.nodes as never as INode[];
		const node = reference.nodes.find((one) => one.type === type) as NodePart;
		const { error, items } = await examplesOf(node).run({ parameters });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	test.each(toolCallers)('for a tool sends what the model of %s chose', async (_, call) => {
		const { type, parameters, arguments: chosen } = reference.tool;
		const node = nameOf(type.replace(/Tool$/, ''));
		const credentials = credentialsOf(sandbox);
		const records = await call({ node, parameters, credentials }, chosen);
		expect(records).toEqual([reference.nodes[0].operations[0].example.output]);
		expect(sandbox.messages).toHaveLength(1);
	});

	const triggers = reference.nodes.flatMap(({ type, trigger }) =>
		Object.entries(trigger?.examples ?? {}).map(([event, example]) => ({
			type,
			event,
			example,
		})),
	);
	test.each(triggers)('for the trigger returns its item of $event', async ({ type, example }) => {
		const before = reference.nodes.find((one) => one.type === example.node) as NodePart;
		const examples = examplesOf(before);
		for (const key of example.after) await examples.itemsOf(key);
		const { parameters } = example;
		const credentials = credentialsOf(sandbox);
		const trigger = await openTrigger({ node: nameOf(type), parameters, credentials });
		const [item] = await trigger.poll('manual');
		expect(withFixedTimes(item.json)).toEqual(example.output);
	});
});

describe('what the reference says of the operation', () => {
	beforeAll(start);
	beforeEach(() => sandbox.reset());
	afterAll(close);

	test.each(operations)(
		'$title is true for the example of each parameter, which it accepts',
		async ({ node, operation }) => {
			const problems: string[] = [];
			for (const parameter of operation.parameters) {
				if (parameter.example === undefined || !isTried(operation, parameter)) continue;
				const parameters = withParameter(operation, parameter);
				// The example of the operation runs above.
				if (isDeepStrictEqual(parameters, operation.example.parameters)) continue;
				sandbox.reset();
				const example = { ...operation.example, parameters };
				const { error } = await examplesOf(node).run(example, { hasFile: true });
				if (error) problems.push(`${parameter.name}: ${error.message}`);
			}
			expect(problems).toEqual([]);
		},
	);

	/** Waiting requests additional statuses. */
	const WAITS = 'options.waitForFinalStatus';
	const withDefaults = operations
		.map((one) => {
			const { operation } = one;
			const values = [...operation.parameters, ...commonOptionsOf(operation)].filter(
				(parameter) =>
					/^options\.\w+$/.test(parameter.name) &&
					![undefined, ''].includes(parameter.default as string) &&
					!parameter.needs &&
					parameter.name !== WAITS &&
					isTried(operation, parameter),
			);
			return { ...one, values };
		})
		.filter(({ values }) => values.length > 0);

	test.each(withDefaults)('$title is true for the defaults that it names', async (one) => {
		const { node, operation, values } = one;
		const sent = async (options: INodeParameters) => {
			sandbox.reset();
			const parameters = { ...operation.example.parameters, options };
			const { error } = await examplesOf(node).run({ ...operation.example, parameters });
			const requests = sandbox.requests.map(({ path }) => path);
			// Replaces the codes of links and messages, which differ in each run.
			const shown = (text: string | null) => text?.replace(/\?r=[^\s"<]+|\b\d{6}\b/g, '');
			return {
				error,
				requests,
				texts: sandbox.messages.map(({ to, text }) => [to, shown(text)]),
			};
		};
		const given = values.map(({ name, default: held }) => [name.replace('options.', ''), held]);
		const without = await sent({});
		expect(without.error).toBeUndefined();
		expect(await sent(Object.fromEntries(given) as INodeParameters)).toEqual(without);
	});
});

test('the reference has no default for an option that does nothing until it is added', () => {
	const options = reference.nodes
		.flatMap(({ operations: own, trigger }) => [...own, ...(trigger ? [trigger] : [])])
		.flatMap(({ parameters }) => parameters)
		.concat(reference.commonOptions);
	const whenAdded = options.filter((one) => one.whenAdded !== undefined);
	const valueOf = (name: string) => whenAdded.find((one) => one.name === name)?.whenAdded;
	const guards = ['maxParts', 'maxRecipients', 'dryRun', 'maxAge'];
	expect(guards.map((name) => valueOf(`options.${name}`))).toEqual([
		undefined,
		undefined,
		true,
		24,
	]);
	expect(whenAdded.filter((one) => one.default !== undefined)).toEqual([]);
});
