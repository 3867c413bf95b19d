import { DirectoryLoader, ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import { type ExecuteContext, RoutingNode, WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	ICredentialsHelper,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

export const TESTED = 'Tested';
const INPUT = 'Input';

const inputNode: INode = {
	id: INPUT,
	name: INPUT,
	type: 'bench.input',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

export function prepare(type: INodeType): INodeType {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(type);
	type.execute ??= async function () {
		return (await new RoutingNode(this as ExecuteContext, type).runNode()) ?? [];
	};
	return type;
}

/**
 * Runs one node over the items through n8n's engine.
 * @param tested the node as a workflow saves it; its name is TESTED
 * @param nodeTypes must include the type `bench.input`
 */
export async function execute(
	tested: INode,
	nodeTypes: INodeTypes,
	credentialsHelper: ICredentialsHelper,
	items: INodeExecutionData[],
): Promise<IRun> {
	const workflow = new Workflow({
		id: 'bench',
		nodes: [inputNode, tested],
		connections: { [INPUT]: { main: [[{ node: TESTED, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	const hooks = new ExecutionLifecycleHooks('manual', '1', {
		id: 'bench',
		name: 'bench',
		active: false,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: [],
		connections: {},
	});
	const additionalData = {
		credentialsHelper,
		hooks,
		externalSecretsProxy: new ExternalSecretsProxy(),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		webhookBaseUrl: 'http://127.0.0.1/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		webhookTestBaseUrl: 'http://127.0.0.1/webhook-test',
	} as unknown as IWorkflowExecuteAdditionalData;
	const taken = {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success' as const,
		source: [],
		data: { main: [items] },
	};
	const run = createRunExecutionData({
		startData: { destinationNode: { nodeName: TESTED, mode: 'inclusive' } },
		resultData: { runData: { [INPUT]: [taken] } },
		executionData: {
			nodeExecutionStack: [
				{
					node: workflow.nodes[TESTED],
					data: { main: [items] },
					source: { main: [{ previousNode: INPUT }] },
				},
			],
		},
	});
	const engine = new WorkflowExecute(additionalData, 'manual', run);
	await workflow.expression.acquireIsolate();
	try {
		return await engine.processRunExecutionData(workflow);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
