import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type EngineRequest,
	type EngineResponse,
	type IDataObject,
	type INodeExecutionData,
	type ITaskData,
} from 'n8n-workflow';
import { buildAgent } from './agent';
import { additionalDataFor, inputNode, resumeToken, type Setting } from './workflow';

interface AgentSetting extends Setting {
	/** Arguments of each tool call. The agent makes the next call after the previous response. */
	calls: IDataObject[];
	item?: IDataObject;
}

/**
 * Runs a node as a tool of an agent of version 3. For each call, n8n's engine runs the node as a
 * step, and then the agent again.
 * @returns the output items of each call, as the agent reads them
 * @throws the error that stopped the execution
 */
export async function runAgent(setting: AgentSetting): Promise<INodeExecutionData[][]> {
	const { calls } = setting;
	const responses: INodeExecutionData[][] = [];
	const request = (turn: number, nodeName: string): EngineRequest => ({
		actions: [
			{
				actionType: 'ExecutionNodeAction',
				nodeName,
				input: calls[turn],
				type: 'ai_tool',
				id: `call_${turn}`,
				metadata: { itemIndex: 0 },
			},
		],
		metadata: {},
	});
	let tool = '';
	const execute = async (response?: EngineResponse) => {
		const { data } = response?.actionResponses.at(0) ?? {};
		if (data) responses.push((data as ITaskData).data?.ai_tool?.[0] ?? []);
		return responses.length < calls.length ? request(responses.length, tool) : [[]];
	};
	const { workflow, node, agent } = await buildAgent(setting, execute);
	tool = node.name;
	const items: INodeExecutionData[] = [{ json: setting.item ?? {}, pairedItem: { item: 0 } }];
	const given = {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success' as const,
		source: [],
		data: { main: [items] },
	};
	const run = createRunExecutionData({
		startData: {},
		resultData: { runData: { [inputNode]: [given] } },
		executionData: {
			nodeExecutionStack: [
				{
					node: agent,
					data: { main: [items] },
					source: { main: [{ previousNode: inputNode }] },
				},
			],
		},
		resumeToken,
	});
	const additionalData = await additionalDataFor(setting, workflow);
	const engine = new WorkflowExecute(additionalData, setting.mode ?? 'manual', run);
	const { data } = await engine.processRunExecutionData(workflow);
	if (data.resultData.error) throw data.resultData.error;
	return responses;
}
