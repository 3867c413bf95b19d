import type { Field } from '../describe/field';
import type { Endpoint } from '../api/endpoint';
import { hasOption } from '../in/schedule';
import { waitForFinalStatus, waitForReplies } from '../describe/fields';
import type { Run, Values } from '../run/operation';
import type { IDataObject } from 'n8n-workflow';
import { mayPass } from '../errors/problem';
import { Deadline } from '../http/deadline';
import { sleepUnlessCancelled } from '../http/retry';
import { cancelSignal } from '../http/attempt';
import { isFinal } from '../response/addedFields';

/** Something that a step can wait for: the option with the seconds, and the condition. */
interface WaitTarget {
	option: Field;
	isComplete: (records: IDataObject[], about: Endpoint['statusIsOf']) => boolean;
}
const WAIT_TARGETS: WaitTarget[] = [
	{ option: waitForFinalStatus, isComplete: isFinal },
	{ option: waitForReplies, isComplete: (replies) => replies.length > 0 },
];

/** Returns what a step waits for, if it waits. */
export const waitTargetOf = (run: Run): WaitTarget | undefined =>
	WAIT_TARGETS.find(({ option }) => hasOption(run, option));

/** Returns an item's condition and its time limit in milliseconds, if it waits. */
export function itemWait(run: Run, values: Values) {
	const target = waitTargetOf(run);
	if (!target) return undefined;
	const { statusIsOf } = run.operation;
	return {
		time: Number(values[target.option.name]) * 1000,
		isComplete: (records: IDataObject[]) => target.isComplete(records, statusIsOf),
	};
}

/** Pauses between two requests, in milliseconds. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 15_000;
const PAUSE_GROWTH = 1.5;
/** Milliseconds between the start of the last request and the end, as time for its response. */
const LAST_REQUEST_MARGIN = 500;

/** Yields the pauses in milliseconds, each longer than the one before. */
function* pauses(): Generator<number> {
	for (let pause = FIRST_PAUSE; ; pause *= PAUSE_GROWTH) yield Math.min(pause, LONGEST_PAUSE);
}

interface PollOptions<T> {
	/** Time limit in milliseconds. At least one response is read. */
	time: number;
	/** The signal aborts when the time is up. */
	read: (signal?: AbortSignal) => Promise<T>;
	isComplete: (latest: T) => boolean;
	isStopped?: () => boolean;
}

/**
 * Polls until the condition is met or the time is up. It holds no slot of the account between two requests.
 * Transient failures are retried within the time.
 *
 * @returns the last response
 * @throws Problem if the service rejects a request, or if no request got a response
 */
export async function readUntil<T>({ context }: Run, wait: PollOptions<T>): Promise<T> {
	const { time, read, isComplete, isStopped } = wait;
	const end = performance.now() + time - LAST_REQUEST_MARGIN;
	const deadline = new Deadline(Math.max(time, 1), cancelSignal(context));
	const { signal } = deadline;
	const isOver = () => signal.aborted || isStopped?.() === true;
	let latest: T | undefined;
	let failure: unknown;
	const keepLatest = async (reading: Promise<T>) =>
		await reading.catch((error: unknown) => {
			if (!signal.aborted && !mayPass(error)) throw error;
			failure ??= error;
			return latest;
		});
	try {
		latest = await keepLatest(read());
		for (const pause of pauses()) {
			const timeLeft = end - performance.now();
			if ((latest && isComplete(latest)) || timeLeft <= 0 || isOver()) break;
			await sleepUnlessCancelled(Math.min(pause, timeLeft), undefined, isOver);
			if (!isOver()) latest = await keepLatest(read(signal));
		}
	} finally {
		deadline.clear();
	}
	if (latest === undefined) throw failure;
	return latest;
}
