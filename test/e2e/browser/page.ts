import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Timeout of a page on a busy machine, in milliseconds: the editor loads 10 MB of code. */
const PATIENCE = 60_000;

/** A page in a browser of one person: nothing is kept from the others. */
export async function openPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		...options,
	});
	context.setDefaultTimeout(PATIENCE);
	return await context.newPage();
}
