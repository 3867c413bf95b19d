import type { INode } from 'n8n-workflow';
import type { WorkflowDraft } from '../../../playground/rest';
import type { World } from '../n8n/harness';
import { next, node } from '../n8n/workflowDrafts';
import type { FakeModel } from './fakeModel';

const langchain = '@n8n/n8n-nodes-langchain';
const leadsTo = (type: string, name: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });

/**
 * Builds a workflow of a start, an agent of version 3 and its tools. `leadsTo` names the node of a
 * tool's output, by default the agent.
 */
export async function agentDraft(
	{ world: { rest }, model }: { world: Pick<World, 'rest'>; model: FakeModel },
	start: INode,
	tools: Array<[tool: INode, leadsTo?: string]>,
): Promise<WorkflowDraft> {
	// Names the credential by the URL, so that a waiting agent keeps its model when another agent
	// starts.
	const data = { apiKey: 'none', url: model.url };
	const { id, name } = await rest.saveCredential(model.url, 'openAiApi', data);
	return {
		name: 'Agent',
		nodes: [
			start,
			node('Agent', `${langchain}.agent`, 200, {
				typeVersion: 3,
				parameters: {
					promptType: 'define',
					text: 'Tell Anna that her order is ready',
					options: { enableStreaming: false },
				},
			}),
			node('Model', `${langchain}.lmChatOpenAi`, 200, {
				typeVersion: 1.2,
				parameters: {
					model: { __rl: true, mode: 'id', value: 'made-up' },
					options: { maxRetries: 0 },
				},
				credentials: { openAiApi: { id, name } },
			}),
			...tools.map(([tool]) => tool),
		],
		connections: {
			[start.name]: next('Agent'),
			Model: leadsTo('ai_languageModel', 'Agent'),
			...Object.fromEntries(
				tools.map(([tool, of = 'Agent']) => [tool.name, leadsTo('ai_tool', of)]),
			),
		},
		settings: { executionOrder: 'v1' },
	};
}
