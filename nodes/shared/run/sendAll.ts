import type { Entry, PlannedRequest, State } from '../describe/ledger';
import type { AnyRun, Plan } from '../describe/operation';
import { isOutcomeUnknown, type NodeError, requestError, toNodeError } from '../errors/nodeErrors';
import { NotStarted } from '../http/concurrency';
import { sleepUnlessCancelled } from '../http/retry';
import { cancelSignal } from '../http/attempt';
import { outsideHours } from './gates/hours';
import { NOT_STARTED, openEntries, settle } from './ledger';

/**
 * Sends the requests of a run, several at a time, in their order. Unless the run continues on failure,
 * the first one that fails ends it: what has not been started is not sent.
 *
 * @returns the first error in time: those after it may only have been ended by it
 */
export async function sendAll(run: AnyRun, plan: Plan): Promise<NodeError | undefined> {
	const { context, policy } = run;
	const requests = plan.requests();
	const signal = cancelSignal(context);
	const endsAtFailure = !run.continues || run.ledger.endsAtFailure !== undefined;
	let first: NodeError | undefined;
	const isStopped = () => (first !== undefined && endsAtFailure) || signal?.aborted === true;
	const waitForTurn = pacer(run, isStopped);
	const within = withinHours(run);
	let next = 0;
	const work = async () => {
		while (next < requests.length && !isStopped()) {
			const turn = next++;
			await waitForTurn(turn);
			if (isStopped()) return;
			const state = await within(requests[turn], isStopped);
			settle(requests[turn].entries, state);
			if ('error' in state) first ??= state.error;
		}
	};
	const begun = plan.waitsBetween ? requests.length : policy.maxInFlight;
	const atOnce = plan.inSequence ? 1 : begun;
	await Promise.all(Array.from({ length: Math.min(atOnce, requests.length) }, work));
	settle(openEntries(run.ledger), NOT_STARTED);
	return first;
}

/** Waits as n8n's batching option asks: so many requests at a time, so many milliseconds apart. */
function pacer({ policy }: AnyRun, isStopped: () => boolean) {
	const { size, interval } = policy.batch ?? { size: 1, interval: 0 };
	const perBatch = Math.max(size, 1);
	let earliest = 0;
	let before = Promise.resolve();
	return async (turn: number): Promise<void> => {
		if (interval === 0) return;
		// One after the other: if one is late, those after it still keep their interval.
		before = before.then(async () => {
			if (turn > 0 && turn % perBatch === 0) {
				await sleepUnlessCancelled(earliest - performance.now(), undefined, isStopped);
			}
			earliest = performance.now() + interval;
		});
		await before;
	};
}

/** Sends requests that begin within the hours of Send Between. What they are too late for is left out. */
function withinHours(run: AnyRun) {
	// One status for all that may be sent from the same time on, as for all recipients of a wait.
	const late = new Map<unknown, State>();
	return async (request: PlannedRequest, isStopped: () => boolean): Promise<State> => {
		const { entries } = request;
		if (!entries.some(({ hours }) => hours)) return await stateAfter(run, request, isStopped);
		let outside: State | undefined;
		const isOver = () => {
			outside ??= stateOutside(run, entries);
			return outside !== undefined || isStopped();
		};
		const state = await stateAfter(run, request, isOver);
		if (!outside || state.is === 'sent' || state.is === 'unknown') return state;
		if (outside.is !== 'leftOut') return outside;
		const { send_after } = outside.reason;
		if (!late.has(send_after)) late.set(send_after, outside);
		return late.get(send_after) ?? outside;
	};
}

/** What the hours make of entries whose request would begin now. */
function stateOutside(run: AnyRun, entries: Entry[]): State | undefined {
	try {
		return outsideHours(run, entries);
	} catch (error) {
		// Of mailings, what is rejected has an error that names it.
		const is = run.ledger.noun === 'recipient' ? 'rejected' : 'failed';
		return { is, error: toNodeError(error, run.where(entries[0].item)) };
	}
}

const UNREADABLE = { status: 0, message: 'The response cannot be read' };

/** Sends a request, and says what its entries become. */
async function stateAfter(
	{ where, operation }: AnyRun,
	{ entries, send }: PlannedRequest,
	isStopped: () => boolean,
): Promise<State> {
	try {
		return { is: 'sent', records: await send(isStopped) };
	} catch (caught) {
		if (caught instanceof NotStarted) return NOT_STARTED;
		const at = where(entries[0].item);
		// A response that this code cannot handle: its request was sent.
		const isOwn = caught instanceof TypeError || caught instanceof RangeError;
		const { effect } = operation;
		const error =
			isOwn && (effect === 'send' || effect === 'change')
				? requestError({ ...UNREADABLE, outcomeUnknown: true }, { ...at, effect })
				: toNodeError(caught, at);
		return { is: isOutcomeUnknown(error) ? 'unknown' : 'failed', error };
	}
}
