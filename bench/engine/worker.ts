/** Makes one measurement in a separate process, so that measurements share no cache or memory. */
import { startExpressionEngine } from '../../test/support/engine/expressionEngine';
import { bare } from './bare';
import { type Contender, type Job, nodeCase, people } from '../cases';
import { runNode } from './engine';

export interface Task {
	job: Job;
	contender: Contender;
	size: number;
	baseUrl: string;
	token: string;
}

export interface Measured {
	milliseconds: number;
	/** Growth of the process's memory from the loaded input to the peak, in bytes. */
	peakBytes: number;
	/** Memory still in use when the node has ended, in bytes. */
	heldBytes: number;
}

const WARM_UP = 500;

async function measure({ job, contender, size, baseUrl, token }: Task): Promise<Measured> {
	await startExpressionEngine();
	const collect = () => globalThis.gc?.();
	const run = async (count: number, from = 0) => {
		const records = people(count, from);
		if (contender === 'bare') {
			return async () => await bare(job, records, baseUrl, token);
		}
		const nodeSetting = nodeCase(job, contender, baseUrl);
		const items = records.map((json, item) => ({ json, pairedItem: { item } }));
		return async () => await runNode(nodeSetting, items, { baseUrl, token });
	};
	// The warm-up sends to other recipients, because the sandbox counts recipients.
	await (
		await run(WARM_UP, 1_000_000)
	)();
	const timed = await run(size);
	await new Promise((go) => {
		process.once('message', go);
		process.send?.({ ready: true });
	});
	collect();
	const { rss, heapUsed } = process.memoryUsage();
	let peak = rss;
	const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
	const started = process.hrtime.bigint();
	const output = await timed();
	const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
	clearInterval(watch);
	peak = Math.max(peak, process.memoryUsage().rss);
	collect();
	const heldBytes = process.memoryUsage().heapUsed - heapUsed;
	if (contender !== 'bare' && !output) throw new Error('nothing came out');
	return { milliseconds, peakBytes: peak - rss, heldBytes };
}

process.once('message', (task: Task) => {
	measure(task)
		.then((measured) => process.send?.({ measured }))
		.catch((error: Error) => process.send?.({ error: error.message }))
		.finally(() => process.disconnect());
});
