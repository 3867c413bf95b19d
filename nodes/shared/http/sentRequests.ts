import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

/** What became of a request that n8n's Retry On Fail must not repeat blindly. */
type Outcome = { records: IDataObject[] } | { unclear: NodeApiError };

type Memory = Map<string, Outcome>;

const memories = new WeakMap<object, Memory>();

/**
 * What this run of the node has sent already. n8n's Retry On Fail runs a node again with the very
 * same execution data, so the memory hangs on that object: a second execution, or the next round of
 * a loop, starts empty, and when n8n lets go of the run the memory is gone.
 */
export function memoryOf(context: IExecuteFunctions | IExecuteSingleFunctions): Memory {
	const key = runKey(context);
	const memory = memories.get(key) ?? new Map<string, Outcome>();
	memories.set(key, memory);
	return memory;
}

function runKey(context: IExecuteFunctions | IExecuteSingleFunctions): object {
	const run = context.getExecuteData();
	const { inputData } = context as unknown as {
		inputData?: Record<string, INodeExecutionData[][]>;
	};
	// Asked last, because n8n copies the whole node.
	if (!inputData?.ai_tool || run.node?.name === context.getNode().name) return run;
	// An agent calls the node as a tool: the execution data is the agent's and serves many calls, but
	// the arguments of one call stay the same object when that call is retried.
	return inputData.ai_tool[0]?.[0]?.json ?? inputData;
}
