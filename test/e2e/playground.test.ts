import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

import { saveAccount } from '../../playground/account';
import { isDraft, n8nData } from '../../playground/data/draft';
import { waitsForCall, WEBHOOK_HEADER } from '../../playground/examples';
import { installPackage } from '../../playground/packing';
import { type Playground, startPlayground } from '../../playground/playground';
import { freePort } from '../../playground/ports';
import { killAll } from '../../playground/processes';
import { N8nRest } from '../../playground/rest';
import { readSecrets } from '../../playground/secrets';
import { timeZoneOf } from '../../sandbox/environment';
import { until } from '../support/until';
import { formUrl, submit, visit } from './browser/forms';
import { packed } from './n8n/prepared';
import { startBrowser } from './n8n/harness';
import { next, node } from './n8n/workflowDrafts';

const parent = mkdtempSync(join(tmpdir(), 'n8n-playground-'));
const folder = join(parent, 'data');

let playground: Playground;
let rest: N8nRest;
/** Output of the previous start, during which the machine crashed. */
let interrupted: string;

const begin = async () =>
	await startPlayground({
		folder,
		install: async (target) => await installPackage(packed(), target, () => undefined),
		n8nPort: await freePort(),
		sandbox: {},
		say: () => undefined,
	});

/** Ends a first start as a crash does, while n8n makes its database. */
async function interrupt(): Promise<void> {
	const outcome = begin().then(
		() => 'n8n was ready before the crash',
		(error: Error) => error.message,
	);
	const database = join(n8nData(folder), 'database.sqlite');
	await until('n8n makes its database', 120, () => existsSync(database));
	killAll();
	interrupted = await outcome;
	writeFileSync(join(n8nData(folder), 'of-the-interrupted-start'), '');
}

beforeAll(async () => {
	process.once('exit', killAll);
	process.env.GENERIC_TIMEZONE = 'Asia/Kolkata';
	// As an earlier version left it.
	mkdirSync(folder, { mode: 0o755 });
	await interrupt();
	playground = await begin();
	rest = new N8nRest(playground.n8n.url);
	await rest.enter(playground.owner);
});

afterAll(async () => {
	await playground?.n8n.stop();
	await playground?.sandbox.close();
	rmSync(parent, { recursive: true, force: true });
});

const ports = () => [playground.n8n.url, playground.sandbox.url].map((url) => new URL(url).port);

async function statusOf(url: string, headers: Record<string, string>, method = 'GET') {
	return await new Promise<number | undefined>((resolve, reject) => {
		const call = request(url, { method, headers, agent: false }, (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		call.on('upgrade', () => resolve(101));
		call.on('error', reject).end();
	});
}

test('a first start that was interrupted leaves nothing to the next one', () => {
	expect(interrupted).toContain('n8n start did not get ready');
	expect(interrupted).toMatch(/Start it again\. The next start begins with a new database\.$/);
	expect(existsSync(join(n8nData(folder), 'of-the-interrupted-start'))).toBe(false);
	// From now on its data stays.
	expect(existsSync(join(n8nData(folder), 'database.sqlite'))).toBe(true);
	expect(isDraft(folder)).toBe(false);
});

test('the secrets are random, stay with the folder, and only the user can read them', () => {
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
	const { password, webhookKey } = readSecrets(folder);
	expect([password, webhookKey]).toEqual([playground.owner.password, playground.webhookKey]);
	const other = readSecrets(join(parent, 'other'));
	expect(new Set([password, webhookKey, other.password, other.webhookKey]).size).toBe(4);
	for (const secret of [password, webhookKey]) expect(secret.length).toBeGreaterThan(20);
});

test('n8n rejects a foreign Host on every path, and a foreign web socket', async () => {
	const { url } = playground.n8n;
	const [port] = ports();
	const form = playground.forms[0].split(' ')[0];
	const paths = [`${url}/`, `${url}/rest/settings`, `${url}/webhook/x`, `${url}/healthz`, form];
	const foreign = ['attacker.example', `attacker.example:${port}`, '127.0.0.1', 'localhost:1'];
	for (const path of paths) {
		for (const host of foreign) {
			expect([path, host, await statusOf(path, { host })]).toEqual([path, host, 403]);
		}
		for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
			expect(await statusOf(path, { host: `${host}:${port}` })).not.toBe(403);
		}
	}
	const socket = {
		...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
		'sec-websocket-key': Buffer.alloc(16).toString('base64'),
	};
	const push = `${url}/rest/push?pushRef=x`;
	await expect(statusOf(push, { ...socket, host: foreign[1] })).rejects.toThrow('hang up');
	expect(await statusOf(push, { ...socket, origin: url })).toBeGreaterThan(100);
});

test('n8n and the sandbox listen on loopback only', async () => {
	const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
	for (const { address } of addresses.filter(
		({ internal, family }) => !internal && family === 'IPv4',
	)) {
		for (const port of ports()) {
			const open = await new Promise((resolve) => {
				const socket = connect({ host: address, port: Number(port), timeout: 2_000 });
				socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
				socket.on('timeout', () => resolve(false));
			});
			expect([address, open]).toEqual([address, false]);
		}
	}
});

test('all examples are there, and those that poll or lack a credential are not published', async () => {
	const workflows = await rest.workflows();
	const isActive = (workflow: object) => 'active' in workflow && workflow.active === true;
	const active = workflows.filter(isActive).map(({ name }) => name);
	expect(workflows.length).toBeGreaterThanOrEqual(12);
	expect(active).toContain('Form to SMS');
	expect(active).toContain('Batch, then Viber');
	expect(active).not.toContain('Viber reply to answer');
	// It has a webhook, and a trigger that polls.
	expect(active).not.toContain('Opt-out list');
	// It has a webhook, and a schedule.
	expect(active).not.toContain('Follow single messages');
	// It needs a credential of OpenAI.
	expect(active).not.toContain('Agent asks before it sends a mailing');
	expect(active).toContain('Refund approval by SMS');
	for (const { id } of workflows) {
		const whole = await rest.workflow(id);
		expect([whole.name, isActive(whole)]).toEqual([whole.name, waitsForCall(whole)]);
	}
	// No trigger asks for anything.
	expect(playground.sandbox.requests).toEqual([]);
});

test('a webhook takes calls with the header that the start shows, and no others', async () => {
	const url = `${playground.n8n.url}/webhook/email-subscription`;
	const post = async (headers: Record<string, string>) => {
		const body = JSON.stringify({ email: 'anna@example.com', subscribed: false });
		const all = { 'content-type': 'application/json', ...headers };
		return (await fetch(url, { method: 'POST', headers: all, body })).status;
	};
	expect(await post({})).toBe(403);
	expect(await post({ [WEBHOOK_HEADER]: 'guessed' })).toBe(403);
	expect(playground.sandbox.requests).toEqual([]);
	expect(await post({ [WEBHOOK_HEADER]: playground.webhookKey })).toBe(200);
	expect(playground.sandbox.requests).toMatchObject([{ operation: 'unsubscribeEmail' }]);
});

test('a later start keeps what a user has set in the credential, and sets what is of the sandbox', async () => {
	const { url, token } = playground.sandbox;
	const [saved] = (await rest.credentials()).filter(({ type }) => type === 'messagingServiceApi');
	const first = await rest.credentialData(saved);
	expect(first).toMatchObject({ baseUrl: url, timeZone: timeZoneOf(process.env) });
	const own = { defaultCountryCode: '371', maxParts: '2', onlySendTo: '*@example.com' };
	await rest.saveCredential(saved.name, saved.type, { ...first, ...own });
	const start = async (port: number) =>
		await saveAccount(rest, {
			...{ url: `http://127.0.0.1:${port}`, token, timeZone: 'Europe/Riga' },
		});
	await start(9999);
	const sandbox = { baseUrl: 'http://127.0.0.1:9999', timeZone: 'Europe/Riga' };
	expect(await rest.credentialData(saved)).toMatchObject({ ...own, ...sandbox });
	const other = { ...own, baseUrl: 'https://api.example.com', timeZone: '' };
	await rest.saveCredential(saved.name, saved.type, { ...first, ...other });
	await start(9998);
	expect(await rest.credentialData(saved)).toMatchObject(other);
	await rest.saveCredential(saved.name, saved.type, { ...first, token });
});

test('"in two hours", from a form, is in two hours in the sandbox', async () => {
	const account = (await rest.credentials()).find(
		({ name }) => name === 'Messaging Service account',
	);
	const formFields = { values: [{ fieldLabel: 'Email' }] };
	const workflow = await rest.createWorkflow({
		name: 'Reminder',
		nodes: [
			node('Form', 'n8n-nodes-base.formTrigger', 0, {
				typeVersion: 2.3,
				webhookId: 'reminder',
				parameters: { formTitle: 'Reminder', formFields, options: {} },
			}),
			node('Remind', 'n8n-nodes-messaging-service.messagingServiceEmail', 200, {
				parameters: {
					...{ resource: 'message', operation: 'send', senderEmail: 'shop@example.com' },
					...{ email: '={{ $json.Email }}', subject: 'Reminder', message: 'Hello' },
					options: { scheduleTime: '={{ $now.plus({ hours: 2 }) }}' },
				},
				credentials: {
					messagingServiceApi: {
						id: account?.id ?? '',
						name: 'Messaging Service account',
					},
				},
			}),
		],
		connections: { Form: next('Remind') },
	});
	await rest.activate(workflow);
	const browser = await startBrowser();
	const started = Date.now();
	try {
		const page = await visit(browser, formUrl(playground.n8n.url, workflow, 'Form'));
		await submit(page, { Email: 'anna@example.com' });
		await page.getByText('Your response has been recorded').waitFor();
	} finally {
		await browser.close();
	}
	const [execution] = await rest.executions(workflow.id);
	expect((await rest.finished(execution.id)).data.resultData.error?.message).toBeUndefined();
	const [{ to, scheduledAt }] = playground.sandbox.scheduled;
	expect(to).toBe('anna@example.com');
	// Whole minutes: the API knows no seconds here.
	const inTwoHours = started + 2 * 60 * 60_000;
	expect(scheduledAt).toBeGreaterThan(inTwoHours - 60_000);
	expect(scheduledAt).toBeLessThan(inTwoHours + 60_000);
});
