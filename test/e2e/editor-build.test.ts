import type { Browser, Page } from 'playwright-core';

import { Editor } from './browser/editor';
import { submit, visit } from './browser/forms';
import { owner, START_TIMEOUT, startBrowser, startWorld, TOKEN, type World } from './n8n/harness';

const PHONE = '37120000061';

let world: World;
let browser: Browser;
let page: Page;
let editor: Editor;

beforeAll(async () => {
	world = await startWorld();
	await world.rest.saveCredential('Sandbox', 'messagingServiceApi', {
		baseUrl: world.sandbox.url,
		token: TOKEN,
	});
	browser = await startBrowser();
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	page = await context.newPage();
	page.setDefaultTimeout(20_000);
	editor = new Editor(page, world.n8n.url);
	await editor.logIn(owner);
}, START_TIMEOUT);

afterAll(async () => {
	await browser?.close();
	await world?.stop();
}, 60_000);

describe('the node panel', () => {
	beforeAll(async () => {
		await editor.newWorkflow();
		await editor.openNodePanel();
	});

	test.each([
		['sms', 'Messaging Service SMS'],
		['text message', 'Messaging Service SMS'],
		['viber', 'Messaging Service Viber'],
		['otp', 'Messaging Service Verification'],
		['bulk mail', 'Messaging Service Email'],
		['contacts', 'Messaging Service Contacts'],
		['message template', 'Messaging Service Templates'],
	])('finds, with "%s", the node %s', async (text, name) => {
		expect(await editor.findNodes(text)).toContain(name);
	});
});

describe('from a form to an SMS, built by hand', () => {
	let form = '';

	test('the form asks for name and phone', async () => {
		await editor.newWorkflow();
		await editor.openNodePanel();
		await editor.addNode('form', 'n8n Form', 'On new n8n Form event');
		await editor.fill('formTitle', 'Stay in touch');
		for (const [index, label] of ['Name', 'Phone'].entries()) {
			await page.locator('[data-test-id="fixed-collection-add"]').click();
			await editor.fill('fieldLabel', label, index);
		}
		await page.locator('[data-test-id="radio-button-production"]').click();
		form = (
			await page
				.getByText(/\/form\/[0-9a-f-]{36}/)
				.first()
				.innerText()
		).trim();
		await editor.closeNode();
	});

	test('the SMS step is added and the workflow is published', async () => {
		await editor.openNodePanel();
		await editor.addNode('sms', 'Messaging Service SMS', 'Send an SMS');
		await editor.pick('sender', 'Shop');
		await editor.express('phone', '{{ $json.Phone }}');
		await editor.express('message', 'Hello {{ $json.Name }}');
		await editor.closeNode();
		await editor.publish();
	});

	test('a visitor fills in the form and gets the SMS', async () => {
		const visitor = await visit(browser, form);
		await submit(visitor, { Name: 'Anna', Phone: '+371 2000 0061' });
		await visitor.getByText('Your response has been recorded').waitFor();
		const id = /workflow\/(\w+)/.exec(page.url())?.[1] ?? '';
		const [execution] = await world.rest.executions(id);
		const { data } = await world.rest.finished(execution.id);
		expect(data.resultData.error?.message).toBeUndefined();
		expect(world.sandbox.messages).toMatchObject([
			{ channel: 'sms', to: PHONE, text: 'Hello Anna', sender: 'Shop' },
		]);
	});
});
