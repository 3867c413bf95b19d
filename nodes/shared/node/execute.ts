import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	NodeOutput,
} from 'n8n-workflow';
import {
	type AnyOperation,
	type AnyRun,
	type Compiled,
	isLocal,
	type NewRun,
	type Plan,
} from '../run/operation';
import { type Problem, toProblem } from '../errors/problem';
import { toNodeError, withAdvice } from '../out/nodeError';
import { inputItems, isTool, singleItemContext } from '../http/n8nInternals';
import { accountOf } from '../http/sendRequest';
import { keysOf } from '../run/keys/claims';
import { withKeys } from '../run/keys/withKeys';
import { assertSameAccount, reopenUnknown, hasRejected, ledgerOf } from '../run/ledger';
import { assertNeeded, readRunOptions } from '../in/options';
import { policyOf } from '../in/policy';
import { planItems, planLocal } from '../each/planItems';
import { enteredBy, fieldsOfStep, parameterReader, readersOf } from '../in/parameters';
import { compile } from '../in/form';
import { orNothingSent, rejection, maskRecipients } from '../out/runErrors';
import { addPreviewHints } from '../out/reasons';
import { report, reportEnd } from '../out/report';
import { applyRules } from '../run/rules/index';
import { settleFollowers } from '../run/rules/followers';
import { sendAll } from '../run/sendAll';

/** Runs an operation over all input items: n8n calls it as the custom operation of a node. */
export function runOperation(operation: AnyOperation) {
	const compiled = compile(operation);
	return async function (this: IExecuteFunctions): Promise<NodeOutput> {
		return [await runItems(this, compiled)];
	};
}

/** Runs an operation for one item: n8n's RoutingNode calls it as pagination function. */
export function runSingleItem(operation: AnyOperation) {
	const compiled = compile(operation);
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const item = this.getItemIndex();
		const output = await runItems(singleItemContext(this), compiled);
		return item === 0 ? output : output.map((one) => ({ ...one, pairedItem: { item } }));
	};
}

/** Validates every item, and only then sends. */
async function runItems(
	context: IExecuteFunctions,
	operation: Compiled,
): Promise<INodeExecutionData[]> {
	const items = inputItems(context);
	if (items.length === 0) return [];
	const run = newRun(context, operation, items);
	try {
		return await checkAndSend(run);
	} catch (error) {
		const failed = maskRecipients(orNothingSent(toProblem(error, run.where(0)), run), run);
		throw toNodeError(isTool(context) ? withAdvice(failed, run.node) : failed, run.node);
	}
}

function newRun(
	context: IExecuteFunctions,
	operation: Compiled,
	items: INodeExecutionData[],
): NewRun {
	const node = context.getNode();
	const naming = { getNode: () => node };
	const at = parameterReader(context, items, operation.form);
	return {
		context,
		operation,
		items,
		node,
		continues: context.continueOnFail(),
		zone: context.getTimezone(),
		ledger: ledgerOf(context, node, operation),
		where: (item) => ({ context: naming, itemIndex: items.length > 1 ? item : undefined }),
		fields: fieldsOfStep(context, operation.form),
		at,
		entered: enteredBy(at),
	};
}

/** @throws what its credential or its settings have wrong */
async function openRun(run: NewRun): Promise<AnyRun> {
	assertNeeded(run);
	const account = await accountOf(run.context);
	const readers = readersOf({ ...run, account }, run.at);
	const opened = {
		...{ ...run, ...readers, account },
		policy: policyOf(readers.item(0), account),
		options: readRunOptions({ ...run, ...readers, account }),
	};
	assertSameAccount(opened);
	reopenUnknown(opened);
	return opened;
}

async function checkAndSend(given: NewRun): Promise<INodeExecutionData[]> {
	let run: AnyRun;
	let plan: Plan;
	let first: Problem | undefined;
	try {
		run = await openRun(given);
		plan = await planOf(run);
		run.ledger.sentItems = plan.sentItems;
		applyRules(run, plan);
		const keys = keysOf(run);
		assertValid(run, plan);
		if (plan.preview) {
			settleFollowers(run, true);
			addPreviewHints(run);
			return plan.preview();
		}
		first = await withKeys(run, keys, async () => {
			assertValid(run, plan);
			return await sendAll(run, plan);
		});
	} catch (error) {
		return reportEnd(given, toProblem(error, given.where(0)));
	}
	settleFollowers(run);
	return await report(run, plan, first);
}

/** @throws the error of an entry that is wrong, unless the others are sent without it */
function assertValid(run: AnyRun, { keepsRejected }: Plan): void {
	if (hasRejected(run.ledger) && !run.continues && !keepsRejected) throw rejection(run);
}

/** Reads what is to be sent. @throws what names something wrong that is read once */
async function planOf(run: AnyRun): Promise<Plan> {
	const { operation } = run;
	if (isLocal(operation)) return await planLocal({ ...run, operation });
	return await (operation.plan ?? planItems)({ ...run, operation });
}
