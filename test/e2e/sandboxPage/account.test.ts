import { readFileSync } from 'node:fs';

import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { type Sandbox, startSandbox } from '../../../sandbox';
import { until } from '../../support/until';
import { openPage } from '../browser/page';
import { startBrowser } from '../n8n/harness';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** In every text that comes from outside. */
const MARKUP = '<img src="x" onerror="window.isMarkup = 1"><b>';

let sandbox: Sandbox;
let browser: Browser;
let page: Page;

async function call(path: string, place: 'query' | 'form', values: Record<string, string>) {
	const all = new URLSearchParams({ token: sandbox.token, ...values });
	const query = place === 'query' ? `?${all}` : '';
	const body = place === 'form' ? all : undefined;
	const answer = await fetch(`${sandbox.url}/api/${path}${query}`, { method: 'POST', body });
	expect(answer.status).toBe(200);
	return (await answer.json()) as Record<string, unknown>;
}

const createMailing = async (name: string) =>
	String(
		(
			await call('v1/sendSmsList', 'form', {
				name,
				message: `Hello {NAME} ${MARKUP}`,
				d_schedule: '2020-01-01 00:00',
				list_id: '1001',
				alphaname_id: '0',
			})
		).message_id,
	);

async function sendBatch(name: string) {
	const delivery_list = [
		{ phone: '37120000021', text: 'Hello Olga' },
		{ phone: '37120000022', text: MARKUP },
	];
	const mailing = { alphaname_id: '1363', name, message_type: 'personal', delivery_list };
	const body = JSON.stringify({ token: sandbox.token, callback_url: '', messages: [mailing] });
	const headers = { 'content-type': 'application/json' };
	await fetch(`${sandbox.url}/api/v1/sendBulkSms`, { method: 'POST', body, headers });
}

beforeAll(async () => {
	sandbox = await startSandbox({ paceMs: 20, batchDelayMs: 20 });
	browser = await startBrowser();
});

afterAll(async () => {
	await browser?.close();
	await sandbox?.close();
});

/** What the page has asked for elsewhere. */
let elsewhere: string[] = [];

async function open(options: BrowserContextOptions = {}): Promise<void> {
	page = await openPage(browser, options);
	elsewhere = [];
	page.on('request', (request) => {
		if (!request.url().startsWith(sandbox.url)) elsewhere.push(request.url());
	});
	await page.goto(`${sandbox.url}/account.html`);
	await page.locator('#live').getByText('Live', { exact: true }).waitFor();
}

beforeEach(() => sandbox.reset());
afterEach(async () => await page.context().close());

const card = (section: string, name: string) =>
	page.locator(`#${section} [data-testid="card"]`).filter({ hasText: name });
const openCard = async (section: string, name: string) => {
	await card(section, name).locator('summary').click();
	return card(section, name);
};

/** Everything that the page can show, with markup in every text. */
async function fill(): Promise<void> {
	await createMailing(`Waiting ${MARKUP}`);
	const message_id = await createMailing('Confirmed');
	await call('v1/confirmSendMessageByList', 'form', { message_id, confirm: '1' });
	await sendBatch(`Reminders ${MARKUP}`);
	await call('v2/importContacts', 'query', {
		list_id: '1001',
		...{ 'field_names[0]': 'phone', 'field_names[1]': `city ${MARKUP}` },
		...{ 'data[0][0]': '37120000009', 'data[0][1]': `Riga ${MARKUP}` },
	});
	await call('v2/createTemplateMessage', 'form', { name: `T ${MARKUP}`, message: MARKUP });
}

/** Neither width changes a colour: each of both is enough once. */
const sights: BrowserContextOptions[] = [
	{ viewport: { width: 1280, height: 700 }, colorScheme: 'light' },
	{ viewport: { width: 320, height: 700 }, colorScheme: 'dark' },
];

test.each(sights)(
	'the account is accessible and not wider than $viewport.width px, $colorScheme',
	async (options) => {
		await fill();
		await open(options);
		await card('batches', 'Reminders').waitFor();
		for (const summary of await page.locator('summary').all()) await summary.click();
		await page.evaluate(axe);
		const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
		expect(
			violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
		).toEqual([]);
		const width = await page.evaluate('document.documentElement.scrollWidth');
		expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 0);
		expect(await page.locator('main img, main b').count()).toBe(0);
		expect(await page.evaluate('window.isMarkup')).toBeUndefined();
		expect(elsewhere).toEqual([]);
	},
);

test('what waits for a confirmation stands out, until it is confirmed', async () => {
	await open();
	const message_id = await createMailing('Spring sale');
	await page.getByText('1 mailing waits for confirmation.').waitFor();
	const mailing = await openCard('mailings', 'Spring sale');
	await mailing.getByText('Waits for confirmation').waitFor();
	await mailing.getByText(`Confirm the mailing with its message_id ${message_id}`).waitFor();
	expect(await mailing.locator('table').count()).toBe(0);
	await call('v1/confirmSendMessageByList', 'form', { message_id, confirm: '1' });
	await mailing.getByText('Hello Bruno').waitFor();
	await mailing.getByText('Sent', { exact: true }).waitFor();
	expect(await page.locator('#waits').innerText()).toBe('');
});

test('shows a batch with what each recipient got, as it comes', async () => {
	await open();
	await page.getByText('No batch has been sent.').waitFor();
	await sendBatch('Reminders');
	const row = (await openCard('batches', 'Reminders')).locator('tr', { hasText: '37120000021' });
	await row.getByText('Hello Olga').waitFor();
	await row.getByText('Delivered').waitFor();
});

test('shows an import in the list, with its columns', async () => {
	await open();
	const list = await openCard('lists', 'Customers');
	await call('v2/importContacts', 'query', {
		list_id: '1001',
		...{ 'field_names[0]': 'phone', 'field_names[1]': 'city' },
		...{ 'data[0][0]': '37120000009', 'data[0][1]': 'Riga' },
	});
	await list.locator('tr', { hasText: '37120000009' }).getByText('Riga').waitFor();
	expect(await list.locator('th').allInnerTexts()).toEqual(['PHONE', 'EMAIL', 'NAME', 'CITY']);
});

test('shows templates, and the sender 0 of every account', async () => {
	await open();
	await (await openCard('templates', 'Greeting')).getByText('your order is ready').waitFor();
	const senders = page.locator('#smsSenders tbody tr').first();
	expect((await senders.innerText()).split('\t')).toEqual(['0', 'System name']);
});

test('the keyboard alone goes from the inbox to a contact, and keeps its place', async () => {
	page = await openPage(browser, { viewport: { width: 320, height: 640 } });
	await page.goto(sandbox.url);
	const tabTo = async (selector: string) => {
		for (let tabs = 0; tabs < 40; tabs++) {
			if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return;
			await page.keyboard.press('Tab');
		}
		throw new Error(`Tab does not reach ${selector}`);
	};
	await tabTo('[data-testid="to-account"]');
	await page.keyboard.press('Enter');
	await card('lists', 'Customers').waitFor();
	await tabTo('#lists summary');
	await page.keyboard.press('Enter');
	await card('lists', 'Customers').getByText('Bruno', { exact: true }).waitFor();
	await call('v2/importContacts', 'query', {
		list_id: '1001',
		...{ 'field_names[0]': 'phone', 'field_names[1]': 'name' },
		...{ 'data[0][0]': '37120000009', 'data[0][1]': 'Cira' },
	});
	await card('lists', 'Customers').getByText('Cira', { exact: true }).waitFor();
	expect(await page.evaluate("document.activeElement.matches('#lists summary')")).toBe(true);
	await tabTo('#lists .scroll');
	await page.keyboard.press('ArrowRight');
	// Not waitForFunction, which the page's policy forbids.
	const scrolled = async () => await page.evaluate('document.activeElement.scrollLeft > 0');
	await until('the scrolled table', 10, async () => (await scrolled()) === true);
	await page.keyboard.press('Shift+Tab');
	await page.keyboard.press('Enter');
	await card('lists', 'Customers')
		.getByText('Cira', { exact: true })
		.waitFor({ state: 'hidden' });
});
