/**
 * What Send and Wait leans on that n8n's types do not promise. Seen in n8n 2.40.7 and 2.41.1.
 * test/wait and test/e2e/wait.test.ts hold each of them.
 */
import {
	NodeHelpers,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IRunExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { inputItems } from '../http/n8nInternals';
import { ValidationError } from '../values/formats';

interface Internals {
	runExecutionData?: IRunExecutionData | null;
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

/** A URL that resumes this execution, with a parameter that its signature protects. */
export function signedUrl(context: IExecuteFunctions, parameters: Record<string, string>): string {
	internalsOf(context).setSignatureValidationRequired?.();
	return context.getSignedResumeUrl(parameters);
}

/** Whether the step is the Human Review of an agent's tool. */
export const isReview = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('HitlTool');

/** The tool call that a Human Review step decides on, as the agent runs it after an approval. */
interface ToolCall {
	toolName: string;
	originalInput?: unknown;
}

/** @returns undefined if there is not exactly one */
export function reviewedCall(context: IExecuteFunctions): ToolCall | undefined {
	const [{ json }] = inputItems(context);
	const { name } = context.getNode();
	const { executionData } = internalsOf(context).runExecutionData ?? {};
	const [found, ...others] = (executionData?.nodeExecutionStack ?? [])
		.flatMap(({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [])
		.filter(({ action }) => action.id === json.toolCallId && action.nodeName === name);
	const { hitl } = (found?.action.metadata ?? {}) as { hitl?: ToolCall };
	return others.length === 0 ? hitl : undefined;
}

/**
 * Whether expressions of a Human Review step read the call that the agent runs: a model can write another
 * tool and other arguments beside it, and `$tool` reads these first.
 */
export function showsCall(
	context: IExecuteFunctions,
	{ toolName, originalInput = {} }: ToolCall,
): boolean {
	const shown = '{{ JSON.stringify([$tool.name, $tool.parameters]) }}';
	return context.evaluateExpression(shown, 0) === JSON.stringify([toolName, originalInput]);
}

/** @throws ValidationError if n8n does not return the object that it stores: no item could be stored then */
export function assertCanStore(context: IExecuteFunctions, label: string): void {
	const stored = context.getExecuteData();
	if (context.getExecuteData() === stored && !Object.isFrozen(stored)) return;
	throw new ValidationError(
		'cannot wait in this n8n, which would hand on the input at the time limit',
		'Use a version of n8n that the package was tested with.',
		label,
	);
}

/** What n8n hands on if no response resumes the execution in time: the input that is stored with it. */
export function storeItem(context: IExecuteFunctions, item: INodeExecutionData): void {
	const executeData = context.getExecuteData();
	executeData.data = { ...executeData.data, main: [[item]] };
}

/** What a waiting step has stored, and its item. */
export function waitingStep(context: IWebhookFunctions) {
	const { runExecutionData } = internalsOf(context);
	if (!runExecutionData?.executionData) return undefined;
	const stored = NodeHelpers.getContext(runExecutionData, 'node', context.getNode());
	const [entry] = runExecutionData.executionData.nodeExecutionStack;
	return { stored, item: entry?.data.main?.[0]?.[0] };
}
