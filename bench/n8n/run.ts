/** Measures the time of the node in the real n8n. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { installN8n } from '../../playground/install';
import { startN8n } from '../../playground/n8n';
import { assertLoaded, installPackage, packPackage } from '../../playground/packing';
import { freePort } from '../../playground/ports';
import { killAll } from '../../playground/processes';
import { N8nRest, type SavedCredential } from '../../playground/rest';
import { type Contender, type Job, nodeCase, people } from '../cases';
import { installMinimal, MINIMAL } from './minimalPackage';
import { quickest } from '../quickest';
import { type Row, writeInN8n } from '../report';
import { startServer } from '../processes';

type Node = Exclude<Contender, 'bare'>;

const ROUNDS = 5;
const runs: Array<[job: Job, size: number, contenders: Node[]]> = [
	['single', 1_000, ['ours', 'httpRequest', 'minimal']],
	['single', 10_000, ['ours']],
	['batch', 1_000, ['ours']],
	['batch', 10_000, ['ours']],
	['import', 1_000, ['ours', 'httpRequest', 'minimal']],
	['import', 10_000, ['ours']],
];

const owner = { email: 'b@bench.example', firstName: 'B', lastName: 'B', password: 'Benchmark1' };
const node = (name: string, type: string, more: Partial<INode>): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [name === 'Start' ? 0 : 200, 0],
	parameters: {},
	...more,
});

/** Resident memory of a process, in bytes. */
const residentOf = (pid: number): number =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
	process.once('exit', () => {
		killAll();
		rmSync(folder, { recursive: true, force: true });
	});
	await installN8n(console.log);
	await installPackage(await packPackage(folder, console.log), folder, console.log);
	installMinimal(folder);
	const server = await startServer();
	const env = { EXECUTIONS_DATA_PRUNE: 'false', N8N_PAYLOAD_SIZE_MAX: '200' };
	const n8n = await startN8n({ userFolder: folder, port: await freePort(), env });
	const rest = new N8nRest(n8n.url);
	await rest.enter(owner);
	await assertLoaded(rest, n8n.log);
	const data = { baseUrl: server.url, token: server.token };
	const credential = await rest.saveCredential('Bench', 'messagingServiceApi', data);
	const rows: Row[] = [];
	for (const [job, size, contenders] of runs) {
		const grown: Partial<Record<Contender, number>> = {};
		const best = await quickest(contenders, ROUNDS, async (contender) => {
			const row = await measure(job, contender, size);
			grown[contender] = Math.max(row.peakBytes, grown[contender] ?? 0);
			return row;
		});
		rows.push(...best.map((row) => ({ ...row, peakBytes: grown[row.contender] ?? 0 })));
	}
	await n8n.stop();
	server.stop();
	writeInN8n(rows, ROUNDS);

	async function measure(job: Job, contender: Node, size: number): Promise<Row> {
		await server.reset();
		const residentBefore = residentOf(n8n.pid);
		let peak = residentBefore;
		const watch = setInterval(() => (peak = Math.max(peak, residentOf(n8n.pid))), 10);
		const { milliseconds, items } = await run(job, contender, people(size));
		clearInterval(watch);
		const { requests, messages, people: reached, contacts } = await server.count();
		const got = job === 'import' ? contacts : reached;
		if (got !== size || (job !== 'import' && messages !== got) || items === 0) {
			throw new Error(`${job} ${contender} ${size}: reached ${got} (${messages})`);
		}
		console.log(`${job} ${contender} ${size}: ${((milliseconds * 1000) / size).toFixed(1)} µs`);
		return { job, contender, size, requests, milliseconds, peakBytes: peak - residentBefore };
	}

	/** Runs one manual execution with the input pinned to its trigger. */
	async function run(job: Job, contender: Node, input: IDataObject[]) {
		const tested = nodeOf(job, contender, credential);
		const workflow = await rest.createWorkflow({
			name: `${job} ${contender}`,
			nodes: [node('Start', 'n8n-nodes-base.manualTrigger', {}), tested],
			connections: { Start: { main: [[{ node: 'Tested', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
			pinData: { Start: input.map((json) => ({ json })) },
		});
		const { data } = await rest.run(workflow, 'Start', 'Tested');
		const [result] = data.resultData.runData.Tested ?? [];
		if (data.resultData.error) throw data.resultData.error;
		return { milliseconds: result.executionTime, items: result.data?.main[0]?.length ?? 0 };
	}

	function nodeOf(job: Job, contender: Node, { id, name }: SavedCredential): INode {
		const { type, version, parameters } = nodeCase(job, contender, server.url, MINIMAL);
		const credentials = { messagingServiceApi: { id, name } };
		return node('Tested', type, { typeVersion: version, parameters, credentials });
	}
}

void main().then(
	() => process.exit(0),
	(error: Error) => {
		console.error(error.message, error.cause ?? '');
		process.exit(1);
	},
);
