import { isDeepStrictEqual } from 'node:util';

import type { Browser, Page } from 'playwright-core';

import type { SavedCredential, SavedWorkflow } from '../../playground/rest';
import { until } from '../support/until';
import { Editor } from './browser/editor';
import { openPage } from './browser/page';
import { PERSON, rowsOf } from './browser/rows';
import { startBrowser, startOwnWorld, type World } from './n8n/harness';
import { owner } from './n8n/owner';
import { node } from './n8n/workflowDrafts';
import { byId, seeded } from './operations/step';
import { ended, linksIn, outputOf, respond, saveAccount } from './wait/waiting';

let world: World;
let browser: Browser;
let page: Page;
let editor: Editor;
let credential: SavedCredential;

beforeAll(async () => {
	world = await startOwnWorld({}, { editor: true });
	credential = await saveAccount(world);
	world.sandbox.sendFromWeb('Spring sale', 'Half price');
	browser = await startBrowser();
	page = await openPage(browser);
	editor = new Editor(page, world.n8n.url);
	await editor.logIn(owner);
});

const named = (node: string, does: string) => `${node} ${does}`;

/** Returns the parameters of a step as n8n has saved them. */
const saved = async (name: string) =>
	(await world.rest.workflow(workflow.id)).nodes.find((one) => one.name === name)!.parameters;

afterAll(async () => {
	await browser?.close();
	await world?.stop();
});

const { step, openRow, start } = rowsOf(() => ({ world, editor, credential }));

const pickers: Array<[node: string, does: string, field: string, entry: string]> = [
	['messagingServiceSms', 'message:send', 'sender', 'Shop'],
	['messagingServiceEmail', 'mailing:send', 'listId', 'Customers'],
	['messagingServiceTemplates', 'template:get', 'templateId', 'Greeting'],
	['messagingServiceSms', 'mailing:get', 'mailingId', 'Spring sale'],
];

/** One workflow for all tests, because the editor takes four CPU seconds to load it. */
let workflow: SavedWorkflow;

test('the editor opens a workflow with all operations', async () => {
	const sender = byId(seeded.alphaname);
	const send = { resource: 'message', operation: 'send' };
	const withText = { ...send, sender, message: 'Hello', phone: PERSON.Phone };
	const ask = { resource: 'message', operation: 'sendAndWait', sender };
	const importing = { resource: 'contact', operation: 'import' };
	const lists = pickers.map(([node, does], index) => {
		const [resource, operation] = does.split(':');
		return step(named(node, does), node, { resource, operation }, (index + 1) * 240);
	});
	workflow = await openRow(
		'Steps',
		[
			start(),
			step('Send', 'messagingServiceSms', send, 240),
			node('Next', 'n8n-nodes-base.noOp', 480, {}),
		],
		[step('Max Parts', 'messagingServiceSms', withText, 240)],
		[step('Ask', 'messagingServiceSms', ask, 240)],
		[step('Import', 'messagingServiceContacts', importing, 240)],
		lists,
	);
});

test.each(pickers)('the editor lists for %s %s in %s: %s', async (node, does, field, entry) => {
	await editor.openNode(named(node, does));
	const found = await editor.searchAndPick(field, entry.slice(0, 5), entry);
	expect(found).toHaveLength(1);
	expect(await editor.picked(field)).toContain(entry);
	await editor.closeNode();
});

test('a list in the editor that cannot be read says what to do', async () => {
	world.sandbox.fault({ kind: 'error200', operation: 'getAlphanames', times: 'forever' });
	await editor.openNode('Send');
	await page.locator('[data-test-id="resource-locator-sender"]').click();
	const said = page.locator('[data-test-id="rlc-error-container"]');
	await said.waitFor();
	expect(await said.innerText()).toContain('By ID');
	world.sandbox.clearFaults();
	await editor.closeNode();
});

test('an import in the editor offers the columns of the selected list', async () => {
	await editor.openNode('Import');
	await editor.pick('listId', 'Customers');
	await editor.node.getByText('columns other than phone and email').waitFor();
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

test('Max Parts per Message starts empty, says what to enter, and takes a number', async () => {
	await editor.openNode('Max Parts');
	await editor.addOption('Max Parts per Message');
	await editor.node.getByPlaceholder('e.g. 3').waitFor();
	await editor.node.getByText('1 to 255 parts. Without this option, the limit is 10.').waitFor();
	await editor.execute();
	const output = page.locator('[data-test-id="output-panel"]');
	await output.getByText("'Max Parts per Message' is empty").first().waitFor();
	await output.getByText('Enter a number, or remove this option.').first().waitFor();
	await editor.type('maxParts', '5');
	await editor.execute();
	await editor.outputs('sms_id');
	await until('n8n has saved it', 120, async () =>
		isDeepStrictEqual((await saved('Max Parts')).options, { maxParts: 5 }),
	);
	await editor.closeNode();
});

test('the editor shows the output fields before anything is sent', async () => {
	const before = world.sandbox.requests.length;
	await editor.openNode('Next');
	const input = page.locator('[data-test-id="ndv-input-panel"]');
	await input.getByText('Usually outputs the following fields').waitFor();
	for (const field of ['sms_id', 'status', 'parts']) {
		await input.getByText(field, { exact: true }).waitFor();
	}
	const asked = world.sandbox.requests.slice(before).map(({ operation }) => operation);
	expect(asked).not.toContain('sendQuickSMS');
	await editor.closeNode();
});

test('a search for "in the loop" in the node panel finds the three nodes that can send and wait', async () => {
	await editor.openNodePanel();
	const found = await editor.findNodes('in the loop');
	const ours = found.filter((name) => name.startsWith('Messaging'));
	const names = ['Messaging Service Email', 'Messaging Service SMS', 'Messaging Service Viber'];
	expect(ours.sort()).toEqual(names);
	await page.keyboard.press('Escape');
});

test('a wait that is set up in the editor has the labels and the time limit, and waits for the response', async () => {
	world.sandbox.reset();
	await editor.openNode('Ask');
	await editor.type('phone', '37120000051');
	await editor.type('message', 'May we refund 40 EUR?');
	// The first of these buttons belongs to Approval Options.
	await editor.node.getByText('Add option').filter({ visible: true }).first().click();
	await editor.node.getByText('Type of Approval').waitFor();
	await editor.type('approveLabel', 'Refund');
	await editor.addOption('Limit Wait Time');
	await editor.node.getByText('Limit Type').waitFor();
	await editor.execute();
	await until('the message', 120, async () => linksIn(world).length > 0);
	const [execution] = await world.rest.executions(workflow.id);
	const opened = await fetch(linksIn(world)[0]);
	expect(await opened.text()).toMatch(/>Refund<[^]*>Decline</);
	expect((await respond(linksIn(world)[0], 'approve')).status).toBe(200);
	expect(outputOf(await ended(world, execution.id))).toMatchObject({ data: { approved: true } });
	expect(await saved('Ask')).toMatchObject({
		approvalOptions: { values: { approveLabel: 'Refund' } },
		options: { limitWaitTime: { values: { resumeAmount: 45, resumeUnit: 'minutes' } } },
	});
});
