/**
 * Everything that leans on what n8n's types do not promise. Seen in n8n 2.40.7 and 2.41.1, and in
 * n8n-core 2.8 and 1.14 by `npm run test:oldest`. test/http/n8nInternals.test.ts holds each of them.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	IPollFunctions,
	IRunExecutionData,
} from 'n8n-workflow';

type Inputs = Record<string, Array<INodeExecutionData[] | null> | undefined>;

/** What a context holds besides its typed interface. */
interface Internals {
	inputData?: Inputs;
	runExecutionData?: IRunExecutionData;
	runIndex?: number;
	workflow?: { staticData: IDataObject };
	/** Set by `singleItemContext`. */
	runKey?: object;
}

const internalsOf = (context: object): Internals => context;

/**
 * The input items: `getInputData` has none if an agent calls the node as a tool. For an MCP server in
 * queue mode the main input is the request of its client, and the arguments are beside it.
 */
export function inputItems(context: object): INodeExecutionData[] {
	const { inputData } = internalsOf(context);
	return (inputData?.ai_tool ?? inputData?.main)?.[0] ?? [];
}

/** Whether a model calls the node. n8n runs every tool, of any caller, under a node type of its own. */
export const isTool = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('Tool');

/**
 * The arguments of a call of a tool. An agent of version 3 puts them over its own input item, and shows
 * them alone as the input of the run. Undefined if they are mixed there too, as n8n-core 1.122 does it.
 */
export function toolArguments(
	context: Pick<IExecuteFunctions, 'getNode'>,
): IDataObject | undefined {
	const { inputData, runExecutionData, runIndex = 0 } = internalsOf(context);
	if (inputData?.ai_tool) return inputData.ai_tool[0]?.[0]?.json;
	const runs = runExecutionData?.resultData.runData[context.getNode().name];
	const displayed = runs?.[runIndex]?.inputOverride?.ai_tool?.[0]?.[0]?.json;
	return displayed && 'toolCallId' in displayed ? undefined : displayed;
}

/**
 * The object that belongs to one run of a step, also when Retry On Fail runs it again: n8n passes the
 * same execution data then. The next round of a loop has its own.
 */
export const runKey = (context: IExecuteFunctions): object =>
	internalsOf(context).runKey ?? context.getExecuteData();

/**
 * The context of one item, as RoutingNode passes it to a pagination function, in the form of a run with
 * that item alone. Callers that ask a node type for `execute` (tools of an MCP server and of older
 * agents) never look at `customOperations`, and come this way. The execution data is the agent's and
 * serves many calls, but the arguments of one call stay the same object when that call is retried.
 */
export function singleItemContext(context: IExecutePaginationFunctions): IExecuteFunctions {
	const item = inputItems(context)[context.getItemIndex()];
	const { helpers } = context;
	const main = [[item]];
	type Read = (name: string, fallback?: unknown, options?: object) => unknown;
	const read = context.getNodeParameter.bind(context) as Read;
	const single = {
		inputData: isTool(context) ? { ai_tool: main } : { main },
		runKey: item.json,
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
 * Calls n8n's client with a signal in place of the execution's own one. n8n asks the context for the
 * signal before the call returns, so the context is changed for that long only. n8n's timeout restarts
 * with every byte: a response that arrives byte by byte would never time out. A copy of the context in
 * place of the change would make every use of it slow in V8.
 */
export function withCancelSignal<T>(context: object, signal: AbortSignal, call: () => T): T {
	if (!('getExecutionCancelSignal' in context)) return call();
	const original = context.getExecutionCancelSignal;
	context.getExecutionCancelSignal = () => signal;
	try {
		return call();
	} finally {
		context.getExecutionCancelSignal = original;
	}
}

/** Whether the step was started by RoutingNode for one item: its execution cannot be put to wait. */
export const isSingleItem = (context: object): boolean => internalsOf(context).runKey !== undefined;

/** Replaces the saved data of a node: n8n keeps any value of its database, also one that cannot hold a state. */
export function renewStaticData(context: IPollFunctions): IDataObject {
	const { workflow } = internalsOf(context);
	if (workflow) delete workflow.staticData[`node:${context.getNode().name}`];
	return context.getWorkflowStaticData('node');
}
