import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
	NodeOutput,
} from 'n8n-workflow';
import type { Operation, Plan, Run } from '../describe/operation';
import { policyOf } from '../describe/stepOptions';
import { withDetail } from '../errors/errorDetail';
import { asNodeError } from '../errors/nodeErrors';
import { RejectedItems } from '../errors/rejectedItems';
import { inputItems, isTool, singleItemContext } from '../http/n8nInternals';
import { cancelSignal } from '../http/sendOnce';
import { sentRequestsOf } from '../http/sentRequests';
import { serviceOf } from '../http/service';
import { parameterReader } from './readParameters';
import { planItems } from './planItems';
import { sentBefore } from './progress';
import { logCancelled, sendAll } from './sendAll';

/** Runs an operation over all input items: n8n calls it as the custom operation of a node. */
export const runOperation = (operation: Operation) =>
	async function (this: IExecuteFunctions): Promise<NodeOutput> {
		return [await runItems(this, operation)];
	};

/** Runs an operation for one item: n8n's RoutingNode calls it as pagination function. */
export const runSingleItem = (operation: Operation) =>
	async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const item = this.getItemIndex();
		const output = await runItems(singleItemContext(this), operation);
		return item === 0 ? output : output.map((one) => ({ ...one, pairedItem: { item } }));
	};

/** Validates every item, and only then sends. */
async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const items = inputItems(context);
	if (items.length === 0) return [];
	try {
		return await checkAndSend(context, operation, items);
	} catch (error) {
		const failed = asNodeError(error, context.getNode(), operation.action, 0);
		throw isTool(context) ? withAdvice(failed) : failed;
	}
}

async function checkAndSend(
	context: IExecuteFunctions,
	operation: Operation,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const continues = context.continueOnFail();
	const sent = sentRequestsOf(context);
	const rejected = new RejectedItems(node, operation.action);
	const withEarlier = (error: unknown) => {
		const earlier = sentBefore(sent);
		// n8n drops the error of an execution that was cancelled.
		if (earlier && cancelSignal(context)?.aborted) logCancelled(context, node, earlier);
		const failed = asNodeError(error, node, operation.action, 0);
		return earlier ? withDetail(failed, node, earlier) : failed;
	};
	let run: Run | undefined;
	let plan: Plan | undefined;
	try {
		const at = parameterReader(context, items);
		const naming = { getNode: () => node };
		const { action } = operation;
		const where = (itemIndex: number) => ({ context: naming, action, itemIndex });
		const zone = context.getTimezone();
		const policy = policyOf(at(0), where(0));
		const service = await serviceOf(context);
		run = { context, operation, node, items, zone, service, policy, sent, at, where };
		plan = await (operation.plan ?? planItems)(run, rejected);
	} catch (error) {
		if (!continues) throw withEarlier(error);
		// What is read once is wrong for every item that has no error of its own.
		rejected.addToOthers(error, items.length);
	}
	if (plan?.preview) return plan.preview;
	if (rejected.count > 0 && !continues) throw withEarlier(rejected.summary);
	if (!run || !plan) return rejected.errorItems;
	const results = await sendAll(run, plan, continues);
	for (const [position, result] of results.entries()) {
		if (!result || !('error' in result)) continue;
		for (const index of plan.requests[position].indexes) rejected.add(result.error, index);
	}
	const records = results.map((result) =>
		result && 'records' in result ? result.records : undefined,
	);
	return plan.toOutput(records, rejected.errorItems);
}

/** An agent sees the message alone; it needs the advice to correct the call. */
function withAdvice<T extends NodeApiError | NodeOperationError>(error: T): T {
	const advice = `. ${error.description ?? ''}`;
	// A retry may throw the very same error again.
	if (!error.message.endsWith(advice)) error.message += advice;
	return error;
}
