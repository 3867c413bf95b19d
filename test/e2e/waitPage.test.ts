import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { PAGE_HEADERS } from '../../nodes/shared/wait/page/headers';
import { renderPage } from '../../nodes/shared/wait/page/renderPage';
import type { PageTexts } from '../../nodes/shared/wait/page/types';
import { type Listening, listen } from '../support/listen';
import { objections } from './browser/axe';
import { openPage } from './browser/page';
import { everyState, texts } from '../wait/page/pages';
import { startBrowser } from './n8n/harness';

const POLICY = 'content-security-policy';
/**
 * The policy that n8n sets if a node returns a page instead of writing the page to the response.
 */
const N8N_POLICY =
	'sandbox allow-downloads allow-forms allow-modals allow-popups allow-presentation allow-scripts allow-top-navigation-by-user-activation';
const LONG = `${'x'.repeat(200)} https://shop.example/${'orders/4711/'.repeat(30)}`;

const arabic: PageTexts = {
	title: 'استرداد مبلغ الطلب 4711',
	message: 'تطلب آنا استرداد أموالها. وصل الطرد متأخرا أسبوعين.\nhttps://shop.example/4711',
};
const long: PageTexts = { title: LONG, message: LONG, tool: { name: LONG, arguments: LONG } };
const given: Record<string, PageTexts> = { ltr: texts, rtl: arabic, long, unknown: {} };

const INJECTED = `<script>document.title = 'injected'</script><script src="/injected.js"></script>
<img src="/injected.png" alt=""><iframe src="/injected.html"></iframe>
<style>body { background: url(/injected.css) }</style></main>`;

let server: Listening;
let browser: Browser;
/** Requests since the start of a test, as method, path and body. */
let requests: string[] = [];

/** Serves the page `/<state>` with the policy and the texts that the query names. */
async function serve(request: IncomingMessage, response: ServerResponse) {
	let body = '';
	for await (const chunk of request) body += String(chunk);
	const { pathname, searchParams } = new URL(request.url ?? '', 'http://page.example');
	requests.push([request.method, pathname, body].join(' ').trim());
	const states = everyState(given[searchParams.get('texts') ?? 'ltr']);
	const page = states[decodeURIComponent(pathname.slice(1))];
	const state = request.method === 'POST' ? states.thanks : page;
	const policy = searchParams.get('policy');
	const policies = new Map<string | null, string[]>([
		['none', []],
		['n8n', [N8N_POLICY]],
		['both', [PAGE_HEADERS[POLICY], N8N_POLICY]],
		// In a sandboxed page, axe cannot set a timer.
		['unboxed', [PAGE_HEADERS[POLICY].replace('sandbox allow-forms; ', '')]],
	]);
	const { [POLICY]: ours, ...headers } = PAGE_HEADERS;
	response.setHeader(POLICY, policies.get(policy) ?? ours);
	response.writeHead(page ? 200 : 404, headers);
	const whole = state ? renderPage(state) : '';
	const html = policy === 'none' ? whole.replace(/<meta http-equiv[^>]*>/, '') : whole;
	response.end(searchParams.has('inject') ? html.replace('</main>', INJECTED) : html);
}

beforeAll(async () => {
	server = await listen(createServer((request, response) => void serve(request, response)));
	browser = await startBrowser();
});

afterAll(async () => {
	await browser?.close();
	await server?.close();
});

beforeEach(() => {
	requests = [];
});

let page: Page;
afterEach(async () => await page?.context().close());

const phone = { width: 320, height: 640 };

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
	page = await openPage(browser, { viewport: phone, ...options });
	return page;
}

const visit = async (state: string, query: Record<string, string> = {}) =>
	await page.goto(`${server.url}/${encodeURIComponent(state)}?${new URLSearchParams(query)}`);

/** Presses the keys one after the other. Types a text in quotes. */
async function press(...keys: string[]) {
	for (const key of keys) {
		if (key.startsWith('"')) await page.keyboard.type(key.slice(1, -1));
		else await page.keyboard.press(key);
	}
}

/** Returns elements that are wider than the window or their parent. */
const overhang = async () =>
	(await page.evaluate(`[...document.querySelectorAll('html, main, main *')]
		.filter((one) => one.getBoundingClientRect().right > innerWidth + 1
			|| one.getBoundingClientRect().left < -1
			|| (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'))
		.map((one) => one.outerHTML.slice(0, 80))`)) as string[];

/** Colors do not depend on the direction, so each color scheme is tested once. */
test.each<[string, BrowserContextOptions['colorScheme'], string[]]>([
	['ltr', 'light', Object.keys(everyState({}))],
	['rtl', 'dark', Object.keys(everyState({}))],
	// Words and URLs that are too long, and no text of the user at all.
	['long', 'light', ['approval', 'text', 'choice']],
	['unknown', 'light', ['approval', 'text', 'choice']],
])('the page with "%s" texts, %s, is accessible and fits 320 px: %j', async (...row) => {
	const [name, colorScheme, names] = row;
	await newPage({ colorScheme });
	for (const state of names) {
		await visit(state, { texts: name, policy: 'unboxed' });
		const direction = await page.evaluate('document.documentElement.dir');
		const problems = [...(await objections(page)), ...(await overhang())];
		const wanted = name === 'rtl' ? 'rtl' : 'ltr';
		expect([state, direction, problems]).toEqual([state, wanted, []]);
	}
});

test.each([
	['approval', ['Tab', 'Enter'], 'response=approve'],
	['approval', ['Tab', 'Space'], 'response=approve'],
	['approval', ['Tab', 'Tab', 'Enter'], 'response=decline'],
	['text', ['Tab', '"First"', 'Enter', '"second"', 'Tab', 'Enter'], 'response=First%0D%0Asecond'],
	['choice', ['Tab', 'Space', 'ArrowDown', 'Tab', 'Enter'], 'response=1'],
	['choice with an error', ['Tab', 'ArrowUp', 'Tab', 'Enter'], 'response=2'],
])('the keyboard alone responds to "%s" with %j', async (state, keys, body) => {
	await newPage();
	await visit(state);
	await press(...keys);
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	expect(requests.slice(1)).toEqual([`POST /${encodeURIComponent(state)} ${body}`]);
});

test.each([
	['text', ['Tab', 'Tab', 'Enter']],
	['choice', ['Tab', 'Tab', 'Enter']],
	['choice', ['Tab', 'Enter']],
	['text', ['Tab', '"Hello"', 'Enter']],
	['approval', ['Enter', 'Space']],
])('"%s" sends nothing after the keys %j', async (state, keys) => {
	await newPage();
	await visit(state);
	await press(...keys);
	await page.waitForTimeout(300);
	expect(requests).toEqual([`GET /${state}`]);
});

test.each(['n8n', 'both'])('the page responds under the policy "%s"', async (policy) => {
	await newPage();
	await visit('approval', { policy });
	await page.getByRole('button', { name: 'Decline', exact: true }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	expect(requests).toContain('POST /approval response=decline');
});

test('the page loads nothing else in the browser, and neither runs nor fetches what is injected', async () => {
	const title = async (policy: string) => {
		requests = [];
		await newPage();
		await visit('approval', { inject: '', policy });
		await page.waitForTimeout(500);
		return await page.title();
	};
	// Proves that this test can fail: without a policy, everything injected runs.
	expect(await title('none')).toBe('injected');
	await page.context().close();
	expect(requests).toEqual(
		expect.arrayContaining([
			'GET /injected.js',
			'GET /injected.png',
			'GET /injected.html',
			'GET /injected.css',
		]),
	);
	// n8n's own policy allows scripts, and replaces ours on the page after a response.
	for (const policy of ['', 'n8n']) {
		expect(await title(policy)).toBe('Refund for order 4711');
		expect(requests).toEqual(['GET /approval']);
		await page.context().close();
	}
});

test('the page cannot be shown in a frame of another page', async () => {
	const framed = async (policy: string) => {
		await newPage();
		await visit('not found', { policy: 'none' });
		await page.setContent(`<iframe src="${server.url}/approval?policy=${policy}"></iframe>`);
		await page.waitForTimeout(500);
		return await page.frames()[1].content();
	};
	// Proves that this test can fail: without the headers, the page is framed.
	expect(await framed('none')).toContain('Refund for order 4711');
	await page.context().close();
	expect(await framed('')).not.toContain('Refund');
});
