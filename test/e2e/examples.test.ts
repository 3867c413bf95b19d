import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';

import { readExample } from '../../playground/examples';
import { examplesDir } from '../../playground/paths';
import type { SavedCredential, SavedWorkflow } from '../../playground/rest';
import { until } from '../support/until';
import { formUrl, submit, visit } from './browser/forms';
import { startBrowser, startWorld, webhookHeaders, type World } from './n8n/harness';
import { exampleCredentials, importExample, publishing } from './n8n/publish';
import { ended } from './wait/waiting';

const PHONE = '37120000071';
const ADDRESS = 'anna@example.com';
/** Run by a test of its own. */
const OTHER_FILES = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
	name.endsWith('.test.ts'),
);

let world: World;
let browser: Browser;
let credentials: SavedCredential[];
const run = new Set<string>();

beforeAll(async () => {
	world = await startWorld({ paceMs: 50, batchDelayMs: 50 });
	credentials = await exampleCredentials(world);
	browser = await startBrowser();
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
});

beforeEach(() => world.sandbox.reset());

const publish = publishing(() => world.rest);

async function imported(file: string): Promise<SavedWorkflow> {
	run.add(file);
	return await importExample(world, credentials, file);
}

async function published(file: string): Promise<SavedWorkflow> {
	return await publish(await imported(file));
}

/** The latest execution of a workflow, once it ended well. */
async function succeeded({ id }: SavedWorkflow): Promise<void> {
	const [latest] = await world.rest.executions(id);
	// After the last page of a form it waits no more, a moment later.
	const { status, data } = await ended(world, latest.id);
	expect(data.resultData.error?.message).toBeUndefined();
	expect(status).toBe('success');
}

test('form-to-sms sends an SMS to who fills in the form', async () => {
	const workflow = await published('form-to-sms.json');
	const page = await visit(browser, formUrl(world.n8n.url, workflow, 'Form'));
	await submit(page, { Name: 'Anna', Phone: PHONE });
	await page.getByText('Your response has been recorded').waitFor();
	await succeeded(workflow);
	expect(world.sandbox.messages).toMatchObject([
		{ channel: 'sms', to: PHONE, text: expect.stringMatching(/^Hello Anna, /) as unknown },
	]);
});

test('csv-to-sms-mailing imports the rows as contacts and sends the text to the list', async () => {
	const workflow = await published('csv-to-sms-mailing.json');
	const page = await visit(browser, formUrl(world.n8n.url, workflow, 'Upload'));
	await page.locator('input[type=file]').setInputFiles({
		name: 'people.csv',
		mimeType: 'text/csv',
		buffer: Buffer.from('phone,NAME\n37120000072,Zoe\n+371 2000 0073,Yan\n'),
	});
	await submit(page, { Text: 'Hello {NAME}, half price today' });
	await page.getByText('Your response has been recorded').waitFor();
	await succeeded(workflow);
	world.sandbox.advance(3 * 60_000);
	expect(world.sandbox.messages).toEqual([]);
	world.sandbox.advance(7 * 60_000);
	const sent = world.sandbox.messages.map(({ to, text }) => [to, text]);
	expect(sent).toContainEqual(['37120000072', 'Hello Zoe, half price today']);
	expect(sent).toContainEqual(['37120000073', 'Hello Yan, half price today']);
	expect(world.sandbox.state.balance).toBeLessThan(1000);
});

test('contact-list-once creates the list for the first contact only', async () => {
	const workflow = await published('contact-list-once.json');
	const signUps = [
		{ Name: 'Anna', Phone: '+371 2000 0074' },
		{ Name: 'Bruno', Phone: '37120000075' },
	];
	for (const fields of signUps) {
		const page = await visit(browser, formUrl(world.n8n.url, workflow, 'Sign Up'));
		await submit(page, fields);
		await page.getByText('Your response has been recorded').waitFor();
		await succeeded(workflow);
	}
	const made = world.sandbox.state.lists.filter(({ name }) => name === 'Newsletter');
	expect(made).toHaveLength(1);
	expect(made[0].contacts).toMatchObject([
		{ PHONE: '37120000074', NAME: 'Anna' },
		{ PHONE: '37120000075', NAME: 'Bruno' },
	]);
});

/** Another code of the same length. */
const otherThan = (code: string, by: number) =>
	String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0');

test.each([
	['the right code, typed with a blank', 0, 'Thank you'],
	['the right code after three wrong ones', 3, 'Thank you'],
	['no code after five wrong ones', 5, 'Not confirmed'],
])('one-time-code recognizes %s', async (_, wrong, answer) => {
	const workflow = await published('one-time-code.json');
	const page = await visit(browser, formUrl(world.n8n.url, workflow, 'Phone'));
	await submit(page, { Phone: PHONE });
	await page.getByText('Enter the code').first().waitFor();
	const { to, text, operation } = world.sandbox.messages[world.sandbox.messages.length - 1];
	expect([to, operation]).toEqual([PHONE, 'sendOtpTelegram']);
	for (let tries = 1; tries <= wrong; tries++) {
		await submit(page, { Code: otherThan(text, tries) });
		if (tries < 5)
			await page
				.getByText(`${5 - tries} more times`)
				.first()
				.waitFor();
	}
	if (wrong < 5) await submit(page, { Code: `${text.slice(0, 3)} ${text.slice(3)}` });
	await page.getByText(answer).first().waitFor();
	const [latest] = await world.rest.executions(workflow.id);
	const { data } = await world.rest.finished(latest.id);
	expect(JSON.stringify(data.resultData.runData['Send Code'])).not.toContain(text);
	await succeeded(workflow);
});

test('email-unsubscribes unsubscribes through the shop and the form, and resubscribes through the shop', async () => {
	const workflow = await published('email-unsubscribes.json');
	const page = await visit(browser, formUrl(world.n8n.url, workflow, 'Unsubscribe Form'));
	await submit(page, { Email: ADDRESS, Reason: 'Too many' });
	await page.getByText('You are unsubscribed').first().waitFor();
	await succeeded(workflow);

	const shop = async (subscribed: boolean) => {
		const body = JSON.stringify({ email: ADDRESS, subscribed });
		const url = `${world.n8n.url}/webhook/email-subscription`;
		const strange = await fetch(url, { method: 'POST', body });
		expect(strange.status).toBe(403);
		const answer = await fetch(url, { method: 'POST', headers: webhookHeaders, body });
		expect(await answer.json()).toEqual({ email: ADDRESS, subscribed });
	};
	await shop(true);
	await shop(false);
	expect(world.sandbox.requests.map(({ operation }) => operation)).toEqual([
		'unsubscribeEmail',
		'subscribeEmail',
		'unsubscribeEmail',
	]);
});

test('sms-in-sending-hours waits for the hours, and sends the SMS then', async () => {
	const file = 'sms-in-sending-hours.json';
	run.add(file);
	const draft = readExample(file, ...credentials);
	const step = draft.nodes.find(({ name }) => name === 'Send SMS');
	// They begin with the next minute, or the one after it.
	const clock = (minutes: number) =>
		new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
	const begin = new Date().getSeconds() > 40 ? 2 : 1;
	const options = { sendBetween: `${clock(begin)}-${clock(begin + 60)}` };
	if (step) step.parameters = { ...step.parameters, options };
	const settings = { ...draft.settings, timezone: 'UTC' };
	const workflow = await world.rest.createWorkflow({ ...draft, settings });
	await publish(workflow);
	const page = await visit(browser, formUrl(world.n8n.url, workflow, 'Form'));
	await submit(page, { Phone: PHONE });
	await page.getByText('Your response has been recorded').waitFor();
	expect(world.sandbox.messages).toEqual([]);
	await until('the SMS is sent', 200, () => world.sandbox.messages.length > 0);
	expect(world.sandbox.messages.map(({ to }) => to)).toEqual([PHONE]);
	await succeeded(workflow);
}, 300_000);

test('deliveries-to-spreadsheet sends the changes as a CSV file by email', async () => {
	world.sandbox.sendFromWeb('Sale', 'Half price today');
	world.sandbox.advance(10_000);
	const workflow = await imported('deliveries-to-spreadsheet.json');
	const { data, status } = await world.rest.run(workflow, 'Delivery Changes', 'Send Report');
	expect(data.resultData.error?.message).toBeUndefined();
	expect(status).toBe('success');
	const letters = world.sandbox.messages.filter(({ channel }) => channel === 'email');
	expect(letters).toMatchObject([
		{ to: 'you@example.com', attachment: { filename: 'deliveries.csv' } },
	]);
	expect(letters[0].attachment?.size).toBeGreaterThan(20);
});

test('an end-to-end test runs every example', () => {
	const tests = OTHER_FILES.map((name) => readFileSync(join(__dirname, name), 'utf8')).join();
	const files = readdirSync(examplesDir).filter((name) => name.endsWith('.json'));
	expect(files.filter((file) => !run.has(file) && !tests.includes(`'${file}'`))).toEqual([]);
});
