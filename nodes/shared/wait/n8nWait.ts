/**
 * The n8n internals that Send and Wait uses and that n8n's types do not cover. Seen in n8n 2.40.7 and 2.41.1.
 * Tested by test/wait and test/e2e/wait.test.ts.
 */
import {
	NodeHelpers,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IRunExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { getInputItems } from '../http/n8nInternals';
import { ValidationError } from '../values/formats';

interface Internals {
	runExecutionData?: IRunExecutionData | null;
	/** Must be called in n8n 1, which otherwise does not check the signature of links. */
	setSignatureValidationRequired?: () => void;
}

/** The members of Node's `ServerResponse` that a webhook uses. */
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

/** Returns a URL that resumes this execution. n8n signs the URL with its parameters. */
export function signedUrl(context: IExecuteFunctions, parameters: Record<string, string>): string {
	internalsOf(context).setSignatureValidationRequired?.();
	return context.getSignedResumeUrl(parameters);
}

/** Reports whether the step is the Human Review of an agent's tool. */
export const isReview = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('HitlTool');

/** The tool call under Human Review. The agent runs exactly this call after an approval. */
interface ToolCall {
	toolName: string;
	originalInput?: unknown;
}

/** Returns the tool call of a Human Review, or undefined unless there is exactly one. */
export function reviewedCall(context: IExecuteFunctions): ToolCall | undefined {
	const [{ json }] = getInputItems(context);
	const { name } = context.getNode();
	const { executionData } = internalsOf(context).runExecutionData ?? {};
	const [found, ...others] = (executionData?.nodeExecutionStack ?? [])
		.flatMap(({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [])
		.filter(({ action }) => action.id === json.toolCallId && action.nodeName === name);
	const { hitl } = (found?.action.metadata ?? {}) as { hitl?: ToolCall };
	return others.length === 0 ? hitl : undefined;
}

/**
 * Reports whether `$tool` in the expressions of a Human Review is the call that the agent will run. A model
 * can add arguments that `$tool` reads in place of the call. A person would then see a different call.
 */
export function showsCall(
	context: IExecuteFunctions,
	{ toolName, originalInput = {} }: ToolCall,
): boolean {
	const expression = '{{ JSON.stringify([$tool.name, $tool.parameters]) }}';
	return context.evaluateExpression(expression, 0) === JSON.stringify([toolName, originalInput]);
}

/**
 * Verifies that an item can be stored.
 *
 * @throws ValidationError if n8n returns a copy of the execution data
 */
export function assertCanStore(context: IExecuteFunctions, label: string): void {
	const stored = context.getExecuteData();
	if (context.getExecuteData() === stored && !Object.isFrozen(stored)) return;
	throw new ValidationError(
		'cannot wait in this version of n8n, which would return the input when the time limit is reached',
		'Use a version of n8n that is listed in docs/installation.md of this package.',
		label,
	);
}

/** Stores the item that n8n outputs if nobody responds in time. */
export function storeItem(context: IExecuteFunctions, item: INodeExecutionData): void {
	const executeData = context.getExecuteData();
	executeData.data = { ...executeData.data, main: [[item]] };
}

/** Returns the stored data and the item of a waiting step. */
export function waitingStep(context: IWebhookFunctions) {
	const { runExecutionData } = internalsOf(context);
	if (!runExecutionData?.executionData) return undefined;
	const stored = NodeHelpers.getContext(runExecutionData, 'node', context.getNode());
	const [entry] = runExecutionData.executionData.nodeExecutionStack;
	return { stored, item: entry?.data.main?.[0]?.[0] };
}
