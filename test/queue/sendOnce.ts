import { until } from '../support/until';
import { publishOnce } from './cluster/workflows';
import { untilListening } from '../e2e/n8n/listening';
import { writeOnceFigures } from './figures';
import { countBy } from './outcome';
import type { World } from './sandboxHarness';
import { isNightly } from '../support/thorough';

/** Number of double calls of the webhook. */
const PAIRS = Number(process.env.QUEUE_PAIRS || (isNightly ? 500 : 20));
const AFTERWARDS = isNightly ? 20 : 5;

async function call({ cluster }: World, name: string): Promise<void> {
	const body = JSON.stringify({ name, phone: '380501234567' });
	const headers = { 'content-type': 'application/json' };
	const url = `${cluster.url}/webhook/once`;
	const answer = await fetch(url, { method: 'POST', headers, body });
	await answer.arrayBuffer();
	expect(answer.status).toBe(200);
}

/**
 * Calls the webhook of a workflow that sends once per key twice at the same time, and then several
 * times one after the other.
 *
 * @param world with two workers
 */
export async function callTwice(world: World): Promise<void> {
	await publishOnce(world.cluster.rest(), world.account);
	await untilListening(world.cluster.url, 'once');
	const counts = (prefix: string) => [
		...countBy(world.sent(prefix), ({ name }) => name).values(),
	];
	for (let pair = 0; pair < PAIRS; pair++) {
		const name = `pair-${pair}.`;
		await Promise.all([call(world, name), call(world, name)]);
		await until(`${name} is sent`, 60, () => world.sent(name).length > 0);
	}
	await world.settled(120);
	const sent = counts('pair-');
	expect(sent).toHaveLength(PAIRS);
	expect(Math.max(...sent)).toBeLessThanOrEqual(2);

	for (let again = 0; again < AFTERWARDS; again++) {
		for (const _ of [1, 2, 3]) {
			await call(world, `later-${again}.`);
			await world.settled(60);
		}
	}
	expect(counts('later-')).toEqual(Array(AFTERWARDS).fill(1));
	const twice = sent.filter((count) => count === 2).length;
	process.stdout.write(`Sent twice: ${twice} of ${PAIRS}\n`);
	if (process.env.QUEUE_WRITE) writeOnceFigures({ pairs: PAIRS, twice });
}
