import { readField } from './readField';
import { asOption, withOptions } from '../describe/field';
import { waitForFinalStatus } from '../describe/fields';
import type { Run } from './operation';
import { hasOption } from './readParameters';
import type { IDataObject } from 'n8n-workflow';
import { mayPass } from '../errors/nodeErrors';
import { Deadline } from '../http/deadline';
import { sleepUnlessCancelled } from '../http/retry';
import { cancelSignal } from '../http/attempt';
import { isFinal } from '../response/addedFields';

/** Whether a step waits for final statuses. */
export const waitsForFinal = ({ operation, at }: Run): boolean =>
	withOptions(operation.fields).some(({ name }) => name === waitForFinalStatus.name) &&
	hasOption(at(0), waitForFinalStatus);

/** Seconds that the item waits for a final status at most. Undefined if the step does not wait. */
export const finalStatusSeconds = (run: Run, index: number): number | undefined =>
	waitsForFinal(run)
		? Number(readField(asOption(waitForFinalStatus), run.item(index)))
		: undefined;

/** Milliseconds from a response to the next request: at first, and at most. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 15_000;
const GROWTH = 1.5;
/** The last request begins so many milliseconds before the end, to have time for its response. */
const LAST_REQUEST = 500;

/** Milliseconds between two readings, longer each time. */
export function* pauses(): Generator<number> {
	for (let pause = FIRST_PAUSE; ; pause *= GROWTH) yield Math.min(pause, LONGEST_PAUSE);
}

interface Wait {
	/** Seconds from now; undefined to read once. */
	seconds: number | undefined;
	/** Reads the records; the signal ends that. */
	read: (signal?: AbortSignal) => Promise<IDataObject[]>;
	/** Whether the run has ended. */
	isStopped: () => boolean;
}

/**
 * Reads until nothing is open, or the time is up. It holds no slot of the account between two requests.
 *
 * @returns what is known then: the last response. A later request that fails for a reason that may pass
 * changes nothing
 * @throws NodeApiError of the first request, or of a later one that the service rejects
 */
export async function readUntil(run: Run, wait: Wait): Promise<IDataObject[]> {
	const { seconds, read, isStopped } = wait;
	if (seconds === undefined) return await read();
	const { about } = run.operation;
	const end = performance.now() + seconds * 1000;
	const deadline = new Deadline(seconds * 1000, cancelSignal(run.context));
	const { signal } = deadline;
	try {
		let known = await read();
		for (const pause of pauses()) {
			if (isFinal(known, about) || isStopped()) break;
			const time = end - LAST_REQUEST - performance.now();
			if (time <= 0) break;
			const next = sleepUnlessCancelled(Math.min(pause, time), signal, isStopped).then(
				async () => await read(signal),
			);
			known = await next.catch((error: unknown) => {
				if (signal.aborted || mayPass(error)) return known;
				throw error;
			});
		}
		return known;
	} finally {
		deadline.clear();
	}
}
