import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which n8n's other work has a turn. */
const TURN = 50;

/** Lets n8n do other work now and then: 100,000 expressions take half a minute. To be awaited after each. */
export function pauser(): () => Promise<void> {
	let end = performance.now() + TURN;
	return async () => {
		if (performance.now() < end) return;
		await sleep(0);
		end = performance.now() + TURN;
	};
}
