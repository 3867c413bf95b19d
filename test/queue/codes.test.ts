import type { INodeParameters } from 'n8n-workflow';
import { next, node, webhook } from '../e2e/n8n/workflowDrafts';
import { untilListening } from '../e2e/n8n/listening';
import { startWorld, type World } from './sandboxHarness';

/** Number of codes, and of concurrent guesses for each code. */
const CODES = Number(process.env.QUEUE_CODES || 10);
const GUESSES = 10;
const phone = '37120000031';

let world: World;
beforeAll(async () => {
	world = await startWorld();
	await world.cluster.start('worker-2');
	const own = { phone, generateCode: false, code: '482915' };
	await publish('send', { operation: 'sendTelegram', ...own });
	await publish('check', {
		operation: 'check',
		token: '={{ $json.body.token }}',
		phone,
		code: '={{ $json.body.code }}',
	});
	await untilListening(world.cluster.url, 'send', 'check');
}, 15 * 60_000);
afterAll(async () => await world?.stop(), 60_000);

/** Publishes a workflow that runs an operation of the verification node and returns its item. */
async function publish(path: string, parameters: INodeParameters): Promise<void> {
	const { cluster, account } = world;
	const code = node('Code', 'n8n-nodes-messaging-service.messagingServiceVerification', 200, {
		parameters: { resource: 'code', ...parameters },
		credentials: { messagingServiceApi: { id: account.id, name: account.name } },
	});
	const start = webhook(path, 'lastNode');
	start.parameters = { ...start.parameters, responseData: 'firstEntryJson' };
	const workflow = await cluster.rest().createWorkflow({
		name: path,
		nodes: [start, code],
		connections: { Webhook: next('Code') },
		settings: { executionOrder: 'v1' },
	});
	await cluster.rest().activate(workflow);
}

async function call(path: string, body: object): Promise<Record<string, unknown>> {
	const response = await fetch(`${world.cluster.url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	// n8n's database can reject a concurrent first use of its row by two workers.
	if (path === 'check' && response.status === 500) return { reason: 'error' };
	expect(response.status).toBe(200);
	return (await response.json()) as Record<string, unknown>;
}

test('two workers reject further guesses of a code after ten at the same time', async () => {
	const judged: number[] = [];
	let used = 0;
	let errors = 0;
	for (let count = 0; count < CODES; count++) {
		const { token } = await call('send', {});
		const guess = async (code: string) => (await call('check', { token, code })).reason;
		const wrong = Array.from({ length: GUESSES }, (_, number) => `10000${number}`);
		const reasons = await Promise.all(wrong.map(guess));
		judged.push(reasons.filter((reason) => reason === 'wrong').length);
		errors += reasons.filter((reason) => reason === 'error').length;
		// Two workers may have counted several guesses as one, so that guesses are left.
		for (let tries = 0; tries < 5 && (await guess('100000')) === 'wrong'; tries++)
			judged[count]++;
		// The other worker may have saved a code without tries as used.
		const right = await guess('482915');
		expect(['too many tries', 'used']).toContain(right);
		if (right === 'used') used++;
	}
	process.stdout.write(
		`Guesses judged: ${judged.join(', ')}; left as used: ${used}; errors: ${errors}\n`,
	);
	expect(Math.max(...judged)).toBeLessThanOrEqual(10);
});

test('two workers accept the codes of different recipients at the same time', async () => {
	const sent = Array.from({ length: 20 }, async () => (await call('send', {})).token);
	// Codes that are sent to a phone in the same millisecond have the same token.
	const tokens = [...new Set(await Promise.all(sent))];
	const guess = async (token: unknown) => (await call('check', { token, code: '482915' })).reason;
	const reasons = await Promise.all(tokens.map(guess));
	// After an error of the database, the code stays valid.
	expect(reasons.filter((reason) => reason !== 'error' && reason !== 'ok')).toEqual([]);
	expect(reasons.filter((reason) => reason === 'ok').length).toBeGreaterThan(10);
	for (const [index, token] of tokens.entries()) {
		if (reasons[index] === 'ok') expect(await guess(token)).not.toBe('ok');
	}
});
