export const pause = async (ms: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until `holds` returns true.
 * @throws if that takes longer than `seconds`
 */
export async function until(
	what: string,
	seconds: number,
	holds: () => boolean | Promise<boolean>,
	everyMs = 100,
): Promise<void> {
	for (const giveUp = Date.now() + seconds * 1000; !(await holds()); await pause(everyMs)) {
		if (Date.now() > giveUp) throw new Error(`${what}: not within ${seconds} s`);
	}
}
