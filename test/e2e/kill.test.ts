import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { readExample } from '../../playground/examples';
import { type N8n, startN8n, headless } from '../../playground/n8n';
import { freePort } from '../../playground/ports';
import { killAll } from '../../playground/processes';
import { N8nRest, type SavedCredential, type SavedWorkflow } from '../../playground/rest';
import { type FaultKind, type Sandbox, startSandbox } from '../../sandbox';
import { pause, until } from '../support/until';
import { viberMailing } from './n8n/account';
import { copyUserFolder } from './n8n/prepared';
import { outputsOf } from './n8n/executions';
import { callWebhook, oftenPolling, toPeople } from './n8n/workflowDrafts';
import { byId } from './operations/step';
import { owner } from './n8n/owner';

import { ended, outputOf, publishAsk, respond, start as startAsk } from './wait/waiting';

/** A unique text, so that a search finds every copy of the token. */
const TOKEN = 'kill-TOKEN-7f3a91c2';
const WRONG_TOKEN = 'wrong-TOKEN-55d0e8b4';
const TEXT = 'Text that no log may show';
const PEOPLE = 500;
const phoneOf = (n: number) => String(380501000000 + n);
/** The recipient of the message with a link. */
const ASKED = '37120000093';
const VIBER_READER = '37120000002';
/** The first reader has already got today's response. */
const OTHER_READER = '37120000001';

let folder: string;
let port: number;
let sandbox: Sandbox;
let n8n: N8n;
let rest: N8nRest;
let starts = 0;

/** Starts n8n in the same folder with the most verbose log level. */
async function start(): Promise<void> {
	const log = join(folder, `n8n-${++starts}.log`);
	const env = { ...headless, N8N_LOG_LEVEL: 'debug' };
	n8n = await startN8n({ userFolder: folder, port, log, env });
	rest = new N8nRest(n8n.url);
	await rest.logIn(owner);
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

const saveAccount = async (name: string, token = TOKEN) =>
	await rest.saveCredential(name, 'messagingServiceApi', { baseUrl: sandbox.url, token });

/** Publishes a workflow that sends a message to each of the people in a webhook call. */
async function publish(path: string, account: SavedCredential, more: IDataObject = {}) {
	const single = { resource: 'message', message: '={{ $json.text }}', ...more };
	return await rest.activate(await rest.createWorkflow(toPeople(path, account, single)));
}

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ phone: phoneOf(n), text: TEXT }));

const startRun = async (path: string, count: number) =>
	await callWebhook(n8n.url, path, { people: people(count) });

/** Returns the newest execution of a workflow after its end. */
async function endedRun({ id }: SavedWorkflow): Promise<{ id: string; status: string }> {
	let latest = { id: '', status: '' };
	await until('the execution ends', 120, async () => {
		[latest] = await rest.executions(id);
		return latest && !['new', 'running'].includes(latest.status);
	});
	return latest;
}

const asked = (operation: string) =>
	sandbox.requests.filter((request) => request.operation === operation).length;

test.each<[string, string, FaultKind | undefined]>([
	['a rejected token (401)', WRONG_TOKEN, undefined],
	['a token that the service repeats', TOKEN, 'echo-token'],
	['a server error (500)', TOKEN, '500'],
	['a cut connection', TOKEN, 'cut'],
])('an execution that fails with %s is saved as failed', async (_, token, kind) => {
	if (kind) sandbox.fault({ kind, operation: 'sendQuickSMS' });
	const path = `fails-${kind}`;
	const workflow = await publish(path, await saveAccount(path, token));
	await startRun(path, 1);
	expect((await endedRun(workflow)).status).toBe('error');
	sandbox.clearFaults();
});

describe('kill -9 of n8n', () => {
	let account: SavedCredential;
	let mailing: SavedWorkflow;
	let begun: number;
	/** Waits for the final status of a batch. */
	let batch: SavedWorkflow;
	/** The ID of an execution that waits for a response. */
	let wait: string;
	let link: string;
	let answering: SavedWorkflow;

	const isRead = (text: string) =>
		sandbox.replies.some((reply) => reply.text === text && reply.read);

	/** Waits until the trigger has handled a reply. Returns a function that sends another reply. */
	async function startTrigger(): Promise<() => void> {
		const id = await viberMailing(sandbox);
		const draft = readExample('viber-reply-answer.json', account);
		answering = await rest.activate(await rest.createWorkflow(oftenPolling(draft)));
		await until('the first poll', 120, () => asked('getNewIncomingMessages') > 0);
		await pause(1_000);
		sandbox.reply(VIBER_READER, 'Before', id);
		await until('the reply is read', 120, () => isRead('Before'));
		return () => sandbox.reply(OTHER_READER, 'While you were away', id);
	}

	async function startWait(): Promise<void> {
		const parameters = { sender: byId('1363'), phone: ASKED, message: TEXT };
		const ask = await publishAsk({ n8n, rest }, account, 'messagingServiceSms', parameters);
		wait = await startAsk({ n8n, rest, sandbox }, ask);
		const { text } = sandbox.messages.find(({ to }) => to === ASKED)!;
		[link] = /https?:\S+/.exec(text)!;
	}

	async function startBatch(): Promise<void> {
		batch = await publish('batch', account, {
			...{ resource: 'batch', mailingName: 'Sale' },
			options: { waitForFinalStatus: 900, sendOnceKey: '={{ $json.phone }}' },
		});
		sandbox.fault({ kind: '500', operation: 'statusBulkSms', times: 'forever' });
		await startRun('batch', 3);
		await until('a status was asked for', 120, () => asked('statusBulkSms') > 0);
	}

	async function startMailing(): Promise<void> {
		mailing = await publish('mailing', account);
		const before = asked('sendQuickSMS');
		const slow = { kind: 'slow', times: 'forever', delayMs: 100 } as const;
		sandbox.fault({ ...slow, operation: 'sendQuickSMS' });
		await startRun('mailing', PEOPLE);
		await until('some are sent', 120, () => asked('sendQuickSMS') - before >= 100);
	}

	beforeAll(async () => {
		sandbox.reset();
		account = await saveAccount('Account');
		const reply = await startTrigger();
		await startWait();
		await startBatch();
		await startMailing();
		await n8n.kill();
		begun = asked('sendQuickSMS');
		reply();
		await start();
		sandbox.clearFaults();
	});

	test('in the middle of 500 messages sends none twice and shows the run as crashed', async () => {
		expect(['crashed', 'error']).toContain((await endedRun(mailing)).status);
		// Time in which n8n could wrongly resume an execution.
		await pause(5_000);
		expect(asked('sendQuickSMS')).toBe(begun);
		// Skips the recipients of the batch, who received the batch, too.
		const deliveries = people(PEOPLE)
			.slice(3)
			.map(({ phone }) => sandbox.deliveriesTo(phone));
		expect(Math.max(...deliveries)).toBe(1);
		expect(Math.min(...deliveries)).toBe(0);
		expect(deliveries.filter((count) => count === 1).length).toBeGreaterThanOrEqual(90);
		expect(await rest.executions(mailing.id)).toHaveLength(1);
	});

	test('while a step waits does not break the link, and nothing is sent again', async () => {
		expect((await fetch(link)).status).toBe(200);
		expect((await respond(link, 'approve')).status).toBe(200);
		expect(outputOf(await ended({ rest }, wait))).toMatchObject({ data: { approved: true } });
		expect(sandbox.deliveriesTo(ASKED)).toBe(1);
	});

	test('while a batch waits for statuses keeps its UUIDs in the log, and a later run sends nothing again', async () => {
		const log = readFileSync(join(folder, 'n8n-1.log'), 'utf8');
		expect(log).toMatch(/Send: sent .*[\da-f]{8}-[\da-f]{4}/);
		const before = asked('sendBulkSms');
		await startRun('batch', 3);
		const isTwo = async () => (await rest.executions(batch.id)).length === 2;
		await until('a second run', 120, isTwo);
		const run = await rest.finished((await endedRun(batch)).id);
		expect(outputsOf(run, 'Send').map((one) => [one.is_sent, one.reason])).toEqual(
			people(3).map(() => [false, 'already sent']),
		);
		expect(asked('sendBulkSms')).toBe(before);
	});

	test('between two polls of the trigger neither loses nor repeats an event', async () => {
		await until('it is read', 120, () => isRead('While you were away'));
		// Waits for another poll, which returns nothing.
		const polls = asked('getViberMessages');
		await until('the next poll', 120, () => asked('getViberMessages') > polls);
		await pause(2_000);
		const answers = sandbox.messages.filter(
			({ operation }) => operation === 'sendQuickViberMessage',
		);
		expect(answers.map(({ to, text }) => [to, /"(.*)"/.exec(text)?.[1]])).toEqual([
			[VIBER_READER, 'Before'],
			[OTHER_READER, 'While you were away'],
		]);
		expect(sandbox.replies.map(({ read }) => read)).toEqual([true, true]);
		await rest.deactivate(answering);
	});
});

/** Lists the files of n8n, except packages. */
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
	// Proves that the search works in the database and in the log.
	expect(holding(TEXT, database)).not.toEqual([]);
	expect(holding('Send', log)).not.toEqual([]);
	for (const secret of [TOKEN, WRONG_TOKEN, encodeURIComponent(TOKEN)]) {
		expect(holding(secret, files)).toEqual([]);
	}
	expect(holding(TEXT, log)).toEqual([]);
	expect(log.filter((file) => /38050100\d{4}/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
