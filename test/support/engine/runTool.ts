import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type { IExecuteData, INode, INodeExecutionData, INodeType, INodeTypes } from 'n8n-workflow';
import { loadNode, nodeTypeName, nodeTypesFor } from './nodeTypes';
import { additionalDataFor, buildWorkflow } from './workflow';
import type { Setting } from './workflow';

/** What an agent calls, with the arguments that its model chose. */
export interface Tool {
	invoke: (args: Record<string, unknown>) => Promise<unknown>;
}

/** A node of this package as n8n gives it to an agent: its own wrapping, arguments and retries. */
export async function openTool(setting: Setting): Promise<Tool> {
	const { node } = await buildWorkflow(setting);
	const agent: INode = {
		...node,
		id: 'Agent',
		name: 'Agent',
		type: 'test.agent',
		parameters: {},
	};
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [agent, node],
		connections: { [node.name]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } },
		active: false,
		nodeTypes: await withTool(setting),
	});
	const additionalData = await additionalDataFor(setting, workflow);
	const items: INodeExecutionData[] = [{ json: {} }];
	const data = { main: [items] };
	const executeData: IExecuteData = { node: agent, data, source: null };
	const run = createRunExecutionData();
	const context = new ExecuteContext(
		workflow,
		agent,
		additionalData,
		'manual',
		run,
		0,
		items,
		data,
		executeData,
		[],
	);
	const [tool] = (await context.getInputConnectionData('ai_tool', 0)) as Tool[];
	return tool;
}

/** n8n's server gives a node that is usable as a tool this output, and an agent this input. */
async function withTool({ node }: Setting): Promise<INodeTypes> {
	const types = await nodeTypesFor(node);
	const own = await loadNode(node);
	const tool = { ...own, description: { ...own.description, outputs: ['ai_tool' as const] } };
	const getByNameAndVersion = (name: string): INodeType => {
		if (name === nodeTypeName(node)) return tool;
		const agent = types.getByNameAndVersion(name);
		const inputs = ['main' as const, 'ai_tool' as const];
		return { ...agent, description: { ...agent.description, inputs } };
	};
	return { ...types, getByName: getByNameAndVersion, getByNameAndVersion };
}
