import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { listen } from '../../support/listen';
import { newContext } from '../browser/page';
import { startBrowser } from '../n8n/harness';

const PHONE = '37120000091';
const EMAIL = 'anna@example.com';

let sandbox: Sandbox;
let context: BrowserContext;
let page: Page;
/** A web site elsewhere, to which the links lead. */
let site: Awaited<ReturnType<typeof listen>>;
let visits: IncomingHttpHeaders[];
let undo: Array<() => Promise<unknown>>;

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
	const browser = await startBrowser();
	undo = [async () => await browser.close(), site.close];
	context = await newContext(browser);
});

afterAll(async () => {
	for (const step of undo) await step();
});

beforeEach(async () => {
	visits = [];
	sandbox = await startSandbox({ paceMs: 20 });
	page = await context.newPage();
	await page.goto(sandbox.url);
	await page.getByText('Nothing has been sent yet').waitFor();
});

afterEach(async () => {
	for (const one of context.pages()) await one.close();
	await sandbox.close();
});

async function call(path: string, values: Record<string, string>): Promise<void> {
	const all = new URLSearchParams({ token: sandbox.token, ...values });
	const isQuery = path.startsWith('v1');
	const url = `${sandbox.url}/api/${path}${isQuery ? `?${all}` : ''}`;
	const answer = await fetch(url, { method: 'POST', body: isQuery ? undefined : all });
	expect(answer.status).toBe(200);
}

const sms = async (message: string, phone = PHONE) =>
	await call('v1/sendQuickSMS', { alphaname_id: '1363', phone, message });
const viber = async (message: string, button_link: string) =>
	await call('v2/sendQuickViberMessage', {
		...{ vibername_id: '21', phone: PHONE, type_message: 'BUTTON', message },
		...{ image_url: 'https://shop.example/image.png', button: 'Respond', button_link },
	});
const email = async (message: string) =>
	await call('v2/sendEmail', {
		...{ sender_email: 'news@example.com', email: EMAIL, subject: 'Question', message },
	});

const messages = () => page.locator('[data-testid="message"]');
const hrefs = async () =>
	await messages()
		.locator('a')
		.evaluateAll((all) => all.map((one) => one.getAttribute('href')));

/** Clicks, and expects the site in a new tab that knows nothing of where it was opened. */
async function expectNewTab(click: () => Promise<void>): Promise<void> {
	const [opened] = await Promise.all([context.waitForEvent('page'), click()]);
	await opened.waitForLoadState();
	expect(new URL(opened.url()).origin).toBe(site.url);
	expect(await opened.evaluate('window.opener')).toBeNull();
	expect(visits.map(({ referer }) => referer)).toEqual([undefined]);
	expect(page.url()).toBe(`${sandbox.url}/`);
}

describe('a click opens a new tab on', () => {
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
		['a link in an HTML email', (url: string) => `<p><a href="${url}/x">Open</a></p>`, 'Open'],
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

describe('text stays text', () => {
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
	expect(context.pages()).toHaveLength(1);
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
