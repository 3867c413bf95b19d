import type { Browser, Page } from 'playwright-core';

import { readExample } from '../../playground/examples';
import type { SavedCredential, SavedWorkflow } from '../../playground/rest';
import { pause, until } from '../support/until';
import { openPage } from './browser/page';
import { viberMailing } from './n8n/account';
import { startBrowser, startWorld, type World } from './n8n/harness';
import { oftenPolling } from './n8n/workflowDrafts';
import { screenshot } from './screenshots/screenshot';
import { saveAccount } from './wait/waiting';

const ANNA = '37120000001';
const BRUNO = '37120000002';
const CARLA = '37120000014';
const QUESTION = 'Are you open on Sunday?';

let world: World;
let browser: Browser;
let credential: SavedCredential;
let answering: SavedWorkflow;
let mailing: number;

beforeAll(async () => {
	world = await startWorld({ paceMs: 200, undeliverable: [BRUNO] });
	credential = await saveAccount(world);
	browser = await startBrowser();
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
});

const SEVERAL = { '37120000011': 'One', '37120000012': 'Two', '37120000013': 'Three' };
const written = Object.values(SEVERAL);

const asked = (operation: string) =>
	world.sandbox.requests.filter((request) => request.operation === operation).length;

/** Publishes an example, and waits for the first poll. `reads` is the API operation of the poll. */
async function published(file: string, reads: string): Promise<SavedWorkflow> {
	const before = asked(reads);
	const draft = oftenPolling(readExample(file, credential));
	const active = await world.rest.activate(await world.rest.createWorkflow(draft));
	await until('the first poll', 120, () => asked(reads) > before);
	await pause(1_000);
	return active;
}

async function ended({ id }: SavedWorkflow) {
	const all = await world.rest.executions(id);
	return await Promise.all(all.map(async (one) => await world.rest.finished(one.id)));
}

const isRead = (text: string) =>
	world.sandbox.replies.some((reply) => reply.text === text && reply.read);

/** Replies as the recipient on the sandbox's inbox page. */
async function answerOnPage(text: string): Promise<Page> {
	const page = await openPage(browser);
	await page.goto(world.sandbox.url);
	await page.locator(`[data-testid="conversation"][data-recipient="${ANNA}"]`).click();
	await page.locator('[data-testid="reply-text"]').fill(text);
	await page.locator('[data-testid="reply-send"]').click();
	return page;
}

test("a recipient's reply starts one execution, is answered and is marked as read", async () => {
	mailing = await viberMailing(world.sandbox, [...Object.keys(SEVERAL), CARLA]);
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

test('the trigger leaves a reply unread if the answer to it fails, and marks the others together', async () => {
	const marks = () => asked('readResponseStatus');
	const before = marks();
	const earlier = (await ended(answering)).length;
	world.sandbox.fault({ kind: 'error200', operation: 'sendQuickViberMessage', times: 1 });
	for (const [phone, text] of Object.entries(SEVERAL)) world.sandbox.reply(phone, text, mailing);
	await until('two are read', 120, () => written.filter(isRead).length === 2);
	await pause(2_000);
	expect(written.filter(isRead)).toHaveLength(2);
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

test('a second reply on a day, and STOP, are not answered and stay unread', async () => {
	const answers = () =>
		world.sandbox.messages.filter(({ channel }) => channel === 'viber').length;
	const before = answers();
	const earlier = (await ended(answering)).length;
	world.sandbox.reply(ANNA, 'And on Monday?', mailing);
	world.sandbox.reply(CARLA, 'Стоп!', mailing);
	const isOver = async () => (await ended(answering)).length > earlier;
	await until('the replies are there', 120, isOver);
	await pause(2_000);
	const [{ status, data }] = await ended(answering);
	expect(status).toBe('success');
	const left = data.resultData.runData.Answer[0].data?.main[0] ?? [];
	expect(left.map(({ json }) => [json.phone, json.reason])).toEqual([[ANNA, 'already sent']]);
	expect(answers()).toBe(before);
	expect(['And on Monday?', 'Стоп!'].filter(isRead)).toEqual([]);
});

test('a recipient whom Viber does not reach gets one SMS', async () => {
	const workflow = await published('viber-not-delivered-sms.json', 'getViberDeliveryList');
	await viberMailing(world.sandbox);
	const texts = () => world.sandbox.messages.filter(({ channel }) => channel === 'sms');
	await until('an SMS', 120, () => texts().length > 0);
	expect(texts().map(({ to }) => to)).toEqual([BRUNO]);
	expect((await ended(workflow)).map(({ status }) => status)).toEqual(['success']);
});
