import { readFileSync } from 'node:fs';
import type { SavedCredential } from '../../../playground/rest';
import { byId } from '../agents/toolDrafts';
import { limitUntil } from '../../support/limitWaitTime';
import { pause } from '../../support/until';
import { startWorld, TOKEN, type World } from '../n8n/harness';
import { seeded } from '../operations/step';
import { ended, linksIn, outputOf, publishAsk, respond, saveAccount, start } from './waiting';

const PHONE = '37120000091';
const OTHER = '37120000092';
const plain = { sender: byId(seeded.alphaname), phone: PHONE, message: 'Refund 40 EUR?' };

let world: World;
let account: SavedCredential;
/** Length of the log of earlier files, which forge links. */
let logged: number;

beforeAll(async () => {
	world = await startWorld();
	logged = readFileSync(world.n8n.log).length;
	account = await saveAccount(world);
});

afterAll(async () => await world?.stop());

beforeEach(() => world.sandbox.reset());

/** An execution that waits, and its link. */
async function ask(
	parameters: Parameters<typeof publishAsk>[3] = {},
	type = 'messagingServiceSms',
) {
	const workflow = await publishAsk(world, account, type, { ...plain, ...parameters });
	const id = await start(world, workflow, { order: 7 });
	return { id, workflow, link: linksIn(world)[0] };
}

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

test.each(['signed', 'short'])(
	'a POST to a %s link decides, and GET and HEAD only show it',
	async (linkStyle) => {
		const { id, link } = await ask({ options: { linkStyle } });
		for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'GET']) await fetch(link, { method });
		const shown = await fetch(link);
		expect(shown.status).toBe(200);
		expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox allow-forms;/);
		expect(await shown.text()).toContain('Refund 40 EUR?');
		expect((await respond(link, 'maybe')).status).toBe(400);
		expect((await world.rest.finished(id)).status).toBe('waiting');
		const taken = await respond(link, 'approve');
		expect(taken.status).toBe(200);
		const thanks = await taken.text();
		expect(thanks).toContain('Approve');
		// n8n replaces the policy in the header of this page, but not the one in the page.
		expect(taken.headers.get('content-security-policy')).toMatch(/^sandbox /);
		expect(thanks).toContain('content="default-src &#39;none&#39;;');
		expect(taken.headers.get('referrer-policy')).toBe('no-referrer');
		const execution = await ended(world, id);
		expect(execution.status).toBe('success');
		expect(outputOf(execution)).toMatchObject({
			body: { order: 7 },
			phone: PHONE,
			sms_id: expect.any(Number) as number,
			data: { approved: true, respondedAt: ISO, responder: PHONE },
		});
		// n8n's own page, or its own error: it does not ask the node any more.
		for (const used of [await fetch(link), await respond(link, 'decline')]) {
			const text = await used.text();
			const isSigned = linkStyle === 'signed';
			expect(used.status).toBe(isSigned ? 200 : 409);
			expect(text).toContain(isSigned ? 'No action required' : 'has finished already');
		}
		expect(world.sandbox.messages).toHaveLength(1);
	},
);

test('forged, changed, shortened and foreign links decide nothing', async () => {
	const { id, link } = await ask();
	const foreign = await ask();
	const links = [
		link.replace(/signature=../, 'signature=00'),
		link.slice(0, -1),
		link.replace(/r=./, 'r='),
		link.replace(/r=/, 'x=1&r='),
		link.replace(/[?&]signature=[^&]*/, ''),
		link.replace(/\?r=[^&]*&/, '?'),
		link.replace(`/${id}/`, `/${foreign.id}/`),
		link.replace(/\/Ask\?/, '?'),
	];
	for (const changed of links) {
		expect([401, 404]).toContain((await respond(changed, 'approve')).status);
	}
	for (const one of [id, foreign.id]) {
		expect((await world.rest.finished(one)).status).toBe('waiting');
	}
});

test('the code of another recipient makes a short link invalid only for n8n or for the node', async () => {
	const phone = `${PHONE}, ${OTHER}`;
	const { id, link } = await ask({ phone, options: { linkStyle: 'short' } });
	const changed = link.replace(/r=[\w-]{16}/, 'r=AAAAAAAAAAAAAAAA');
	expect((await respond(changed, 'approve')).status).toBe(404);
	expect((await respond(linksIn(world)[1], 'decline')).status).toBe(200);
	expect(outputOf(await ended(world, id))).toMatchObject({
		data: { approved: false, responder: OTHER },
	});
});

test('of four responses at the same time one decides, and the others are told', async () => {
	const { id, link } = await ask();
	const pages = await Promise.all(
		['approve', 'decline', 'approve', 'decline'].map(async (one) => {
			const response = await respond(link, one);
			return { status: response.status, text: await response.text() };
		}),
	);
	// One that comes after the execution has ended gets a page of n8n's own, with status 200.
	const ofNode = pages.filter(({ text }) => !text.includes('No action required'));
	const [first, ...others] = ofNode.sort((a, b) => a.status - b.status);
	expect(first.status).toBe(200);
	for (const { status } of others) expect(status).toBe(409);
	const approved = first.text.includes('Approve');
	const execution = await ended(world, id);
	expect(outputOf(execution)).toMatchObject({ data: { approved } });
	expect(execution.data.resultData.runData.Ask).toHaveLength(1);
});

test('at the time limit the workflow continues with an output of its own', async () => {
	const { id, link } = await ask(limitUntil("={{ $now.plus(6, 'seconds') }}"));
	await pause(6_000);
	const late = await respond(link, 'approve');
	expect(late.status).toBeGreaterThanOrEqual(400);
	const output = outputOf(await ended(world, id, 100_000));
	expect(output).toMatchObject({
		body: { order: 7 },
		data: { approved: false, timedOut: true, respondedAt: null },
	});
}, 150_000);

test('a Viber message has a button for a link that fits', async () => {
	const sender = byId(seeded.vibername);
	const waits = await publishAsk(world, account, 'messagingServiceViber', {
		...plain,
		sender,
		responseType: 'choice',
		choices: 'Monday\nTuesday',
		options: { linkStyle: 'short' },
	});
	const id = await start(world, waits);
	const form = world.sandbox.requests.at(-1)?.fields ?? {};
	expect(form).toMatchObject({ type_message: 'BUTTON', message: plain.message });
	expect(form.button_link.length).toBeLessThanOrEqual(150);
	expect((await respond(form.button_link, '1')).status).toBe(200);
	expect(outputOf(await ended(world, id))).toMatchObject({ data: { choice: 'Tuesday' } });
});

test('no log has a link or the token', () => {
	const log = readFileSync(world.n8n.log).subarray(logged).toString();
	expect(log).toContain('waiting-webhook');
	expect(log).not.toContain(TOKEN);
	expect(log).not.toMatch(/webhook-waiting\/\S+signature=/);
});
