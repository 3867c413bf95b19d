import type { Name } from './cluster/cluster';
import { accepted, type Gate, type Posted } from './load';
import { executionOf, ranOn } from './outcome';
import { isNightly } from '../support/thorough';
import { pause, until } from '../support/until';
import type { World } from './sandboxHarness';

/** A recipient of the sandbox's list, who answers a Viber mailing. */
const ANNA = '37120000001';

/** Somebody types a reply every second until told to stop, which gives the texts. */
export function typeReplies({ sandbox }: World, prefix: string): () => string[] {
	const typed: string[] = [];
	const timer = setInterval(() => {
		typed.push(`${prefix}-${typed.length + 1}`);
		sandbox.reply(ANNA, typed[typed.length - 1]);
	}, 1_000);
	return () => {
		clearInterval(timer);
		return typed;
	};
}

/** Jobs that may wait in Redis before nobody posts any more: the load then lasts through it all. */
const MOST_WAITING = 40;

export interface HeldGate extends Gate {
	/** Closes it for everybody, whatever waits. */
	held: boolean;
	stop: () => void;
}

/** A gate that closes while too many jobs wait. Without an answer of Redis its last one counts. */
export function startGate({ cluster }: World): HeldGate {
	let waiting = 0;
	const timer = setInterval(() => {
		cluster.redis.command('llen', 'bull:jobs:wait').then(
			(length) => (waiting = Number(length)),
			() => undefined,
		);
	}, 250);
	const gate: HeldGate = {
		held: false,
		inside: 0,
		isOpen: () => !gate.held && waiting < MOST_WAITING,
		stop: () => clearInterval(timer),
	};
	return gate;
}

/**
 * Kills a worker, and at night also restarts Redis, PostgreSQL and the main process, one after the
 * other, while orders come in: before each, and after the last, a share of them must be accepted.
 *
 * @param share number of accepted calls
 * @returns seconds from the start at which each happened
 */
export async function makeTrouble(
	{ cluster, sandbox, executions }: World,
	posted: Posted[],
	share: number,
	gate: HeldGate,
): Promise<Record<string, number>> {
	const begin = Date.now();
	const times: Record<string, number> = {};
	const moreOrders = async () => {
		const enough = accepted(posted).length + share;
		await until('more orders', 900, () => accepted(posted).length >= enough);
	};
	const after = async (what: string, happen: () => Promise<void>) => {
		await moreOrders();
		times[what] = Math.round((Date.now() - begin) / 1000);
		await happen();
	};
	/** Reports whether the worker has just begun a send, which takes a second. */
	const isSending = (worker: Name) => () => {
		const own = ranOn(cluster.logs(worker));
		const fresh = sandbox.requests.filter((one) => Date.now() - one.startedAt < 500);
		return fresh.some((one) => !one.closedAt && own.has(executionOf(one)));
	};
	const isCut = () => sandbox.requests.some((one) => one.closedAt && !one.finishedAt);
	await after('kill -9 of a worker', async () => {
		// On a busy machine a send may end before the kill reaches the worker.
		for (let kills = 0; kills < 5 && !isCut(); kills++) {
			await until('it is sending', 60, isSending('worker-1'));
			await cluster.kill('worker-1');
			await pause(2_000);
			await cluster.start('worker-1');
		}
	});
	if (!isNightly) {
		await moreOrders();
		return times;
	}
	/** Executions that the trigger has started; somebody always replies, so each poll starts one. */
	const polled = async () =>
		(await executions()).filter(({ workflow }) => workflow === 'reply').length;
	/** Just after what a poll found was saved: the next one is seconds away. */
	const afterPoll = async () => {
		const before = await polled();
		await until('a poll', 60, async () => (await polled()) > before);
		await pause(1_000);
	};
	await after('restart of Redis (while nobody orders)', async () => {
		// While nothing is being queued: n8n's client of Redis repeats a command that got no answer,
		// and a job may then be there twice (docs/queue-mode.md). The workers go on sending.
		await afterPoll();
		gate.held = true;
		await until('every call is answered', 60, () => gate.inside === 0);
		await cluster.redis.restart();
		gate.held = false;
	});
	await after('restart of PostgreSQL', async () => {
		// n8n forgets what a poll found when it cannot save it (docs/queue-mode.md).
		await afterPoll();
		await cluster.postgres.restart();
	});
	await after('restart of the main process', async () => {
		await cluster.stop('main');
		await cluster.start('main');
	});
	await moreOrders();
	return times;
}
