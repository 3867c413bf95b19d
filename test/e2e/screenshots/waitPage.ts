import type { Browser } from 'playwright-core';

import { renderPage } from '../../../nodes/shared/wait/page/renderPage';
import { everyState, texts } from '../../wait/page/pages';
import { startBrowser } from '../n8n/harness';
import { screenshot } from './screenshot';

let browser: Browser;
beforeAll(async () => {
	browser = await startBrowser();
}, 60_000);
afterAll(async () => await browser?.close());

test.each([
	['wait-approval', 'approval'],
	['wait-tool', 'approval of a tool'],
	['wait-decided', 'decided'],
])('%s', async (name, state) => {
	const page = await browser.newPage({ viewport: { width: 390, height: 1 } });
	await page.setContent(renderPage(everyState(texts)[state]));
	await screenshot(page, name, true);
});
