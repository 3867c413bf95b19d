import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';

import { type N8n, startN8n } from '../../playground/n8n';
import { freePort } from '../../playground/ports';
import { killAll } from '../../playground/processes';
import { N8nRest, type SavedWorkflow } from '../../playground/rest';
import { type Sandbox, startSandbox } from '../../sandbox';
import { pause, until } from '../support/until';
import { copyUserFolder } from './n8n/prepared';
import { next, node, split, webhook } from './n8n/workflowDrafts';
import { owner } from './n8n/owner';
import { ended, linksIn, outputOf, publishAsk, respond, start as startAsk } from './wait/waiting';

/** Like nothing else in n8n's files, so that one search finds every place they reached. */
const TOKEN = 'kill-TOKEN-7f3a91c2';
const WRONG_TOKEN = 'wrong-TOKEN-55d0e8b4';
const TEXT = 'Text that no log may show';
const PEOPLE = 500;
const phoneOf = (n: number) => String(380501000000 + n);
const TYPE = 'n8n-nodes-messaging-service.messagingServiceSms';

let folder: string;
let port: number;
let sandbox: Sandbox;
let n8n: N8n;
let rest: N8nRest;
let starts = 0;

/** Starts n8n on the same folder, at the most talkative log level. */
async function start(): Promise<void> {
	const log = join(folder, `n8n-${++starts}.log`);
	const env = { N8N_LOG_LEVEL: 'debug' };
	n8n = await startN8n({ userFolder: folder, port, log, env });
	rest = new N8nRest(n8n.url);
	await rest.enter(owner);
}

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-kill-'));
	process.once('exit', killAll);
	copyUserFolder(folder);
	sandbox = await startSandbox({ token: TOKEN, invalidTokenStatus: 401 });
	port = await freePort();
	await start();
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

/** A trigger, its list of people split into items, and one SMS per item. */
async function createWorkflow(name: string, trigger: INode, token: string): Promise<SavedWorkflow> {
	const data = { baseUrl: sandbox.url, token };
	const saved = await rest.saveCredential(`${name} account`, 'messagingServiceApi', data);
	const { id } = saved;
	const send = node('Send', TYPE, 400, {
		credentials: { messagingServiceApi: { id, name: saved.name } },
		parameters: {
			resource: 'message',
			operation: 'send',
			sender: { __rl: true, mode: 'id', value: '1363' },
			phone: '={{ $json.phone }}',
			message: '={{ $json.text }}',
		},
	});
	return await rest.createWorkflow({
		name,
		nodes: [trigger, split, send],
		connections: { [trigger.name]: next('Split'), Split: next('Send') },
		settings: { executionOrder: 'v1' },
	});
}

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ phone: phoneOf(n), text: TEXT }));

async function startRun(path: string, count: number): Promise<void> {
	const post = async () => {
		const answer = await fetch(`${n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ people: people(count) }),
		});
		return answer.ok;
	};
	await until('the webhook answers', 120, post);
}

/** Ended executions of a workflow, newest first. */
async function endedRun(workflow: SavedWorkflow): Promise<string> {
	let status = '';
	await until('the execution ends', 120, async () => {
		const [latest] = await rest.executions(workflow.id);
		status = latest?.status ?? 'running';
		return !['new', 'running'].includes(status);
	});
	return status;
}

const sends = () => sandbox.requests.filter(({ operation }) => operation === 'sendQuickSMS').length;

const failures: Array<
	[title: string, token: string, fault: 'echo-token' | '500' | 'cut' | undefined]
> = [
	['a rejected token (401)', WRONG_TOKEN, undefined],
	['a token that the service repeats', TOKEN, 'echo-token'],
	['a server error (500)', TOKEN, '500'],
	['a cut connection', TOKEN, 'cut'],
];

test.each(failures)(
	'an execution that fails with %s is saved as failed',
	async (_, token, kind) => {
		if (kind) sandbox.fault({ kind, operation: 'sendQuickSMS' });
		const path = `fails-${failures.findIndex(([, , other]) => other === kind)}`;
		const workflow = await createWorkflow(path, webhook(path), token);
		await rest.activate(workflow);
		await startRun(path, 1);
		expect(await endedRun(workflow)).toBe('error');
		sandbox.clearFaults();
	},
);

test('kill -9 in the middle of 500 messages sends none twice and shows the run as crashed', async () => {
	sandbox.reset();
	const workflow = await createWorkflow('mailing', webhook('mailing'), TOKEN);
	await rest.activate(workflow);
	sandbox.fault({ kind: 'slow', times: 'forever', delayMs: 100, operation: 'sendQuickSMS' });
	await startRun('mailing', PEOPLE);
	await until('some messages are sent', 120, () => sends() >= 100);
	killAll();
	await n8n.ended;
	const begun = sends();
	expect(begun).toBeLessThan(PEOPLE);

	await start();
	expect(['crashed', 'error']).toContain(await endedRun(workflow));
	// n8n starts nothing again by itself.
	await pause(5_000);
	expect(sends()).toBe(begun);
	const deliveries = people(PEOPLE).map(({ phone }) => sandbox.deliveriesTo(phone));
	expect(Math.max(...deliveries)).toBe(1);
	expect(deliveries.filter((count) => count === 1).length).toBeGreaterThanOrEqual(90);
	expect(await rest.executions(workflow.id)).toHaveLength(1);
});

test('kill -9 while it waits: the link still decides, and nothing is sent again', async () => {
	sandbox.reset();
	const data = { baseUrl: sandbox.url, token: TOKEN };
	const account = await rest.saveCredential('Asks', 'messagingServiceApi', data);
	const ask = await publishAsk({ n8n, rest }, account, 'messagingServiceSms', {
		sender: { __rl: true, mode: 'id', value: '1363' },
		phone: phoneOf(0),
		message: TEXT,
	});
	const id = await startAsk({ n8n, rest, sandbox }, ask);
	const [link] = linksIn({ sandbox });
	await n8n.kill();
	await start();
	expect((await fetch(link)).status).toBe(200);
	expect((await respond(link, 'approve')).status).toBe(200);
	const execution = await ended({ rest }, id);
	expect(outputOf(execution)).toMatchObject({ data: { approved: true } });
	expect(sandbox.messages).toHaveLength(1);
});

/** Every file that n8n keeps or writes, our own package aside. */
function filesIn(place: string): string[] {
	return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
		const path = join(place, entry.name);
		if (entry.name === 'node_modules') return [];
		return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
	});
}

test('no file of n8n contains the token, and no log line contains a phone or a text', async () => {
	await n8n.stop();
	const files = filesIn(folder);
	const log = files.filter((file) => file.endsWith('.log'));
	const database = files.filter((file) => file.includes('database.sqlite'));
	expect(log.length).toBeGreaterThanOrEqual(2);
	expect(database.length).toBeGreaterThanOrEqual(1);
	const holding = (wanted: string, among: string[]) =>
		among.filter((file) => readFileSync(file).includes(wanted));
	// The search finds what is there: an execution's data, and the log's own lines.
	expect(holding(TEXT, database)).not.toEqual([]);
	expect(holding('Send', log)).not.toEqual([]);
	for (const secret of [TOKEN, WRONG_TOKEN, encodeURIComponent(TOKEN)]) {
		expect(holding(secret, files)).toEqual([]);
	}
	expect(holding(TEXT, log)).toEqual([]);
	expect(log.filter((file) => /38050100\d{4}/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
