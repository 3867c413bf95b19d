import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
	INodeExecutionData,
	NodeOutput,
} from 'n8n-workflow';
import type { AnyOperation, AnyRun, Plan } from '../describe/operation';
import { assertRecipients } from '../describe/sendLimits';
import { policyOf } from '../describe/stepOptions';
import { withAdvice, withDetail, withSubject } from '../errors/errorDetail';
import { type NodeError, toNodeError } from '../errors/nodeErrors';
import { RejectedItems } from '../errors/rejectedItems';
import { inputItems, isTool, singleItemContext } from '../http/n8nInternals';
import { cancelSignal } from '../http/sendOnce';
import { type SentRequests, sentRequestsOf } from '../http/sentRequests';
import { serviceOf } from '../http/service';
import { KeyClaims } from './keyClaims';
import { LeftOut } from './leftOut';
import { inItemOrder } from './planItems';
import { isOfJson, itemsText, placeOf, progressOf, sentBefore } from './progress';
import { planOf } from './planOf';
import { parameterReader } from './readParameters';
import { logCancelled, sendAll } from './sendAll';
import { leaveOutByHours } from './sendingHours';

/** Runs an operation over all input items: n8n calls it as the custom operation of a node. */
export const runOperation = (operation: AnyOperation) =>
	async function (this: IExecuteFunctions): Promise<NodeOutput> {
		return [await runItems(this, operation)];
	};

/** Runs an operation for one item: n8n's RoutingNode calls it as pagination function. */
export const runSingleItem = (operation: AnyOperation) =>
	async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const item = this.getItemIndex();
		const output = await runItems(singleItemContext(this), operation);
		return item === 0 ? output : output.map((one) => ({ ...one, pairedItem: { item } }));
	};

/** Validates every item, and only then sends. */
async function runItems(
	context: IExecuteFunctions,
	operation: AnyOperation,
): Promise<INodeExecutionData[]> {
	const items = inputItems(context);
	if (items.length === 0) return [];
	const node = context.getNode();
	try {
		return await checkAndSend(context, operation, items, node);
	} catch (error) {
		const failed = toNodeError(error, { context, action: operation.action, itemIndex: 0 });
		throw isTool(context) ? withAdvice(failed, node) : failed;
	}
}

async function checkAndSend(
	context: IExecuteFunctions,
	operation: AnyOperation,
	items: INodeExecutionData[],
	node: INode,
): Promise<INodeExecutionData[]> {
	const { action } = operation;
	const naming = { getNode: () => node };
	const where = (itemIndex: number) => ({ context: naming, action, itemIndex });
	const continues = context.continueOnFail();
	const sent = sentRequestsOf(context);
	const rejected = new RejectedItems(node, items, where, isTool(context), operation.keeps);
	const withEarlier = (error: NodeError) => {
		const earlier = sentBefore(sent);
		// n8n drops the error of an execution that was cancelled.
		if (earlier && cancelSignal(context)?.aborted) logCancelled(context, node, earlier);
		return earlier ? withDetail(error, node, earlier) : error;
	};
	let run: AnyRun;
	let plan: Plan;
	let claims: KeyClaims | undefined;
	const leftOut = new LeftOut();
	try {
		const at = parameterReader(context, items, operation);
		const zone = context.getTimezone();
		const service = await serviceOf(context);
		const policy = policyOf(at(0), where(0), service);
		sent.keepTo(service);
		run = { context, operation, node, items, zone, service, policy, sent, at, where };
		plan = await planOf(run, rejected);
		assertRecipients(run, plan);
		leaveOutByHours(run, plan, rejected, leftOut);
		claims = KeyClaims.of(run, plan, rejected, leftOut);
		if (!plan.preview && (continues || rejected.count === 0)) await claims?.claim();
	} catch (error) {
		const failed = toNodeError(error, where(0));
		if (!continues) throw withEarlier(failed);
		return earlierOutput(node, sent, rejected, failed);
	}
	if (!plan.preview && rejected.count > 0 && !continues) throw withEarlier(rejected.summary);
	leftOut.takeFrom(plan);
	if (plan.preview) return plan.preview();
	const results = await sendAll(run, plan, continues, async (all) => await claims?.settle(all));
	for (const [position, result] of results.entries()) {
		if (!result || !('error' in result)) continue;
		const { indexes, places } = plan.requests[position];
		// With several requests, the item alone does not say which of its mailings failed.
		const subject = places && results.length > 1 && itemsText(places, 'mailing');
		const error = subject ? withSubject(result.error, node, subject) : result.error;
		for (const index of indexes) rejected.add(error, index);
	}
	const records = results.map((result) =>
		result && 'records' in result ? leftOut.mark(result.records) : undefined,
	);
	try {
		return await plan.toOutput(records, [...leftOut.items, ...rejected.errorItems]);
	} catch (error) {
		const failed = toNodeError(error, where(0));
		const progress = progressOf(plan, results);
		if (!continues) throw withDetail(failed, node, progress);
		rejected.addToOthers(withSubject(failed, node, progress.slice(0, -1)), new Set());
		return rejected.errorItems;
	}
}

/** The output if what is read once is wrong: for every item that has no outcome of its own. */
function earlierOutput(
	node: INode,
	sent: SentRequests,
	rejected: RejectedItems,
	error: NodeError,
): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	// Mailings written as JSON are all those of the first item.
	const ofJson = new Map<NodeError, number[]>();
	for (const [key, request] of sent) {
		if ('error' in request && isOfJson(key)) {
			const places = ofJson.get(request.error) ?? [];
			places.push(placeOf(key));
			ofJson.set(request.error, places);
		} else if ('error' in request) rejected.add(request.error, Number(key));
		else if (typeof key === 'number') {
			for (const json of request.records) output.push({ json, pairedItem: { item: key } });
		}
	}
	rejected.addToOthers(error, sent);
	for (const [unknown, places] of ofJson) {
		rejected.add(withSubject(unknown, node, itemsText(places, 'mailing')), 0);
	}
	return inItemOrder(output, rejected.errorItems);
}
