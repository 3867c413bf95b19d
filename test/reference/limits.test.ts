import { type Sandbox, startSandbox } from '../../sandbox';
import { Examples } from '../../scripts/docs/examples/run';
import type { NodePart, Operation, Parameter } from '../../scripts/docs/shape';
import {
	commonOptionsOf,
	isFirstWith,
	isTried,
	nameOf,
	reference,
	withParameter,
} from './readReference';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual' });
});
afterAll(async () => await sandbox.close());

/** Extends the example to this length. */
function padded(example: string, length: number): string {
	const missing = length - example.length;
	if (!example.includes('@')) return example + 'a'.repeat(missing);
	const [local, domain] = example.split('@');
	return `${local}${'a'.repeat(missing % 2)}@${'a.'.repeat(missing / 2)}${domain}`;
}

interface Limited {
	node: NodePart;
	operation: Operation;
	parameter: Parameter;
	title: string;
}

/** Returns a value of `size` digits or characters, or the number `size`. */
function valueOf({ name, limits, example }: Parameter, size: number): string | number {
	if (!limits?.unit) return size;
	// Saint Helena has phones of 7 digits, and Berlin of 15.
	if (limits.unit === 'digits' && name !== 'phone') return '1'.repeat(size);
	if (limits.unit === 'digits')
		return `+${(size < 9 ? '290' : '4930').padEnd(size, '8').slice(0, size)}`;
	const isText = typeof example === 'string' && !example.startsWith('=');
	return padded(isText ? example : 'anna@example.com', size);
}

const limited: Limited[] = reference.nodes.flatMap((node) =>
	node.operations.flatMap((operation) =>
		[
			...operation.parameters.filter((one) => isTried(operation, one)),
			// Options that several operations have, with one of these operations.
			...commonOptionsOf(operation).filter((one) => isFirstWith(operation, one)),
		]
			.filter(({ limits }) => limits !== undefined)
			.map((parameter) => {
				const title = `${nameOf(node.type)} ${operation.key} ${parameter.name}`;
				return { node, operation, parameter, title };
			}),
	),
);

/** Runs one value of the parameter in the engine. */
async function run({ node, operation, parameter }: Limited, size: number) {
	sandbox.reset();
	const examples = new Examples(sandbox, nameOf(node.type), node.operations);
	const { example } = operation;
	for (const key of example.after ?? []) await examples.itemsOf(key);
	const before = sandbox.requests.length;
	const value = valueOf(parameter, size);
	const parameters = withParameter(operation, { ...parameter, example: value });
	const input = example.inputFrom ? undefined : example.input?.slice(0, 1);
	const { error } = await examples.run({ ...example, input, parameters });
	return { error, sent: sandbox.requests.length - before };
}

test.each(limited)('$title accepts values up to its limits, and sends no others', async (one) => {
	const { min, max, unit } = one.parameter.limits ?? {};
	const below = min === undefined || (unit && min < 2) ? [] : [min - 1];
	const above = max === undefined ? [] : [max + 1];
	for (const size of [min, max].filter((bound) => bound !== undefined)) {
		expect([size, (await run(one, size)).error]).toEqual([size, undefined]);
	}
	for (const size of [...below, ...above]) {
		const { error, sent } = await run(one, size);
		const outcome = error === undefined ? 'accepted' : 'rejected';
		expect([size, outcome, sent]).toEqual([size, 'rejected', 0]);
	}
});
