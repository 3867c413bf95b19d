import { readFileSync } from 'node:fs';

import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { type Sandbox, startSandbox } from '../../sandbox';
import { startBrowser } from './n8n/harness';

const PHONE = '37120000091';
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let sandbox: Sandbox;
let browser: Browser;

async function call(path: string, place: 'query' | 'form', values: Record<string, string>) {
	const all = new URLSearchParams({ token: sandbox.token, ...values });
	const query = place === 'query' ? `?${all}` : '';
	const body = place === 'form' ? all : undefined;
	const answer = await fetch(`${sandbox.url}/api/${path}${query}`, { method: 'POST', body });
	expect(answer.status).toBe(200);
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
		message: '<p>Hello</p>',
	});
	sandbox.reply(PHONE, 'An answer');
}, 60_000);

afterAll(async () => {
	await browser?.close();
	await sandbox?.close();
});

async function open(options: BrowserContextOptions): Promise<Page> {
	const page = await (await browser.newContext(options)).newPage();
	page.setDefaultTimeout(20_000);
	await page.goto(sandbox.url);
	await page.locator('[data-testid="conversation"]').first().waitFor();
	return page;
}

const conversation = (page: Page) =>
	page.locator(`[data-testid="conversation"][data-recipient="${PHONE}"]`);

/** What axe-core objects to, and the elements. */
async function objections(page: Page): Promise<string[]> {
	await page.evaluate(axe);
	const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 640 };
const sights: BrowserContextOptions[] = [wide, narrow].flatMap((viewport) =>
	(['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

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
