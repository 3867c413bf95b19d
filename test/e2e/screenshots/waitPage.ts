import type { Browser } from 'playwright-core';

import { getPageWords } from '../../../nodes/shared/wait/page/languages';
import { renderPage } from '../../../nodes/shared/wait/page/renderPage';
import type { WaitPage } from '../../../nodes/shared/wait/page/types';
import { everyState, texts } from '../../wait/page/pages';
import { startBrowser } from '../n8n/harness';
import { screenshot } from './screenshot';

let browser: Browser;
beforeAll(async () => {
	browser = await startBrowser();
}, 60_000);
afterAll(async () => await browser?.close());

const words = getPageWords('uk');
const ukrainian: WaitPage = {
	kind: 'question',
	question: { type: 'approval', approveLabel: words.approve, declineLabel: words.decline },
	texts: {
		language: 'uk',
		organization: 'Магазин квітів «Мальва»',
		title: 'Повернення за замовлення 4711',
		message: 'Анна просить повернути гроші. Посилка прийшла на два тижні пізніше.',
	},
};
const states = everyState(texts);

test.each<[string, WaitPage]>([
	['wait-approval', states.approval],
	['wait-approval-uk', ukrainian],
	['wait-tool', states['approval of a tool']],
	['wait-thanks', states.thanks],
	['wait-decided', states.decided],
])('%s', async (name, state) => {
	const page = await browser.newPage({ viewport: { width: 390, height: 1 } });
	await page.setContent(renderPage(state));
	await screenshot(page, name, true);
});
