import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { viberMailing } from '../e2e/n8n/account';
import { untilListening } from '../e2e/n8n/listening';
import { isNightly } from '../support/thorough';
import { pause, until } from '../support/until';
import { judge, noFaults } from './assertions';
import { publishAll } from './cluster/workflows';
import { makeTrouble, startGate, typeReplies } from './disturb';
import { postAll, type Posted } from './load';
import { countBy } from './outcome';
import { startWorld, TOKEN, type World } from './sandboxHarness';

const count = (variable: string, usual: number) => Number(process.env[variable] || usual);
/** Orders of one SMS, and batches of 1,000, while processes are killed and restarted. */
const ORDERS = count('QUEUE_ORDERS', isNightly ? 200 : 60);
const MAILINGS = count('QUEUE_MAILINGS', isNightly ? 5 : 3);
/** The default of Max Requests in Flight. */
const LIMIT = 10;

let world: World;

beforeAll(async () => {
	world = await startWorld();
	await viberMailing(world.sandbox);
	await publishAll(world.cluster.rest(), world.account);
	await untilListening(world.cluster.url, 'order', 'mailing');
	await world.cluster.start('worker-2');
}, 15 * 60_000);

afterAll(async () => await world?.stop(), 60_000);

test('whatever is killed or restarted, nothing is sent twice and every failure is shown', async () => {
	const { cluster, sandbox } = world;
	const before = new Set((await world.executions()).map(({ id }) => id));
	const prefix = 'trouble';
	const slow = { kind: 'slow', times: 'forever', delayMs: 1_000 } as const;
	for (const operation of ['sendQuickSMS', 'sendBulkSms']) sandbox.fault({ operation, ...slow });
	const stopTyping = typeReplies(world, prefix);
	const gate = startGate(world);
	const posted: Posted[] = [];
	let isOver = false;
	const load = { prefix, orders: ORDERS, mailings: MAILINGS, callers: 20, gate };
	const share = Math.floor((ORDERS + MAILINGS) / (isNightly ? 6 : 3));
	const [times] = await Promise.all([
		makeTrouble(world, posted, share, gate).finally(() => (isOver = true)),
		postAll(cluster.url, { ...load, goesOn: () => !isOver }, posted),
	]);
	gate.stop();
	const typed = stopTyping();
	const isAnswered = () => world.sent(prefix).some(({ name }) => name === typed.at(-1));
	await until('the last reply is answered', 120, isAnswered);
	await world.recovered();
	sandbox.clearFaults();

	const { faults, counted } = await judge(world, { prefix, before, posted, typed }, LIMIT);
	process.stdout.write(`${JSON.stringify({ times, ...counted })}\n`);
	expect({ counted, faults }).toEqual({ counted, faults: noFaults });
	// The kill must have cut requests, and the limit must have been reached. Otherwise the test
	// would prove nothing.
	expect(counted.cut).toBeGreaterThan(0);
	expect(counted.peak).toBe(LIMIT);
}, 1_800_000);

(isNightly ? test : test.skip)(
	'a Redis that writes every command and is killed makes nothing be sent twice',
	async () => {
		const { cluster, sandbox } = world;
		// Fewer jobs than a worker runs at a time, so that the worker could run a job twice.
		const load = { prefix: 'crash', orders: 12, mailings: 0, callers: 4 };
		for (const worker of ['worker-1', 'worker-2'] as const) await cluster.stop(worker);
		await postAll(cluster.url, load);
		sandbox.fault({ kind: 'slow', times: 'forever', delayMs: 3_000 });
		const seen = sandbox.requests.length;
		await cluster.start('worker-1', { N8N_LOG_LEVEL: 'debug' });
		await until('the worker sends', 60, () => sandbox.requests.length >= seen + 5);
		await cluster.redis.crash();
		await until('all are sent', 120, () => world.sent('crash').length >= load.orders);
		await world.recovered();
		await until('nothing is on its way', 60, async () => {
			await pause(4_000);
			return sandbox.requests.every(({ closedAt }) => closedAt);
		});
		sandbox.clearFaults();
		const counts = countBy(world.sent('crash'), ({ to }) => to);
		expect([...counts.values()]).toEqual(Array(load.orders).fill(1));
	},
);

/** Skips installed packages and the files of PostgreSQL, which the dump covers. */
function filesIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.name === 'node_modules' || path.endsWith('/postgres/data')) return [];
		return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
	});
}

test('no log, no file of Redis and no table contains the token', async () => {
	const { cluster } = world;
	await cluster.redis.restart();
	const files = filesIn(cluster.folder);
	const dump = await cluster.postgres.dump();
	const holding = (words: string) => [
		...files.filter((file) => readFileSync(file).includes(words)),
		...(dump.includes(words) ? ['table'] : []),
	];
	// Proves that the search works.
	expect(holding('Worker started execution')).toEqual(
		expect.arrayContaining(cluster.logs('worker-2')),
	);
	expect(holding('executionId').join()).toContain(cluster.redis.folder);
	expect(holding('of execution {{')).toContain('table');
	for (const secret of [TOKEN, encodeURIComponent(TOKEN), btoa(TOKEN)]) {
		expect(holding(secret)).toEqual([]);
	}
});
