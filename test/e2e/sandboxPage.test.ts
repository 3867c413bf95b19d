import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

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

beforeAll(async () => {
	sandbox = await startSandbox({ paceMs: 20, batchDelayMs: 20 });
	browser = await startBrowser();
});

afterAll(async () => {
	await browser?.close();
	await sandbox?.close();
});

beforeEach(() => sandbox.reset());
afterEach(async () => await page?.context().close());

/** Version 1 of the API takes its values from the query, version 2 from a form, but for a few operations. */
async function call(
	path: string,
	values: Record<string, string>,
	{ expected = 200, place = path.startsWith('v1') ? 'query' : 'form' } = {},
) {
	const all = new URLSearchParams({ token: sandbox.token, ...values });
	const url = `${sandbox.url}/api/${path}${place === 'query' ? `?${all}` : ''}`;
	const body = place === 'form' ? all : undefined;
	const answer = await fetch(url, { method: 'POST', body });
	expect(answer.status).toBe(expected);
	return (await answer.json()) as Record<string, unknown>;
}

const sms = async (message: string, expected = 200, phone = PHONE) =>
	await call('v1/sendQuickSMS', { alphaname_id: '1363', phone, message }, { expected });
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
const importContact = async (column: string, value: string) =>
	await call(
		'v2/importContacts',
		{
			list_id: '1001',
			...{ 'field_names[0]': 'phone', 'field_names[1]': column },
			...{ 'data[0][0]': '37120000009', 'data[0][1]': value },
		},
		{ place: 'query' },
	);

const wide = { width: 1280, height: 800 };
/** No width changes a colour: each of both is enough once. */
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
const message = (text: string) => messages().filter({ hasText: text });

async function expectToFit(): Promise<void> {
	const width = await page.evaluate('document.documentElement.scrollWidth');
	expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** Waits until the sandbox has done what the page asked for. */
const soon = async (isSo: () => boolean | Promise<boolean>) =>
	await until('what the page shows', 60, isSo);

const faults = async () =>
	(await (await fetch(`${sandbox.url}/_sandbox/faults`)).json()) as unknown[];

describe('the inbox', () => {
	beforeEach(async () => {
		await sms('An SMS');
		await viber('A button', 'https://shop.example');
		await call('v1/sendOtpTelegram', { phone: PHONE, message: '482915' });
		await email('<style>p { color: #010203 }</style><p>Hello</p><script>top.x = 1</script>');
		const time = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
		const later = { email: 'late@example.com', d_schedule: time.replace('T', ' ') };
		await email('Wait', later);
		sandbox.reply(PHONE, 'An answer');
	});

	test.each(sights)(
		'is accessible and fits at $viewport.width px, $colorScheme',
		async (options) => {
			await open('', options);
			await conversation().waitFor();
			expect(await objections(page)).toEqual([]);
			await conversation().click();
			await messages().first().waitFor();
			expect(await objections(page)).toEqual([]);
			await expectToFit();
			await page.goto(sandbox.url);
			await conversation(EMAIL).click();
			await page.locator('iframe').waitFor();
			expect(await objections(page)).toEqual([]);
			await page.goto(sandbox.url);
			await sms('Hi', 400, '12');
			await byTestId('open-rejected').click();
			await byTestId('rejected').locator('summary').first().click();
			expect(await objections(page)).toEqual([]);
			await expectToFit();
		},
	);

	test('the keyboard alone sends a reply', async () => {
		await open();
		await conversation().focus();
		await page.keyboard.press('Enter');
		await messages().first().waitFor();
		await tabTo('[data-testid="reply-text"]');
		await page.keyboard.type('From the keyboard');
		await page.keyboard.press('Enter');
		await page.getByText('From the keyboard').first().waitFor();
		expect(sandbox.replies.map(({ text }) => text)).toContain('From the keyboard');
	});

	test('what changes while the page reads is shown once, and a read that failed is repeated', async () => {
		page = await openPage(browser, { viewport: wide });
		const reads = { requests: 0, state: 0 };
		await page.route('**/_sandbox/requests*', async (route) => {
			if (reads.requests++ === 0) {
				await call('v1/sendQuickSMS', { alphaname_id: '1363' }, { expected: 400 });
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

	test('shows the ID of a message, and when a message will be sent', async () => {
		await open();
		await conversation().click();
		const { messageId } = sandbox.messages.filter(({ channel }) => channel === 'viber')[0];
		await message('A button').getByText(`message_id ${messageId}`).waitFor();
		await conversation('late@example.com').click();
		await message('Wait').getByText('Scheduled for').waitFor();
	});

	test('shows an HTML email in a frame without scripts', async () => {
		await open();
		await conversation(EMAIL).click();
		const frame = page.frameLocator('iframe');
		const text = frame.getByText('Hello');
		await text.waitFor();
		expect(await frame.locator('script').count()).toBe(0);
		expect(await page.evaluate('window.x')).toBeUndefined();
		const colour = await text.evaluate((element) => getComputedStyle(element).color);
		expect(colour).toBe('rgb(1, 2, 3)');
	});

	test('shows a rejected request and the reason as it comes', async () => {
		await open();
		await byTestId('open-rejected').click();
		const without = { phone: PHONE, message: 'No sender' };
		await call('v1/sendQuickSMS', without, { expected: 400 });
		const row = byTestId('rejected').first();
		await row.getByText('alphaname_id: required').waitFor();
		expect(await row.innerText()).toContain('sendQuickSMS');
		await row.locator('summary').click();
		await row.getByText('No sender').waitFor();
		expect(await page.content()).not.toContain(sandbox.token);
	});

	test('switches a fault on for the next request', async () => {
		await open();
		await byTestId('fault').selectOption('Server error (500)');
		await soon(async () => (await faults()).length === 1);
		await sms('Hi', 500);
		await soon(async () => (await byTestId('fault').inputValue()) === 'No fault');
		await sms('Hi');
	});

	test('switches a fault on for all requests, and off', async () => {
		await open();
		await byTestId('times').selectOption('forever');
		await byTestId('fault').selectOption('Sent, but response lost');
		await soon(async () => (await faults()).length === 1);
		const before = sandbox.messages.length;
		for (let n = 0; n < 2; n++) await expect(sms('Hi')).rejects.toThrow();
		expect(sandbox.messages).toHaveLength(before + 2);
		await byTestId('fault').selectOption('No fault');
		await soon(async () => (await faults()).length === 0);
		await sms('Hi');
	});

	test.each(['not-delivered', 'undelivered'])(
		'the switch %s keeps messages back',
		async (name) => {
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
		},
	);

	test('says that a search has no result', async () => {
		await open();
		await byTestId('search').fill('nobody');
		await page.getByText('No recipient contains "nobody".').waitFor();
		await byTestId('search').fill('');
		await conversation().waitFor();
	});

	test('arrow keys lead from the search through the conversations, and through messages', async () => {
		await open();
		await conversation().waitFor();
		const focused = async (attribute: string) =>
			await page.evaluate(`document.activeElement.getAttribute('${attribute}')`);
		const order = await byTestId('conversation').evaluateAll((rows) =>
			rows.map((row) => row.dataset.recipient),
		);
		await byTestId('search').press('ArrowDown');
		expect(await focused('data-recipient')).toBe(order[0]);
		await page.keyboard.press('ArrowDown');
		expect(await focused('data-recipient')).toBe(order[1]);
		await page.keyboard.press('End');
		await page.keyboard.press('ArrowDown');
		expect(await focused('data-recipient')).toBe(order.at(-1));
		await page.keyboard.press('Home');
		expect(await focused('data-recipient')).toBe(order[0]);

		await conversation().click();
		await messages().first().waitFor();
		const keys = await page
			.locator('[data-testid="message"], [data-testid="reply"]')
			.evaluateAll((rows) => rows.map((row) => row.dataset.key));
		await page.locator('#messages').focus();
		await page.keyboard.press('ArrowUp');
		expect(await focused('data-key')).toBe(keys.at(-1));
		await page.keyboard.press('ArrowUp');
		expect(await focused('data-key')).toBe(keys.at(-2));
	});

	test('the reset asks, then deletes everything', async () => {
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

/** Presses Tab until an element has the focus. */
async function tabTo(selector: string): Promise<void> {
	for (let tabs = 0; tabs < 40; tabs++) {
		if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`Tab does not reach ${selector}`);
}

describe('a link of a message', () => {
	/** A web site elsewhere, to which the links lead. */
	let site: Listening;
	let visits: IncomingHttpHeaders[];

	function webSite(): Server {
		return createServer(({ headers, url }, response) => {
			if (url === '/favicon.ico') return response.writeHead(204).end();
			visits.push(headers);
			return response
				.writeHead(200, { 'content-type': 'text/html' })
				.end(
					'<p id="opener">none</p><script>if (opener) document.body.append(opener)</script>',
				);
		});
	}

	beforeAll(async () => {
		site = await listen(webSite());
	});
	afterAll(async () => await site?.close());

	beforeEach(async () => {
		visits = [];
		await open();
		await page.getByText('Nothing has been sent yet').waitFor();
	});

	const hrefs = async () =>
		await messages()
			.locator('a')
			.evaluateAll((all) => all.map((one) => one.getAttribute('href')));

	/** Clicks, and expects the site in a new tab that knows nothing of where it was opened. */
	async function expectNewTab(click: () => Promise<void>): Promise<void> {
		const [opened] = await Promise.all([page.context().waitForEvent('page'), click()]);
		await opened.waitForLoadState();
		expect(new URL(opened.url()).origin).toBe(site.url);
		expect(await opened.evaluate('window.opener')).toBeNull();
		expect(visits.map(({ referer }) => referer)).toEqual([undefined]);
		expect(page.url()).toBe(`${sandbox.url}/`);
	}

	describe('opens in a new tab:', () => {
		test('a link in an SMS', async () => {
			await sms(`Your order: ${site.url}/order?a=1&b=2.`);
			await expectNewTab(async () => await messages().getByText('/order').last().click());
			expect(await hrefs()).toEqual([`${site.url}/order?a=1&b=2`]);
		});

		test('the button of a Viber message, and a link in its text', async () => {
			await viber(`See ${site.url}/text`, `${site.url}/button`);
			await expectNewTab(
				async () => await page.getByRole('link', { name: 'Respond', exact: true }).click(),
			);
			expect(await hrefs()).toEqual([`${site.url}/text`, `${site.url}/button`]);
			const link = messages().locator('a').first();
			expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
			expect(await link.getAttribute('target')).toBe('_blank');
		});

		test.each([
			['a link in an email without HTML', (url: string) => `See ${url}/plain`, '/plain'],
			[
				'a link in an HTML email',
				(url: string) => `<p><a href="${url}/x">Open</a></p>`,
				'Open',
			],
			[
				'a link that the email opens elsewhere, with an opener',
				(url: string) => `<a href="${url}/x" target="_top" rel="opener" download>Open</a>`,
				'Open',
			],
		])('%s', async (_, message, text) => {
			await email(message(site.url));
			const isHtml = message('').startsWith('<');
			await messages().first().waitFor();
			const place = isHtml ? page.frameLocator('iframe') : page;
			await expectNewTab(async () => await place.locator('a', { hasText: text }).click());
		});
	});

	describe('is none in the text', () => {
		test.each([
			'javascript:document.title="changed"',
			'data:text/html,<script>1</script>',
			'file:///etc/passwd',
			'https://',
			'http://[',
			'<a href="https://shop.example">Shop</a><img src=x onerror=alert(1)>',
		])('%s', async (text) => {
			await sms(text);
			await viber(text, site.url);
			await messages().nth(1).waitFor();
			const shown = await messages().locator('.text').allInnerTexts();
			expect(shown).toEqual([text, text]);
			const known = ['https://shop.example/', `${site.url}/`];
			expect((await hrefs()).filter((href) => !known.includes(href ?? ''))).toEqual([]);
			expect(await messages().locator('img, script').count()).toBe(0);
		});

		test.each([
			['(https://shop.example/a_(b)).', 'https://shop.example/a_(b)'],
			['“https://shop.example/a”, ok?', 'https://shop.example/a'],
			['HTTPS://SHOP.example!', 'https://shop.example/'],
			[
				'https://shop.example/ціна?q=1&r=2;',
				'https://shop.example/%D1%86%D1%96%D0%BD%D0%B0?q=1&r=2',
			],
		])('around the link in %s', async (text, href) => {
			await sms(text);
			await messages().locator('a').waitFor();
			expect(await hrefs()).toEqual([href]);
			expect(await messages().locator('.text').innerText()).toBe(text);
		});
	});

	test.each([
		'<a href="javascript:top.x=1">Open</a>',
		'<a href=" JavaScript:top.x=1" target="_blank" rel="opener">Open</a>',
		'<a href="data:text/html,1">Open</a>',
		'<a href="file:///etc/passwd">Open</a>',
		'<a href="mailto:a@example.com">Open</a>',
		'<a href="/relative">Open</a>',
		'<base href="https://shop.example/"><a href="relative">Open</a>',
		'<svg width="90" height="20"><a xlink:href="javascript:top.x=1"><text y="15">Open</text></a></svg>',
		'<div><template shadowrootmode="open"><a href="javascript:top.x=1">Open</a></template>Open</div>',
		'<iframe srcdoc="<a href=javascript:top.x=1>Open</a>"></iframe><p>Open</p>',
		'<meta http-equiv="refresh" content="0;url=https://shop.example/"><p>Open</p>',
		'<form action="https://shop.example/"><button>Open</button></form>',
	])('the HTML email %s opens nothing', async (html) => {
		await email(`<p>Hello</p>${html}`);
		const frame = page.frameLocator('iframe');
		await frame.getByText('Open').click();
		await page.waitForTimeout(300);
		expect(page.context().pages()).toHaveLength(1);
		expect(await page.evaluate('window.x')).toBeUndefined();
		expect(page.frames()).toHaveLength(2);
		await frame.getByText('Hello').waitFor();
	});

	test('an HTML email loads nothing from elsewhere', async () => {
		const { url } = site;
		await email(
			`<style>@import url(${url}/a); p { background: url(${url}/b) }</style><p>Hello</p>` +
				`<img src="${url}/c"><link rel="stylesheet" href="${url}/d"><iframe src="${url}/e"></iframe>` +
				`<p><a href="${url}/f" ping="${url}/g">Open</a></p>`,
		);
		const frame = page.frameLocator('iframe');
		await frame.getByText('Hello').waitFor();
		await page.waitForTimeout(500);
		expect(visits).toEqual([]);
		await expectNewTab(async () => await frame.getByText('Open').click());
	});
});

describe('the account', () => {
	/** In every text that comes from outside. */
	const MARKUP = '<img src="x" onerror="window.isMarkup = 1"><b>';

	const createMailing = async (name: string) => {
		const { message_id } = await call(
			'v1/sendSmsList',
			{
				...{ name, message: `Hello {NAME} ${MARKUP}`, d_schedule: '2020-01-01 00:00' },
				...{ list_id: '1001', alphaname_id: '0' },
			},
			{ place: 'form' },
		);
		return String(message_id);
	};

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

	const card = (section: string, name: string) =>
		page.locator(`#${section} [data-testid="card"]`).filter({ hasText: name });
	const openCard = async (section: string, name: string) => {
		await card(section, name).locator('summary').click();
		return card(section, name);
	};

	const confirm = async (message_id: string) =>
		await call('v1/confirmSendMessageByList', { message_id, confirm: '1' }, { place: 'form' });

	test.each(sights)(
		'is accessible and not wider than $viewport.width px, $colorScheme, with markup in every text',
		async (options) => {
			await createMailing(`Waiting ${MARKUP}`);
			await confirm(await createMailing('Confirmed'));
			await sendBatch(`Reminders ${MARKUP}`);
			await importContact(`city ${MARKUP}`, `Riga ${MARKUP}`);
			await call('v2/createTemplateMessage', { name: `T ${MARKUP}`, message: MARKUP });
			await open('account.html', options);
			await card('batches', 'Reminders').waitFor();
			for (const summary of await page.locator('summary').all()) await summary.click();
			expect(await objections(page)).toEqual([]);
			await expectToFit();
			expect(await page.locator('main img, main b').count()).toBe(0);
			expect(await page.evaluate('window.isMarkup')).toBeUndefined();
			expect(elsewhere).toEqual([]);
		},
	);

	test('what waits for a confirmation stands out and comes first, until it is confirmed', async () => {
		await open('account.html');
		const message_id = await createMailing('Spring sale');
		await confirm(await createMailing('Confirmed later'));
		await page.getByText('1 mailing waits for confirmation.').waitFor();
		const first = page.locator('#mailings [data-testid="card"]').first();
		expect(await first.innerText()).toContain('Spring sale');
		const mailing = await openCard('mailings', 'Spring sale');
		await mailing.getByText('Waits for confirmation').waitFor();
		await mailing.getByText(`Confirm the mailing with its message_id ${message_id}`).waitFor();
		expect(await mailing.locator('table').count()).toBe(0);
		await confirm(message_id);
		await mailing.getByText('Hello Bruno').waitFor();
		await mailing.getByText('Sent', { exact: true }).waitFor();
		await first.getByText('Confirmed later').waitFor();
		expect(await page.locator('#waits').innerText()).toBe('');
	});

	test('shows the first 50 of many, and how many there are', async () => {
		for (let n = 0; n < 51; n++) await createMailing(`Mailing ${n}`);
		await open('account.html');
		await page.getByText('1 more are not shown').waitFor();
		expect(await page.locator('#mailings-count').innerText()).toBe('51');
		expect(await page.locator('#mailings [data-testid="card"]').count()).toBe(50);
	});

	test('shows a batch with what each recipient got and what was rejected, as it comes', async () => {
		await open('account.html');
		await page.getByText('No batch has been sent.').waitFor();
		await sendBatch('Reminders');
		const batch = await openCard('batches', 'Reminders');
		const row = batch.locator('tr', { hasText: '37120000021' });
		await row.getByText('Hello Olga').waitFor();
		await row.getByText('Delivered').waitFor();
		const content = { type: 'image', image_url: 'http://127.0.0.1/x.png' };
		const delivery_list = ['37120000021'];
		const wrong = { message_type: 'bulk', content, delivery_list };
		await sendBatch('Sale', 'sendBulkViber', wrong);
		const rejected = await openCard('batches', '1 error');
		await rejected.getByText('Sale: the content URL is invalid').waitFor();
		expect(await page.locator('#mailings [data-testid="card"]').count()).toBe(0);
	});

	test('shows an import in the list, with its columns', async () => {
		await open('account.html');
		const list = await openCard('lists', 'Customers');
		await importContact('city', 'Riga');
		const added = list.locator('tbody tr').first();
		await added.getByText('Riga').waitFor();
		expect(await list.locator('th').allInnerTexts()).toEqual([
			'PHONE',
			'EMAIL',
			'NAME',
			'CITY',
		]);
	});

	test('shows templates, and the sender 0 of every account', async () => {
		await open('account.html');
		await (await openCard('templates', 'Greeting')).getByText('your order is ready').waitFor();
		const senders = page.locator('#smsSenders tbody tr').first();
		expect((await senders.innerText()).split('\t')).toEqual(['0', 'System name']);
	});

	test('the keyboard alone goes from the inbox to a contact, and keeps its place', async () => {
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
		await tabTo('#lists .scroll');
		await page.keyboard.press('ArrowRight');
		// Not waitForFunction, which the page's policy forbids.
		const scrolled = async () => await page.evaluate('document.activeElement.scrollLeft > 0');
		await until('the scrolled table', 10, async () => (await scrolled()) === true);
		await page.keyboard.press('Shift+Tab');
		await page.keyboard.press('Enter');
		await list.getByText('Cira', { exact: true }).waitFor({ state: 'hidden' });
	});
});
