import { randomUUID } from 'node:crypto';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { buildAgent } from './agent';
import { loadNode } from './nodeTypes';
import { additionalDataFor, resumeToken, type Setting } from './workflow';

export interface Tool {
	invoke: (args: IDataObject) => Promise<unknown>;
}

/**
 * Wraps a node as a tool for an MCP server, or for an agent before version 3, with n8n's own code.
 * @param item the agent's input item
 */
export async function openTool(setting: Setting, item: IDataObject = {}): Promise<Tool> {
	const { workflow, agent } = await buildAgent(setting);
	const items: INodeExecutionData[] = [{ json: item }];
	const data = { main: [items] };
	const executeData: IExecuteData = { node: agent, data, source: null };
	const context = new ExecuteContext(
		workflow,
		agent,
		await additionalDataFor(setting, workflow),
		setting.mode ?? 'manual',
		createRunExecutionData({ resumeToken }),
		0,
		items,
		data,
		executeData,
		[],
	);
	const [tool] = (await context.getInputConnectionData('ai_tool', 0)) as Tool[];
	return tool;
}

/**
 * Calls the tool as a queue-mode worker does for an MCP server. The client's request is the input,
 * and the arguments are not validated.
 * @returns the JSON of the output items
 */
export async function callInWorker(setting: Setting, args: IDataObject): Promise<IDataObject[]> {
	const { workflow, node, agent } = await buildAgent(setting);
	const items: INodeExecutionData[] = [{ json: { body: {}, headers: {} } }];
	const data = { main: [items] };
	const context = new SupplyDataContext(
		workflow,
		node,
		await additionalDataFor(setting, workflow),
		'webhook',
		createRunExecutionData({ resumeToken }),
		0,
		items,
		data,
		'ai_tool',
		{ node, data, source: null },
		[],
		undefined,
		agent,
	);
	context.addInputData('ai_tool', [[{ json: args }]]);
	const { execute } = await loadNode(setting.node);
	const output = (await execute?.call(context as never)) as INodeExecutionData[][];
	return output[0].map(({ json }) => json);
}

/**
 * Calls the tool as n8n Agents do (`EphemeralNodeExecutor` of n8n 2.41). The workflow has no ID,
 * the model's arguments are the input, and the node has neither Retry On Fail nor On Error.
 * @returns the JSON of the output items
 * @throws an error with only the message, which is all that the model reads
 */
export async function callByN8nAgent(setting: Setting, args: IDataObject): Promise<IDataObject[]> {
	const { workflow: saved, node: savedNode } = await buildAgent(setting);
	const { type, typeVersion, parameters, credentials } = savedNode;
	const own = { id: randomUUID(), name: 'Send_SMS', position: [0, 0] as [number, number] };
	const node: INode = { ...own, type, typeVersion, parameters, credentials };
	const { nodeTypes, settings } = saved;
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
		settings,
	});
	const additional = await additionalDataFor(setting, workflow);
	const items: INodeExecutionData[] = [{ json: args }];
	const data = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		node,
		{ ...additional, executionId: undefined, hooks: undefined },
		'internal',
		createRunExecutionData(),
		0,
		items,
		data,
		{ node, data, source: null },
		[],
	);
	const { execute } = nodeTypes.getByNameAndVersion(type, typeVersion);
	try {
		const output = (await execute?.call(context)) as INodeExecutionData[][];
		return output[0].map(({ json }) => json);
	} catch (error) {
		throw new Error((error as Error).message);
	}
}
