import type { Name } from './cluster/cluster';
import { accepted, type Gate, type Posted } from './load';
import { executionIdIn, workerLogsByExecution } from './outcome';
import { isNightly } from '../support/thorough';
import { pause, until } from '../support/until';
import type { World } from './sandboxHarness';

/** A recipient of the sandbox's list, who answers a Viber mailing. */
const ANNA = '37120000001';

/**
 * Sends a reply every second.
 * @returns a function that stops the replies and returns their texts
 */
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

/** Maximum number of jobs in Redis, so that the load lasts for the whole test. */
const MOST_WAITING = 40;

export interface HeldGate extends Gate {
	/** True closes the gate, even if few jobs wait. */
	held: boolean;
	stop: () => void;
}

/**
 * Returns a gate that is closed while too many jobs wait. If Redis does not answer, the previous
 * count applies.
 */
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
 * Kills a worker while orders come in. At night, also restarts Redis, PostgreSQL and the main
 * process, one after the other. Waits for further accepted orders before each disturbance and after
 * the last.
 *
 * @param share number of accepted orders to wait for
 * @returns the time of each disturbance in seconds
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
	/**
	 * Reports whether the worker began a request in the last 500 ms. Each request takes a second.
	 */
	const isSending = (worker: Name) => () => {
		const own = workerLogsByExecution(cluster.logs(worker));
		const fresh = sandbox.requests.filter((one) => Date.now() - one.startedAt < 500);
		return fresh.some((one) => !one.closedAt && own.has(executionIdIn(one)));
	};
	const isCut = () => sandbox.requests.some((one) => one.closedAt && !one.finishedAt);
	await after('kill -9 of a worker', async () => {
		// On a busy machine, a request may end before the kill reaches the worker.
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
	/**
	 * Counts the executions that the trigger has started. Replies come all the time, so each poll
	 * starts an execution.
	 */
	const polled = async () =>
		(await executions()).filter(({ workflow }) => workflow === 'reply').length;
	/** Waits until a poll has been saved. The next poll is seconds away. */
	const afterPoll = async () => {
		const before = await polled();
		await until('a poll', 60, async () => (await polled()) > before);
		await pause(1_000);
	};
	await after('restart of Redis (while nobody orders)', async () => {
		// Without new jobs, because n8n's Redis client repeats a command without a response, and
		// could queue a job twice (docs/queue-mode.md). The workers go on sending.
		await afterPoll();
		gate.held = true;
		await until('every call is answered', 60, () => gate.inside === 0);
		await cluster.redis.restart();
		gate.held = false;
	});
	await after('restart of PostgreSQL', async () => {
		// Between polls, because n8n loses the result of a poll that it cannot save
		// (docs/queue-mode.md).
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
