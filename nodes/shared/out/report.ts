import type { INodeExecutionData } from 'n8n-workflow';
import type { AnyRun, NewRun, Plan } from '../run/operation';
import { type Problem, toProblem } from '../errors/problem';
import { byItem, rejectRest } from '../run/ledger';
import { settleFollowers } from '../run/rules/followers';
import { assertDone, withEarlier } from './runErrors';
import { errorItem, inItemOrder, recordItems, sentOf, unsentItems } from './items';
import { progressOf } from './progress';
import { addHints } from './reasons';

/**
 * The output of a run.
 *
 * @param first the first error in time, of a request
 * @throws the first error, or a Problem if the output cannot be made, unless the run continues on failure
 */
export async function report(
	run: AnyRun,
	plan: Plan,
	first: Problem | undefined,
): Promise<INodeExecutionData[]> {
	assertDone(run, plan, first);
	addHints(run);
	const unsent = unsentItems(run, plan);
	try {
		const output = plan.output
			? await plan.output(sentOf(run), unsent)
			: [...sentItems(run), ...unsent];
		return inItemOrder(output);
	} catch (error) {
		const failed = toProblem(error, run.where(0));
		const progress = progressOf(run.ledger, plan);
		if (!run.continues) throw failed.withDetail(...progress);
		return inItemOrder([...failedItems(run, failed, progress), ...unsent]);
	}
}

/** One item with an error for each input item that was sent, and whose output cannot be made. */
function failedItems(run: AnyRun, error: Problem, detail: string[]): INodeExecutionData[] {
	const sent = new Set(sentOf(run).flatMap(({ entries }) => entries.map(({ item }) => item)));
	return [...byItem(run.ledger.entries)].flatMap(([item, entries]) =>
		sent.has(item) ? [errorItem(run, { error, item, detail, entries })] : [],
	);
}

/**
 * The output of a run that ended before it sent anything more.
 *
 * @throws the error with what an earlier try of Retry On Fail has sent, unless the run continues
 */
export function reportEnd(run: NewRun, error: Problem): INodeExecutionData[] {
	if (!run.continues) throw withEarlier(error, run);
	settleFollowers(run);
	rejectRest(run, error);
	addHints(run);
	return inItemOrder([...sentItems(run), ...unsentItems(run)]);
}

const sentItems = (run: NewRun): INodeExecutionData[] =>
	run.ledger.sentItems?.(sentOf(run)) ?? recordItems(run);
