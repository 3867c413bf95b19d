import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INodeExecutionData,
	type IRun,
	type IRunData,
	type ITaskData,
} from 'n8n-workflow';
import { storeFiles, type InputFile } from './binaryData';
import { additionalDataFor, buildWorkflow, inputNode, resumeToken, type Setting } from './workflow';

export interface InputItem {
	json: IDataObject;
	files?: Record<string, InputFile>;
}

export interface RunSetting extends Setting {
	/** Default: one item with empty JSON, as from a manual trigger. */
	items?: InputItem[];
	/** Number of runs of the node in this execution, as in a loop; default 1. */
	rounds?: number;
	/** An earlier execution whose context data is kept. */
	earlierExecution?: IRun;
	/** Items pinned to the node. */
	pinned?: INodeExecutionData[];
	/** Called after the start with a function that cancels the execution. */
	onStart?: (cancel: () => void) => void;
}

export interface RunResult {
	/** The main output of the node's last run. */
	items: INodeExecutionData[];
	/** The error output of the node's last run, with `onError: 'continueErrorOutput'`. */
	errorItems: INodeExecutionData[];
	/** The error that stopped the node or kept n8n from starting it. */
	error?: Error;
	/**
	 * Number of completed runs of the node. A run includes all tries of Retry On Fail; count
	 * requests to count tries.
	 */
	rounds: number;
	runData: IRunData;
	execution?: IRun;
}

const toInput = async ({ json, files }: InputItem, item: number): Promise<INodeExecutionData> => ({
	json,
	pairedItem: { item },
	...(files && { binary: await storeFiles(files) }),
});

/**
 * Runs a node of this package in n8n's engine. If the node fails, the promise still resolves, with
 * `error`.
 */
export async function runNode(setting: RunSetting): Promise<RunResult> {
	const { workflow, node } = await buildWorkflow(setting);
	const additionalData = await additionalDataFor(setting, workflow);
	const items = await Promise.all((setting.items ?? [{ json: {} }]).map(toInput));
	const inputData: ITaskData = {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success',
		source: [],
		data: { main: [items] },
	};
	const round = () => ({
		node,
		data: { main: [items] },
		source: { main: [{ previousNode: inputNode }] },
	});
	const runExecutionData = createRunExecutionData({
		startData: { destinationNode: { nodeName: node.name, mode: 'inclusive' } },
		resultData: {
			runData: { [inputNode]: [inputData] },
			...(setting.pinned && { pinData: { [node.name]: setting.pinned } }),
		},
		executionData: {
			contextData: setting.earlierExecution?.data.executionData?.contextData,
			nodeExecutionStack: Array.from({ length: setting.rounds ?? 1 }, round),
		},
		resumeToken,
	});
	const engine = new WorkflowExecute(additionalData, setting.mode ?? 'manual', runExecutionData);
	let execution: IRun;
	try {
		const running = engine.processRunExecutionData(workflow);
		setting.onStart?.(() => running.cancel());
		execution = await running;
	} catch (error) {
		return { items: [], errorItems: [], error: error as Error, rounds: 0, runData: {} };
	}
	const { runData, error } = execution.data.resultData;
	const runs = runData[node.name] ?? [];
	const [main, errorOutput] = runs.at(-1)?.data?.main ?? [];
	return {
		items: main ?? [],
		errorItems: errorOutput ?? [],
		error: runs.at(-1)?.error ?? error,
		rounds: runs.length,
		runData,
		execution,
	};
}
