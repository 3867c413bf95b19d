import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type IConnections,
	type INodeExecutionData,
	type INodeParameters,
	type IRunData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { credentialsOf } from '../../support/sandboxHarness';
import { sendSms } from '../../support/operations';
import { additionalDataFor, buildWorkflow, inputNode } from '../../support/engine/workflow';

/** A step that sends an SMS, and the steps that follow it. */
export interface Step {
	parameters?: INodeParameters;
	next?: string[];
}

/**
 * Runs several steps that send SMS in one workflow.
 *
 * @param first the steps that get the input items, one after the other
 */
export async function runSteps(
	service: { url: string },
	steps: Record<string, Step>,
	first: Record<string, INodeExecutionData[]>,
	mode: WorkflowExecuteMode = 'manual',
): Promise<IRunData> {
	const made = sendSms();
	const setting = { ...made, credentials: credentialsOf(service) };
	const { workflow: single, node } = await buildWorkflow(setting);
	const nodes = Object.entries(steps).map(([name, { parameters }]) => ({
		...node,
		id: name,
		name,
		parameters: { ...made.parameters, ...parameters },
	}));
	const connections: IConnections = {};
	for (const [name, { next = [] }] of Object.entries(steps)) {
		connections[name] = { main: [next.map((to) => ({ node: to, type: 'main', index: 0 }))] };
	}
	const toFirst = Object.keys(first).map((to) => ({ node: to, type: 'main' as const, index: 0 }));
	connections[inputNode] = { main: [toFirst] };
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [single.nodes[inputNode], ...nodes],
		connections,
		active: false,
		nodeTypes: single.nodeTypes,
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	const input = {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success' as const,
		source: [],
		data: { main: [Object.values(first).flat()] },
	};
	const data = createRunExecutionData({
		resultData: { runData: { [inputNode]: [input] } },
		executionData: {
			nodeExecutionStack: Object.entries(first).map(([name, items]) => ({
				node: workflow.nodes[name],
				data: { main: [items] },
				source: { main: [{ previousNode: inputNode }] },
			})),
		},
	});
	const additionalData = await additionalDataFor(setting, workflow);
	const engine = new WorkflowExecute(additionalData, mode, data);
	const { resultData } = (await engine.processRunExecutionData(workflow)).data;
	if (resultData.error) throw resultData.error;
	return resultData.runData;
}
