import type { Trouble } from './figures';
import { accepted, PEOPLE, type Posted } from './load';
import { countBy, peaks, ranOn, savedData } from './outcome';
import type { World } from './sandboxHarness';

/** Load and disturbances of a run. */
export interface Load {
	/** Begins the names of its orders and replies. */
	prefix: string;
	/** IDs of the executions that were there before. */
	before: Set<string>;
	posted: Posted[];
	/** Texts of the Viber replies. */
	typed: string[];
}

/** Faults that must not occur, with their places. */
export interface Faults {
	/** SMS of orders and batches to phones that got more than one. */
	twice: string[];
	/** Replies that were answered more than once, or given out in more than one execution. */
	repliesTwice: string[];
	/** Replies given out in no execution. */
	repliesLost: string[];
	/** Executions with neither success nor a failure. */
	open: string[];
	/** Executions that say success, but sent another number of SMS than they were to. */
	untrue: string[];
	/** Orders and batches that were accepted, but neither sent nor among the failed executions. */
	silent: string[];
	/** Processes that sent more at a time than they may. */
	overLimit: string[];
}

export const noFaults: Faults = {
	twice: [],
	repliesTwice: [],
	repliesLost: [],
	open: [],
	untrue: [],
	silent: [],
	overLimit: [],
};

type Counted = Omit<Trouble, 'seconds' | 'times'>;

const moreThan = (most: number, counts: Map<string, number>): string[] =>
	[...counts].filter(([, n]) => n > most).map(([what, n]) => `${what}: ${n}`);

/** Compares what was asked for, what n8n says, and what the service counted. */
export async function judge(
	{ cluster, sandbox, ...world }: World,
	{ prefix, before, posted, typed }: Load,
	limit: number,
): Promise<{ faults: Faults; counted: Counted }> {
	const executions = (await world.executions()).filter(({ id }) => !before.has(id));
	const failed = executions.filter(({ status }) => ['error', 'crashed'].includes(status));
	const isFailed = new Set(failed.map(({ id }) => id));
	const sent = world.sent(prefix);
	const answers = sent.filter(({ kind }) => kind === 'reply');
	const orders = sent.filter(({ kind }) => kind !== 'reply');
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
		return missing.map(({ name }) => name).slice(excused);
	});

	const saved = await savedData(cluster.postgres, 'reply');
	const holding = (name: string) => saved.filter(({ data }) => data.includes(`"${name}"`)).length;
	// n8n may empty the data of an execution whose worker has gone: which replies it had is unknown.
	const emptied = saved.some(
		({ status, data }) => status !== 'success' && !data.includes(`"${prefix}-`),
	);
	const unseen = typed.filter((name) => holding(name) === 0);
	const peak = peaks(sandbox.requests, ranOn(cluster.logs()));
	const all = peak.get('all') ?? 0;
	peak.delete('all');

	const list = (some: typeof executions) => some.map((one) => Object.values(one).join(' '));
	const faults: Faults = {
		twice: orders
			.filter(({ to }) => (sentTo.get(to) ?? 0) > 1)
			.map((one) => Object.values(one).join(' ')),
		repliesTwice: [
			...moreThan(
				1,
				countBy(answers, ({ name }) => name),
			),
			...typed.filter((name) => holding(name) > 1),
		],
		repliesLost: emptied ? [] : unseen,
		open: list(
			executions.filter(({ id, status }) => status !== 'success' && !isFailed.has(id)),
		),
		untrue: list(untrue),
		silent,
		overLimit: moreThan(limit, peak),
	};
	return {
		faults,
		counted: {
			accepted: { order: promised('order').length, mailing: promised('mailing').length },
			refused: posted.length - accepted(posted).length,
			refusedButSent: posted.filter((one) => one.status !== 200 && names.has(one.name))
				.length,
			statuses: Object.fromEntries(countBy(executions, ({ status }) => status)),
			messages: orders.length,
			twice: [...sentTo.values()].filter((n) => n > 1).length,
			untrue: faults.untrue.length,
			failed: {
				executions: failed.length,
				messages: sent.filter(({ execution }) => isFailed.has(execution)).length,
			},
			replies: { seen: typed.length - unseen.length, emptied: unseen.length },
			cut: sandbox.requests.filter((one) => !one.finishedAt).length,
			peak: { worker: Math.max(...peak.values()), all },
		},
	};
}
