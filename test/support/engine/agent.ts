import { Workflow, type INode, type INodeType, type INodeTypes } from 'n8n-workflow';
import { loadNode, nodeTypeName, nodeTypesFor } from './nodeTypes';
import { buildWorkflow, inputNode, type Setting } from './workflow';

type AgentRun = INodeType['execute'];

/** Builds a workflow of a manual trigger, an agent, and the node under test as the agent's tool. */
export async function buildAgent(
	setting: Setting,
	execute?: AgentRun,
): Promise<{ workflow: Workflow; node: INode; agent: INode }> {
	const { workflow: alone, node: step } = await buildWorkflow(setting);
	const node = { ...step, type: toolTypeName(setting) };
	const agent: INode = {
		...node,
		id: 'Agent',
		name: 'Agent',
		type: 'test.agent',
		parameters: {},
		retryOnFail: false,
		onError: undefined,
	};
	const workflow = new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes: [alone.nodes[inputNode], agent, node],
		connections: {
			[inputNode]: { main: [[{ node: agent.name, type: 'main', index: 0 }]] },
			[node.name]: { ai_tool: [[{ node: agent.name, type: 'ai_tool', index: 0 }]] },
		},
		active: false,
		nodeTypes: await withTool(setting, execute),
		settings: alone.settings,
	});
	return { workflow, node: workflow.nodes[node.name], agent: workflow.nodes[agent.name] };
}

/** n8n's server adds a type with this name for each node that is usable as a tool. */
const toolTypeName = ({ node }: Pick<Setting, 'node'>) => `${nodeTypeName(node)}Tool`;

/** Returns the node types, including the types of the tool and the agent. */
async function withTool({ node }: Pick<Setting, 'node'>, execute?: AgentRun): Promise<INodeTypes> {
	const types = await nodeTypesFor(node);
	const nodeType = await loadNode(node);
	const tool = {
		...nodeType,
		description: { ...nodeType.description, outputs: ['ai_tool' as const] },
	};
	const getByNameAndVersion = (name: string): INodeType => {
		if (name === toolTypeName({ node })) return tool;
		const type = types.getByNameAndVersion(name) as INodeType;
		if (name !== 'test.agent') return type;
		const inputs = ['main' as const, 'ai_tool' as const];
		return {
			description: { ...type.description, inputs },
			execute: execute ?? type.execute,
		};
	};
	return { ...types, getByName: getByNameAndVersion, getByNameAndVersion };
}
