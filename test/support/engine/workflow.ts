import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IConnections,
	type INode,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { ensureDuplicateStore } from '../duplicateStore';
import { newNode } from '../newNode';
import { credentialName, origin, StoredCredentials, token } from './credentials';
import { startExpressionEngine } from './expressionEngine';
import { className, nodeTypeName, nodeTypesFor, readCredential, type NodeName } from './nodeTypes';
import { moveTechnicalOptions } from '../moveTechnicalOptions';

export const inputNode = 'Input';
export const executionId = '4711';
const waitingUrl = 'https://n8n.example/webhook-waiting';
export const resumeToken = 'resume-token';
/** True for n8n 2 and later, where the URL that resumes an execution has a token. */
export const resumeUrlHasToken = 'resumeToken' in createRunExecutionData({ resumeToken });
/** The value of `$execution.resumeUrl`. */
export const resumeUrl = `${waitingUrl}/${executionId}${resumeUrlHasToken ? `?signature=${resumeToken}` : ''}`;

export interface Setting {
	node: NodeName;
	/** As saved in a workflow: only values that a user entered. Expressions start with `=`. */
	parameters: INodeParameters;
	credentials?: ICredentialDataDecryptedObject;
	timezone?: string;
	mode?: WorkflowExecuteMode;
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
	/** Milliseconds; n8n reads 0 as 1,000. */
	waitBetweenTries?: number;
	executeOnce?: boolean;
	executionId?: string;
	/**
	 * True if n8n's RoutingNode makes the requests from the declared `routing`, without our
	 * functions.
	 */
	isDeclared?: boolean;
	/** The name of the n8n node after the node under test, e.g. `wait`. */
	followedBy?: string;
}

const connected = (name: string) => ({
	main: [[{ node: name, type: 'main' as const, index: 0 }]],
});

/** Builds a workflow of a manual trigger, the node under test, and an optional next node. */
export async function buildWorkflow(
	written: Setting,
): Promise<{ workflow: Workflow; node: INode }> {
	const setting = moveTechnicalOptions(written);
	await startExpressionEngine();
	const tested: INode = {
		...newNode(className(setting.node), nodeTypeName(setting.node), setting.parameters),
		credentials: { [credentialName]: { id: '1', name: 'Messaging Service account' } },
		onError: setting.onError,
		retryOnFail: setting.retryOnFail,
		maxTries: setting.maxTries,
		executeOnce: setting.executeOnce,
		waitBetweenTries: setting.waitBetweenTries,
	};
	const nodes = [newNode(inputNode, 'n8n-nodes-base.manualTrigger', {}), tested];
	const connections: IConnections = { [inputNode]: connected(tested.name) };
	if (setting.followedBy !== undefined) {
		const type = `n8n-nodes-base.${setting.followedBy}`;
		nodes.push(newNode('Next', type, { resume: 'webhook', httpMethod: 'POST' }));
		connections[tested.name] = connected('Next');
	}
	const workflow = new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes,
		connections,
		active: false,
		nodeTypes: await nodeTypesFor(setting.node, setting.isDeclared),
		settings: { executionOrder: 'v1', timezone: setting.timezone ?? 'UTC' },
	});
	return { workflow, node: workflow.nodes[tested.name] };
}

const notHere = async (): Promise<never> => {
	throw new Error('not part of these tests');
};

export async function additionalDataFor(
	setting: Setting,
	workflow: Workflow,
): Promise<IWorkflowExecuteAdditionalData> {
	await ensureDuplicateStore();
	const stored = moveTechnicalOptions(setting).credentials ?? { baseUrl: origin, token };
	const { id, name, connectionsBySourceNode: connections, active } = workflow;
	const ownId = setting.executionId ?? executionId;
	const hooks = new ExecutionLifecycleHooks(setting.mode ?? 'manual', ownId, {
		id,
		name: name ?? '',
		active,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: Object.values(workflow.nodes),
		connections,
	});
	return {
		credentialsHelper: new StoredCredentials(await readCredential(), stored),
		hooks,
		externalSecretsProxy: new ExternalSecretsProxy(),
		executionId: ownId,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: 'https://n8n.example/rest',
		instanceBaseUrl: 'https://n8n.example',
		formBaseUrl: 'https://n8n.example/form',
		formWaitingBaseUrl: 'https://n8n.example/form-waiting',
		formTestBaseUrl: 'https://n8n.example/form-test',
		webhookBaseUrl: 'https://n8n.example/webhook',
		webhookWaitingBaseUrl: waitingUrl,
		webhookTestBaseUrl: 'https://n8n.example/webhook-test',
		mcpBaseUrl: 'https://n8n.example/mcp',
		mcpTestBaseUrl: 'https://n8n.example/mcp-test',
		logAiEvent: () => {},
		executeWorkflow: notHere,
		getRunExecutionData: notHere,
		getRuntimeCredential: notHere,
		startRunnerTask: notHere,
	};
}
