import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { httpRequest, measure, MOST_OF_HTTP_REQUEST, ours } from '../../bench/load/loadTimes';
import { nodeBinary, type Say } from '../../playground/install';
import { projectDir } from '../../playground/paths';
import { run } from '../../playground/processes';
import { isNightly } from '../support/thorough';
import { Editor } from './browser/editor';
import { submit, visit } from './browser/forms';
import { openPage } from './browser/page';
import { startBrowser, startOwnWorld, TOKEN, type World } from './n8n/harness';
import { owner } from './n8n/owner';
import { screenshot } from './screenshots/screenshot';

const PACKAGE = 'n8n-nodes-messaging-service';
const PHONE = '37120000061';
const TESTER = { Name: 'Olga', Phone: '+371 2000 0060' };

const builds = mkdtempSync(join(tmpdir(), 'reproducible-'));
let world: World;
/** Files that npm created in the folder of community packages. */
let installed: string[];
let browser: Browser;
let page: Page;
let editor: Editor;

/** Returns the command of the README, with the tarball of this run. */
function commandFor(tarball: string): [string, ...string[]] {
	const readme = readFileSync(join(projectDir, 'README.md'), 'utf8');
	const command = /cd ~\/\.n8n\/nodes && npm install (.*) \S*n8n-nodes-messaging-service/;
	const options = command.exec(readme)?.[1];
	if (options === undefined) throw new Error('README.md has no npm command');
	return ['npm', 'install', ...options.split(' ').filter((word) => word !== ''), tarball];
}

async function install(tarball: string, userFolder: string, say: Say): Promise<void> {
	const cwd = join(userFolder, '.n8n', 'nodes');
	mkdirSync(cwd, { recursive: true });
	const log = join(userFolder, 'npm.log');
	await run('npm install', commandFor(tarball), { cwd, log, say });
	installed = readdirSync(join(cwd, 'node_modules')).filter((name) => !name.startsWith('.'));
}

beforeAll(async () => {
	world = await startOwnWorld({}, { install, editor: true });
	browser = await startBrowser();
	page = await openPage(browser);
	editor = new Editor(page, world.n8n.url);
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
	rmSync(builds, { recursive: true, force: true });
});

test('npm installs the package without any dependency', () => {
	expect(installed).toEqual([PACKAGE]);
});

test('n8n loads all nodes, offers them as tools, and three as steps of a Human Review', async () => {
	const all = (await world.rest.nodeTypes()).map(({ name }) => name);
	const own = all.filter((name) => name.startsWith(`${PACKAGE}.`));
	const actions = ['Contacts', 'Email', 'Sms', 'Templates', 'Verification', 'Viber'];
	const types = [...actions, 'Trigger', ...actions.map((name) => `${name}Tool`)];
	const reviews = ['Email', 'Sms', 'Viber'].map((name) => `${name}HitlTool`);
	expect(own.sort()).toEqual(
		[...types, ...reviews].map((name) => `${PACKAGE}.messagingService${name}`).sort(),
	);
});

test('the whole package loads in a fraction of the time of the HTTP Request node', () => {
	// The minimum, because other tests on the same cores only add time.
	const least = { own: Infinity, other: Infinity };
	for (let tries = 0; tries < 3; tries++) {
		const times = measure(nodeBinary, 1, [ours, httpRequest]);
		least.own = Math.min(least.own, times[ours][0].processor);
		least.other = Math.min(least.other, times[httpRequest][0].processor);
		if (least.own / least.other < MOST_OF_HTTP_REQUEST) break;
	}
	expect(least.own).toBeGreaterThan(0);
	expect(least.own / least.other).toBeLessThan(MOST_OF_HTTP_REQUEST);
});

/** Returns the hash of the package, built in a separate folder from the files in git. */
function tarballHash(name: string, node: string): { version: string; sha256: string } {
	const checkout = join(builds, name);
	const files = execFileSync('git', ['ls-files', '-z'], { cwd: projectDir, encoding: 'utf8' });
	for (const file of files.split('\0').filter((one) => one !== '')) {
		mkdirSync(dirname(join(checkout, file)), { recursive: true });
		cpSync(join(projectDir, file), join(checkout, file));
	}
	symlinkSync(join(projectDir, 'node_modules'), join(checkout, 'node_modules'));
	const { PATH = '' } = process.env;
	const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${PATH}` };
	const npm = (...args: string[]) =>
		execFileSync('npm', args, { cwd: checkout, env, encoding: 'utf8', stdio: 'pipe' });
	npm('run', '--silent', 'build');
	const packed = npm('pack', '--silent').trim();
	const content = readFileSync(join(checkout, packed));
	return {
		version: execFileSync('node', ['--version'], { env, encoding: 'utf8' }),
		sha256: createHash('sha256').update(content).digest('hex'),
	};
}

// Only at night and before a release, because the test builds the package twice.
(isNightly ? test : test.skip)(
	'two builds with different versions of Node.js pack the same bytes',
	() => {
		const here = tarballHash('here', process.execPath);
		const n8ns = tarballHash('n8ns', nodeBinary);
		expect(n8ns.sha256).toBe(here.sha256);
		const ours = process.version.split('.')[0];
		if (ours !== 'v24') expect(n8ns.version).not.toBe(here.version);
	},
);

/** The steps under "Credentials" in the README. */
test('the owner logs in and saves the credential', async () => {
	await editor.logIn(owner);
	await editor.newCredential('Messaging Service API');
	await editor.typeInto('baseUrl', world.sandbox.url);
	await editor.typeInto('token', TOKEN);
	expect(await editor.saveCredential()).toContain('Connection tested successfully');
});

describe('the node panel', () => {
	beforeAll(async () => {
		await editor.newWorkflow();
		await editor.openNodePanel();
	});

	test.each([
		['send sms', 'Messaging Service SMS'],
		['delivery report', 'Messaging Service SMS'],
		['approve', 'Messaging Service SMS'],
		['2 factor', 'Messaging Service Verification'],
		['viber', 'Messaging Service Viber'],
		['bulk mail', 'Messaging Service Email'],
		['contacts', 'Messaging Service Contacts'],
		['message template', 'Messaging Service Templates'],
	])('finds, with "%s", the node %s first or second', async (text, name) => {
		expect((await editor.findNodes(text)).slice(0, 2)).toContain(name);
	});
});

/** The steps under "Your first SMS" in the README, in their order. */
describe('from a form to an SMS, built by hand', () => {
	let form = '';
	const sent = () =>
		world.sandbox.messages.map(({ channel, to, text, sender }) => [channel, to, text, sender]);

	test('starts with a form that asks for name and phone', async () => {
		// Closes the panel with the previous search.
		await page.keyboard.press('Escape');
		await editor.openNodePanel();
		await editor.addNode('form', 'n8n Form', 'On new n8n Form event');
		await editor.type('formTitle', 'Stay in touch');
		for (const [index, label] of ['Name', 'Phone'].entries()) {
			await editor.node.getByRole('button', { name: 'Add Form Element' }).click();
			await editor.type('fieldLabel', label, index);
		}
	});

	test('shows the fields of the form after a test', async () => {
		const opened = page.waitForEvent('popup');
		await editor.execute();
		const testForm = await opened;
		await submit(testForm, TESTER);
		await testForm.getByText('Your response has been recorded').waitFor();
		await testForm.close();
		await editor.outputs('Name', 'Phone');
		await editor.closeNode();
	});

	test('fills in the SMS step with fields that are dragged', async () => {
		await editor.openNodePanel();
		await editor.addNode('sms', 'Messaging Service SMS', 'Send SMS');
		await editor.choose('sender', 'Shop');
		await editor.drag('Phone', 'phone');
		await editor.type('message', 'Hello');
		await editor.drag('Name', 'message');
		await page.mouse.move(640, 5);
		await screenshot(page, 'editor-sms-node');
		await editor.execute();
		await editor.outputs('sms_id');
		expect(sent()).toEqual([['sms', '37120000060', 'Hello Olga', 'Shop']]);
		await editor.closeNode();
	});

	test('publishes the workflow', async () => {
		await editor.publish();
		await page.getByText('Workflow published').waitFor();
		await page.getByRole('button', { name: 'Got it' }).click();
		await editor.openNode('On form submission');
		await page.getByText('Production URL', { exact: true }).click();
		form = await page
			.getByText(/\/form\/[0-9a-f-]{36}/)
			.first()
			.innerText();
	});

	test('sends the SMS to a visitor who fills in the form', async () => {
		const visitor = await visit(browser, form.trim());
		await submit(visitor, { Name: 'Anna', Phone: '+371 2000 0061' });
		await visitor.getByText('Your response has been recorded').waitFor();
		const id = /workflow\/(\w+)/.exec(page.url())?.[1] ?? '';
		const [execution] = await world.rest.executions(id);
		const { data } = await world.rest.finished(execution.id);
		expect(data.resultData.error?.message).toBeUndefined();
		expect(sent()[1]).toEqual(['sms', PHONE, 'Hello Anna', 'Shop']);
		const inbox = await openPage(browser);
		await inbox.goto(world.sandbox.url);
		await inbox.locator(`[data-testid="conversation"][data-recipient="${PHONE}"]`).click();
		const message = inbox.locator('[data-testid="message"][data-channel="sms"]').last();
		await message.getByText('Delivered').waitFor();
		await screenshot(inbox, 'sandbox-inbox');
	});
});
