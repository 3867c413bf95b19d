import { machine, versionIn, writeSection } from '../../bench/section';
import type { Persistence } from './cluster/redis';

/** Measurements and counts of a run. */
export interface Figures {
	/** Orders a second with one worker, and with two. */
	rates: [number, number];
	trouble: Trouble;
	crashes: Record<Persistence, { orders: number; twice: number }>;
}

export interface Trouble {
	seconds: number;
	/** Seconds from the start at which each thing happened. */
	times: Record<string, number>;
	/** Calls of the webhooks: answered with 200, and all others. */
	accepted: Record<'order' | 'mailing', number>;
	refused: number;
	/** Number of rejected calls that were sent anyway. */
	refusedButSent: number;
	/** Number of executions by status. */
	statuses: Record<string, number>;
	/** SMS that the sandbox counted, the answers to replies aside. */
	messages: number;
	/** People who got more than one of them. */
	twice: number;
	/** Executions that say success and did not send all. */
	untrue: number;
	/** Executions that do not report success, and messages that they sent anyway. */
	failed: { executions: number; messages: number };
	/** Given out in one execution, and in one whose data n8n has emptied. */
	replies: { seen: number; emptied: number };
	/** Requests whose worker was killed before the answer. */
	cut: number;
	/** The most sends at one time: of a worker, and of all together. */
	peak: { worker: number; all: number };
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

function trouble(run: Trouble): string[] {
	const { accepted, refused, refusedButSent, statuses, messages, failed, replies, cut, peak } =
		run;
	const happened = Object.entries(run.times).map(([what, at]) => `${what} after ${at} s`);
	const ended = Object.entries(statuses).map(([status, n]) => `${whole(n)} ${status}`);
	return [
		`- Calls that the webhook process accepted: ${whole(accepted.order)} orders of one SMS, ${whole(accepted.mailing)} batches of 1,000`,
		`- Calls that it rejected, seen by the caller; of these, sent anyway: ${whole(refused)}; ${refusedButSent}`,
		`- Meanwhile: ${happened.join(', ')}`,
		`- All ended after: ${whole(run.seconds)} s`,
		`- How the executions ended: ${ended.join(', ')}`,
		`- SMS that the service counted: ${whole(messages)}`,
		`- Recipients who got two: ${run.twice}`,
		`- Executions that say success and did not send all: ${run.untrue}`,
		`- Executions that failed, and what they had sent anyway: ${whole(failed.executions)}, ${whole(failed.messages)} SMS`,
		`- Sends interrupted by the kill: ${whole(cut)}`,
		`- Viber replies seen in exactly one execution; unknown, because n8n emptied a failed execution: ${whole(replies.seen)}; ${replies.emptied}`,
		`- Most sends at one time: ${peak.worker} by a worker, ${peak.all} by both`,
	];
}

/** Writes the figures into docs/development/queue-mode.md. */
export function writeFigures({ rates: [one, two], crashes, ...run }: Figures): void {
	const n8n = versionIn('playground/node_modules/n8n/package.json');
	const text = [
		`Measured on ${machine()}, n8n ${n8n}: one main process, one webhook process, two workers (\`--concurrency=20\`), Redis, PostgreSQL and the sandbox, on one machine that other work shared.`,
		[
			`- Orders (webhook to SMS) a second, one worker: ${one.toFixed(1)}`,
			`- The same, two workers: ${two.toFixed(1)} (${(two / one).toFixed(2)} times)`,
			...trouble(run.trouble),
			`- Redis with \`appendonly yes\` killed (kill -9) while ${crashes.appendonly.orders} orders are sent, recipients who got two: ${crashes.appendonly.twice}`,
			`- The same, Redis with snapshots only: **${crashes.snapshots.twice}**`,
		].join('\n'),
		'Repeat it with `npm run bench -- queue`, which writes this section. `NIGHTLY=1 npm run test:queue` is the same with fewer orders.',
	].join('\n\n');
	writeSection(
		{ page: 'development/queue-mode.md', name: 'queue', title: 'What was measured' },
		text,
	);
}

/**
 * Writes the number of duplicates from two workers when the same webhook is called twice at the same time.
 */
export function writeOnceFigures({ pairs, twice }: { pairs: number; twice: number }): void {
	const n8n = versionIn('playground/node_modules/n8n/package.json');
	const text = `Measured on ${machine()}, n8n ${n8n}, with two workers: the same webhook was called twice at the same time, ${whole(pairs)} times. The step had the option **Send Once Per Key**. It sent **${twice} of ${whole(pairs)}** messages twice, and none three times. Of calls one after the other it sent each message once.`;
	const section = {
		page: 'development/queue-mode.md',
		name: 'once',
		title: 'Send Once Per Key with two workers',
	};
	writeSection(section, text);
}
