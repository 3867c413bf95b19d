import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { SavedCredential, SavedWorkflow, WorkflowDraft } from '../../../playground/rest';
import { Editor } from '../browser/editor';
import {
	docsDir,
	START_TIMEOUT,
	startBrowser,
	startWorld,
	TOKEN,
	type World,
} from '../n8n/harness';
import { owner } from '../n8n/owner';

type Placed = WorkflowDraft['nodes'][number];

const PACKAGE = 'n8n-nodes-messaging-service';
const PERSON = { Name: 'Anna', Phone: '+371 2000 0051', Email: 'anna@example.com' };
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const viewport = { width: 1280, height: 800 };

let world: World;
let browser: Browser;
let page: Page;
let editor: Editor;
let credential: SavedCredential;

async function ask(path: string, values: Record<string, string>, method = 'POST'): Promise<void> {
	const all = new URLSearchParams({ token: TOKEN, ...values });
	const url = `${world.sandbox.url}/api/${path}`;
	const answer =
		method === 'GET' ? await fetch(`${url}?${all}`) : await fetch(url, { method, body: all });
	expect(answer.status).toBe(200);
}

beforeAll(async () => {
	world = await startWorld();
	credential = await world.rest.saveCredential('Sandbox', 'messagingServiceApi', {
		baseUrl: world.sandbox.url,
		token: TOKEN,
	});
	world.sandbox.sendFromWeb('Spring sale', 'Half price');
	await ask('v1/createSmsMessage', { message: 'Your order is ready' }, 'GET');
	await ask('v2/sendViberMessageList', {
		vibername_id: '21',
		list_id: '1001',
		message: 'Open all night',
	});
	browser = await startBrowser();
	page = await (await browser.newContext({ viewport })).newPage();
	page.setDefaultTimeout(20_000);
	editor = new Editor(page, world.n8n.url);
	await editor.logIn(owner);
}, START_TIMEOUT);

afterAll(async () => {
	await browser?.close();
	await world?.stop();
}, 60_000);

/** A step with the credential chosen, as the editor saves it. */
const step = (name: string, type: string, parameters: Placed['parameters'], x: number): Placed => ({
	id: name,
	name,
	type: type.includes('.') ? type : `${PACKAGE}.${type}`,
	typeVersion: 1,
	position: [x, 0],
	parameters,
	...(type.includes('.')
		? {}
		: {
				credentials: {
					messagingServiceApi: { id: credential.id, name: credential.name },
				},
			}),
});

/** Saves and opens a workflow of steps in a row, the first of them with a person as sample data. */
async function openRow(title: string, steps: Placed[]): Promise<SavedWorkflow> {
	const next = steps.slice(1).map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const workflow = await world.rest.createWorkflow({
		name: title,
		nodes: steps,
		connections: Object.fromEntries(
			next.map((target, index) => [steps[index].name, { main: [[target]] }]),
		),
		settings: { executionOrder: 'v1' },
		pinData: { Start: [{ json: PERSON }] },
	});
	await editor.openWorkflow(workflow.id);
	return workflow;
}

const start = () => step('Start', 'n8n-nodes-base.manualTrigger', {}, 0);

const pickers: Array<[node: string, does: string, field: string, entry: string]> = [
	['messagingServiceSms', 'message:send', 'sender', 'Shop'],
	['messagingServiceViber', 'message:send', 'sender', 'Bakery'],
	['messagingServiceEmail', 'mailing:create', 'listId', 'Customers'],
	['messagingServiceTemplates', 'template:get', 'templateId', ''],
	['messagingServiceSms', 'message:getStatus', 'messageId', 'Your order is ready'],
	['messagingServiceSms', 'mailing:getInfo', 'mailingId', 'Spring sale'],
	['messagingServiceViber', 'mailing:get', 'mailingId', 'Open all night'],
];

test.each(pickers)('%s %s picks %s from the list', async (node, does, field, entry) => {
	const [resource, operation] = does.split(':');
	await openRow(does, [start(), step('Step', node, { resource, operation }, 240)]);
	await editor.openNode('Step');
	const wanted = entry || world.sandbox.state.templates[0].name;
	const found = await editor.searchAndPick(field, wanted.slice(0, 5), wanted);
	expect(found).toHaveLength(1);
	expect(await editor.picked(field)).toContain(wanted);
	await editor.closeNode();
});

test('a picker that cannot list shows what to do', async () => {
	const parameters = { resource: 'message', operation: 'send' };
	await openRow('Refused', [start(), step('Step', 'messagingServiceSms', parameters, 240)]);
	world.sandbox.fault({ kind: 'error200', operation: 'getAlphanames', times: 'forever' });
	await editor.openNode('Step');
	await page.locator('[data-test-id="resource-locator-sender"]').click();
	const said = page.locator('[data-test-id="rlc-error-container"]');
	await said.waitFor();
	expect(await said.innerText()).toContain('By ID');
	world.sandbox.clearFaults();
	await editor.closeNode();
});

test('an import offers the columns of the selected list', async () => {
	const parameters = { resource: 'contact', operation: 'import' };
	const workflow = await openRow('Import', [
		start(),
		step('Step', 'messagingServiceContacts', parameters, 240),
	]);
	await editor.openNode('Step');
	await editor.pick('listId', 'Customers');
	await page.locator('[data-test-id="mapping-mode-select"]').click();
	await page.getByText('Map Each Column Manually').last().click();
	await editor.type('NAME', PERSON.Name);
	await editor.type('phone', PERSON.Phone);
	const saved = page.waitForResponse(/\/rest\/workflows\/.*\/run/);
	await page.locator('[data-test-id="node-execute-button"]').click();
	await saved;
	const [execution] = await world.rest.executions(workflow.id);
	expect((await world.rest.finished(execution.id)).status).toBe('success');
	expect(world.sandbox.state.lists[0].contacts).toContainEqual(
		expect.objectContaining({ NAME: 'Anna', PHONE: '37120000051' }),
	);
	await editor.closeNode();
});

test('the editor shows the output fields before anything is sent', async () => {
	await openRow('Preview', [
		start(),
		step('Send', 'messagingServiceSms', { resource: 'message', operation: 'send' }, 240),
		step('Next', 'n8n-nodes-base.noOp', {}, 480),
	]);
	await editor.openNode('Next');
	const input = page.locator('[data-test-id="ndv-input-panel"]');
	await input.getByText('Usually outputs the following fields').waitFor();
	for (const field of ['sms_id', 'status', 'parts']) {
		await input.getByText(field, { exact: true }).waitFor();
	}
	const asked = world.sandbox.requests.map(({ operation }) => operation);
	expect(asked).not.toContain('sendQuickSMS');
	await editor.closeNode();
});

const listed = (value: string, cachedResultName: string) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});
const photos: Array<[file: string, node: string, parameters: Placed['parameters']]> = [
	[
		'viber',
		'messagingServiceViber',
		{
			resource: 'message',
			operation: 'send',
			sender: listed('21', 'Shop'),
			phone: '={{ $json.Phone }}',
			contentType: 'button',
			message: '=Hello {{ $json.Name }}, everything at half price today',
			imageUrl: 'https://example.com/sale.jpg',
			buttonText: 'See the offer',
			buttonLink: 'https://example.com/sale',
		},
	],
	[
		'verification',
		'messagingServiceVerification',
		{
			resource: 'code',
			operation: 'sendTelegram',
			phone: '={{ $json.Phone }}',
			generateCode: true,
		},
	],
	[
		'email',
		'messagingServiceEmail',
		{
			resource: 'address',
			operation: 'unsubscribe',
			email: '={{ $json.Email }}',
			options: { reason: 'Asked by phone' },
		},
	],
	[
		'contacts',
		'messagingServiceContacts',
		{ resource: 'contact', operation: 'import', listId: listed('1001', 'Customers') },
	],
	[
		'templates',
		'messagingServiceTemplates',
		{
			resource: 'template',
			operation: 'update',
			templateId: byId('1002'),
			name: 'Order ready',
			message: 'Hello {name}, your order is ready',
		},
	],
];

test.each(photos)('the node %s is photographed for the README', async (file, node, parameters) => {
	const one = step('Step', node, parameters, 240);
	one.name = `Messaging Service ${file[0].toUpperCase()}${file.slice(1)}`;
	await openRow(file, [start(), one]);
	await editor.openNode(one.name);
	await page.locator('[data-test-id="node-credentials-slot"]').waitFor();
	await page.mouse.move(viewport.width / 2, 5);
	// Pickers and expressions fill in a moment later.
	await page.waitForTimeout(1_500);
	await page.screenshot({ path: join(docsDir, `editor-${file}-node.png`) });
	await editor.closeNode();
});
