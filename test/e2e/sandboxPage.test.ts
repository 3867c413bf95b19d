import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Sandbox, startSandbox } from '../../sandbox';
import { type Listening, listen } from '../support/listen';
import { pause, until } from '../support/until';
import { objections } from './browser/axe';
import { openPage } from './browser/page';
import { startBrowser } from './n8n/harness';

const PHONE = '37120000091';
const EMAIL = 'anna@example.com';

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
/** A foreign web site to which links lead. */
let site: Listening;
let visits: IncomingHttpHeaders[];

beforeAll(async () => {
	sandbox = await startSandbox({ paceMs: 20, batchDelayMs: 20 });
	browser = await startBrowser();
	const html = '<p id="opener">none</p><script>if (opener) document.body.append(opener)</script>';
	site = await listen(
		createServer(({ headers, url }, response) => {
			if (url === '/favicon.ico') return response.writeHead(204).end();
			visits.push(headers);
			return response.writeHead(200, { 'content-type': 'text/html' }).end(html);
		}),
	);
});

afterAll(async () => {
	await browser?.close();
	await sandbox?.close();
	await site?.close();
});

beforeEach(() => {
	sandbox.reset();
	visits = [];
});
afterEach(async () => await page?.context().close());

/** Most operations of version 1 take their values from the query, and of version 2 from a form. */
async function call(
	path: string,
	values: Record<string, string>,
	expected = 200,
	place = path.startsWith('v1') ? 'query' : 'form',
) {
	const all = new URLSearchParams({ token: sandbox.token, ...values });
	const url = `${sandbox.url}/api/${path}${place === 'query' ? `?${all}` : ''}`;
	const body = place === 'form' ? all : undefined;
	const answer = await fetch(url, { method: 'POST', body });
	expect(answer.status).toBe(expected);
	return (await answer.json()) as Record<string, unknown>;
}

const sms = async (message: string, expected = 200, phone = PHONE) =>
	await call('v1/sendQuickSMS', { alphaname_id: '1363', phone, message }, expected);
const viber = async (message: string, button_link: string) =>
	await call('v2/sendQuickViberMessage', {
		...{ vibername_id: '21', phone: PHONE, type_message: 'BUTTON', message },
		...{ image_url: 'https://shop.example/image.png', button: 'Respond', button_link },
	});
const email = async (message: string, more: Record<string, string> = {}) =>
	await call('v2/sendEmail', {
		...{ sender_email: 'news@example.com', email: EMAIL, subject: 'Question', message },
		...more,
	});
const importContact = async (column: string, value: string) => {
	const names = { 'field_names[0]': 'phone', 'field_names[1]': column };
	const row = { 'data[0][0]': '37120000009', 'data[0][1]': value };
	await call('v2/importContacts', { list_id: '1001', ...names, ...row }, 200, 'query');
};

const wide = { width: 1280, height: 800 };
/** Colors do not depend on the width, so each color scheme is tested once. */
const sights: BrowserContextOptions[] = [
	{ viewport: wide, colorScheme: 'light' },
	{ viewport: { width: 320, height: 700 }, colorScheme: 'dark' },
];

/** Requests of the page to other hosts. */
let elsewhere: string[] = [];

async function open(path = '', options: BrowserContextOptions = { viewport: wide }) {
	page = await openPage(browser, options);
	elsewhere = [];
	page.on('request', (request) => {
		if (!request.url().startsWith(sandbox.url)) elsewhere.push(request.url());
	});
	await page.goto(`${sandbox.url}/${path}`);
	await page.locator('#live').getByText('Live', { exact: true }).waitFor();
}

const byTestId = (id: string) => page.locator(`[data-testid="${id}"]`);
const conversation = (who = PHONE) =>
	page.locator(`[data-testid="conversation"][data-recipient="${who}"]`);
const messages = () => byTestId('message');
const links = () => messages().locator('a');
const hrefs = async () =>
	await links().evaluateAll((all) => all.map((link) => link.getAttribute('href')));

async function expectAccessible(): Promise<void> {
	expect(await objections(page)).toEqual([]);
	const width = await page.evaluate('document.documentElement.scrollWidth');
	expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

const soon = async (isSo: () => boolean | Promise<boolean>) =>
	await until('what the page shows', 60, isSo);

/** Presses Tab until an element has the focus. */
async function tabTo(selector: string): Promise<void> {
	for (let tabs = 0; tabs < 40; tabs++) {
		if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`Tab does not reach ${selector}`);
}

describe('the inbox', () => {
	beforeEach(async () => {
		await sms('An SMS');
		await viber('A button', 'https://shop.example');
		await email('<style>p { color: #010203 }</style><p>Hello</p><script>top.x = 1</script>');
		const time = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16).replace('T', ' ');
		await email('Wait', { email: 'late@example.com', d_schedule: time });
		sandbox.reply(PHONE, 'An answer');
	});

	test.each(sights)('is accessible and fits $viewport.width px, $colorScheme', async (sight) => {
		await open('', sight);
		await conversation().click();
		await messages().first().waitFor();
		await expectAccessible();
		await page.goto(sandbox.url);
		await conversation(EMAIL).click();
		await page.locator('iframe').waitFor();
		await expectAccessible();
		await page.goto(sandbox.url);
		await sms('Hi', 400, '12');
		await byTestId('open-rejected').click();
		await byTestId('rejected').locator('summary').first().click();
		await expectAccessible();
	});

	test('lets the keyboard alone choose a conversation and send a reply', async () => {
		await open();
		await conversation().waitFor();
		const rows = byTestId('conversation');
		const order = await rows.evaluateAll((all) => all.map((row) => row.dataset.recipient));
		const focused = async () =>
			await page.evaluate("document.activeElement.getAttribute('data-recipient')");
		await byTestId('search').press('ArrowDown');
		expect(await focused()).toBe(order[0]);
		await page.keyboard.press('ArrowDown');
		expect(await focused()).toBe(order[1]);
		await conversation().focus();
		await page.keyboard.press('Enter');
		await messages().first().waitFor();
		await tabTo('[data-testid="reply-text"]');
		await page.keyboard.type('From the keyboard');
		await page.keyboard.press('Enter');
		await page.getByText('From the keyboard').first().waitFor();
		expect(sandbox.replies.map(({ text }) => text)).toContain('From the keyboard');
	});

	test('shows a change during a read once, and repeats a read that failed', async () => {
		page = await openPage(browser, { viewport: wide });
		const reads = { requests: 0, state: 0 };
		await page.route('**/_sandbox/requests*', async (route) => {
			if (reads.requests++ === 0) {
				await call('v1/sendQuickSMS', { alphaname_id: '1363' }, 400);
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
		expect(await page.locator('#rejected-count').innerText()).toBe('1');
	});

	test('shows IDs, when a message will be sent, and HTML in a frame without scripts', async () => {
		await open();
		await conversation().click();
		const [{ messageId }] = sandbox.messages.filter(({ channel }) => channel === 'viber');
		await messages().getByText(`message_id ${messageId}`).waitFor();
		await conversation('late@example.com').click();
		await messages().getByText('Scheduled for').waitFor();
		await conversation(EMAIL).click();
		const text = page.frameLocator('iframe').getByText('Hello');
		const color = await text.evaluate((element) => getComputedStyle(element).color);
		expect(color).toBe('rgb(1, 2, 3)');
		expect(await page.frameLocator('iframe').locator('script').count()).toBe(0);
		expect(await page.evaluate('window.x')).toBeUndefined();
	});

	test('shows a rejected request and its reason immediately, without the token', async () => {
		await open();
		await byTestId('open-rejected').click();
		await call('v1/sendQuickSMS', { phone: PHONE, message: 'No sender' }, 400);
		const row = byTestId('rejected').first();
		await row.getByText('alphaname_id: required').waitFor();
		await row.locator('summary').click();
		await row.getByText('No sender').waitFor();
		expect(await page.content()).not.toContain(sandbox.token);
	});

	test('switches a fault on for the next request, or for all until it is switched off', async () => {
		const isOn = async (count: number) => {
			const response = await fetch(`${sandbox.url}/_sandbox/faults`);
			return ((await response.json()) as unknown[]).length === count;
		};
		await open();
		await byTestId('fault').selectOption('Server error (500)');
		await soon(() => isOn(1));
		await sms('Hi', 500);
		await soon(async () => (await byTestId('fault').inputValue()) === 'No fault');
		await sms('Hi');
		await byTestId('times').selectOption('forever');
		await byTestId('fault').selectOption('Sent, but response lost');
		await soon(() => isOn(1));
		const before = sandbox.messages.length;
		for (let n = 0; n < 2; n++) await expect(sms('Hi')).rejects.toThrow();
		expect(sandbox.messages).toHaveLength(before + 2);
		await byTestId('fault').selectOption('No fault');
		await soon(() => isOn(0));
		await sms('Hi');
	});

	test.each(['not-delivered', 'undelivered'])('delays messages with %s', async (name) => {
		await open();
		await conversation().click();
		await byTestId(name).check();
		await soon(() => sandbox.state.undeliverable.length === 1);
		await sms('Hi');
		await messages().last().getByText('Not delivered').waitFor();
		await byTestId(name).uncheck();
		await soon(() => sandbox.state.undeliverable.length === 0);
		await sms('Hi');
		await messages().last().getByText('Delivered', { exact: true }).waitFor();
	});

	test('deletes everything with a reset, after a confirmation', async () => {
		await open();
		page.once('dialog', (dialog) => void dialog.dismiss());
		await byTestId('reset').click();
		expect(sandbox.messages).not.toEqual([]);
		page.once('dialog', (dialog) => void dialog.accept());
		await byTestId('reset').click();
		await page.getByText('Nothing has been sent yet').waitFor();
		expect([sandbox.messages, sandbox.requests]).toEqual([[], []]);
	});
});

describe('a link of a message', () => {
	beforeEach(async () => {
		await open();
		await page.getByText('Nothing has been sent yet').waitFor();
	});

	/** Clicks, and expects the site in a new tab without an opener and without a referrer. */
	async function expectNewTab(link: Locator): Promise<void> {
		const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
		await opened.waitForLoadState();
		expect(new URL(opened.url()).origin).toBe(site.url);
		expect(await opened.evaluate('window.opener')).toBeNull();
		expect(visits.map(({ referer }) => referer)).toEqual([undefined]);
		expect(page.url()).toBe(`${sandbox.url}/`);
	}

	const inEmail = () => page.frameLocator('iframe').locator('a');
	test.each<[string, (url: string) => Promise<unknown>, () => Locator]>([
		['an SMS', (url) => sms(`Your order: ${url}/order?a=1&b=2.`), links],
		['the text of a Viber message', (url) => viber(`See ${url}`, url), () => links().first()],
		['the button of a Viber message', (url) => viber('See', url), links],
		['an email without HTML', (url) => email(`See ${url}/plain`), links],
		['an HTML email', (url) => email(`<p><a href="${url}/x">Open</a></p>`), inEmail],
		[
			'an HTML email that names an opener',
			(url) => email(`<a href="${url}/x" target="_top" rel="opener" download>Open</a>`),
			inEmail,
		],
	])('opens in a new tab from %s', async (_, send, link) => {
		await send(site.url);
		await messages().first().waitFor();
		await expectNewTab(link());
	});

	test.each([
		['javascript:document.title="changed"'],
		['data:text/html,<script>1</script>'],
		['http://['],
		['<b>bold</b><img src=x onerror=alert(1)>'],
		['(https://shop.example/a_(b)).', 'https://shop.example/a_(b)'],
		['“https://shop.example/a”, ok?', 'https://shop.example/a'],
		['HTTPS://SHOP.example!', 'https://shop.example/'],
	])('in the text %s is %s, and the text is unchanged', async (text, ...found) => {
		await sms(text);
		await messages().first().waitFor();
		expect(await messages().locator('.text').innerText()).toBe(text);
		expect(await hrefs()).toEqual(found);
		expect(await messages().locator('img, script').count()).toBe(0);
	});

	test.each([
		'<a href="javascript:top.x=1">Open</a>',
		'<a href=" JavaScript:top.x=1" target="_blank" rel="opener">Open</a>',
		'<a href="data:text/html,1">Open</a>',
		'<a href="mailto:a@example.com">Open</a>',
		'<base href="https://shop.example/"><a href="relative">Open</a>',
		'<svg width="90" height="20"><a xlink:href="javascript:top.x=1"><text y="15">Open</text></a></svg>',
		'<div><template shadowrootmode="open"><a href="javascript:top.x=1">Open</a></template>Open</div>',
		'<iframe srcdoc="<a href=javascript:top.x=1>Open</a>"></iframe><p>Open</p>',
		'<meta http-equiv="refresh" content="0;url=https://shop.example/"><p>Open</p>',
		'<form action="https://shop.example/"><button>Open</button></form>',
	])('opens nothing from the HTML email %s', async (html) => {
		await email(`<p>Hello</p>${html}`);
		const frame = page.frameLocator('iframe');
		await frame.getByText('Open').click();
		await page.waitForTimeout(300);
		expect(page.context().pages()).toHaveLength(1);
		expect(await page.evaluate('window.x')).toBeUndefined();
		expect(page.frames()).toHaveLength(2);
		await frame.getByText('Hello').waitFor();
	});

	test('in an HTML email opens with a click, and the email itself loads nothing', async () => {
		const { url } = site;
		await email(
			`<style>@import url(${url}/a); p { background: url(${url}/b) }</style><p>Hello</p>` +
				`<img src="${url}/c"><link rel="stylesheet" href="${url}/d"><iframe src="${url}/e"></iframe>` +
				`<p><a href="${url}/f" ping="${url}/g">Open</a></p>`,
		);
		await page.frameLocator('iframe').getByText('Hello').waitFor();
		await page.waitForTimeout(500);
		expect(visits).toEqual([]);
		await expectNewTab(page.frameLocator('iframe').getByText('Open'));
	});
});

describe('the account', () => {
	/** Markup in every text that comes from outside. */
	const MARKUP = '<img src="x" onerror="window.isMarkup = 1"><b>';

	const createMailing = async (name: string) => {
		const text = { name, message: `Hello {NAME} ${MARKUP}`, d_schedule: '2020-01-01 00:00' };
		const fields = { ...text, list_id: '1001', alphaname_id: '0' };
		const { message_id } = await call('v1/sendSmsList', fields, 200, 'form');
		return String(message_id);
	};
	const confirm = async (message_id: string) =>
		await call('v1/confirmSendMessageByList', { message_id, confirm: '1' }, 200, 'form');

	async function sendBatch(name: string, operation = 'sendBulkSms', more: object = {}) {
		const delivery_list = [
			{ phone: '37120000021', text: 'Hello Olga' },
			{ phone: '37120000022', text: MARKUP },
		];
		const mailing = { alphaname_id: '1363', name, message_type: 'personal', delivery_list };
		const messages = [{ ...mailing, ...more }];
		const body = JSON.stringify({ token: sandbox.token, callback_url: '', messages });
		const headers = { 'content-type': 'application/json' };
		await fetch(`${sandbox.url}/api/v1/${operation}`, { method: 'POST', body, headers });
	}

	const card = (section: string, name = '') =>
		page.locator(`#${section} [data-testid="card"]`).filter({ hasText: name });
	const openCard = async (section: string, name: string) => {
		await card(section, name).locator('summary').click();
		return card(section, name);
	};

	test.each(sights)(
		'is accessible and fits $viewport.width px, $colorScheme, with markup in every text',
		async (sight) => {
			await createMailing(`Waiting ${MARKUP}`);
			await confirm(await createMailing('Confirmed'));
			await sendBatch(`Reminders ${MARKUP}`);
			await importContact(`city ${MARKUP}`, `Riga ${MARKUP}`);
			await call('v2/createTemplateMessage', { name: `T ${MARKUP}`, message: MARKUP });
			await open('account.html', sight);
			await card('batches', 'Reminders').waitFor();
			for (const summary of await page.locator('summary').all()) await summary.click();
			await expectAccessible();
			expect(await page.locator('main img, main b').count()).toBe(0);
			expect(await page.evaluate('window.isMarkup')).toBeUndefined();
			expect(elsewhere).toEqual([]);
		},
	);

	test('shows a mailing that waits for a confirmation first, until it is confirmed', async () => {
		await open('account.html');
		const message_id = await createMailing('Spring sale');
		await confirm(await createMailing('Confirmed later'));
		await page.getByText('1 mailing waits for confirmation.').waitFor();
		const first = card('mailings').first();
		expect(await first.innerText()).toContain('Spring sale');
		const mailing = await openCard('mailings', 'Spring sale');
		await mailing.getByText(`To send this mailing, confirm message_id ${message_id}`).waitFor();
		await confirm(message_id);
		await mailing.getByText('Hello Bruno').waitFor();
		await first.getByText('Confirmed later').waitFor();
		expect(await page.locator('#waits').innerText()).toBe('');
	});

	test('shows a batch immediately, with the message of each recipient and what was rejected', async () => {
		await open('account.html');
		await page.getByText('No batch has been sent.').waitFor();
		await sendBatch('Reminders');
		const batch = await openCard('batches', 'Reminders');
		const row = batch.locator('tr', { hasText: '37120000021' });
		await row.getByText('Hello Olga').waitFor();
		await row.getByText('Delivered').waitFor();
		const content = { type: 'image', image_url: 'http://127.0.0.1/x.png' };
		const wrong = { message_type: 'bulk', content, delivery_list: ['37120000021'] };
		await sendBatch('Sale', 'sendBulkViber', wrong);
		const rejected = await openCard('batches', '1 error');
		await rejected.getByText('Sale: the content URL is invalid').waitFor();
	});

	test('can be reached from the inbox by keyboard alone, and keeps the focus', async () => {
		await open('', { viewport: { width: 320, height: 640 } });
		await tabTo('[data-testid="to-account"]');
		await page.keyboard.press('Enter');
		const list = card('lists', 'Customers');
		await list.waitFor();
		await tabTo('#lists summary');
		await page.keyboard.press('Enter');
		await list.getByText('Bruno', { exact: true }).waitFor();
		await importContact('name', 'Cira');
		await list.getByText('Cira', { exact: true }).waitFor();
		expect(await page.evaluate("document.activeElement.matches('#lists summary')")).toBe(true);
	});
});
