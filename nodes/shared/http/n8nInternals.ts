/**
 * n8n internals that n8n's types do not cover; ARCHITECTURE.md lists all such code. Verified in n8n
 * 2.40.7 and 2.41.1. `npm run test:oldest` verifies the code in n8n-core 2.8 and 1.14.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	IPollFunctions,
	IRunExecutionData,
} from 'n8n-workflow';

type InputsByConnection = Record<string, Array<INodeExecutionData[] | null> | undefined>;

interface ContextInternals {
	inputData?: InputsByConnection;
	runExecutionData?: IRunExecutionData;
	runIndex?: number;
	workflow?: { staticData: IDataObject };
	toolCallIdentity?: object;
}

const asInternals = (context: object): ContextInternals => context;

/**
 * Does not call `getInputData`, which returns no items if an agent calls the node as a tool. For an
 * MCP server in queue mode, `ai_tool` has the arguments, and `main` has only the client's request.
 */
export function getInputItems(context: object): INodeExecutionData[] {
	const { inputData } = asInternals(context);
	return (inputData?.ai_tool ?? inputData?.main)?.[0] ?? [];
}

export const isTool = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('Tool');

/**
 * Returns the arguments of a tool call. An agent of version 3 merges the arguments with its input
 * item, but n8n also keeps a copy of the arguments for display. Returns undefined if there is no
 * copy.
 */
export function getToolArguments(
	context: Pick<IExecuteFunctions, 'getNode'>,
): IDataObject | undefined {
	const { inputData, runExecutionData, runIndex = 0 } = asInternals(context);
	if (inputData?.ai_tool) return inputData.ai_tool[0]?.[0]?.json;
	const runs = runExecutionData?.resultData.runData[context.getNode().name];
	const displayed = runs?.[runIndex]?.inputOverride?.ai_tool?.[0]?.[0]?.json;
	return displayed && 'toolCallId' in displayed ? undefined : displayed;
}

/**
 * Returns an object that identifies a run of a step. n8n passes the same execution data to each try
 * of Retry On Fail, and different execution data to the next round of a loop.
 */
export const getRunIdentity = (context: IExecuteFunctions): object =>
	asInternals(context).toolCallIdentity ?? context.getExecuteData();

/**
 * Makes an execution context from the context of a pagination function, which RoutingNode calls for
 * tools of MCP servers and of older agents. Many calls share the same execution data, so a call and
 * its retries are identified by the object with the arguments of the call.
 */
export function toSingleItemContext(context: IExecutePaginationFunctions): IExecuteFunctions {
	const item = getInputItems(context)[context.getItemIndex()];
	const { helpers } = context;
	const main = [[item]];
	const read = context.getNodeParameter.bind(context) as (
		name: string,
		fallback?: unknown,
		options?: object,
	) => unknown;
	const single = {
		inputData: isTool(context) ? { ai_tool: main } : { main },
		toolCallIdentity: item.json,
		getInputData: () => [item],
		getNodeParameter: (name: string, _index: number, fallback?: unknown, options?: object) =>
			read(name, fallback, options),
		evaluateExpression: (expression: string) =>
			context.evaluateExpression(expression, context.getItemIndex()),
		helpers: {
			...helpers,
			assertBinaryData: (_index: number, name: string) => helpers.assertBinaryData(name),
			getBinaryDataBuffer: async (_index: number, name: string) =>
				await helpers.getBinaryDataBuffer(name),
		},
	};
	return Object.assign(Object.create(context) as IExecuteFunctions, single);
}

/**
 * Replaces the cancel signal during a call of n8n's client, because n8n's own timeout restarts with
 * every byte. n8n reads the signal before the call returns, so the old signal can be restored.
 * Changes the context instead of a copy, because copies are slow in V8.
 */
export function callWithCancelSignal<T>(context: object, signal: AbortSignal, call: () => T): T {
	if (!('getExecutionCancelSignal' in context)) return call();
	const original = context.getExecutionCancelSignal;
	context.getExecutionCancelSignal = () => signal;
	try {
		return call();
	} finally {
		context.getExecutionCancelSignal = original;
	}
}

/** Reports whether RoutingNode runs the step for a single item. Such an execution cannot wait. */
export const isRunByRoutingNode = (context: object): boolean =>
	asInternals(context).toolCallIdentity !== undefined;

/**
 * Replaces the node's static data by an empty object, because n8n's database may have a value to which no state
 * can be added.
 */
export function replaceNodeStaticData(context: IPollFunctions): IDataObject {
	const { workflow } = asInternals(context);
	if (workflow) delete workflow.staticData[`node:${context.getNode().name}`];
	return context.getWorkflowStaticData('node');
}
