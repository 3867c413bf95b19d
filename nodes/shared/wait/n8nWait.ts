/**
 * n8n internals that Send and Wait uses and that n8n's types do not cover. These internals exist in n8n
 * 2.40.7 and 2.41.1, and are tested by test/wait and test/e2e/wait.test.ts.
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

interface N8nInternals {
	runExecutionData?: IRunExecutionData | null;
	/** Must be called in n8n 1, which otherwise does not check the signature of links. */
	setSignatureValidationRequired?: () => void;
}

/** The members of Node's `ServerResponse` that a webhook uses. */
export type WebResponse = Pick<
	ReturnType<IWebhookFunctions['getResponseObject']>,
	'statusCode' | 'closed' | 'once' | 'setHeader' | 'writeHead'
>;

const asInternals = (context: object): N8nInternals => context;

/** Returns a URL that resumes this execution. The signature covers the parameters. */
export function prepareSignedResumeUrl(
	context: IExecuteFunctions,
	parameters: Record<string, string>,
): string {
	asInternals(context).setSignatureValidationRequired?.();
	return context.getSignedResumeUrl(parameters);
}

export const isHumanReview = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('HitlTool');

/** The tool call to review. After an approval, the agent runs exactly this call. */
interface ToolCall {
	toolName: string;
	originalInput?: unknown;
}

/** Returns the tool call to review, or undefined if there is not exactly one call. */
export function findReviewedCall(context: IExecuteFunctions): ToolCall | undefined {
	const [{ json }] = getInputItems(context);
	const { name } = context.getNode();
	const { executionData } = asInternals(context).runExecutionData ?? {};
	const [found, ...others] = (executionData?.nodeExecutionStack ?? [])
		.flatMap(({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [])
		.filter(({ action }) => action.id === json.toolCallId && action.nodeName === name);
	const { hitl } = (found?.action.metadata ?? {}) as { hitl?: ToolCall };
	return others.length === 0 ? hitl : undefined;
}

/**
 * Reports whether `$tool` in the expressions of a Human Review is the call that the agent will run. A model
 * can add arguments that make `$tool` show a different call.
 */
export function toolExpressionMatchesCall(
	context: IExecuteFunctions,
	{ toolName, originalInput = {} }: ToolCall,
): boolean {
	const expression = '{{ JSON.stringify([$tool.name, $tool.parameters]) }}';
	return context.evaluateExpression(expression, 0) === JSON.stringify([toolName, originalInput]);
}

/**
 * Verifies that n8n keeps the item that `storeTimeoutItem` will store.
 *
 * @throws ValidationError if n8n returns a copy of the execution data, or frozen data, because the item would
 *   be lost
 */
export function assertN8nKeepsStoredItem(context: IExecuteFunctions, label: string): void {
	const stored = context.getExecuteData();
	if (context.getExecuteData() === stored && !Object.isFrozen(stored)) return;
	throw new ValidationError(
		'cannot wait in this version of n8n, because this version returns the input as if it were the response when the time limit is reached',
		'Use a version of n8n that is listed in docs/installation.md of this package.',
		label,
	);
}

/** Stores the item that n8n outputs if nobody responds in time. */
export function storeTimeoutItem(context: IExecuteFunctions, item: INodeExecutionData): void {
	const executeData = context.getExecuteData();
	executeData.data = { ...executeData.data, main: [[item]] };
}

export function readWaitingStepData(context: IWebhookFunctions) {
	const { runExecutionData } = asInternals(context);
	if (!runExecutionData?.executionData) return undefined;
	const stored = NodeHelpers.getContext(runExecutionData, 'node', context.getNode());
	const [entry] = runExecutionData.executionData.nodeExecutionStack;
	return { stored, item: entry?.data.main?.[0]?.[0] };
}
