const running = new Map<string, Promise<unknown>>();
const positions = new Map<string, string>();

/**
 * Runs at most one poll of a node at a time in this process. n8n starts the next poll even while a
 * slow one is still running, and both would return the same events. Each poll ends in its time.
 *
 * @param key of the node
 * @param waits whether this poll waits for the other one, or is skipped
 * @returns undefined if this poll was skipped
 */
export async function withPollLock<T>(
	key: string,
	waits: boolean,
	poll: () => Promise<T>,
): Promise<T | undefined> {
	for (let other = running.get(key); other; other = running.get(key)) {
		if (!waits) return undefined;
		await other;
	}
	const result = poll().finally(() => running.delete(key));
	running.set(
		key,
		result.catch(() => undefined),
	);
	return await result;
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
