import type { Browser } from 'playwright-core';

import { startBrowser, startWorld, type World } from '../n8n/harness';
import { byId, seeded } from '../operations/step';
import { ended, linksIn, publishAsk, respond, saveAccount, start } from '../wait/waiting';
import { screenshot } from './screenshot';

let world: World;
let browser: Browser;

beforeAll(async () => {
	world = await startWorld();
	browser = await startBrowser();
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
}, 60_000);

test("n8n's page for a link of a workflow that has continued", async () => {
	const account = await saveAccount(world);
	const waits = await publishAsk(world, account, 'messagingServiceSms', {
		...{ sender: byId(seeded.alphaname), phone: '37120000091', message: 'Refund 40 EUR?' },
	});
	const id = await start(world, waits);
	const [link] = linksIn(world);
	expect((await respond(link, 'approve')).status).toBe(200);
	await ended(world, id);
	const page = await browser.newPage({ viewport: { width: 390, height: 180 } });
	await page.goto(link);
	await page.getByRole('heading', { name: 'No action required' }).waitFor();
	// n8n's own page is wider than the screen of a phone.
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBeGreaterThan(390);
	await screenshot(page, 'wait-no-action');
});
