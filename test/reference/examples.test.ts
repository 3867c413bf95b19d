import { isDeepStrictEqual } from 'node:util';
import type { INode, INodeParameters } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialsOf, Examples, withFixedTimes } from '../../scripts/docs/examples/run';
import type { NodePart } from '../../scripts/docs/shape';
import { callers } from '../support/engine/callTool';
import { openTrigger } from '../support/engine/poll';
import { nameOf, reference, withParameter } from './readReference';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ clock: 'manual' });
});
afterEach(async () => await sandbox.close());

const examplesOf = ({ type, operations }: NodePart, on: Sandbox) =>
	new Examples(on, nameOf(type), operations);

const isOption = (name: string) => /^options\.\w+$/.test(name);
const withOperations = reference.nodes.filter(({ operations }) => operations.length > 0);

describe.each(withOperations)('$type', (node) => {
	test.each(node.operations)('the example of $key returns its output item', async (one) => {
		const [item] = await examplesOf(node, sandbox).itemsOf(one.key);
		expect(withFixedTimes(item)).toEqual(one.example.output);
		if (one.output.undocumented) return;
		const described = one.output.fields.map(({ name }) => name);
		// Mark as Read returns the reply itself.
		const given = one.example.inputFrom
			? Object.keys((await examplesOf(node, sandbox).itemsOf(one.example.inputFrom))[0])
			: [];
		const known = [...described, ...given];
		expect(Object.keys(item).filter((key) => !known.includes(key))).toEqual([]);
	});

	const dry = node.operations.filter(({ key }) => key === 'batch:send');
	if (dry.length > 0) {
		test.each(dry)('a dry run of the example of $key returns its item', async ({ example }) => {
			const parameters = { ...example.parameters, options: { dryRun: true } };
			const { items } = await examplesOf(node, sandbox).run({ ...example, parameters });
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
			const example = { ...one.example, parameters };
			const { error } = await examplesOf(node, sandbox).run(example, { hasFile: true });
			if (error) problems.push(`${parameter.name}: ${error.message}`);
		}
		expect(problems).toEqual([]);
	});
});

test('the workflow runs with its step as it is', async () => {
	const [, { type, parameters }] = reference.workflow.nodes as never as INode[];
	const node = reference.nodes.find((one) => one.type === type) as NodePart;
	const { error, items } = await examplesOf(node, sandbox).run({ parameters });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
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

/** Asks for statuses besides. */
const WAITS = 'options.waitForFinalStatus';
const defaults = withOperations.flatMap((node) =>
	node.operations.map((operation) => {
		const values = operation.parameters
			.concat(
				reference.commonOptions.filter(({ name }) =>
					operation.commonOptions.includes(name),
				),
			)
			.filter(
				({ name, default: held, needs }) =>
					isOption(name) && held !== undefined && held !== '' && !needs && name !== WAITS,
			);
		return { title: `${nameOf(node.type)} ${operation.key}`, node, operation, values };
	}),
);
const withDefaults = defaults.filter(({ values }) => values.length > 0);

test.each(withDefaults)('$title sends the same with its defaults', async (one) => {
	const { node, operation, values } = one;
	const sent = async (options: INodeParameters) => {
		sandbox.reset();
		const parameters = { ...operation.example.parameters, options };
		const example = { ...operation.example, parameters };
		const { error } = await examplesOf(node, sandbox).run(example);
		const requests = sandbox.requests.map(({ path }) => path);
		// The codes of a link, and those that are sent, are made anew.
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

test('an option that does nothing until it is added has no default', () => {
	const options = reference.nodes
		.flatMap(({ operations, trigger }) => [...operations, ...(trigger ? [trigger] : [])])
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
