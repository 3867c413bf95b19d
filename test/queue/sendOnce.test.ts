import { pause, until } from '../support/until';
import { publishOnce } from './cluster/workflows';
import { writeOnceFigures } from './figures';
import { countBy } from './outcome';
import { startWorld, type World } from './sandboxHarness';
import { isNightly } from '../support/thorough';

/** How often the webhook is called twice. */
const PAIRS = Number(process.env.QUEUE_PAIRS || (isNightly ? 500 : 100));
const AFTERWARDS = 20;

let world: World;
beforeAll(async () => {
	world = await startWorld();
	await world.cluster.start('worker-2');
	await publishOnce(world.cluster.rest(), world.account);
	await pause(2_000);
}, 15 * 60_000);
afterAll(async () => await world?.stop(), 60_000);

async function call(name: string): Promise<void> {
	const body = JSON.stringify({ name, phone: '380501234567' });
	const headers = { 'content-type': 'application/json' };
	const url = `${world.cluster.url}/webhook/once`;
	const answer = await fetch(url, { method: 'POST', headers, body });
	await answer.arrayBuffer();
	expect(answer.status).toBe(200);
}

const counts = (prefix: string) => [...countBy(world.sent(prefix), ({ name }) => name).values()];

test('a key is sent at most twice by two workers at the same time, and once by calls one after the other', async () => {
	for (let pair = 0; pair < PAIRS; pair++) {
		const name = `pair-${pair}.`;
		await Promise.all([call(name), call(name)]);
		await until(`${name} is sent`, 60, () => world.sent(name).length > 0);
	}
	await world.settled(120);
	const sent = counts('pair-');
	expect(sent).toHaveLength(PAIRS);
	expect(Math.max(...sent)).toBeLessThanOrEqual(2);

	for (let again = 0; again < AFTERWARDS; again++) {
		for (const _ of [1, 2, 3]) {
			await call(`later-${again}.`);
			await world.settled(60);
		}
	}
	expect(counts('later-')).toEqual(Array(AFTERWARDS).fill(1));
	const twice = sent.filter((count) => count === 2).length;
	process.stdout.write(`Sent twice: ${twice} of ${PAIRS}\n`);
	if (process.env.QUEUE_WRITE) writeOnceFigures({ pairs: PAIRS, twice });
}, 1_800_000);
