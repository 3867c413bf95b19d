import type { Field } from '../describe/field';
import type { Endpoint } from '../api/endpoint';
import { isOptionAdded } from '../in/options';
import { waitForFinalStatusField, waitForRepliesField } from '../describe/fields';
import type { Run, Values } from '../run/operation';
import type { IDataObject } from 'n8n-workflow';
import { isTemporaryFailure } from '../errors/problem';
import { Deadline } from '../http/deadline';
import { sleepUnlessCancelled } from '../http/retry';
import { getCancelSignal } from '../http/attempt';
import { hasOnlyFinalStatuses } from '../response/addedFields';

interface WaitCondition {
	option: Field;
	isComplete: (records: IDataObject[], statusIsOf: Endpoint['statusIsOf']) => boolean;
}
const WAIT_CONDITIONS: WaitCondition[] = [
	{ option: waitForFinalStatusField, isComplete: hasOnlyFinalStatuses },
	{ option: waitForRepliesField, isComplete: (replies) => replies.length > 0 },
];

export const waitConditionOf = (run: Run): WaitCondition | undefined =>
	WAIT_CONDITIONS.find(({ option }) => isOptionAdded(run, option));

export function readItemPollOptions(run: Run, values: Values) {
	const target = waitConditionOf(run);
	if (!target) return undefined;
	const { statusIsOf } = run.operation;
	return {
		timeLimitMs: Number(values[target.option.name]) * 1000,
		isComplete: (records: IDataObject[]) => target.isComplete(records, statusIsOf),
	};
}

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 15_000;
const PAUSE_GROWTH_FACTOR = 1.5;
/** The last request starts this long before the time limit, to leave time for the response. */
const LAST_REQUEST_MARGIN_MS = 500;

function* generateGrowingPausesMs(): Generator<number> {
	for (let pause = FIRST_PAUSE_MS; ; pause *= PAUSE_GROWTH_FACTOR)
		yield Math.min(pause, MAX_PAUSE_MS);
}

interface PollOptions<T> {
	/** At least one response is read, even if the limit is 0. */
	timeLimitMs: number;
	/** The signal aborts at the time limit. Undefined for the first read, which may take longer. */
	read: (signal?: AbortSignal) => Promise<T>;
	isComplete: (latest: T) => boolean;
	hasRunEnded?: () => boolean;
}

/**
 * Polls until the response is complete or the time is up. Repeats requests after temporary failures. Holds no
 * slot of the account between two requests.
 *
 * @returns the last response
 * @throws Problem if the service rejects a request, or if no request got a response
 */
export async function readUntil<T>({ context }: Run, wait: PollOptions<T>): Promise<T> {
	const { timeLimitMs: time, read, isComplete, hasRunEnded } = wait;
	const end = performance.now() + time - LAST_REQUEST_MARGIN_MS;
	const deadline = new Deadline(Math.max(time, 1), getCancelSignal(context));
	const { signal } = deadline;
	const isOver = () => signal.aborted || hasRunEnded?.() === true;
	let latest: T | undefined;
	let failure: unknown;
	const keepLatest = async (reading: Promise<T>) =>
		await reading.catch((error: unknown) => {
			if (!signal.aborted && !isTemporaryFailure(error)) throw error;
			failure ??= error;
			return latest;
		});
	try {
		latest = await keepLatest(read());
		for (const pause of generateGrowingPausesMs()) {
			const timeLeft = end - performance.now();
			if ((latest && isComplete(latest)) || timeLeft <= 0 || isOver()) break;
			await sleepUnlessCancelled(Math.min(pause, timeLeft), undefined, isOver);
			if (!isOver()) latest = await keepLatest(read(signal));
		}
	} finally {
		deadline.removeListeners();
	}
	if (latest === undefined) throw failure;
	return latest;
}
