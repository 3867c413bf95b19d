import { accepted, PEOPLE, type Posted } from './load';
import { countBy, peakRequestsByLog, workerLogsByExecution, savedData } from './outcome';
import type { World } from './sandboxHarness';

export interface Load {
	/** Start of the names of the orders and replies. */
	prefix: string;
	/** IDs of earlier executions. */
	before: Set<string>;
	posted: Posted[];
	/** Texts of the Viber replies. */
	typed: string[];
}

/** Entries by fault. No fault may occur. */
export interface Faults {
	/** SMS of orders and batches to phones that received more than one SMS. */
	twice: unknown[];
	/** Replies with several answers or in several executions. */
	repliesTwice: unknown[];
	/** Replies that started no execution. */
	repliesLost: unknown[];
	/** Executions that neither succeeded nor failed. */
	open: unknown[];
	/** Successful executions that sent a wrong number of SMS. */
	untrue: unknown[];
	/** Accepted orders and batches that were neither sent nor reported as failed. */
	silent: unknown[];
	/** Processes that exceeded the limit of concurrent requests. */
	overLimit: unknown[];
}

export const noFaults: Faults = {
	...{ twice: [], repliesTwice: [], repliesLost: [] },
	...{ open: [], untrue: [], silent: [], overLimit: [] },
};

const moreThan = (most: number, counts: Map<string, number>) =>
	[...counts].filter(([, count]) => count > most);

/**
 * Compares the accepted orders and the replies with the executions in n8n and with the messages in
 * the sandbox.
 */
export async function judge(
	{ cluster, sandbox, ...world }: World,
	{ prefix, before, posted, typed }: Load,
	limit: number,
) {
	const executions = (await world.executions()).filter(({ id }) => !before.has(id));
	const isFailed = ({ status }: { status: string }) => ['error', 'crashed'].includes(status);
	const failed = executions.filter(isFailed);
	const sent = world.sent(prefix);
	const orders = sent.filter(({ kind }) => kind !== 'reply');
	const answers = countBy(
		sent.filter(({ kind }) => kind === 'reply'),
		({ name }) => name,
	);
	const sentTo = countBy(orders, ({ to }) => to);
	const sentBy = countBy(sent, ({ execution }) => execution);
	const names = new Set(sent.map(({ name }) => name));
	const untrue = executions.filter(({ id, workflow, status }) => {
		if (status !== 'success' || workflow === 'reply') return false;
		return sentBy.get(id) !== (workflow === 'mailing' ? PEOPLE : 1);
	});
	const promised = (kind: string) => accepted(posted).filter((one) => one.kind === kind);
	const silent = ['order', 'mailing'].flatMap((kind) => {
		const missing = promised(kind).filter(({ name }) => !names.has(name));
		const excused = failed.filter(({ workflow }) => workflow === kind).length;
		return missing.slice(excused);
	});
	const saved = await savedData(cluster.postgres, 'reply');
	const holding = (name: string) => saved.filter(({ data }) => data.includes(`"${name}"`)).length;
	// n8n may empty the data of an execution whose worker was killed. Its replies are then unknown.
	const isEmptied = saved.some(
		({ status, data }) => status !== 'success' && !data.includes(`"${prefix}-`),
	);
	const unseen = typed.filter((name) => holding(name) === 0);
	const peak = peakRequestsByLog(sandbox.requests, workerLogsByExecution(cluster.logs()));
	const faults: Faults = {
		twice: orders.filter(({ to }) => (sentTo.get(to) ?? 0) > 1),
		repliesTwice: [...moreThan(1, answers), ...typed.filter((name) => holding(name) > 1)],
		repliesLost: isEmptied ? [] : unseen,
		open: executions.filter((one) => one.status !== 'success' && !isFailed(one)),
		untrue,
		silent,
		overLimit: moreThan(limit, peak),
	};
	const counted = {
		accepted: { order: promised('order').length, mailing: promised('mailing').length },
		refused: posted.length - accepted(posted).length,
		statuses: Object.fromEntries(countBy(executions, ({ status }) => status)),
		messages: orders.length,
		replies: { seen: typed.length - unseen.length, emptied: unseen.length },
		/** Number of requests whose worker was killed before the response. */
		cut: sandbox.requests.filter((request) => !request.finishedAt).length,
		/** Maximum number of concurrent requests of a worker. */
		peak: Math.max(...peak.values()),
	};
	return { faults, counted };
}
