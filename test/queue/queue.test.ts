import { CRASH_ORDERS, crashRedis } from './crash';
import { type Figures, type Trouble, writeFigures } from './figures';
import { accepted, postAll, type Posted } from './load';
import { countBy } from './outcome';
import type { Persistence } from './cluster/redis';
import { searchThrough } from './secrets';
import { makeTrouble, startGate, typeReplies } from './disturb';
import { isNightly } from '../support/thorough';
import { until } from '../support/until';
import { judge, noFaults } from './assertions';
import { startWorld, TOKEN, type World } from './sandboxHarness';
import { publishAll } from './cluster/workflows';
import { viberMailing } from '../e2e/n8n/account';
import { untilListening } from '../e2e/n8n/listening';

const count = (variable: string, usual: number) => Number(process.env[variable] || usual);
/** Orders of a measurement. */
const MEASURED = count('QUEUE_MEASURED', isNightly ? 200 : 10);
/** Orders before it. */
const WARMING = isNightly ? 50 : 5;
/** Orders of one SMS, and batches of 1,000, while things are killed and restarted. */
const ORDERS = count('QUEUE_ORDERS', isNightly ? 200 : 60);
const MAILINGS = count('QUEUE_MAILINGS', isNightly ? 5 : 3);
/** The option Max Requests in Flight when it is not set. */
const LIMIT = 10;

let world: World;
const rates: number[] = [];
let trouble: Trouble | undefined;
const crashes: Partial<Figures['crashes']> = {};

beforeAll(async () => {
	world = await startWorld();
	await viberMailing(world.sandbox);
	await publishAll(world.cluster.rest(), world.account);
	await untilListening(world.cluster.url, 'order', 'mailing');
}, 15 * 60_000);

afterAll(async () => await world?.stop(), 60_000);

/** Posts orders with nothing else going on; answers how many were sent in a second. */
async function rate(prefix: string): Promise<number> {
	await postAll(world.cluster.url, { prefix: 'warm', orders: WARMING, mailings: 0, callers: 20 });
	await world.settled(120);
	const begin = Date.now();
	const load = { prefix, orders: MEASURED, mailings: 0, callers: 20 };
	const posted = await postAll(world.cluster.url, load);
	await until('all are sent', 400, () => world.sent(prefix).length >= MEASURED);
	await world.settled(120);
	const sent = world.sent(prefix);
	expect(accepted(posted)).toHaveLength(MEASURED);
	expect(sent).toHaveLength(MEASURED);
	expect(Math.max(...countBy(sent, ({ to }) => to).values())).toBe(1);
	return (MEASURED * 1000) / (Math.max(...sent.map(({ sentAt }) => sentAt)) - begin);
}

const nightly = isNightly ? test : test.skip;

nightly('one worker sends every order once', async () => {
	rates.push(await rate('alone'));
});

test('two workers send every order once', async () => {
	await world.cluster.start('worker-2');
	rates.push(await rate('both'));
});

test('whatever is killed or restarted, nothing is sent twice and every failure is shown', async () => {
	const { cluster, sandbox } = world;
	const before = new Set((await world.executions()).map(({ id }) => id));
	const prefix = 'trouble';
	const slow = { kind: 'slow', times: 'forever', delayMs: 1_000 } as const;
	for (const operation of ['sendQuickSMS', 'sendBulkSms']) sandbox.fault({ operation, ...slow });
	const stopTyping = typeReplies(world, prefix);
	const gate = startGate(world);
	const posted: Posted[] = [];
	const begin = Date.now();
	let goesOn = true;
	const share = Math.floor((ORDERS + MAILINGS) / (isNightly ? 6 : 3));
	const [times] = await Promise.all([
		makeTrouble(world, posted, share, gate).finally(() => (goesOn = false)),
		postAll(
			cluster.url,
			{ prefix, orders: ORDERS, mailings: MAILINGS, callers: 20, gate, goesOn: () => goesOn },
			posted,
		),
	]);
	gate.stop();
	const typed = stopTyping();
	const last = typed[typed.length - 1];
	const isAnswered = () => world.sent(prefix).some(({ name }) => name === last);
	await until('the last reply is answered', 120, isAnswered);
	await world.recovered();
	const seconds = (Date.now() - begin) / 1000;
	sandbox.clearFaults();

	const { faults, counted } = await judge(world, { prefix, before, posted, typed }, LIMIT);
	expect({ counted, faults }).toEqual({ counted, faults: noFaults });
	// The kill hit sends on their way, and the limit was reached, so the lists say something.
	expect(counted.cut).toBeGreaterThan(0);
	expect(counted.peak.worker).toBe(LIMIT);
	trouble = { seconds, times, ...counted };
}, 1_800_000);

nightly.each<[title: string, Persistence, twice: boolean]>([
	['killing a Redis that writes every command sends nothing twice', 'appendonly', false],
	// Losses that n8n has with snapshots, whatever its nodes do.
	['killing a Redis with snapshots only sends some messages twice', 'snapshots', true],
])('%s', async (_title, persistence, isTwice) => {
	let twice = 0;
	// The share of the work that a snapshot forgets is random.
	const rounds = isTwice ? 3 : 1;
	for (let round = 1; round <= rounds && twice === 0; round++) {
		twice = await crashRedis(world, persistence, round);
	}
	crashes[persistence] = { orders: CRASH_ORDERS, twice };
	expect(twice > 0).toBe(isTwice);
});

test('no log, no file of Redis and no table contains the token', async () => {
	const { cluster } = world;
	await cluster.redis.restart('appendonly');
	const { holding } = await searchThrough(cluster);
	// The search finds what is there.
	expect(holding('Worker started execution')).toEqual(
		expect.arrayContaining(cluster.logs('worker-2')),
	);
	expect(holding('executionId').join()).toContain(cluster.redis.folder);
	expect(holding('of execution {{')).toContain('table');
	for (const secret of [TOKEN, encodeURIComponent(TOKEN), btoa(TOKEN)]) {
		expect(holding(secret)).toEqual([]);
	}
});

nightly('the figures are written', () => {
	const [one, two] = rates;
	const { appendonly, snapshots } = crashes;
	if (!one || !two || !trouble || !appendonly || !snapshots)
		throw new Error('A test before has failed.');
	const figures: Figures = { rates: [one, two], trouble, crashes: { appendonly, snapshots } };
	console.log(JSON.stringify(figures));
	if (process.env.QUEUE_WRITE) writeFigures(figures);
});
