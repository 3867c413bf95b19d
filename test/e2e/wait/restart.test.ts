import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type N8n, startN8n } from '../../../playground/n8n';
import { freePort } from '../../../playground/ports';
import { killAll } from '../../../playground/processes';
import { N8nRest } from '../../../playground/rest';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { byId } from '../agents/toolDrafts';
import { copyUserFolder } from '../n8n/prepared';
import { START_TIMEOUT, TOKEN } from '../n8n/harness';
import { owner } from '../n8n/owner';
import { seeded } from '../operations/step';
import { ended, linksIn, outputOf, publishAsk, respond, saveAccount, start } from './waiting';

let folder: string;
let port: number;
let sandbox: Sandbox;
let n8n: N8n;
let rest: N8nRest;

/** Starts n8n on the same folder and port. */
async function startAgain(): Promise<void> {
	n8n = await startN8n({ userFolder: folder, port });
	rest = new N8nRest(n8n.url);
	await rest.enter(owner);
}

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-wait-'));
	process.once('exit', killAll);
	copyUserFolder(folder);
	port = await freePort();
	sandbox = await startSandbox({ token: TOKEN, callbackPort: port });
	await startAgain();
}, START_TIMEOUT);

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
}, 60_000);

test(
	'kill -9 while it waits: the link still decides, and nothing is sent again',
	async () => {
		const world = { n8n, rest, sandbox };
		const ask = await publishAsk(world, await saveAccount(world), 'messagingServiceSms', {
			sender: byId(seeded.alphaname),
			phone: '37120000097',
			message: 'Refund 40 EUR?',
		});
		const id = await start(world, ask);
		const [link] = linksIn(world);
		await n8n.kill();
		await startAgain();
		expect((await fetch(link)).status).toBe(200);
		expect((await respond(link, 'approve')).status).toBe(200);
		const execution = await ended({ ...world, rest }, id);
		expect(outputOf(execution)).toMatchObject({ data: { approved: true } });
		expect(sandbox.messages).toHaveLength(1);
	},
	START_TIMEOUT,
);

/** Of the execution's data in n8n's database. */
const bytesOf = async (id: string): Promise<number> =>
	JSON.stringify((await rest.finished(id)).data).length;

test.each([
	[6, 2],
	[1_000, 1_000],
])(
	'kill -9 while a batch of %i waits: the calls after it end the wait, and nothing is sent again',
	async (count, recipientsPerRequest) => {
		sandbox.reset();
		sandbox.callbacks({ times: 0 });
		const world = { n8n, rest, sandbox };
		const many = `Array.from({ length: ${count} }, (_, n) => ({ phone: String(37120100000 + n) }))`;
		const published = await publishAsk(world, await saveAccount(world), 'messagingServiceSms', {
			resource: 'batch',
			operation: 'send',
			specifyMailings: 'json',
			mailingsJson: `={{ [{ alphaname_id: '1363', name: 'Sale', message_type: 'bulk', text: 'Hi', delivery_list: ${many}.map((one) => one.phone) }] }}`,
			waitForResult: true,
			limitWaitTime: false,
			options: { recipientsPerRequest },
		});
		const id = await start(world, published);
		const stored = await bytesOf(id);
		const urls = sandbox.requests.flatMap(
			({ json }) => (json as { callback_url?: string } | undefined)?.callback_url ?? [],
		);
		await n8n.kill();
		await startAgain();
		const began = Date.now();
		for (const url of urls) expect((await fetch(url, { method: 'POST' })).status).toBe(200);
		const called = Date.now();
		const execution = await ended({ ...world, rest }, id);
		expect(execution.status).toBe('success');
		const items = execution.data.resultData.runData.Ask.at(-1)?.data?.main[0] ?? [];
		expect(new Set(items.map(({ json }) => json.phone)).size).toBe(count);
		expect(items).toHaveLength(count);
		const figures = { count, bytes: stored / count, call: called - began };
		process.stdout.write(`${JSON.stringify({ ...figures, after: Date.now() - called })}\n`);
	},
	START_TIMEOUT,
);
