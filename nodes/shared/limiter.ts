type Start = () => void;

/** Requests in flight to one address, and those that wait, by execution. */
interface Address {
	active: number;
	waiting: Map<string, Start[]>;
}

const addresses = new Map<string, Address>();

/**
 * Runs a task when the address has a free place; executions take turns, so that a long one does not
 * hold up a short one.
 *
 * @param limit tasks at a time per address in this process
 * @param owner the execution that the task belongs to
 */
export async function inTurn<T>(
	address: string,
	limit: number,
	owner: string,
	task: () => Promise<T>,
): Promise<T> {
	const place = addresses.get(address) ?? { active: 0, waiting: new Map<string, Start[]>() };
	addresses.set(address, place);
	if (place.active >= limit) {
		await new Promise<void>((start) => {
			const queue = place.waiting.get(owner);
			if (queue) queue.push(start);
			else place.waiting.set(owner, [start]);
		});
	} else place.active++;
	try {
		return await task();
	} finally {
		passOn(address, place);
	}
}

/** Hands the freed place to the next execution in turn; forgets the address when nobody waits. */
function passOn(address: string, place: Address): void {
	const [next] = place.waiting;
	if (!next) {
		place.active--;
		if (place.active === 0) addresses.delete(address);
		return;
	}
	const [owner, queue] = next;
	const start = queue.shift();
	place.waiting.delete(owner);
	if (queue.length > 0) place.waiting.set(owner, queue);
	start?.();
}
