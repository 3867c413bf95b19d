import type { Browser, Page } from 'playwright-core';

import type { SavedCredential } from '../../../playground/rest';
import { until } from '../../support/until';
import { Editor } from '../browser/editor';
import { openPage } from '../browser/page';
import { startBrowser, startWorld, type World } from '../n8n/harness';
import { owner } from '../n8n/owner';
import { seeded } from '../operations/step';
import { ended, linksIn, outputOf, respond, saveAccount } from '../wait/waiting';
import { rowsOf } from './rows';

let world: World;
let browser: Browser;
let page: Page;
let editor: Editor;
let credential: SavedCredential;

beforeAll(async () => {
	world = await startWorld();
	credential = await saveAccount(world);
	browser = await startBrowser();
	page = await openPage(browser);
	editor = new Editor(page, world.n8n.url);
	await editor.logIn(owner);
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
});

const { step, openRow, start } = rowsOf(() => ({ world, editor, credential }));

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

test('a person adds the labels and the time limit, and the workflow waits for the response', async () => {
	const sender = { __rl: true, mode: 'id', value: String(seeded.alphaname) };
	const parameters = { resource: 'message', operation: 'sendAndWait', sender };
	const { id } = await openRow('Ask', [
		start(),
		step('Ask', 'messagingServiceSms', parameters, 240),
	]);
	await editor.openNode('Ask');
	await editor.type('phone', '37120000051');
	await editor.type('message', 'May we refund 40 EUR?');
	// First the one of Approval Options.
	await editor.node.getByText('Add option').filter({ visible: true }).first().click();
	await editor.node.getByText('Type of Approval').waitFor();
	await editor.type('approveLabel', 'Refund');
	await editor.addOption('Limit Wait Time');
	await editor.node.getByText('Limit Type').waitFor();
	await editor.execute();
	await until('the message', 120, async () => linksIn(world).length > 0);
	const [execution] = await world.rest.executions(id);
	const opened = await fetch(linksIn(world)[0]);
	expect(await opened.text()).toMatch(/>Refund<[^]*>Decline</);
	expect((await respond(linksIn(world)[0], 'approve')).status).toBe(200);
	expect(outputOf(await ended(world, execution.id))).toMatchObject({ data: { approved: true } });
	expect((await world.rest.workflow(id)).nodes[1].parameters).toMatchObject({
		approvalOptions: { values: { approveLabel: 'Refund' } },
		options: { limitWaitTime: { values: { resumeAmount: 45, resumeUnit: 'minutes' } } },
	});
});
