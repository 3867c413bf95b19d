import type { Browser, Page } from 'playwright-core';

import { until } from '../../support/until';
import { Editor } from '../browser/editor';
import { openPage } from '../browser/page';
import { startBrowser, startWorld, TOKEN, type World } from '../n8n/harness';
import { owner } from '../n8n/owner';

let world: World;
let browser: Browser;
let page: Page;
let editor: Editor;

beforeAll(async () => {
	// The clock stands still: the service calls when the test moves it.
	world = await startWorld({ clock: 'manual', batchDelayMs: 1_000 });
	await world.rest.saveCredential('Sandbox', 'messagingServiceApi', {
		baseUrl: world.sandbox.url,
		token: TOKEN,
	});
	browser = await startBrowser();
	page = await openPage(browser);
	editor = new Editor(page, world.n8n.url);
	await editor.logIn(owner);
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
});

test('n8n lists the three nodes under Human review, each with the operation that waits', async () => {
	await editor.newWorkflow();
	await editor.openNodePanel();
	await editor.findNodes('manual');
	await editor.choosePanelItem('Manual Trigger');
	await editor.openNodePanel();
	await editor.choosePanelItem('Human review');
	const items = page.locator('[data-test-id="node-creator-item-name"]');
	await items.getByText('Messaging Service SMS').waitFor();
	const ours = (await items.allInnerTexts()).filter((name) => name.startsWith('Messaging'));
	const names = ['Messaging Service Email', 'Messaging Service SMS', 'Messaging Service Viber'];
	expect(ours).toEqual(names);
	await editor.choosePanelItem('Messaging Service SMS');
	const action = 'Send SMS and wait for response';
	// While one list slides over the other, the panel has both.
	await until('the one action of the node', 120, async () => {
		return (await items.allInnerTexts()).join() === action;
	});
	await editor.choosePanelItem(action);
	await editor.node.waitFor();
	expect(await editor.node.innerText()).toContain('Response Type');
});
