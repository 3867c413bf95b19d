import type { Field } from '../describe/field';
import type { Endpoint } from '../api/endpoint';
import { waitForFinalStatus, waitForReplies } from '../describe/fields';
import type { Run, Values } from '../run/operation';
import type { IDataObject } from 'n8n-workflow';
import { mayPass } from '../errors/problem';
import { Deadline } from '../http/deadline';
import { sleepUnlessCancelled } from '../http/retry';
import { cancelSignal } from '../http/attempt';
import { isFinal } from '../response/addedFields';

/** What a step may wait for: the option with the seconds, and whether it is there. */
interface Awaited {
	option: Field;
	isThere: (records: IDataObject[], about: Endpoint['statusIsOf']) => boolean;
}
const AWAITED: Awaited[] = [
	{ option: waitForFinalStatus, isThere: isFinal },
	{ option: waitForReplies, isThere: (replies) => replies.length > 0 },
];

/** What a step waits for. Undefined if it does not wait. */
export const awaitedBy = ({ fields }: Run): Awaited | undefined =>
	AWAITED.find(({ option }) => fields.some(({ name }) => name === option.name));

/** What an item waits for, and for how many milliseconds at most. Undefined if it does not wait. */
export function waitOf(run: Run, values: Values) {
	const awaited = awaitedBy(run);
	if (!awaited) return undefined;
	const { statusIsOf } = run.operation;
	return {
		time: Number(values[awaited.option.name]) * 1000,
		isThere: (records: IDataObject[]) => awaited.isThere(records, statusIsOf),
	};
}

/** Milliseconds from a response to the next request: at first, and at most. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 15_000;
const GROWTH = 1.5;
/** The last request begins so many milliseconds before the end, to have time for its response. */
const LAST_REQUEST = 500;

/** Milliseconds between two readings, longer each time. */
function* pauses(): Generator<number> {
	for (let pause = FIRST_PAUSE; ; pause *= GROWTH) yield Math.min(pause, LONGEST_PAUSE);
}

interface Wait<T> {
	/** Milliseconds from now. At least one response is read. */
	time: number;
	/** The signal ends a reading at the end of the time. */
	read: (signal?: AbortSignal) => Promise<T>;
	isThere: (known: T) => boolean;
	/** Whether the run has ended. */
	isStopped?: () => boolean;
}

/**
 * Reads until what a step waits for is there, or the time is up. It holds no slot of the account between
 * two requests. A request that fails for a reason that may pass is repeated within the time.
 *
 * @returns the last response
 * @throws Problem of a request that the service rejects, or of the first request if none got a response
 */
export async function readUntil<T>({ context }: Run, wait: Wait<T>): Promise<T> {
	const { time, read, isThere, isStopped } = wait;
	const end = performance.now() + time - LAST_REQUEST;
	const deadline = new Deadline(Math.max(time, 1), cancelSignal(context));
	const { signal } = deadline;
	const isOver = () => signal.aborted || isStopped?.() === true;
	let known: T | undefined;
	let failure: unknown;
	const orKnown = async (reading: Promise<T>) =>
		await reading.catch((error: unknown) => {
			if (!signal.aborted && !mayPass(error)) throw error;
			failure ??= error;
			return known;
		});
	try {
		known = await orKnown(read());
		for (const pause of pauses()) {
			const left = end - performance.now();
			if ((known && isThere(known)) || left <= 0 || isOver()) break;
			await sleepUnlessCancelled(Math.min(pause, left), undefined, isOver);
			if (!isOver()) known = await orKnown(read(signal));
		}
	} finally {
		deadline.clear();
	}
	if (known === undefined) throw failure;
	return known;
}
