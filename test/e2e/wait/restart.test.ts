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
import { TOKEN } from '../n8n/harness';
import { owner } from '../n8n/owner';
import { seeded } from '../operations/step';
import { ended, linksIn, outputOf, publishAsk, respond, saveAccount, start } from './waiting';

/** Nothing is delivered until the clock of the sandbox is moved. */
const PACE = 600_000;

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
	sandbox = await startSandbox({ token: TOKEN, callbackPort: port, paceMs: PACE });
	await startAgain();
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

test('kill -9 while it waits: the link still decides, and nothing is sent again', async () => {
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
});
