import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { createRunExecutionData } from 'n8n-workflow';
import type { IDataObject, IExecuteData, INodeExecutionData } from 'n8n-workflow';
import { buildAgent } from './agent';
import { loadNode } from './nodeTypes';
import { additionalDataFor, resumeToken } from './workflow';
import type { Setting } from './workflow';

/** What an agent calls, with the arguments that its model chose. */
export interface Tool {
	invoke: (args: IDataObject) => Promise<unknown>;
}

/**
 * A node of this package as n8n gives it to an MCP server and to agents before version 3: n8n's own
 * wrapping, arguments and retries.
 *
 * @param item the input item of the agent
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
 * Calls the tool as a worker of queue mode does for an MCP server: the request of the client is the
 * input, and the arguments are unchecked.
 *
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
