import { readFileSync } from 'node:fs';

import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { type Sandbox, startSandbox } from '../../sandbox';
import { pause, until } from '../support/until';
import { openPage } from './browser/page';
import { startBrowser } from './n8n/harness';

const PHONE = '37120000091';
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let sandbox: Sandbox;
let browser: Browser;

async function call(
	path: string,
	place: 'query' | 'form',
	values: Record<string, string>,
	expected = 200,
) {
	const all = new URLSearchParams({ token: sandbox.token, ...values });
	const query = place === 'query' ? `?${all}` : '';
	const body = place === 'form' ? all : undefined;
	const answer = await fetch(`${sandbox.url}/api/${path}${query}`, { method: 'POST', body });
	expect(answer.status).toBe(expected);
}

beforeAll(async () => {
	sandbox = await startSandbox({ paceMs: 20 });
	browser = await startBrowser();
	const sms = { alphaname_id: '1363', phone: PHONE, message: 'An SMS' };
	await call('v1/sendQuickSMS', 'query', sms);
	await call('v2/sendQuickViberMessage', 'form', {
		vibername_id: '21',
		phone: PHONE,
		type_message: 'BUTTON',
		message: 'A button',
		image_url: 'https://shop.example/picture.png',
		button: 'Open',
		button_link: 'https://shop.example',
	});
	await call('v1/sendOtpTelegram', 'query', { phone: PHONE, message: '482915' });
	await call('v2/sendEmail', 'form', {
		sender_email: 'news@example.com',
		email: 'anna@example.com',
		subject: 'A letter',
		message: '<style>p { color: #010203 }</style><p>Hello</p><script>top.x = 1</script>',
	});
	const later = { sender_email: 'news@example.com', subject: 'Later', message: 'Wait' };
	const time = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16).replace('T', ' ');
	await call('v2/sendEmail', 'form', { ...later, email: 'late@example.com', d_schedule: time });
	sandbox.reply(PHONE, 'An answer');
});

afterAll(async () => {
	await browser?.close();
	await sandbox?.close();
});

async function open(options: BrowserContextOptions): Promise<Page> {
	const page = await openPage(browser, options);
	await page.goto(sandbox.url);
	await page.locator('[data-testid="conversation"]').first().waitFor();
	return page;
}

const conversation = (page: Page, who = PHONE) =>
	page.locator(`[data-testid="conversation"][data-recipient="${who}"]`);

const quickSms = (phone: string, expected = 200) =>
	call('v1/sendQuickSMS', 'query', { alphaname_id: '1363', phone, message: 'Hi' }, expected);

/** What axe-core objects to, and the elements. */
async function objections(page: Page): Promise<string[]> {
	await page.evaluate(axe);
	const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 640 };
/** Neither width changes a colour: each of both is enough once. */
const sights: BrowserContextOptions[] = [
	{ viewport: wide, colorScheme: 'light' },
	{ viewport: narrow, colorScheme: 'dark' },
];

describe.each(sights)('the page at $viewport.width px, $colorScheme', (options) => {
	let page: Page;
	beforeAll(async () => {
		page = await open(options);
	});
	afterAll(async () => await page.context().close());

	test('shows accessible conversations', async () => {
		expect(await objections(page)).toEqual([]);
	});

	test('shows accessible messages', async () => {
		await conversation(page).click();
		await page.locator('[data-testid="message"]').first().waitFor();
		expect(await objections(page)).toEqual([]);
	});

	test('shows accessible emails and rejected requests', async () => {
		await page.goto(sandbox.url);
		await conversation(page, 'anna@example.com').click();
		await page.locator('iframe').waitFor();
		expect(await objections(page)).toEqual([]);
		await page.goto(sandbox.url);
		await quickSms('12', 400);
		await page.locator('[data-testid="open-rejected"]').click();
		await page.locator('[data-testid="rejected"] summary').first().click();
		expect(await objections(page)).toEqual([]);
	});

	test('is not wider than the window', async () => {
		const width = await page.evaluate('document.documentElement.scrollWidth');
		expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 0);
	});
});

test('the keyboard alone sends a reply', async () => {
	const page = await open({ viewport: wide });
	await conversation(page).focus();
	await page.keyboard.press('Enter');
	await page.locator('[data-testid="message"]').first().waitFor();
	const field = page.locator('[data-testid="reply-text"]');
	for (let tabs = 0; tabs < 30; tabs++) {
		if (await field.evaluate((element) => element === document.activeElement)) break;
		await page.keyboard.press('Tab');
	}
	await page.keyboard.type('From the keyboard');
	await page.keyboard.press('Enter');
	await page.getByText('From the keyboard').first().waitFor();
	expect(sandbox.replies.map(({ text }) => text)).toContain('From the keyboard');
});

test('what changes while the page reads is shown once, and a read that failed is repeated', async () => {
	const page = await openPage(browser, { viewport: wide });
	const reads = { requests: 0, state: 0 };
	await page.route('**/_sandbox/requests*', async (route) => {
		if (reads.requests++ === 0) {
			await call('v1/sendQuickSMS', 'query', { alphaname_id: '1363' }, 400);
			await pause(300);
		}
		await route.continue();
	});
	await page.route('**/_sandbox/state', async (route) => {
		if (reads.state++ > 0) await route.continue();
		else await route.fulfill({ status: 500, body: '{}' });
	});
	await page.goto(sandbox.url);
	const live = page.locator('#live');
	await live.getByText('Not connected, trying again').waitFor();
	await live.getByText('Live', { exact: true }).waitFor();
	const rejected = sandbox.requests.filter(({ error }) => error !== undefined);
	expect(rejected.length).toBeGreaterThan(0);
	expect(await page.locator('#rejected-count').innerText()).toBe(String(rejected.length));
	await page.context().close();
});

describe('the page', () => {
	let page: Page;
	beforeEach(async () => {
		page = await open({ viewport: wide });
	});
	afterEach(async () => await page.context().close());

	const message = (text: string) =>
		page.locator('[data-testid="message"]').filter({ hasText: text });

	test('shows the ID of a message', async () => {
		await conversation(page).click();
		const { messageId } = sandbox.messages.filter(({ channel }) => channel === 'viber')[0];
		await message('A button').getByText(`message_id ${messageId}`).waitFor();
	});

	test('shows when a message will be sent', async () => {
		await conversation(page, 'late@example.com').click();
		await message('Wait').getByText('Scheduled for').waitFor();
	});

	test('shows an HTML email in a frame without scripts', async () => {
		await conversation(page, 'anna@example.com').click();
		const frame = page.frameLocator('iframe');
		await frame.getByText('Hello').waitFor();
		expect(await frame.locator('script').count()).toBe(0);
		expect(await page.evaluate('window.x')).toBeUndefined();
		const colour = await frame
			.getByText('Hello')
			.evaluate((element) => getComputedStyle(element).color);
		expect(colour).toBe('rgb(1, 2, 3)');
	});

	test('shows a rejected request and the reason as it comes', async () => {
		await page.locator('[data-testid="open-rejected"]').click();
		await call('v1/sendQuickSMS', 'query', { phone: PHONE, message: 'No sender' }, 400);
		const row = page.locator('[data-testid="rejected"]').first();
		await row.getByText('alphaname_id: required').waitFor();
		expect(await row.innerText()).toContain('sendQuickSMS');
		await row.locator('summary').click();
		await row.getByText('No sender').waitFor();
		expect(await page.content()).not.toContain(sandbox.token);
	});

	test('switches a fault on for the next request', async () => {
		const fault = page.locator('[data-testid="fault"]');
		await fault.selectOption('Server error (500)');
		await soon(async () => (await faults()).length === 1);
		await quickSms(PHONE, 500);
		await soon(async () => (await fault.inputValue()) === 'No fault');
		await quickSms(PHONE);
	});

	test('switches a fault on for all requests, and off', async () => {
		await page.locator('[data-testid="times"]').selectOption('forever');
		await page.locator('[data-testid="fault"]').selectOption('Sent, but response lost');
		await soon(async () => (await faults()).length === 1);
		const before = sandbox.messages.length;
		for (let n = 0; n < 2; n++) await expect(quickSms(PHONE)).rejects.toThrow();
		expect(sandbox.messages).toHaveLength(before + 2);
		await page.locator('[data-testid="fault"]').selectOption('No fault');
		await soon(async () => (await faults()).length === 0);
		await quickSms(PHONE);
	});

	test.each(['not-delivered', 'undelivered'])(
		'the switch %s keeps messages back',
		async (name) => {
			await conversation(page).click();
			const last = page.locator('[data-testid="message"]').last();
			await page.locator(`[data-testid="${name}"]`).check();
			await soon(async () => sandbox.state.undeliverable.length === 1);
			await quickSms(PHONE);
			await last.getByText('Not delivered').waitFor();
			await page.locator(`[data-testid="${name}"]`).uncheck();
			await soon(async () => sandbox.state.undeliverable.length === 0);
			await quickSms(PHONE);
			await last.getByText('Delivered', { exact: true }).waitFor();
		},
	);

	test('says that a search has no result', async () => {
		await page.locator('[data-testid="search"]').fill('nobody');
		await page.getByText('No recipient contains "nobody".').waitFor();
		await page.locator('[data-testid="search"]').fill('');
		await conversation(page).waitFor();
	});

	test('arrow keys lead from the search through the conversations, and through messages', async () => {
		const focused = async (attribute: string) =>
			await page.evaluate(`document.activeElement.getAttribute('${attribute}')`);
		const all = page.locator('[data-testid="conversation"]');
		const order = await all.evaluateAll((rows) => rows.map((row) => row.dataset.recipient));
		await page.locator('[data-testid="search"]').press('ArrowDown');
		expect(await focused('data-recipient')).toBe(order[0]);
		await page.keyboard.press('ArrowDown');
		expect(await focused('data-recipient')).toBe(order[1]);
		await page.keyboard.press('End');
		await page.keyboard.press('ArrowDown');
		expect(await focused('data-recipient')).toBe(order[order.length - 1]);
		await page.keyboard.press('Home');
		expect(await focused('data-recipient')).toBe(order[0]);

		await conversation(page).click();
		const keys = await page
			.locator('[data-testid="message"], [data-testid="reply"]')
			.evaluateAll((rows) => rows.map((row) => row.dataset.key));
		await page.locator('#messages').focus();
		await page.keyboard.press('ArrowUp');
		expect(await focused('data-key')).toBe(keys[keys.length - 1]);
		await page.keyboard.press('ArrowUp');
		expect(await focused('data-key')).toBe(keys[keys.length - 2]);
	});

	test('the reset asks, then deletes everything', async () => {
		page.once('dialog', (dialog) => void dialog.dismiss());
		await page.locator('[data-testid="reset"]').click();
		expect(sandbox.messages).not.toEqual([]);
		page.once('dialog', (dialog) => void dialog.accept());
		await page.locator('[data-testid="reset"]').click();
		await page.getByText('Nothing has been sent yet').waitFor();
		expect([sandbox.messages, sandbox.requests]).toEqual([[], []]);
	});
});

/** Waits until the sandbox has done what the page asked for. */
const soon = async (isSo: () => Promise<boolean>) => await until('what the page shows', 60, isSo);

const faults = async () =>
	(await (await fetch(`${sandbox.url}/_sandbox/faults`)).json()) as unknown[];
