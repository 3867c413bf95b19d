import type { INodeExecutionData } from 'n8n-workflow';
import type { AnyRun, NewRun, Plan } from '../run/operation';
import { type Problem, toProblem } from '../errors/problem';
import { chunkByItem, rejectUnsent } from '../run/ledger';
import { settleFollowers } from '../run/rules/followers';
import { logAndThrowIfCancelled, throwIfFailed, withEarlierTryReported } from './runErrors';
import {
	makeErrorItem,
	sortByItem,
	makeRecordItems,
	collectSentRequests,
	makeErrorAndLeftOutItems,
} from './items';
import { describeProgress } from './progress';
import { addRunHints } from './reasons';

/**
 * @param firstError the error of the request that failed first
 * @throws Problem if the execution was cancelled. Unless On Error is Continue, also throws the error of the run,
 *   or a Problem if the output cannot be made.
 */
export async function makeRunOutput(
	run: AnyRun,
	plan: Plan,
	firstError: Problem | undefined,
): Promise<INodeExecutionData[]> {
	logAndThrowIfCancelled(run, plan);
	throwIfFailed(run, plan, firstError);
	addRunHints(run);
	const errorsAndLeftOut = makeErrorAndLeftOutItems(run, plan);
	try {
		const output = plan.makeOutput
			? await plan.makeOutput(collectSentRequests(run), errorsAndLeftOut)
			: [...makeSentItems(run), ...errorsAndLeftOut];
		return sortByItem(output);
	} catch (error) {
		const problem = toProblem(error, run.errorContextOf(0));
		const progress = describeProgress(run.ledger, plan);
		if (!run.continuesOnFail) throw problem.copyWithAddedAdvice(...progress);
		return sortByItem([...makeOutputFailureItems(run, problem, progress), ...errorsAndLeftOut]);
	}
}

/** Makes error items for input items that were sent, but whose output cannot be made. */
function makeOutputFailureItems(
	run: AnyRun,
	error: Problem,
	detail: string[],
): INodeExecutionData[] {
	const sent = new Set(
		collectSentRequests(run).flatMap(({ entries }) =>
			entries.map(({ itemIndex }) => itemIndex),
		),
	);
	return [...chunkByItem(run.ledger.entries)].flatMap(([item, entries]) =>
		sent.has(item) ? [makeErrorItem(run, { error, itemIndex: item, detail, entries })] : [],
	);
}

/**
 * Makes the output of a run that ended before this try sent anything.
 *
 * @throws the error, unless On Error is Continue; the error also lists what earlier tries sent
 */
export function endEarlyWithOutput(run: NewRun, error: Problem): INodeExecutionData[] {
	if (!run.continuesOnFail) throw withEarlierTryReported(error, run);
	settleFollowers(run);
	rejectUnsent(run, error);
	addRunHints(run);
	return sortByItem([...makeSentItems(run), ...makeErrorAndLeftOutItems(run)]);
}

const makeSentItems = (run: NewRun): INodeExecutionData[] =>
	run.ledger.makeSentItems?.(collectSentRequests(run)) ?? makeRecordItems(run);
