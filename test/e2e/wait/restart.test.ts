import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type N8n, startN8n } from '../../../playground/n8n';
import { freePort } from '../../../playground/ports';
import { killAll } from '../../../playground/processes';
import { N8nRest } from '../../../playground/rest';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { isNightly } from '../../support/thorough';
import { byId } from '../agents/toolDrafts';
import { copyUserFolder } from '../n8n/prepared';
import { TOKEN } from '../n8n/harness';
import { untilListening } from '../n8n/listening';
import { owner } from '../n8n/owner';
import { next, node, split, webhook } from '../n8n/workflowDrafts';
import { seeded } from '../operations/step';
import {
	ended,
	linksIn,
	outputOf,
	PACKAGE,
	publishAsk,
	respond,
	saveAccount,
	start,
} from './waiting';

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

/** Of the execution's data in n8n's database. */
const bytesOf = async (id: string): Promise<number> =>
	JSON.stringify((await rest.finished(id)).data).length;

/** A published workflow: people → a batch that waits for its result. */
async function publishBatch(recipientsPerRequest: number) {
	const path = `batch-${recipientsPerRequest}`;
	const { id, name } = await saveAccount({ rest, sandbox });
	const batch = node('Ask', `${PACKAGE}.messagingServiceSms`, 400, {
		parameters: {
			resource: 'batch',
			operation: 'send',
			sender: byId(seeded.alphaname),
			mailingName: 'Sale',
			phone: '={{ $json.phone }}',
			message: 'Hi',
			waitForResult: true,
			limitWaitTime: false,
			options: { recipientsPerRequest },
		},
		credentials: { messagingServiceApi: { id, name } },
	});
	const begin = { ...webhook(path), parameters: { ...webhook(path).parameters, options: {} } };
	const workflow = await rest.createWorkflow({
		name: path,
		nodes: [begin, split, batch],
		connections: { Webhook: next('Split'), Split: next('Ask') },
		settings: { executionOrder: 'v1' },
	});
	await rest.activate(workflow);
	await untilListening(n8n.url, path);
	return { workflow, path };
}

const call = async (url: string) => (await fetch(url, { method: 'POST' })).status;

test.each([[6, 2], ...(isNightly ? [[1_000, 1_000]] : [])])(
	'kill -9 while a batch of %i waits: the calls after it end the wait, and nothing is sent again',
	async (count, recipientsPerRequest) => {
		sandbox.reset();
		sandbox.callbacks({ times: 0 });
		const phones = Array.from({ length: count }, (_, n) => String(37120100000 + n));
		const people = phones.map((phone) => ({ phone }));
		const id = await start({ n8n, rest, sandbox }, await publishBatch(recipientsPerRequest), {
			people,
		});
		const stored = await bytesOf(id);
		const [first, ...others] = sandbox.requests.flatMap(
			({ json }) => (json as { callback_url?: string } | undefined)?.callback_url ?? [],
		);
		expect(others).toHaveLength(count / recipientsPerRequest - 1);
		sandbox.advance(1_000);
		// Of several calls, n8n forgets the one before it is killed.
		if (others.length > 0) expect(await call(first)).toBe(200);
		await n8n.kill();
		await startAgain();
		for (const url of others) expect(await call(url)).toBe(200);
		expect((await rest.finished(id)).status).toBe('waiting');
		sandbox.advance(PACE);
		const began = Date.now();
		expect(await call(others.at(-1) ?? first)).toBe(200);
		const called = Date.now();
		const execution = await ended({ rest }, id);
		expect(execution.status).toBe('success');
		const items = execution.data.resultData.runData.Ask.at(-1)?.data?.main[0] ?? [];
		expect(items.map(({ json }) => [json.phone, json.is_delivered])).toEqual(
			phones.map((phone) => [phone, true]),
		);
		expect(Math.max(...phones.map((phone) => sandbox.deliveriesTo(phone)))).toBe(1);
		const figures = { count, bytes: stored / count, call: called - began };
		process.stdout.write(`${JSON.stringify({ ...figures, after: Date.now() - called })}\n`);
	},
);
