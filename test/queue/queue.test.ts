import { accepted, postAll } from './load';
import { countBy } from './outcome';
import { pause, until } from './until';
import { startWorld, type World } from './world';
import { publishAll } from './workflows';

const MEASURED = Number(process.env.QUEUE_MEASURED || 300);

let world: World;

beforeAll(async () => {
	world = await startWorld();
	await publishAll(world.cluster.rest(), world.account);
	await world.cluster.start('worker-1');
	await pause(2_000);
}, 15 * 60_000);

afterAll(async () => await world?.stop(), 60_000);

/** Posts orders with nothing else going on; answers how many were sent in a second. */
async function rate(prefix: string): Promise<number> {
	const load = { prefix, orders: MEASURED, mailings: 0, callers: 20 };
	const begin = Date.now();
	const posted = await postAll(world.cluster.url, load);
	await until('all are sent', 120, () => world.sent(prefix).length >= MEASURED);
	const sent = world.sent(prefix);
	expect(accepted(posted)).toHaveLength(MEASURED);
	expect(Math.max(...countBy(sent, ({ to }) => to).values())).toBe(1);
	return (MEASURED * 1000) / (Math.max(...sent.map(({ sentAt }) => sentAt)) - begin);
}

test('one worker, then two', async () => {
	await rate('warm-up-1');
	const one = await rate('alone');
	await world.cluster.start('worker-2');
	await rate('warm-up-2');
	const two = await rate('both');
	console.log({ one, two });
});
