import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Milliseconds that a page may take on a busy machine. The editor loads 10 MB of code. */
const PATIENCE = 60_000;

/** Opens a page in a browser context without cookies and other data of earlier pages. */
export async function openPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		...options,
	});
	context.setDefaultTimeout(PATIENCE);
	return await context.newPage();
}
