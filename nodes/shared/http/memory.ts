import { unlessAborted } from './onAbort';

const MEGABYTE = 1024 * 1024;
/** Of each response without being counted: all that is read of most. Those in flight are few. */
const SMALL = MEGABYTE;
/** Together with the oldest response, which has 256 MB at most, 512 MB in this n8n process. */
const SHARED = 256 * MEGABYTE;

/** A response that is being read, and is not small. */
interface LargeResponse {
	bytes: number;
	/** Called when another one has ended. */
	resume: () => void;
}

/** The oldest first. */
const reading = new Set<LargeResponse>();

/** Counts bytes that a response takes in memory. Waits if there is no room for them. @throws if it ends before */
export type Reserve = (bytes: number) => Promise<void>;

/**
 * Limits the memory that responses take while they are read. The oldest one never waits, so that each of
 * them comes to its end; the others wait until there is room.
 *
 * @param signal ends the waiting
 */
export async function withMemory<T>(
	signal: AbortSignal,
	read: (reserve: Reserve) => Promise<T>,
): Promise<T> {
	const own: LargeResponse = { bytes: 0, resume: () => {} };
	const ended = () => Object.assign(new Error('Ended while it waited'), { code: 'ERR_CANCELED' });
	try {
		return await read(async (bytes) => {
			if (own.bytes + bytes > SMALL) reading.add(own);
			while (!hasRoom(own, bytes)) {
				const room = new Promise<void>((resolve) => (own.resume = resolve));
				await unlessAborted(signal, room, ended);
			}
			own.bytes += bytes;
		});
	} finally {
		reading.delete(own);
		for (const { resume } of reading) resume();
	}
}

function hasRoom(own: LargeResponse, bytes: number): boolean {
	const [oldest, ...others] = reading;
	if (!reading.has(own) || own === oldest) return true;
	return others.reduce((sum, other) => sum + other.bytes, bytes) <= SHARED;
}
