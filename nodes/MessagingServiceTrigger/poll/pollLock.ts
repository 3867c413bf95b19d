/** Longer ago than any poll lasts: what started then hangs, and holds nobody up. */
const LOST = 15 * 60_000;

interface Turn {
	since: number;
	ended: Promise<unknown>;
}

const running = new Map<string, Turn>();
const positions = new Map<string, string>();

/**
 * Runs one poll of a node at a time in this process: n8n starts the next one even while a slow one
 * is still running, and both would give out the same events.
 *
 * @param key of the node
 * @param needed whether it must run all the same, after the other one
 * @returns undefined when another poll is running and this one is not needed
 */
export async function inTurn<T>(
	key: string,
	needed: boolean,
	poll: (isCurrent: () => boolean) => Promise<T>,
): Promise<T | undefined> {
	for (let other = running.get(key); other; other = running.get(key)) {
		if (Date.now() - other.since > LOST) break;
		if (!needed) return undefined;
		await other.ended;
	}
	let end: (value?: unknown) => void = () => undefined;
	const turn: Turn = { since: Date.now(), ended: new Promise((resolve) => (end = resolve)) };
	running.set(key, turn);
	const isCurrent = () => running.get(key) === turn;
	try {
		return await poll(isCurrent);
	} finally {
		if (isCurrent()) running.delete(key);
		end();
	}
}

/**
 * Where the next poll of a node starts. Kept here too, because n8n does not save the state of a poll
 * that found nothing or failed, and the mailings at the end must have their turn all the same.
 */
export const positionOf = (key: string): string | undefined => positions.get(key);

export function setPosition(key: string, next: string | undefined): void {
	if (next === undefined) positions.delete(key);
	else positions.set(key, next);
}
