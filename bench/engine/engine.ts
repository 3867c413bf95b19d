import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DirectoryLoader, ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import { type ExecuteContext, RoutingNode, WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	ICredentialType,
	INode,
	INodeExecutionData,
	INodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { StoredCredentials } from '../../test/support/engine/credentials';
import type { NodeCase } from '../cases';
import { loadHttpRequest } from '../httpRequest';
import { MinimalImport, MinimalPool, MinimalSms } from '../minimal';

const OURS = 'n8n-nodes-messaging-service';
const root = join(__dirname, '..', '..');
const require = createRequire(__filename);

/** By its whole name: without the ending, Node would take the codex file beside it. */
function instantiate<T>(folder: string, name: string, ending: string): T {
	const module = require(join(root, folder, name + ending)) as Record<string, new () => T>;
	return new module[name]();
}

const ours = (name: string) => () => instantiate<INodeType>(`dist/nodes/${name}`, name, '.node.js');
const own: Record<string, (() => INodeType) | undefined> = {
	[`${OURS}.messagingServiceSms`]: ours('MessagingServiceSms'),
	[`${OURS}.messagingServiceContacts`]: ours('MessagingServiceContacts'),
	'bench.minimalSms': () => new MinimalSms(),
	'bench.minimalPool': () => new MinimalPool(),
	'bench.minimalImport': () => new MinimalImport(),
};
const credential = instantiate<ICredentialType>(
	'dist/credentials',
	'MessagingServiceApi',
	'.credentials.js',
);

/** What n8n's server makes of a node type when it loads it. */
function load(name: string, version: number): INodeType {
	if (name === 'n8n-nodes-base.httpRequest') {
		return loadHttpRequest().getNodeType(version);
	}
	const type = own[name]?.() ?? { description: { ...new MinimalSms().description, name } };
	DirectoryLoader.applyDeclarativeNodeOptionParameters(type);
	type.execute ??= async function () {
		return (await new RoutingNode(this as ExecuteContext, type).runNode()) ?? [];
	};
	return type;
}

const loaded = new Map<string, INodeType>();
function typeOf(name: string, version = 1): INodeType {
	const type = loaded.get(name) ?? load(name, version);
	loaded.set(name, type);
	return type;
}
const nodeTypes = {
	getByName: typeOf,
	getByNameAndVersion: typeOf,
	getKnownTypes: () => ({}),
};

const node = ({ type, version, parameters }: NodeCase, name: string): INode => ({
	id: name,
	name,
	type,
	typeVersion: version,
	position: [0, 0],
	parameters,
	credentials: { messagingServiceApi: { id: '1', name: 'Bench' } },
});

/** Runs one node over the items through n8n's own engine. @throws what stopped it */
export async function runNode(
	given: NodeCase,
	items: INodeExecutionData[],
	credentials: { baseUrl: string; token: string },
): Promise<INodeExecutionData[]> {
	const input = node({ type: 'bench.input', version: 1, parameters: {} }, 'Input');
	const tested = node(given, 'Tested');
	const workflow = new Workflow({
		id: 'bench',
		nodes: [input, tested],
		connections: { Input: { main: [[{ node: 'Tested', type: 'main', index: 0 }]] } },
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
		credentialsHelper: new StoredCredentials(credential, credentials),
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
		startData: { destinationNode: { nodeName: 'Tested', mode: 'inclusive' } },
		resultData: { runData: { Input: [taken] } },
		executionData: {
			nodeExecutionStack: [
				{
					node: workflow.nodes.Tested,
					data: { main: [items] },
					source: { main: [{ previousNode: 'Input' }] },
				},
			],
		},
	});
	const { data } = await new WorkflowExecute(
		additionalData,
		'manual',
		run,
	).processRunExecutionData(workflow);
	const error = data.resultData.error ?? data.resultData.runData.Tested[0].error;
	if (error) throw error;
	return data.resultData.runData.Tested[0].data?.main[0] ?? [];
}
