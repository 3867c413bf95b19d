import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	NodeOutput,
} from 'n8n-workflow';
import {
	type AnyOperation,
	type AnyRun,
	type WithFieldIndex,
	isLocal,
	type NewRun,
	type Plan,
} from '../run/operation';
import { type Problem, toProblem } from '../errors/problem';
import { toNodeError, withAdvice } from '../out/nodeError';
import { inputItems, isTool, singleItemContext } from '../http/n8nInternals';
import { accountOf } from '../http/sendRequest';
import { collectKeys } from '../run/keys/claims';
import { withKeys } from '../run/keys/withKeys';
import { assertSameAccount, reopenUnknown, hasRejected, ledgerOf } from '../run/ledger';
import { assertDependencies, readRunOptions } from '../in/options';
import { policyOf } from '../in/policy';
import { planItems, planLocal } from '../each/planItems';
import { enteredValueReader, fieldsOfStep, parameterReader, itemReaders } from '../in/parameters';
import { withFieldIndex } from '../in/fieldIndex';
import { addNothingSent, rejectionError, maskRecipients } from '../out/runErrors';
import { addPreviewHints } from '../out/reasons';
import { report, reportEnd } from '../out/report';
import { applyRules } from '../run/rules/index';
import { leaveOutDryRun } from '../run/rules/dryRun';
import { settleFollowers } from '../run/rules/followers';
import { sendAll } from '../run/sendAll';

/** Returns the function for n8n's `customOperations`. n8n calls the function once, for all input items. */
export function runOperation(operation: AnyOperation) {
	const indexed = withFieldIndex(operation);
	return async function (this: IExecuteFunctions): Promise<NodeOutput> {
		return [await runItems(this, indexed)];
	};
}

/**
 * Returns the pagination function of an operation, for tools that ignore custom operations. n8n calls it once
 * per item.
 */
export const runSingleItem = (operation: AnyOperation) =>
	async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const item = this.getItemIndex();
		// Indexed for each call and not at start, because n8n itself calls the custom operation.
		const output = await runItems(singleItemContext(this), withFieldIndex(operation));
		return item === 0
			? output
			: output.map((outputItem) => ({ ...outputItem, pairedItem: { item } }));
	};

/** Runs an operation. Nothing is sent before all items are validated. */
async function runItems(
	context: IExecuteFunctions,
	operation: WithFieldIndex,
): Promise<INodeExecutionData[]> {
	const items = inputItems(context);
	if (items.length === 0) return [];
	const run = createRun(context, operation, items);
	try {
		return await checkAndSend(run);
	} catch (error) {
		const failed = maskRecipients(
			addNothingSent(toProblem(error, run.errorContext(0)), run),
			run,
		);
		throw toNodeError(isTool(context) ? withAdvice(failed, run.node) : failed, run.node);
	}
}

function createRun(
	context: IExecuteFunctions,
	operation: WithFieldIndex,
	items: INodeExecutionData[],
): NewRun {
	const node = context.getNode();
	const errorSource = { getNode: () => node };
	const parametersOf = parameterReader(context, items, operation.fieldIndex);
	return {
		context,
		operation,
		items,
		node,
		continuesOnFail: context.continueOnFail(),
		zone: context.getTimezone(),
		ledger: ledgerOf(context, node, operation),
		errorContext: (item) => ({
			context: errorSource,
			itemIndex: items.length > 1 ? item : undefined,
		}),
		fields: fieldsOfStep(context, operation.fieldIndex),
		parametersOf,
		enteredValue: enteredValueReader(parametersOf),
	};
}

/**
 * Reads the credential and the settings of the step.
 *
 * @throws Problem or UserError if the credential or a setting is invalid
 */
async function openRun(run: NewRun): Promise<AnyRun> {
	assertDependencies(run);
	const account = await accountOf(run.context);
	const readers = itemReaders({ ...run, account }, run.parametersOf);
	const openedRun = {
		...{ ...run, ...readers, account },
		policy: policyOf(readers.readerOf(0), account),
		options: readRunOptions({ ...run, ...readers, account }),
	};
	assertSameAccount(openedRun);
	reopenUnknown(openedRun);
	return openedRun;
}

async function checkAndSend(newRun: NewRun): Promise<INodeExecutionData[]> {
	let run: AnyRun;
	let plan: Plan;
	let firstError: Problem | undefined;
	try {
		run = await openRun(newRun);
		plan = await planOf(run);
		run.ledger.sentItems = plan.sentItems;
		applyRules(run, plan);
		const keys = collectKeys(run);
		leaveOutDryRun(run);
		assertValid(run, plan);
		if (plan.preview) {
			settleFollowers(run, true);
			addPreviewHints(run);
			return plan.preview();
		}
		firstError = await withKeys(run, keys, async () => {
			assertValid(run, plan);
			return await sendAll(run, plan);
		});
	} catch (error) {
		return reportEnd(newRun, toProblem(error, newRun.errorContext(0)));
	}
	settleFollowers(run);
	return await report(run, plan, firstError);
}

/** Throws the error of rejected entries, unless the valid entries are sent without them. */
function assertValid(run: AnyRun, { sendsDespiteRejected }: Plan): void {
	if (hasRejected(run.ledger) && !run.continuesOnFail && !sendsDespiteRejected)
		throw rejectionError(run);
}

/** Reads the items. @throws Problem or UserError if a value that applies to the whole run is invalid */
async function planOf(run: AnyRun): Promise<Plan> {
	const { operation } = run;
	if (isLocal(operation)) return await planLocal({ ...run, operation });
	return await (operation.plan ?? planItems)({ ...run, operation });
}
