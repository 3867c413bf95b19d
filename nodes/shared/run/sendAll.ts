import { type IExecuteFunctions, type INode, NodeOperationError } from 'n8n-workflow';
import { mayRepeat } from '../api/endpoint';
import type { AnyRun, Plan, PlannedRequest } from '../describe/operation';
import { withDetail } from '../errors/errorDetail';
import { mayHaveSent, type NodeError, toNodeError } from '../errors/nodeErrors';
import { NotStarted } from '../http/concurrency';
import { sleepUnlessCancelled } from '../http/retry';
import { cancelSignal } from '../http/sendOnce';
import { settledRequest } from '../http/sentRequests';
import { progressOf, type Result } from './progress';

/**
 * Sends the requests of a run, several at a time, in their order. Unless the run continues on failure,
 * the first one that fails ends it: what has not been started is not sent.
 *
 * @param settle gets the results before the run ends, however it ends
 * @throws NodeApiError of that request, which also says what was sent, what failed, and what was not
 * sent; if the execution is cancelled, n8n's log says it
 */
export async function sendAll(
	run: AnyRun,
	plan: Plan,
	continues: boolean,
	settle: (results: Result[]) => Promise<void>,
): Promise<Result[]> {
	const { context, operation, node, policy } = run;
	const { requests } = plan;
	// What this try does not start is as an earlier one of Retry On Fail has left it.
	const results = requests.map(({ keys: [key] }): Result => run.sent.get(key));
	const signal = cancelSignal(context);
	const waiting = [...requests.keys()].filter(
		(position) => !settledRequest(run, requests[position].keys[0]),
	);
	let next = 0;
	/** The first error in time: those after it may only have been ended by it. */
	let first: NodeError | undefined;
	const isStopped = () => (first !== undefined && !continues) || signal?.aborted === true;
	const waitForTurn = pacer(run, isStopped);
	const work = async () => {
		while (next < waiting.length && !isStopped()) {
			const turn = next++;
			const position = waiting[turn];
			await waitForTurn(turn);
			if (isStopped()) return;
			const result = await carryOut(run, requests[position], isStopped);
			results[position] = result ?? results[position];
			if (hasFailed(result)) first ??= result.error;
		}
	};
	const workers = Math.min(plan.maxInFlight ?? policy.maxInFlight, waiting.length);
	await Promise.all(Array.from({ length: workers }, work));
	await settle(results);
	const progress = () => (mayRepeat(operation) ? '' : progressOf(plan, results));
	if (signal?.aborted) {
		const sent = progress();
		if (sent) logCancelled(context, node, sent);
		throw new NodeOperationError(node, 'The execution was cancelled');
	}
	const failed = first ?? results.find(hasFailed)?.error;
	if (continues || !failed) return results;
	const detail = requests.length > 1 ? progress() : '';
	throw detail ? withDetail(failed, node, detail) : failed;
}

const hasFailed = (result: Result) => result !== undefined && 'error' in result;

/** @param progress names items and IDs, and nothing else of them */
export const logCancelled = ({ logger }: IExecuteFunctions, { name }: INode, progress: string) =>
	logger.warn(`${name}: the execution was cancelled. ${progress}`);

/** Waits as n8n's batching option asks: so many requests at a time, so many milliseconds apart. */
function pacer({ policy }: AnyRun, isStopped: () => boolean) {
	const { size, interval } = policy.batch ?? { size: 1, interval: 0 };
	const perBatch = Math.max(size, 1);
	let earliest = 0;
	let before = Promise.resolve();
	return async (turn: number): Promise<void> => {
		if (interval === 0) return;
		// One after the other: if one is late, those after it must not follow at once.
		before = before.then(async () => {
			if (turn > 0 && turn % perBatch === 0) {
				await sleepUnlessCancelled(earliest - performance.now(), undefined, isStopped);
			}
			earliest = performance.now() + interval;
		});
		await before;
	};
}

async function carryOut(
	{ sent, where }: AnyRun,
	{ keys, indexes, send }: PlannedRequest,
	isStopped: () => boolean,
): Promise<Result> {
	try {
		const result = { records: await send(isStopped) };
		keys.forEach((key) => sent.set(key, result));
		return result;
	} catch (caught) {
		if (caught instanceof NotStarted) return undefined;
		const result = { error: toNodeError(caught, where(indexes[0])) };
		if (mayHaveSent(result.error)) keys.forEach((key) => sent.set(key, result));
		return result;
	}
}
