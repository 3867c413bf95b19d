import { dirname } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { readExample } from '../../playground/examples';
import { type N8n, startN8n } from '../../playground/n8n';
import { freePort } from '../../playground/ports';
import { killAll } from '../../playground/processes';
import { N8nRest, type SavedCredential, type SavedWorkflow } from '../../playground/rest';
import { pause, until } from '../support/until';
import { Editor } from './browser/editor';
import { openPage } from './browser/page';
import { viberMailing } from './n8n/account';
import { startBrowser, startOwnWorld, TOKEN, type World } from './n8n/harness';
import { owner } from './n8n/owner';
import { screenshot } from './screenshots/screenshot';

const ANNA = '37120000001';
const BRUNO = '37120000002';
const QUESTION = 'Are you open on Sunday?';

let world: World;
let browser: Browser;
let n8n: N8n;
let rest: N8nRest;
let credential: SavedCredential;
let answering: SavedWorkflow;
let mailing: number;

beforeAll(async () => {
	const own = await startOwnWorld({ paceMs: 200, undeliverable: [BRUNO] });
	world = own;
	({ n8n, rest } = own);
	credential = await rest.saveCredential('Sandbox', 'messagingServiceApi', {
		baseUrl: world.sandbox.url,
		token: TOKEN,
	});
	browser = await startBrowser();
});

afterAll(async () => {
	await browser?.close();
	await n8n?.stop();
	await world?.stop();
});

const SEVERAL = ['One', 'Two', 'Three'];

const asked = (operation: string) =>
	world.sandbox.requests.filter((request) => request.operation === operation).length;

/** Publishes an example, and waits until its trigger has seen what there is (`reads` the mailing). */
async function published(file: string, reads: string): Promise<SavedWorkflow> {
	const before = asked(reads);
	const workflow = await rest.createWorkflow(readExample(file, credential));
	const active = await rest.activate(workflow);
	await until('the first poll', 120, () => asked(reads) > before);
	await pause(1_000);
	return active;
}

async function ended({ id }: SavedWorkflow) {
	const all = await rest.executions(id);
	return await Promise.all(all.map(async (one) => await rest.finished(one.id)));
}

const isRead = (text: string) =>
	world.sandbox.replies.some((reply) => reply.text === text && reply.read);

/** As the recipient, on the sandbox's inbox page. */
async function answerOnPage(text: string): Promise<Page> {
	const page = await openPage(browser);
	await page.goto(world.sandbox.url);
	await page.locator(`[data-testid="conversation"][data-recipient="${ANNA}"]`).click();
	await page.locator('[data-testid="reply-text"]').fill(text);
	await page.locator('[data-testid="reply-send"]').click();
	return page;
}

test("a recipient's reply starts one execution, gets a response and is marked as read", async () => {
	mailing = await viberMailing(world.sandbox);
	world.sandbox.reply(ANNA, 'From before', mailing);
	answering = await published('viber-reply-answer.json', 'getNewIncomingMessages');
	const page = await answerOnPage(QUESTION);
	await until('it is read', 120, () => isRead(QUESTION));
	await page.getByText(`We have your message: "${QUESTION}"`).first().waitFor();
	await screenshot(page, 'sandbox-reply-answered');
	const executions = await ended(answering);
	expect(executions.map(({ status }) => status)).toEqual(['success']);
	const [{ data }] = executions[0].data.resultData.runData['Viber Reply'];
	expect(data?.main[0]?.map(({ json }) => json)).toEqual([
		expect.objectContaining({ phone: ANNA, message: QUESTION, message_id: mailing }),
	]);
	expect(isRead('From before')).toBe(false);
});

test("the trigger's test in the editor shows the latest reply", async () => {
	const page = await openPage(browser);
	const editor = new Editor(page, n8n.url);
	await editor.logIn(owner);
	await editor.openWorkflow(answering.id);
	await editor.openNode('Viber Reply');
	await page.getByRole('button', { name: 'Fetch Test Event' }).first().click();
	await page.locator('[data-test-id="output-panel"]').getByText(ANNA).first().waitFor();
	await screenshot(page, 'editor-trigger');
	expect(await ended(answering)).toHaveLength(2);
});

test('a reply whose response fails stays unread, and the others are marked together', async () => {
	const marks = () => asked('readResponseStatus');
	const before = marks();
	const earlier = (await ended(answering)).length;
	world.sandbox.fault({ kind: 'error200', operation: 'sendQuickViberMessage', times: 1 });
	for (const text of SEVERAL) world.sandbox.reply(ANNA, text, mailing);
	await until('two are read', 120, () => SEVERAL.filter(isRead).length === 2);
	await pause(2_000);
	expect(SEVERAL.filter(isRead)).toHaveLength(2);
	const executions = await ended(answering);
	expect(executions.length).toBe(earlier + 1);
	const [{ status, data }] = executions;
	expect(status).toBe('error');
	const failed = data.resultData.runData.Answer[0].data?.main[1] ?? [];
	expect(failed.map(({ json }) => json.is_sent)).toEqual([false]);
	const { id } = failed[0].json;
	expect(data.resultData.error?.message).toBe(`Replies without a response: ${id}`);
	expect(marks()).toBe(before + 1);
});

test('kill -9 between two polls neither loses nor repeats an event', async () => {
	const before = world.sandbox.messages.length;
	killAll();
	await n8n.ended;
	world.sandbox.reply(ANNA, 'While you were away', mailing);
	n8n = await startN8n({ userFolder: dirname(world.n8n.log), port: await freePort() });
	rest = new N8nRest(n8n.url);
	await rest.enter(owner);
	await until('it is read', 120, () => isRead('While you were away'));
	// One more poll, which has nothing to say.
	const asked = () =>
		world.sandbox.requests.filter((one) => one.operation === 'getViberMessages');
	const polls = asked().length;
	await until('the next poll', 120, () => asked().length > polls);
	await pause(2_000);
	const answers = world.sandbox.messages.slice(before);
	expect(answers.map(({ to, text }) => [to, text.includes('While you were away')])).toEqual([
		[ANNA, true],
	]);
	const others = world.sandbox.replies.filter(({ text }) => !SEVERAL.includes(text));
	expect(others.map(({ text, read }) => [text, read])).toEqual([
		['From before', false],
		[QUESTION, true],
		['While you were away', true],
	]);
	await rest.deactivate(answering);
});

test('a recipient that Viber does not reach gets one SMS', async () => {
	const workflow = await published('viber-not-delivered-sms.json', 'getViberDeliveryList');
	await viberMailing(world.sandbox);
	const texts = () => world.sandbox.messages.filter(({ channel }) => channel === 'sms');
	await until('an SMS', 120, () => texts().length > 0);
	expect(texts().map(({ to }) => to)).toEqual([BRUNO]);
	expect((await ended(workflow)).map(({ status }) => status)).toEqual(['success']);
	await rest.deactivate(workflow);
});
