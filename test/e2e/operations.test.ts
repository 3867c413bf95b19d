import type { IDataObject } from 'n8n-workflow';
import type { SavedCredential } from '../../playground/rest';
import { apiTable } from '../contract/apiTable';
import { outputsOf, runStep } from './n8n/executions';
import { startWorld, type World } from './n8n/harness';
import { step as ourStep } from './n8n/workflowDrafts';
import { nodes } from './operations';
import type { Known, Step } from './operations/step';
import { saveAccount } from './wait/waiting';

let world: World;
let account: SavedCredential;

beforeAll(async () => {
	world = await startWorld({ paceMs: 20, batchDelayMs: 20 });
	account = await saveAccount(world);
});

afterAll(async () => await world?.stop());

async function execute(node: string, step: Step, known: Known): Promise<IDataObject[]> {
	const [resource, operation] = step.does.split(':');
	const parameters = { resource, operation, ...step.with(known) };
	const execution = await runStep(world, ourStep('Node', node, account, parameters), step.items);
	const { error } = execution.data.resultData;
	if (error)
		throw new Error([error.message, 'description' in error && error.description].join(' '));
	expect(execution.status).toBe(step.waits ? 'waiting' : 'success');
	return outputsOf(execution, 'Node');
}

/** The operations of the API that have `limit_offset`. */
const PAGED = Object.entries(apiTable)
	.filter(([, { parameters }]) => parameters.some(({ name }) => name === 'limit_offset'))
	.map(([name]) => name);

describe.each(nodes)('$node', ({ node, steps }) => {
	const known: Known = {};

	test.each(steps)('$does calls $api alone and returns its fields', async (step) => {
		await step.before?.(world, known);
		const before = world.sandbox.requests.length;
		const output = await execute(node, step, known);
		const seen = world.sandbox.requests.slice(before).map(({ operation }) => operation);
		// A list that the service pages ends at a page that brings nothing new.
		const pages = PAGED.includes(step.api) ? 2 : 1;
		expect(seen).toEqual(Array.from({ length: pages }, () => step.api));
		expect(Object.keys(output[0] ?? {})).toEqual(expect.arrayContaining(step.gives));
		for (const [name, field] of Object.entries(step.keep ?? {})) known[name] = output[0][field];
	});
});
