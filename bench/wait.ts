/** How soon a batch with Wait for Result goes on in the real n8n, and what its execution stores. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n } from '../playground/install';
import { startN8n } from '../playground/n8n';
import { installPackage, packPackage } from '../playground/packing';
import { freePort } from '../playground/ports';
import { killAll } from '../playground/processes';
import { N8nRest, type SavedCredential } from '../playground/rest';
import { type Sandbox, startSandbox } from '../sandbox';
import { next, node } from '../test/e2e/n8n/workflowDrafts';
import { until } from '../test/support/until';
import { machine, versionIn, writeSection } from './section';

/** Recipients, and those of one request. */
const SIZES: Array<[recipients: number, each: number]> = [
	[1_000, 10_000],
	[10_000, 10_000],
	[50_000, 10_000],
];
const TOKEN = 'bench-token';
const owner = { email: 'b@bench.example', firstName: 'B', lastName: 'B', password: 'Benchmark1' };

interface Figures {
	/** From the last call to the next step, if each call waits for the response to the one before. */
	inTurn: number;
	/** The same, if all calls come at the same time. */
	together: number;
	/** Bytes of the execution, for each recipient, that Wait for Result adds while it waits. */
	grown: number;
}

interface World {
	rest: N8nRest;
	sandbox: Sandbox;
	account: SavedCredential;
}

/** @param more of the step */
async function run({ rest, account }: World, [recipients, each]: [number, number], more: object) {
	const jsCode = `return Array.from({ length: ${recipients} }, (_, index) => ({ json: { phone: String(37120000000 + index) } }));`;
	const code = { typeVersion: 2, parameters: { jsCode } };
	const workflow = await rest.createWorkflow({
		name: 'Wait for Result',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 0, {}),
			node('People', 'n8n-nodes-base.code', 200, code),
			node('Batch', 'n8n-nodes-messaging-service.messagingServiceSms', 400, {
				parameters: {
					resource: 'batch',
					operation: 'send',
					sender: { __rl: true, mode: 'id', value: '1363' },
					mailingName: 'Bench',
					phone: '={{ $json.phone }}',
					message: 'Half price',
					options: { recipientsPerRequest: each },
					...more,
				},
				credentials: { messagingServiceApi: { id: account.id, name: account.name } },
			}),
			node('After', 'n8n-nodes-base.noOp', 600, {}),
		],
		connections: { Start: next('People'), People: next('Batch'), Batch: next('After') },
		settings: { executionOrder: 'v1' },
	});
	const { id, status } = await rest.run(workflow, 'Start', 'After');
	return { id, status, workflow };
}

/** What n8n has stored of an execution. */
async function bytesOf({ rest }: World, id: string): Promise<number> {
	const url = `${rest.url}/rest/executions/${id}`;
	const response = await fetch(url, { headers: { cookie: rest.session } });
	return ((await response.json()) as { data: { data: string } }).data.data.length;
}

/** Milliseconds from the last call to the beginning of the next step. */
async function resumeTime(world: World, size: [number, number], together: boolean) {
	const { rest, sandbox } = world;
	sandbox.reset();
	sandbox.callbacks({ times: 0 });
	const wait = { waitForResult: true, limitWaitTime: false };
	const waiting = await run(world, size, wait);
	if (waiting.status !== 'waiting') throw new Error(`The execution is ${waiting.status}.`);
	const bytes = await bytesOf(world, waiting.id);
	sandbox.advance(1_500);
	const calls = sandbox.requests.flatMap(
		({ json }) => (json as { callback_url?: string } | undefined)?.callback_url ?? [],
	);
	let last = 0;
	const call = async (url: string) => {
		last = Date.now();
		const { status } = await fetch(url, { method: 'POST' });
		if (status !== 200) throw new Error(`A call was answered with ${status}.`);
	};
	if (together) await Promise.all(calls.map(call));
	else for (const url of calls) await call(url);
	// The list has no data: reading it would keep n8n busy.
	await until('it has ended', 300, async () => {
		const [{ status }] = await rest.executions(waiting.workflow.id);
		return !['running', 'waiting'].includes(status);
	});
	const { data } = await rest.finished(waiting.id);
	const [after] = data.resultData.runData.After;
	const phones = new Set((after.data?.main[0] ?? []).map(({ json }) => json.phone));
	const [recipients] = size;
	const isOnce = sandbox.messages.length === recipients && phones.size === recipients;
	if (!isOnce) throw new Error(`${sandbox.messages.length} sent, ${phones.size} came out.`);
	return { milliseconds: after.startTime - last, bytes };
}

async function measure(world: World, size: [number, number]): Promise<Figures> {
	world.sandbox.reset();
	world.sandbox.callbacks({ times: 0 });
	const { id } = await run(world, size, { callbackUrl: 'https://example.com/done' });
	const usual = await bytesOf(world, id);
	const inTurn = await resumeTime(world, size, false);
	const together = await resumeTime(world, size, true);
	return {
		inTurn: inTurn.milliseconds,
		together: together.milliseconds,
		grown: (inTurn.bytes - usual) / size[0],
	};
}

const count = (value: number) => Math.round(value).toLocaleString('en');

function write(rows: Array<{ size: [number, number]; figures: Figures }>): void {
	const n8n = versionIn('playground/node_modules/n8n/package.json');
	const text = [
		`A batch of SMS with **Wait for Result** on ${machine()} that other work shared, n8n ${n8n} with SQLite. The time is from the last call of the service to the next step, measured once. The growth is what n8n stores of a waiting execution more than of the same batch that does not wait. Each recipient was sent to once, and came out once.`,
		[
			'| Recipients | Requests | One call after the other | All calls together | Growth for each recipient |',
			'| --: | --: | --: | --: | --: |',
			...rows.map(({ size: [recipients, each], figures: { inTurn, together, grown } }) => {
				const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
				const requests = count(Math.ceil(recipients / each));
				return `| ${count(recipients)} | ${requests} | ${seconds(inTurn)} | ${seconds(together)} | ${grown.toFixed(1)} B |`;
			}),
		].join('\n'),
		'n8n reads the whole execution for each call, before the step is asked, and again before it goes on: its input and what the steps before have returned. That is nearly all of the time. Repeat it with `npm run bench -- wait` after `npm run build`.',
	].join('\n\n');
	writeSection(
		{ page: 'development/performance.md', name: 'bench-wait', title: 'Wait for Result' },
		text,
	);
}

async function main(): Promise<void> {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
	process.once('exit', () => {
		killAll();
		rmSync(userFolder, { recursive: true, force: true });
	});
	await installN8n(console.log);
	await installPackage(await packPackage(userFolder, console.log), userFolder, console.log);
	// The calls of the service are made here, and before anything is delivered.
	const sandbox = await startSandbox({ token: TOKEN, clock: 'manual', batchDelayMs: 1_000 });
	const n8n = await startN8n({ userFolder, port: await freePort() });
	const rest = new N8nRest(n8n.url);
	await rest.enter(owner);
	const data = { baseUrl: sandbox.url, token: TOKEN };
	const account = await rest.saveCredential('Bench', 'messagingServiceApi', data);
	const rows = [];
	for (const size of SIZES) {
		const figures = await measure({ rest, sandbox, account }, size);
		console.log(size, figures);
		rows.push({ size, figures });
	}
	await n8n.stop();
	await sandbox.close();
	write(rows);
}

void main().then(
	() => process.exit(0),
	(error: Error) => {
		console.error(error.message);
		process.exit(1);
	},
);
