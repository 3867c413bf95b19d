import type { Browser, Page } from 'playwright-core';

import { readExample } from '../../playground/examples';
import type { SavedWorkflow } from '../../playground/rest';
import { Editor } from './browser/editor';
import { formUrl, submit, visit } from './browser/forms';
import { openPage } from './browser/page';
import { startBrowser, startWorld, TOKEN, type World } from './n8n/harness';
import { owner } from './n8n/owner';
import { screenshot } from './screenshots/screenshot';

const NAME = 'Anna';
const PHONE = '37120000001';

let world: World;
let browser: Browser;
let page: Page;
let editor: Editor;
let workflow: SavedWorkflow;

beforeAll(async () => {
	world = await startWorld();
	browser = await startBrowser();
	page = await openPage(browser);
	editor = new Editor(page, world.n8n.url);
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
});

async function visitor(): Promise<Page> {
	return await openPage(browser);
}

describe('from a form to an SMS, with the example,', () => {
	test('the user logs in', async () => {
		await editor.logIn(owner);
	});

	test('the credential rejects a wrong token and shows what to do', async () => {
		await editor.newCredential('Messaging Service API');
		await editor.typeInto('baseUrl', world.sandbox.url);
		await editor.typeInto('token', 'not-the-token');
		expect(await editor.saveCredential()).toContain('The service rejected the token');
	});

	test('the credential accepts the right token', async () => {
		await editor.typeInto('token', TOKEN);
		expect(await editor.saveCredential()).toContain('Connection tested successfully');
	});

	test('the example workflow opens, shows its SMS, and is published', async () => {
		const [credential] = await world.rest.credentials();
		const draft = readExample('form-to-sms.json', credential);
		// Sample data, so that the opened node shows what its expressions come to.
		draft.pinData = { Form: [{ json: { Name: NAME, Phone: PHONE } }] };
		workflow = await world.rest.createWorkflow(draft);
		await editor.openWorkflow(workflow.id);
		await editor.openNode('Send SMS');
		await editor.pick('sender', 'Shop');
		await page.getByText(`Hello ${NAME}`).first().waitFor();
		await editor.closeNode();
		await editor.publish();
	});

	test("a visitor's form becomes an SMS in the sandbox's inbox", async () => {
		// Without the request that had the wrong token.
		world.sandbox.reset();
		const form = await visit(browser, formUrl(world.n8n.url, workflow, 'Form'));
		await submit(form, { Name: NAME, Phone: PHONE });
		await form.getByText('Your response has been recorded').waitFor();
		const [execution] = await world.rest.executions(workflow.id);
		expect((await world.rest.finished(execution.id)).status).toBe('success');

		const inbox = await visitor();
		await inbox.goto(world.sandbox.url);
		await inbox.locator(`[data-testid="conversation"][data-recipient="${PHONE}"]`).click();
		const message = inbox.locator('[data-testid="message"][data-channel="sms"]').last();
		await message.waitFor();
		expect(await message.innerText()).toContain(`Hello ${NAME}`);
		await message.getByText('Delivered').waitFor();
		await inbox.getByRole('button', { name: /^Rejected requests\s*0$/ }).waitFor();
		await screenshot(inbox, 'sandbox-inbox');
	});
});
