import type { PlannedRequest, State } from './entry';
import type { AnyRun, WithFieldIndex, Plan } from './operation';
import { type Problem, problemOfFailedRequest, toProblem } from '../errors/problem';
import { NotStartedError } from '../http/concurrency';
import { sleepUnlessCancelled } from '../http/retry';
import { getCancelSignal } from '../http/attempt';
import { NOT_STARTED, listOpenEntries, setState } from './ledger';
import { sendIfWithinHours } from './rules/hours';

/**
 * Sends the requests of a run concurrently, and starts them in order. Starts no request after the first failure,
 * unless On Error is Continue.
 *
 * @returns the error that occurred first, because it may have caused later errors
 */
export async function sendAll(run: AnyRun, plan: Plan): Promise<Problem | undefined> {
	const { context, policy } = run;
	const requests = plan.createRequests();
	const signal = getCancelSignal(context);
	const endsAtFailure = !run.continuesOnFail || run.ledger.abortOnFailureMessage !== undefined;
	let firstError: Problem | undefined;
	const hasRunEnded = () =>
		(firstError !== undefined && endsAtFailure) || signal?.aborted === true;
	const waitForTurn = createPacer(run, hasRunEnded);
	let nextRequest = 0;
	const worker = async () => {
		while (nextRequest < requests.length && !hasRunEnded()) {
			const turn = nextRequest++;
			await waitForTurn(turn);
			if (hasRunEnded()) return;
			const { entries } = requests[turn];
			const state = await sendIfWithinHours(run, entries, hasRunEnded, async (isOver) =>
				sendPlannedRequest(run, requests[turn], isOver),
			);
			setState(entries, state);
			if ('error' in state) firstError ??= state.error;
		}
	};
	const concurrency = Math.min(plan.maxConcurrent ?? policy.maxInFlight, requests.length);
	await Promise.all(Array.from({ length: concurrency }, worker));
	setState(listOpenEntries(run.ledger), NOT_STARTED);
	return firstError;
}

/** Returns a function that delays requests as n8n's Batching option requires. */
function createPacer({ policy }: AnyRun, hasRunEnded: () => boolean) {
	const { size, intervalMs } = policy.batching ?? { size: 1, intervalMs: 0 };
	const perBatch = Math.max(size, 1);
	let nextStart = 0;
	let previousTurn = Promise.resolve();
	return async (turn: number): Promise<void> => {
		if (intervalMs === 0) return;
		// Each turn waits for the previous turn, so the pause after a late turn has its full
		// length.
		previousTurn = previousTurn.then(async () => {
			if (turn > 0 && turn % perBatch === 0) {
				await sleepUnlessCancelled(nextStart - performance.now(), undefined, hasRunEnded);
			}
			nextStart = performance.now() + intervalMs;
		});
		await previousTurn;
	};
}

const UNREADABLE_RESPONSE = { httpStatus: 0, message: 'The response cannot be read' };

async function sendPlannedRequest(
	{ errorContextOf, operation }: AnyRun,
	{ entries, send, findProblemInRecords }: PlannedRequest,
	hasRunEnded: () => boolean,
): Promise<State> {
	try {
		const received = await send(hasRunEnded);
		const error = findProblemInRecords?.(received.records);
		return error ? { is: 'sent', ...received, error } : { is: 'sent', ...received };
	} catch (caught) {
		if (caught instanceof NotStartedError) return NOT_STARTED;
		const location = errorContextOf(entries[0].itemIndex);
		// A TypeError or RangeError comes from a bug in the code that reads responses, so the
		// request was already sent.
		const isOurBug = caught instanceof TypeError || caught instanceof RangeError;
		const { effect } = operation;
		const error =
			isOurBug && (effect === 'send' || effect === 'change')
				? problemOfFailedRequest(
						{ ...UNREADABLE_RESPONSE, outcomeUnknown: true },
						{ ...location, requestEffect: effect },
					)
				: addFieldLabels(toProblem(caught, location), operation);
		return { is: error.isOutcomeUnknown ? 'unknown' : 'failed', error };
	}
}

/**
 * Adds field labels to API parameters in the service's error, e.g. `vibername_id: unknown` becomes `Sender
 * (vibername_id): unknown`.
 */
function addFieldLabels(error: Problem, operation: WithFieldIndex): Problem {
	const labels = mapLabelsByParameter(operation);
	const message = error.message.replace(PARAMETER_NAME_PATTERN, (name) => {
		const label = labels.get(name);
		if (label === undefined) return name;
		return toParameterName(label) === name ? label : `${label} (${name})`;
	});
	return message === error.message
		? error
		: error.copyWith({ message, unmaskedMessage: message });
}

/** Matches a word before a colon, and any word with an underscore. */
const PARAMETER_NAME_PATTERN = /(?<![\w.])(?:[a-z]+(?=: )|[a-z]+(?:_[a-z]+)+)(?!\w)/g;

const toParameterName = (label: string): string => label.toLowerCase().replace(/ /g, '_');

/** Fields that share a parameter have the same label. */
const mapLabelsByParameter = ({ fieldIndex }: WithFieldIndex): Map<string, string> =>
	new Map(fieldIndex.sentFields.map((field) => [field.routing.send.property, field.displayName]));
