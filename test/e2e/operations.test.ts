import { apiTable } from '../contract/apiTable';
import type { IDataObject } from 'n8n-workflow';

import type { SavedCredential, WorkflowDraft } from '../../playground/rest';
import { startWorld, TOKEN, type World } from './n8n/harness';
import { nodes } from './operations';
import type { Known, Step } from './operations/step';

const PACKAGE = 'n8n-nodes-messaging-service';

let world: World;
let credential: SavedCredential;

beforeAll(async () => {
	world = await startWorld({ paceMs: 20, batchDelayMs: 20 });
	credential = await world.rest.saveCredential('Sandbox', 'messagingServiceApi', {
		baseUrl: world.sandbox.url,
		token: TOKEN,
	});
});

afterAll(async () => await world?.stop());

/** Start, with the step's items pinned to it, and the node under test. */
function workflowFor(node: string, step: Step, known: Known): WorkflowDraft {
	const [resource, operation] = step.does.split(':');
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	return {
		name: `${node} ${step.does}`,
		nodes: [
			{
				...place,
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				parameters: {},
			},
			{
				...place,
				id: 'node',
				name: 'Node',
				type: `${PACKAGE}.${node}`,
				parameters: {
					resource,
					operation,
					...step.with(known),
				} as WorkflowDraft['nodes'][0]['parameters'],
				credentials: { messagingServiceApi: { id: credential.id, name: credential.name } },
			},
		],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
		pinData: { Start: (step.items ?? [{}]).map((json) => ({ json })) },
	};
}

async function execute(node: string, step: Step, known: Known): Promise<IDataObject[]> {
	const workflow = await world.rest.createWorkflow(workflowFor(node, step, known));
	const { status, data } = await world.rest.run(workflow, 'Start', 'Node');
	const { error, runData } = data.resultData;
	if (error)
		throw new Error([error.message, 'description' in error && error.description].join(' '));
	expect(status).toBe(step.waits ? 'waiting' : 'success');
	return (runData.Node[0].data?.main[0] ?? []).map(({ json }) => json);
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
