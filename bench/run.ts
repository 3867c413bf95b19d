import type { Contender, Job } from './cases';
import { hasHttpRequest } from './httpRequest';
import { measure, startServer } from './processes';
import { type Row, writeCore } from './report';

const sizes = (process.argv[2] ?? '100,1000,10000,100000').split(',').map(Number);
const jobs = (process.argv[3] ?? 'single,batch,import').split(',') as Job[];
/** A request per item takes minutes beyond. */
const MOST_SINGLE = 10_000;
/** The quickest of so many counts: what else the machine does can only add time. */
const rounds = (size: number) => (size <= 1_000 ? 3 : size <= 10_000 ? 2 : 1);

const contenders: Contender[] = ['ours', 'httpRequest', 'minimal', 'bare'];

/** The HTTP Request node and the minimal one have no batch: a single message each is their way. */
const does = (job: Job, contender: Contender, size: number): boolean => {
	const onePerItem = job === 'single' || ['httpRequest', 'minimal'].includes(contender);
	if (job === 'batch' && ['httpRequest', 'minimal'].includes(contender)) return false;
	return !onePerItem || size <= MOST_SINGLE;
};

async function main(): Promise<void> {
	const server = await startServer();
	const rows: Row[] = [];
	if (!hasHttpRequest) {
		console.log('Without the HTTP Request node: it comes with the playground (npm start).');
	}
	try {
		for (const job of jobs) {
			for (const size of sizes) {
				for (const contender of contenders) {
					if (!does(job, contender, size)) continue;
					if (contender === 'httpRequest' && !hasHttpRequest) continue;
					rows.push(await row(job, contender, size));
				}
			}
		}
	} finally {
		server.stop();
	}
	writeCore(rows);

	async function row(job: Job, contender: Contender, size: number): Promise<Row> {
		let best: Row | undefined;
		for (let round = 0; round < rounds(size); round++) {
			const { url: baseUrl, token } = server;
			const task = { job, contender, size, baseUrl, token };
			const measured = await measure(task, server.reset);
			const { requests, messages, people, contacts } = await server.count();
			const reached = job === 'import' ? contacts : people;
			const twice = job !== 'import' && messages !== people;
			if (reached !== size || twice) {
				throw new Error(`${job} ${contender} ${size}: reached ${reached} (${messages})`);
			}
			if (!best || measured.milliseconds < best.milliseconds) {
				best = { job, contender, size, requests, ...measured };
			}
		}
		if (!best) throw new Error('no round');
		const { milliseconds, requests, peakBytes, heldBytes } = best;
		const each = ((milliseconds * 1000) / size).toFixed(1);
		const memory = `${Math.round(peakBytes / size)} B peak, ${Math.round((heldBytes ?? 0) / size)} B held`;
		console.log(`${job} ${contender} ${size}: ${each} µs, ${requests} requests, ${memory}`);
		return best;
	}
}

void main().then(
	() => process.exit(0),
	(error: Error) => {
		console.error(error.message);
		process.exit(1);
	},
);
