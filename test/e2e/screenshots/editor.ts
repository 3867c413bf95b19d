import type { Browser, Page } from 'playwright-core';

import { readExample } from '../../../playground/examples';
import type { SavedCredential } from '../../../playground/rest';
import { Editor } from '../browser/editor';
import { openPage } from '../browser/page';
import { rowsOf } from '../browser/rows';
import { viberMailing } from '../n8n/account';
import { startBrowser, startOwnWorld, type World } from '../n8n/harness';
import { owner } from '../n8n/owner';
import { saveAccount } from '../wait/waiting';
import { pictured } from './forms';
import { screenshot } from './screenshot';

const viewport = { width: 1280, height: 800 };

let world: World;
let browser: Browser;
let page: Page;
let editor: Editor;
let credential: SavedCredential;

beforeAll(async () => {
	world = await startOwnWorld({}, { editor: true });
	credential = await saveAccount(world);
	browser = await startBrowser();
	page = await openPage(browser);
	editor = new Editor(page, world.n8n.url);
	await editor.logIn(owner);
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
}, 60_000);

const { step, openRow, start } = rowsOf(() => ({ world, editor, credential }));
/** Heights that show the button of a Viber message. */
const high: Record<string, number> = { viber: 1120 };
const nodes = Object.entries(pictured)
	.map(([picture, form]) => [/editor-(\w+)-node/.exec(picture)?.[1] ?? '', ...form] as const)
	// Other tests make the images of the first SMS and of the trigger.
	.filter(([file]) => !['', 'sms'].includes(file));

test.each(nodes)('the node %s in the editor', async (file, node, parameters) => {
	const one = step('Step', node, parameters, 240);
	one.name = `Messaging Service ${file[0].toUpperCase()}${file.slice(1)}`;
	await page.setViewportSize({ ...viewport, height: high[file] ?? viewport.height });
	await openRow(file, [start(), one]);
	await editor.openNode(one.name);
	await page.locator('[data-test-id="node-credentials-slot"]').waitFor();
	await page.mouse.move(viewport.width / 2, 5);
	// Pickers and expressions show their values a moment later.
	await page.waitForTimeout(1_500);
	for (const shown of file in high ? ['Button Text', 'Button Link'] : []) {
		const { y, height } = (await page.getByText(shown).first().boundingBox())!;
		expect(y + height + 60).toBeLessThan(high[file]);
	}
	await screenshot(page, `editor-${file}-node`);
	await editor.closeNode();
});

test("the trigger's test shows the latest reply", async () => {
	const draft = readExample('viber-reply-answer.json', credential);
	const { id } = await world.rest.createWorkflow(draft);
	const mailing = await viberMailing(world.sandbox);
	world.sandbox.reply('37120000001', 'Are you open on Sunday?', mailing);
	await editor.openWorkflow(id);
	await editor.openNode('Viber Reply');
	await page.getByRole('button', { name: 'Fetch Test Event' }).first().click();
	await page.locator('[data-test-id="output-panel"]').getByText('37120000001').first().waitFor();
	await screenshot(page, 'editor-trigger');
	await editor.closeNode();
});

test('the list of operations', async () => {
	const parameters = { resource: 'message', operation: 'send' };
	await openRow('operations', [start(), step('Step', 'messagingServiceSms', parameters, 240)]);
	await editor.openNode('Step');
	await page.locator('[data-test-id="parameter-input-operation"]').click();
	const options = page.getByRole('option').filter({ visible: true });
	await options.first().waitFor();
	await page.waitForTimeout(500);
	await screenshot(page, 'adr/operations-in-order-of-use');
});
