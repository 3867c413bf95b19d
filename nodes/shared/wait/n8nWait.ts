/**
 * What Send and Wait leans on that n8n's types do not promise. Seen in n8n 2.40.7.
 * test/wait and test/e2e/wait hold each of them.
 */
import { NodeHelpers } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { inputItems } from '../http/n8nInternals';

interface Internals {
	runExecutionData?: IRunExecutionData | null;
	additionalData?: Partial<IWorkflowExecuteAdditionalData>;
	/** Of n8n 1: it checks the signature of a link only after this. */
	setSignatureValidationRequired?: () => void;
}

/** What a webhook uses of Node's response. */
export interface WebResponse {
	statusCode: number;
	closed: boolean;
	once: (event: 'finish' | 'close', listener: () => void) => unknown;
	setHeader: (name: string, value: string) => unknown;
	writeHead: (
		status: number,
		headers: Readonly<Record<string, string>>,
	) => { end: (body: string) => void };
}

const internalsOf = (context: object): Internals => context;

/** A URL that resumes this execution, with a parameter that nobody can change. */
export function signedUrl(context: IExecuteFunctions, parameters: Record<string, string>): string {
	internalsOf(context).setSignatureValidationRequired?.();
	return context.getSignedResumeUrl(parameters);
}

/** Whether the step is the Human Review of an agent's tool. */
export const isReview = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('HitlTool');

interface ToolCall {
	toolName: string;
	originalInput: unknown;
}

/**
 * The tool call that a Human Review step decides on, as the agent runs it after an approval. A model can
 * write another tool and other arguments beside them, so they replace what expressions of the step read.
 *
 * @returns undefined if there is not exactly one
 */
export function reviewedCall(context: IExecuteFunctions): ToolCall | undefined {
	const [{ json }] = inputItems(context);
	const { name } = context.getNode();
	const { executionData, resultData } = internalsOf(context).runExecutionData ?? {};
	const [found, ...others] = (executionData?.nodeExecutionStack ?? [])
		.flatMap(({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [])
		.filter(({ action }) => action.id === json.toolCallId && action.nodeName === name);
	const call = (found?.action.metadata as { hitl?: ToolCall } | undefined)?.hitl;
	if (!call || others.length > 0) return undefined;
	const read = resultData?.runData[name]?.[found.runIndex]?.inputOverride?.ai_tool?.[0]?.[0].json;
	// Where `$tool` and `$fromAI` look first.
	if (read) delete read.query;
	for (const one of [json, read]) {
		if (one) Object.assign(one, { tool: call.toolName, toolParameters: call.originalInput });
	}
	return call;
}

/** What n8n hands on if nobody resumes the execution in time: the input that is stored with it. */
export const storeItem = (context: IExecuteFunctions, item: INodeExecutionData): void =>
	storeItems(context, [item]);

/** The same for several items. n8n pairs each of them with the input item at the same position. */
export function storeItems(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	const executeData = context.getExecuteData();
	executeData.data = { ...executeData.data, main: [items] };
}

/**
 * A URL that calls this step while it waits, with a parameter. n8n takes a signed one for `sendAndWait`
 * only. With the path of the step, the URL leads to no other step of the execution.
 */
export function stepUrl(context: IExecuteFunctions, name: string, value: string): string {
	const url = new URL(String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	url.pathname += `/${context.getNode().id}`;
	url.searchParams.set(name, value);
	return url.href;
}

/**
 * Whether the execution still waits in this step, by what n8n has saved of it. A webhook has it as it was
 * when the webhook was called, and n8n resumes that: whatever has run meanwhile would run again.
 *
 * @param isSame whether the step has stored what the webhook has
 */
export async function stillWaits(
	context: IWebhookFunctions,
	isSame: (stored: IDataObject) => boolean,
): Promise<boolean> {
	const { additionalData } = internalsOf(context);
	if (!additionalData?.getRunExecutionData) return true;
	try {
		const saved = await additionalData.getRunExecutionData(context.getExecutionId());
		const [waiting] = saved?.executionData?.nodeExecutionStack ?? [];
		if (!saved || waiting?.node.name !== context.getNode().name) return false;
		return isSame(NodeHelpers.getContext(saved, 'node', context.getNode()));
	} catch {
		return false;
	}
}

/** What a waiting step has stored, and its item. */
export function waitingStep(context: IWebhookFunctions) {
	const { runExecutionData } = internalsOf(context);
	if (!runExecutionData?.executionData) return undefined;
	const stored = NodeHelpers.getContext(runExecutionData, 'node', context.getNode());
	const [entry] = runExecutionData.executionData.nodeExecutionStack;
	return { stored, item: entry?.data.main?.[0]?.[0] };
}

/** Sets the headers of a page that n8n sends. It would replace the policy by one that allows scripts. */
export function setHeaders(response: WebResponse, headers: Readonly<Record<string, string>>): void {
	const setHeader = response.setHeader.bind(response);
	for (const [name, value] of Object.entries(headers)) setHeader(name, value);
	response.setHeader = (name, value) =>
		name.toLowerCase() === 'content-security-policy' ? response : setHeader(name, value);
}
