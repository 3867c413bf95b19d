import type { Contender, Job } from '../cases';
import { hasHttpRequest } from '../httpRequest';
import { measure, startServer } from '../processes';
import { quickest } from '../quickest';
import { type Row, writeCore } from '../report';

const sizes = (process.argv[2] ?? '1000,10000,100000').split(',').map(Number);
const jobs = (process.argv[3] ?? 'single,latency,batch,import').split(',') as Job[];
/** Maximum size of a job that makes a request per item. Larger jobs would take minutes. */
const MOST_SINGLE = 10_000;
const LATENCY_ITEMS = 1_000;
const LATENCY_MS = 20;
/** The fastest round counts, because other load can only add time. */
const rounds = (size: number) => (size <= 1_000 ? 5 : size <= 10_000 ? 3 : 1);

const contenders: Contender[] = ['ours', 'httpRequest', 'minimal', 'pool', 'bare'];
const oneByOne: Contender[] = ['httpRequest', 'minimal', 'pool'];

/** The HTTP Request node and the minimal node have no batch, so they send single messages. */
const does = (job: Job, contender: Contender, size: number): boolean => {
	if (contender === 'httpRequest' && !hasHttpRequest) return false;
	if (contender === 'pool' && job === 'import') return false;
	if (job === 'batch' && oneByOne.includes(contender)) return false;
	if (job === 'latency') return size === LATENCY_ITEMS;
	const isLimited = oneByOne.includes(contender) || (job === 'single' && contender === 'bare');
	return !isLimited || size <= MOST_SINGLE;
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
				const jobContenders = contenders.filter((contender) => does(job, contender, size));
				const best = await quickest(jobContenders, rounds(size), async (contender) => {
					return await row(job, contender, size);
				});
				best.forEach(tell);
				rows.push(...best);
			}
		}
	} finally {
		server.stop();
	}
	writeCore(rows);

	async function row(job: Job, contender: Contender, size: number): Promise<Row> {
		const { url: baseUrl, token } = server;
		const task = { job, contender, size, baseUrl, token };
		const measured = await measure(task, async () => {
			await server.reset(job === 'latency' ? LATENCY_MS : 0);
		});
		const { requests, messages, people, contacts } = await server.count();
		const reached = job === 'import' ? contacts : people;
		const twice = job !== 'import' && messages !== people;
		if (reached !== size || twice) {
			throw new Error(`${job} ${contender} ${size}: reached ${reached} (${messages})`);
		}
		return { job, contender, size, requests, ...measured };
	}
}

function tell(row: Row): void {
	const { job, contender, size, milliseconds, requests, peakBytes, heldBytes } = row;
	const each = ((milliseconds * 1000) / size).toFixed(1);
	const memory = `${Math.round(peakBytes / size)} B peak, ${Math.round((heldBytes ?? 0) / size)} B held`;
	console.log(`${job} ${contender} ${size}: ${each} µs, ${requests} requests, ${memory}`);
}

void main().then(
	() => process.exit(0),
	(error: Error) => {
		console.error(error.message);
		process.exit(1);
	},
);
