import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import type { SavedCredential } from '../../../playground/rest';
import { openPage } from '../browser/page';
import { byId } from '../agents/toolDrafts';
import { startBrowser, startWorld, type World } from '../n8n/harness';
import { seeded } from '../operations/step';
import { ended, outputOf, publishAsk, saveAccount, start } from '../wait/waiting';

const PHONE = '37120000091';
const EMAIL = 'anna@example.com';
const message = 'Refund 40 EUR?';
const letter = { senderEmail: 'shop@example.com', email: EMAIL, subject: 'Refund', message };

let world: World;
let account: SavedCredential;
let browser: Browser;
let inbox: Page;

beforeAll(async () => {
	world = await startWorld({ paceMs: 20 });
	account = await saveAccount(world);
	browser = await startBrowser();
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
});

beforeEach(async () => {
	world.sandbox.reset();
	inbox = await openPage(browser, { viewport: { width: 1100, height: 760 } });
	await inbox.goto(world.sandbox.url);
});

afterEach(async () => await inbox.context().close());

const inText = (page: Page) => page.locator('[data-testid="message"] .text a');
const inEmail = (page: Page) => page.frameLocator('iframe').locator('a').last();
const emailButton = (page: Page) =>
	page.frameLocator('iframe').getByRole('link', { name: 'Respond' });
const button = (page: Page) => page.locator('[data-testid="message"] a.action');

/** The node, its parameters, and where its message has the link. */
type Row = [string, string, INodeParameters, (page: Page) => ReturnType<Page['locator']>];

const sms = { sender: byId(seeded.alphaname), phone: PHONE, message };
const viber = { ...sms, sender: byId(seeded.vibername) };
const rows: Row[] = [
	['the link of an SMS', 'messagingServiceSms', sms, inText],
	['the link in the text of a Viber message', 'messagingServiceViber', viber, inText],
	[
		'the button of a Viber message',
		'messagingServiceViber',
		{ ...viber, options: { linkStyle: 'short' } },
		button,
	],
	['the button of an email', 'messagingServiceEmail', letter, emailButton],
	['the link of an email', 'messagingServiceEmail', letter, inEmail],
	[
		'the button of an HTML email',
		'messagingServiceEmail',
		{ ...letter, message: `<p>${message}</p>` },
		emailButton,
	],
];

test.each(rows)('a person approves by %s in the inbox', async (_, type, parameters, link) => {
	// As the editor names a step: with it, a signed link is too long for a button.
	const waits = await publishAsk(world, account, type, parameters, { id: randomUUID() });
	const id = await start(world, waits);
	const [page] = await Promise.all([
		inbox.context().waitForEvent('page'),
		// The only conversation is open.
		link(inbox).click(),
	]);
	await page.getByRole('heading', { name: /Refund|response is needed/ }).waitFor();
	expect(await page.evaluate('window.opener')).toBeNull();
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByText('Your response was saved').waitFor();
	const responder = 'email' in parameters ? EMAIL : PHONE;
	const data = expect.objectContaining({ approved: true, responder }) as object;
	expect(outputOf(await ended(world, id))).toMatchObject({ data });
	expect(world.sandbox.messages).toHaveLength(1);
});
