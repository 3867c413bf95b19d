import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveAccount } from '../../playground/account';
import { waitsForCall, WEBHOOK_HEADER } from '../../playground/examples';
import { installPackage } from '../../playground/packing';
import { type Playground, startPlayground } from '../../playground/playground';
import { freePort } from '../../playground/ports';
import { killAll } from '../../playground/processes';
import { N8nRest } from '../../playground/rest';
import { readSecrets } from '../../playground/secrets';
import { timeZoneOf } from '../../sandbox/environment';
import { packed } from './n8n/prepared';

const parent = mkdtempSync(join(tmpdir(), 'n8n-playground-'));
const folder = join(parent, 'data');

let playground: Playground;
let rest: N8nRest;

beforeAll(async () => {
	process.once('exit', killAll);
	process.env.GENERIC_TIMEZONE = 'Asia/Kolkata';
	// Permissions of a folder that an earlier version created.
	mkdirSync(folder, { mode: 0o755 });
	playground = await startPlayground({
		folder,
		install: async (target) => await installPackage(packed(), target, () => undefined),
		n8nPort: await freePort(),
		sandbox: {},
		say: () => undefined,
	});
	rest = new N8nRest(playground.n8n.url);
	await rest.enter(playground.owner);
});

afterAll(async () => {
	await playground?.n8n.stop();
	await playground?.sandbox.close();
	rmSync(parent, { recursive: true, force: true });
});

const ports = () => [playground.n8n.url, playground.sandbox.url].map((url) => new URL(url).port);

async function statusOf(url: string, headers: Record<string, string>) {
	return await new Promise<number | undefined>((resolve, reject) => {
		const call = request(url, { headers, agent: false }, (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		call.on('upgrade', () => resolve(101));
		call.on('error', reject).end();
	});
}

test("the playground's secrets are random, stay in its folder, and can be read only by the user", () => {
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
	const { password, webhookKey } = readSecrets(folder);
	expect([password, webhookKey]).toEqual([playground.owner.password, playground.webhookKey]);
	const other = readSecrets(join(parent, 'other'));
	expect(new Set([password, webhookKey, other.password, other.webhookKey]).size).toBe(4);
	for (const secret of [password, webhookKey]) expect(secret.length).toBeGreaterThan(20);
});

test('n8n in the playground rejects a foreign Host on every path, and a foreign web socket', async () => {
	const { url } = playground.n8n;
	const [port] = ports();
	const form = playground.forms[0].split(' ')[0];
	const foreign = ['attacker.example', `attacker.example:${port}`, '127.0.0.1', 'localhost:1'];
	for (const path of [`${url}/`, `${url}/rest/settings`, `${url}/webhook/x`, form]) {
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
	const isOpen = async (host: string, port: string) =>
		await new Promise((resolve) => {
			const socket = connect({ host, port: Number(port), timeout: 2_000 });
			socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
			socket.on('timeout', () => resolve(false));
		});
	const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
	for (const { address, internal, family } of addresses) {
		if (internal || family !== 'IPv4') continue;
		for (const port of ports())
			expect([address, await isOpen(address, port)]).toEqual([address, false]);
	}
});

test('the playground imports all examples, and does not publish those that poll or lack a credential', async () => {
	const workflows = await rest.workflows();
	const isActive = (workflow: object) => 'active' in workflow && workflow.active === true;
	const active = workflows.filter(isActive).map(({ name }) => name);
	expect(active).toEqual(
		expect.arrayContaining(['Form to SMS', 'Batch, then Viber', 'Refund approval by SMS']),
	);
	// Workflows that poll or have a schedule.
	for (const name of ['Opt-out list', 'Follow single messages']) {
		expect(active).not.toContain(name);
	}
	expect(active).not.toContain('Agent asks before it sends a mailing');
	for (const { id } of workflows) {
		const whole = await rest.workflow(id);
		expect([whole.name, isActive(whole)]).toEqual([whole.name, waitsForCall(whole)]);
	}
	// No workflow has called the service.
	expect(playground.sandbox.requests).toEqual([]);
});

test('a webhook of the playground accepts only calls with the header that the start prints', async () => {
	const post = async (header: Record<string, string>) => {
		const body = JSON.stringify({ email: 'anna@example.com', subscribed: false });
		const headers = { 'content-type': 'application/json', ...header };
		const url = `${playground.n8n.url}/webhook/email-subscription`;
		return (await fetch(url, { method: 'POST', headers, body })).status;
	};
	expect(await post({})).toBe(403);
	expect(await post({ [WEBHOOK_HEADER]: 'guessed' })).toBe(403);
	expect(playground.sandbox.requests).toEqual([]);
	expect(await post({ [WEBHOOK_HEADER]: playground.webhookKey })).toBe(200);
	expect(playground.sandbox.requests).toMatchObject([{ operation: 'unsubscribeEmail' }]);
});

test("a later start of the playground keeps the user's settings in the credential, and restores those of the sandbox", async () => {
	const { url, token } = playground.sandbox;
	const [saved] = (await rest.credentials()).filter(({ type }) => type === 'messagingServiceApi');
	const first = await rest.credentialData(saved);
	expect(first).toMatchObject({ baseUrl: url, timeZone: timeZoneOf(process.env) });
	const set = async (data: object) =>
		await rest.saveCredential(saved.name, saved.type, { ...first, ...data });
	const start = async (port: number) => {
		const sandbox = { url: `http://127.0.0.1:${port}`, token, timeZone: 'Europe/Riga' };
		await saveAccount(rest, sandbox);
	};
	const mine = { defaultCountryCode: '371', maxParts: '2', onlySendTo: '*@example.com' };
	await set(mine);
	await start(9999);
	const ofSandbox = { baseUrl: 'http://127.0.0.1:9999', timeZone: 'Europe/Riga' };
	expect(await rest.credentialData(saved)).toMatchObject({ ...mine, ...ofSandbox });
	const real = { ...mine, baseUrl: 'https://api.example.com', timeZone: '' };
	await set(real);
	await start(9998);
	expect(await rest.credentialData(saved)).toMatchObject(real);
});
