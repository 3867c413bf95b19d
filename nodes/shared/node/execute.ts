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
import { toNodeError, addAdviceToMessage } from '../out/nodeError';
import { getInputItems, isTool, toSingleItemContext } from '../http/n8nInternals';
import { readAccount } from '../http/sendRequest';
import { planClaimsAndFollowers } from '../run/keys/claims';
import { sendWithKeys } from '../run/keys/sendWithKeys';
import {
	reopenUnknownIfResendable,
	hasRejectedEntries,
	maybeSentInAnyTry,
	prepareLedgerForTry,
} from '../run/ledger';
import { assertOptionDependencies, readRunOptions } from '../in/options';
import { readRequestPolicy } from '../in/policy';
import { planItems, planLocal } from '../each/planItems';
import { fieldsOfStep, createParameterReader, createItemReaders } from '../in/parameters';
import { addFieldIndex } from '../in/addFieldIndex';
import { addNothingSentIfCertain, rejectionError, maskRecipientsInError } from '../out/runErrors';
import { addPreviewHints } from '../out/reasons';
import { makeRunOutput, endEarlyWithOutput } from '../out/report';
import { applyRules } from '../run/rules/index';
import { leaveOutDryRun } from '../run/rules/dryRun';
import { settleFollowers } from '../run/rules/followers';
import { sendAll } from '../run/sendAll';

/** Returns the function for n8n's `customOperations`. n8n calls the function once for all input items. */
export function createOperationRunner(operation: AnyOperation) {
	const indexed = addFieldIndex(operation);
	return async function (this: IExecuteFunctions): Promise<NodeOutput> {
		return [await runItems(this, indexed)];
	};
}

/**
 * Returns the pagination function of an operation, for tools that ignore `customOperations`. n8n calls the
 * function once per item.
 */
export const createSingleItemRunner = (operation: AnyOperation) =>
	async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const item = this.getItemIndex();
		// Builds the index on each call, because calls are rare: n8n normally calls the custom operation
		// instead.
		const output = await runItems(toSingleItemContext(this), addFieldIndex(operation));
		return item === 0
			? output
			: output.map((outputItem) => ({ ...outputItem, pairedItem: { item } }));
	};

async function runItems(
	context: IExecuteFunctions,
	operation: WithFieldIndex,
): Promise<INodeExecutionData[]> {
	const items = getInputItems(context);
	if (items.length === 0) return [];
	const run = createRun(context, operation, items);
	try {
		return await planSendAndReport(run);
	} catch (error) {
		const failed = maskRecipientsInError(
			addNothingSentIfCertain(toProblem(error, run.errorContextOf(0)), run),
			run,
		);
		throw toNodeError(
			isTool(context) ? addAdviceToMessage(failed, run.node) : failed,
			run.node,
		);
	}
}

function createRun(
	context: IExecuteFunctions,
	operation: WithFieldIndex,
	items: INodeExecutionData[],
): NewRun {
	const node = context.getNode();
	const errorSource = { getNode: () => node };
	return {
		context,
		operation,
		items,
		node,
		continuesOnFail: context.continueOnFail(),
		zone: context.getTimezone(),
		ledger: prepareLedgerForTry(context, node, operation),
		errorContextOf: (item) => ({
			context: errorSource,
			itemIndex: items.length > 1 ? item : undefined,
		}),
		stepFields: fieldsOfStep(context, operation.fieldIndex),
		parameterReaderOf: createParameterReader(context, items, operation.fieldIndex),
	};
}

/**
 * Reads the credential and the settings of the step.
 *
 * @throws Problem or UserError if the credential or a setting is invalid
 */
async function readAccountAndOptions(run: NewRun): Promise<AnyRun> {
	assertOptionDependencies(run);
	const account = await readAccount(run.context);
	const readers = createItemReaders({ ...run, account }, run.parameterReaderOf);
	return {
		...{ ...run, ...readers, account },
		policy: readRequestPolicy(readers.readerOf(0), account),
		options: readRunOptions({ ...run, ...readers, account }),
	};
}

async function planSendAndReport(newRun: NewRun): Promise<INodeExecutionData[]> {
	let run: AnyRun;
	let plan: Plan;
	let firstError: Problem | undefined;
	try {
		run = await readAccountAndOptions(newRun);
		const { ledger, account } = run;
		// Throws if an earlier try may have sent something with another account.
		if (ledger.entries.some(maybeSentInAnyTry)) ledger.account?.assertSameAccount(account);
		ledger.account = account;
		reopenUnknownIfResendable(run);
		plan = await planRun(run);
		ledger.makeSentItems = plan.makeSentItems;
		applyRules(run, plan);
		const keys = planClaimsAndFollowers(run);
		leaveOutDryRun(run);
		assertNoBlockingRejection(run, plan);
		if (plan.makePreview) {
			settleFollowers(run, true);
			addPreviewHints(run);
			return plan.makePreview();
		}
		firstError = await sendWithKeys(run, keys, async () => {
			assertNoBlockingRejection(run, plan);
			return await sendAll(run, plan);
		});
	} catch (error) {
		return endEarlyWithOutput(newRun, toProblem(error, newRun.errorContextOf(0)));
	}
	settleFollowers(run);
	return await makeRunOutput(run, plan, firstError);
}

function assertNoBlockingRejection(run: AnyRun, { sendsDespiteRejected }: Plan): void {
	if (hasRejectedEntries(run.ledger) && !run.continuesOnFail && !sendsDespiteRejected)
		throw rejectionError(run);
}

/**
 * Reads and validates the items.
 *
 * @throws Problem or UserError if a value that applies to the whole run is invalid
 */
async function planRun(run: AnyRun): Promise<Plan> {
	const { operation } = run;
	if (isLocal(operation)) return await planLocal({ ...run, operation });
	return await (operation.plan ?? planItems)({ ...run, operation });
}
