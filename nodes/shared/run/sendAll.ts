import type { PlannedRequest, State } from './entry';
import type { AnyRun, Compiled, Plan } from './operation';
import { type Problem, requestProblem, toProblem } from '../errors/problem';
import { NotStarted } from '../http/concurrency';
import { sleepUnlessCancelled } from '../http/retry';
import { cancelSignal } from '../http/attempt';
import { NOT_STARTED, openEntries, setState } from './ledger';
import { withinHours } from './rules/hours';

/**
 * Sends the requests of a run, several at a time, in their order. Unless the run continues on failure,
 * the first one that fails ends it: what has not been started is not sent.
 *
 * @returns the first error in time: those after it may only have been ended by it
 */
export async function sendAll(run: AnyRun, plan: Plan): Promise<Problem | undefined> {
	const { context, policy } = run;
	const requests = plan.requests();
	const signal = cancelSignal(context);
	const endsAtFailure = !run.continues || run.ledger.endsAtFailure !== undefined;
	let first: Problem | undefined;
	const isStopped = () => (first !== undefined && endsAtFailure) || signal?.aborted === true;
	const waitForTurn = pacer(run, isStopped);
	let next = 0;
	const work = async () => {
		while (next < requests.length && !isStopped()) {
			const turn = next++;
			await waitForTurn(turn);
			if (isStopped()) return;
			const { entries } = requests[turn];
			const state = await withinHours(run, entries, isStopped, async (isOver) =>
				stateAfter(run, requests[turn], isOver),
			);
			setState(entries, state);
			if ('error' in state) first ??= state.error;
		}
	};
	const atOnce = Math.min(plan.atOnce ?? policy.maxInFlight, requests.length);
	await Promise.all(Array.from({ length: atOnce }, work));
	setState(openEntries(run.ledger), NOT_STARTED);
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

const UNREADABLE = { status: 0, message: 'The response cannot be read' };

/** Sends a request. @returns the state of its entries */
async function stateAfter(
	{ where, operation }: AnyRun,
	{ entries, send, problemOf }: PlannedRequest,
	isStopped: () => boolean,
): Promise<State> {
	try {
		const received = await send(isStopped);
		const error = problemOf?.(received.records);
		return error ? { is: 'sent', ...received, error } : { is: 'sent', ...received };
	} catch (caught) {
		if (caught instanceof NotStarted) return NOT_STARTED;
		const at = where(entries[0].item);
		// A response that this code cannot handle: its request was sent.
		const isOwn = caught instanceof TypeError || caught instanceof RangeError;
		const { effect } = operation;
		const error =
			isOwn && (effect === 'send' || effect === 'change')
				? requestProblem({ ...UNREADABLE, outcomeUnknown: true }, { ...at, effect })
				: withLabels(toProblem(caught, at), operation);
		return { is: error.isUnknown ? 'unknown' : 'failed', error };
	}
}

/**
 * The same error with the labels of the form beside the parameters of the API that the service names:
 * `vibername_id: unknown` is `Sender (vibername_id): unknown`.
 */
export function withLabels(error: Problem, operation: Compiled): Problem {
	const labels = labelsOf(operation);
	const message = error.message.replace(NAME, (name) => {
		const label = labels.get(name);
		if (label === undefined) return name;
		return wordsOf(label) === name ? label : `${label} (${name})`;
	});
	return message === error.message ? error : error.with({ message, itemMessage: message });
}

/** A parameter before a colon, or anywhere if it has a form that no other word has. */
const NAME = /(?<![\w.])(?:[a-z]+(?=: )|[a-z]+(?:_[a-z]+)+)(?!\w)/g;

const wordsOf = (label: string): string => label.toLowerCase().replace(/ /g, '_');

/** If two fields have the same parameter, the first one counts. */
const labelsOf = ({ form }: Compiled): Map<string, string> =>
	new Map(
		[...form.sent].reverse().map((field) => [field.routing.send.property, field.displayName]),
	);
