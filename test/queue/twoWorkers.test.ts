import { node, PACKAGE } from '../e2e/n8n/workflowDrafts';
import {
	ended,
	linksIn,
	outputOf,
	type Place,
	publishAsk,
	respond,
	start,
} from '../e2e/wait/waiting';
import { untilListening } from '../e2e/n8n/listening';
import { pause, until } from '../support/until';
import type { Name } from './cluster/cluster';
import { publishOnce } from './cluster/workflows';
import { post } from './load';
import { countBy, workerLogsByExecution } from './outcome';
import { startWorld, type World } from './sandboxHarness';

/** Number of waiting executions in each test of responses. */
const WAITS = 10;
/** Number of webhooks that are called twice. */
const PAIRS = Number(process.env.QUEUE_PAIRS || 50);
const ASKED = '37120000091';
const TOLD = '37120000092';
const sender = { __rl: true, mode: 'id', value: '1363' } as const;
const ask = { sender, phone: ASKED, message: 'Refund 40 EUR?' };

let world: World;
beforeAll(async () => {
	world = await startWorld({ N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'false' });
}, 15 * 60_000);
afterAll(async () => await world?.stop(), 60_000);
beforeEach(() => world.sandbox.reset());

/**
 * Starts executions that wait for a response, and then send a second SMS. Returns them with their
 * links.
 */
async function waitingOnes(): Promise<{
	place: Place;
	waits: Array<{ id: string; link: string }>;
}> {
	const { cluster, sandbox, account } = world;
	const place = { rest: cluster.rest(), n8n: { url: cluster.url }, sandbox };
	const tell = node('Tell', `${PACKAGE}.messagingServiceSms`, 400, {
		parameters: { ...ask, phone: TOLD, message: '=Told by {{ $execution.id }}' },
		credentials: { messagingServiceApi: { id: account.id, name: account.name } },
	});
	const workflow = await publishAsk(place, account, 'messagingServiceSms', ask, {}, tell);
	const waits: Array<{ id: string; link: string }> = [];
	for (let count = 0; count < WAITS; count++) {
		const id = await start(place, workflow);
		waits.push({ id, link: linksIn(place).at(-1) ?? '' });
	}
	return { place, waits };
}

/** Asserts one message per recipient, and one continuation per execution. */
function assertSentOnce(waits: Array<{ id: string }>): void {
	const texts = world.sandbox.messages.filter(({ to }) => to === TOLD).map(({ text }) => text);
	expect(texts.sort()).toEqual(waits.map(({ id }) => `Told by ${id}`).sort());
	expect(world.sandbox.deliveriesTo(ASKED)).toBe(WAITS);
	expect(world.sandbox.messages).toHaveLength(2 * WAITS);
}

test('after kill -9 of the worker that sent, a response continues the workflow once', async () => {
	const { cluster } = world;
	const { place, waits } = await waitingOnes();
	await cluster.kill('worker-1');
	await cluster.start('worker-2');
	for (const [index, { link }] of waits.entries()) {
		expect(new URL(link).origin).toBe(cluster.url);
		expect((await fetch(link)).status).toBe(200);
		const page = await respond(link, index % 2 ? 'decline' : 'approve');
		expect(page.status).toBe(200);
		expect(await page.text()).toContain('Thank you');
	}
	for (const [index, { id }] of waits.entries()) {
		const execution = await ended(place, id);
		expect(execution.status).toBe('success');
		const data = { approved: index % 2 === 0, responder: ASKED };
		expect(outputOf(execution)).toMatchObject({ data });
	}
	await world.settled(60);
	assertSentOnce(waits);
	const places = workerLogsByExecution(cluster.logs());
	const last = (name: Name) => cluster.logs(name).slice(-1);
	for (const { id } of waits) {
		expect(places.get(id)).toEqual([...last('worker-1'), ...last('worker-2')]);
	}
});

test('only one of four responses at the same time decides, with two processes', async () => {
	const { cluster } = world;
	const { place, waits } = await waitingOnes();
	const main = cluster.rest().url;
	for (const { id, link } of waits) {
		const atMain = link.replace(cluster.url, main);
		const pages = await Promise.all(
			[atMain, link, atMain, link].map(async (url, index) => {
				const page = await respond(url, index < 2 ? 'approve' : 'decline');
				return { status: page.status, text: await page.text() };
			}),
		);
		const [thanks, ...more] = pages.filter(({ text }) => text.includes('Thank you'));
		expect(more).toEqual([]);
		expect(thanks.status).toBe(200);
		const execution = await ended(place, id);
		expect(execution.status).toBe('success');
		const approved = thanks.text.includes('Approve');
		expect(outputOf(execution)).toMatchObject({ data: { approved, responder: ASKED } });
		for (const { status, text } of pages.filter((one) => one !== thanks)) {
			// This response came after the end of the execution.
			if (text.includes('No action required')) continue;
			const isPage = text.includes('Already decided');
			if (isPage) expect(text).toContain(approved ? 'Approve' : 'Decline');
			else expect(JSON.parse(text)).toMatchObject({ message: expect.any(String) as string });
			expect(isPage ? [409] : [409, 500]).toContain(status);
		}
		for (const url of [atMain, link]) {
			expect(await (await respond(url, 'decline')).text()).toContain('No action required');
		}
	}
	await world.settled(60);
	await pause(2_000);
	assertSentOnce(waits);
});

test('two workers send a key at most twice at the same time, and once one after the other', async () => {
	const { cluster, account } = world;
	await cluster.start('worker-1');
	await publishOnce(cluster.rest(), account);
	await untilListening(cluster.url, 'once');
	const call = async (name: string) => await post(cluster.url, 'once', { name, phone: TOLD });
	const counts = (prefix: string) => [
		...countBy(world.sent(prefix), ({ name }) => name).values(),
	];
	for (let pair = 0; pair < PAIRS; pair++) {
		const name = `pair-${pair}.`;
		expect(await Promise.all([call(name), call(name)])).toEqual([200, 200]);
		await until(`${name} is sent`, 60, () => world.sent(name).length > 0);
	}
	await world.settled(120);
	expect(counts('pair-')).toHaveLength(PAIRS);
	expect(Math.max(...counts('pair-'))).toBeLessThanOrEqual(2);
	const twice = counts('pair-').filter((count) => count === 2).length;
	process.stdout.write(`Sent twice: ${twice} of ${PAIRS}\n`);
	for (const name of ['later-1.', 'later-1.', 'later-1.', 'later-2.', 'later-2.']) {
		expect(await call(name)).toBe(200);
		await world.settled(60);
	}
	expect(counts('later-')).toEqual([1, 1]);
}, 1_800_000);
