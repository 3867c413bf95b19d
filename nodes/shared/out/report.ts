import type { INodeExecutionData } from 'n8n-workflow';
import type { AnyRun, NewRun, Plan } from '../run/operation';
import { type Problem, toProblem } from '../errors/problem';
import { groupByItem, rejectUnsent } from '../run/ledger';
import { settleFollowers } from '../run/rules/followers';
import { throwIfFailed, addEarlierSent } from './runErrors';
import { errorItem, inItemOrder, recordItems, sentRequests, errorAndLeftOutItems } from './items';
import { progressOf } from './progress';
import { addHints } from './reasons';

/**
 * Makes the output of a run.
 *
 * @param firstError the error of the request that failed first
 * @throws the error of the run, or a Problem if the output cannot be made, unless On Error is Continue
 */
export async function report(
	run: AnyRun,
	plan: Plan,
	firstError: Problem | undefined,
): Promise<INodeExecutionData[]> {
	throwIfFailed(run, plan, firstError);
	addHints(run);
	const errorsAndLeftOut = errorAndLeftOutItems(run, plan);
	try {
		const output = plan.makeOutput
			? await plan.makeOutput(sentRequests(run), errorsAndLeftOut)
			: [...sentItems(run), ...errorsAndLeftOut];
		return inItemOrder(output);
	} catch (error) {
		const problem = toProblem(error, run.errorContextOf(0));
		const progress = progressOf(run.ledger, plan);
		if (!run.continuesOnFail) throw problem.withDetail(...progress);
		return inItemOrder([...failedItems(run, problem, progress), ...errorsAndLeftOut]);
	}
}

/** Returns error items for input items that were sent, but whose output cannot be made. */
function failedItems(run: AnyRun, error: Problem, detail: string[]): INodeExecutionData[] {
	const sent = new Set(
		sentRequests(run).flatMap(({ entries }) => entries.map(({ item }) => item)),
	);
	return [...groupByItem(run.ledger.entries)].flatMap(([item, entries]) =>
		sent.has(item) ? [errorItem(run, { error, item, detail, entries })] : [],
	);
}

/**
 * Makes the output of a run that ended before this try sent anything.
 *
 * @throws the error, with what an earlier try sent, unless On Error is Continue
 */
export function reportEnd(run: NewRun, error: Problem): INodeExecutionData[] {
	if (!run.continuesOnFail) throw addEarlierSent(error, run);
	settleFollowers(run);
	rejectUnsent(run, error);
	addHints(run);
	return inItemOrder([...sentItems(run), ...errorAndLeftOutItems(run)]);
}

const sentItems = (run: NewRun): INodeExecutionData[] =>
	run.ledger.makeSentItems?.(sentRequests(run)) ?? recordItems(run);
