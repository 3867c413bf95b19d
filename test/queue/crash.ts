import { postAll } from './load';
import { countBy } from './outcome';
import type { Persistence } from './cluster/redis';
import { pause, until } from '../support/until';
import type { World } from './sandboxHarness';

/** Fewer than a worker runs jobs at a time: it has room to take some of them a second time. */
export const CRASH_ORDERS = 12;

/**
 * Kills Redis while one worker sends, and starts it again on what it has on disk: with snapshots,
 * the jobs as they were before the worker took them. Answers how many people got two SMS.
 */
export async function crashRedis(
	world: World,
	persistence: Persistence,
	round: number,
): Promise<number> {
	const { cluster, sandbox } = world;
	const prefix = `crash-${persistence}-${round}`;
	for (const worker of ['worker-1', 'worker-2'] as const) await cluster.stop(worker);
	await cluster.redis.restart(persistence);
	await pause(3_000);
	await postAll(cluster.url, { prefix, orders: CRASH_ORDERS, mailings: 0, callers: 4 });
	if (persistence === 'snapshots') await cluster.redis.command('save');
	sandbox.fault({ kind: 'slow', times: 'forever', delayMs: 3_000, operation: 'sendQuickSMS' });
	const isOpen = () => sandbox.requests.some(({ closedAt }) => !closedAt);
	const seen = sandbox.requests.length;
	await cluster.start('worker-1', { N8N_LOG_LEVEL: 'debug' });
	await until('the worker sends', 60, () => sandbox.requests.length >= seen + 5);
	await cluster.redis.crash();
	await until('all are sent', 120, () => world.sent(prefix).length >= CRASH_ORDERS);
	await world.recovered();
	await until('nothing is on its way', 60, async () => {
		await pause(4_000);
		return !isOpen();
	});
	sandbox.clearFaults();
	const counts = countBy(world.sent(prefix), ({ to }) => to);
	return [...counts.values()].filter((n) => n > 1).length;
}
