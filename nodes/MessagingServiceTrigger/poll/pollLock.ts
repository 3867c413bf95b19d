/** A poll that started longer ago than this is considered hung and does not block others. */
const HUNG_AFTER_MS = 15 * 60_000;

interface RunningPoll {
	since: number;
	ended: Promise<unknown>;
}

const running = new Map<string, RunningPoll>();
const positions = new Map<string, string>();

/**
 * Runs at most one poll of a node at a time in this process. n8n starts the next poll even while a
 * slow one is still running, and both would return the same events.
 *
 * @param key of the node
 * @param waits whether this poll waits for the other one, or is skipped
 * @param poll gets a function that says whether no later poll has taken over
 * @returns undefined if this poll was skipped
 */
export async function withPollLock<T>(
	key: string,
	waits: boolean,
	poll: (isCurrent: () => boolean) => Promise<T>,
): Promise<T | undefined> {
	for (let other = running.get(key); other; other = running.get(key)) {
		if (performance.now() - other.since > HUNG_AFTER_MS) break;
		if (!waits) return undefined;
		await other.ended;
	}
	let end: (value?: unknown) => void = () => undefined;
	const thisPoll: RunningPoll = {
		since: performance.now(),
		ended: new Promise((resolve) => (end = resolve)),
	};
	running.set(key, thisPoll);
	const isCurrent = () => running.get(key) === thisPoll;
	try {
		return await poll(isCurrent);
	} finally {
		if (isCurrent()) running.delete(key);
		end();
	}
}

/**
 * The mailing with which the next poll of a node starts. It is kept in memory too, because n8n does
 * not save the state of a poll that failed or returned nothing.
 */
export const resumePosition = (key: string): string | undefined => positions.get(key);

export function setResumePosition(key: string, resumeAt: string | undefined): void {
	if (resumeAt === undefined) positions.delete(key);
	else positions.set(key, resumeAt);
}
