import { isDeepStrictEqual } from 'node:util';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialsOf, Examples, withFixedTimes } from '../../scripts/docs/examples/run';
import type { NodePart, Operation } from '../../scripts/docs/shape';
import { callers } from '../support/engine/callTool';
import { openTrigger } from '../support/engine/poll';
import { nameOf, reference, withParameter } from './readReference';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ clock: 'manual' });
});
afterEach(async () => await sandbox.close());

const examplesOf = ({ type, operations }: NodePart, on: Sandbox) =>
	new Examples(on, nameOf(type), (key) => {
		const { example } = operations.find((one) => one.key === key) as Operation;
		return { example };
	});

const withOperations = reference.nodes.filter(({ operations }) => operations.length > 0);

describe.each(withOperations)('$type', (node) => {
	test.each(node.operations)('the example of $key returns its output item', async (one) => {
		const [item] = await examplesOf(node, sandbox).itemsOf(one.key);
		expect(withFixedTimes(item)).toEqual(one.example.output);
		if (one.output.undocumented) return;
		const described = one.output.fields.map(({ name }) => name);
		expect(Object.keys(item).filter((key) => !described.includes(key))).toEqual([]);
	});

	const dry = node.operations.filter(({ key }) => key === 'batch:send');
	if (dry.length > 0) {
		test.each(dry)('a dry run of the example of $key returns its item', async ({ example }) => {
			const parameters = { ...example.parameters, options: { dryRun: true } };
			const runnable = { example: { ...example, parameters } };
			const { items } = await examplesOf(node, sandbox).run(runnable);
			expect(items.map(({ json }) => withFixedTimes(json))).toEqual([example.dryRun]);
			expect(sandbox.messages).toEqual([]);
		});
	}

	test.each(node.operations)('$key takes the example value of each parameter', async (one) => {
		const problems: string[] = [];
		for (const parameter of one.parameters.filter(({ example }) => example !== undefined)) {
			const parameters = withParameter(one, parameter);
			// The example of the operation runs above.
			if (isDeepStrictEqual(parameters, one.example.parameters)) continue;
			sandbox.reset();
			const runnable = { example: { ...one.example, parameters }, hasFile: true };
			const { error } = await examplesOf(node, sandbox).run(runnable);
			if (error) problems.push(`${parameter.name}: ${error.message}`);
		}
		expect(problems).toEqual([]);
	});

	test('the workflow runs with its node as it is', async () => {
		const [, { parameters }] = node.workflow.nodes as Array<{ parameters: never }>;
		const { error, items } = await examplesOf(node, sandbox).run({ example: { parameters } });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});
});

test.each(callers)('%s sends what the model chose in the example of a tool', async (_, call) => {
	const { type, parameters, arguments: chosen } = reference.tool;
	const node = nameOf(type.replace(/Tool$/, ''));
	const records = await call({ node, parameters, credentials: credentialsOf(sandbox) }, chosen);
	expect(records).toEqual([reference.nodes[0].operations[0].example.output]);
	expect(sandbox.messages).toHaveLength(1);
});

const triggers = reference.nodes.flatMap(({ type, trigger }) =>
	Object.entries(trigger?.examples ?? {}).map(([event, example]) => ({ type, event, example })),
);

test.each(triggers)('$type returns its item of $event', async ({ type, example }) => {
	const before = reference.nodes.find((one) => one.type === example.node) as NodePart;
	const examples = examplesOf(before, sandbox);
	for (const key of example.after) await examples.itemsOf(key);
	const { parameters } = example;
	const credentials = credentialsOf(sandbox);
	const trigger = await openTrigger({ node: nameOf(type), parameters, credentials });
	const [item] = await trigger.poll('manual');
	expect(withFixedTimes(item.json)).toEqual(example.output);
});
