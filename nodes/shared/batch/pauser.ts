import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which n8n's other work has a turn. */
const TURN = 50;

/**
 * Lets n8n do other work now and then: 100,000 expressions take half a minute.
 *
 * @returns to be called after each; what it returns, if anything, is to be awaited
 */
export function pauser(): () => Promise<void> | undefined {
	let end = performance.now() + TURN;
	const pause = async () => {
		await sleep(0);
		end = performance.now() + TURN;
	};
	return () => (performance.now() < end ? undefined : pause());
}
