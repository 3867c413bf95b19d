import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Browser } from 'playwright-core';

import { saveWebhookHeader, WEBHOOK_HEADER } from '../../../playground/examples';
import { type N8n, headless } from '../../../playground/n8n';
import { assertLoaded, type installPackage } from '../../../playground/packing';
import { freePort } from '../../../playground/ports';
import { killAll } from '../../../playground/processes';
import { N8nRest, type SavedCredential } from '../../../playground/rest';
import { startTogether } from '../../../playground/together';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox';
import { timeZoneOf } from '../../../sandbox/environment';
import { owner } from './owner';
import { copyUserFolder, packed } from './prepared';
import { clear, sharedN8n } from './shared';

export const TOKEN = 'e2e-token';
const WEBHOOK_KEY = 'e2e-webhook-key';
/** Headers that the webhooks of the examples accept. */
export const webhookHeaders = {
	'content-type': 'application/json',
	[WEBHOOK_HEADER]: WEBHOOK_KEY,
};
export const docsDir = join(__dirname, '..', '..', '..', 'docs');

export interface World {
	n8n: Pick<N8n, 'url' | 'log'>;
	rest: N8nRest;
	sandbox: Sandbox;
	/** Saves the credential that the examples' webhooks check. It accepts `webhookHeaders`. */
	webhookCredential: () => Promise<SavedCredential>;
	stop: () => Promise<void>;
}

export type OwnWorld = World & { n8n: N8n };

export interface WorldSettings {
	/** Variables of n8n in addition to those of the playground. */
	env?: NodeJS.ProcessEnv;
	/**
	 * Installs the package in an empty folder of n8n. By default, the folder also has a database
	 * and an owner.
	 */
	install?: typeof installPackage;
	/** True if a test opens the editor. */
	editor?: boolean;
}

const quietly = () => undefined;

/**
 * Starts a new sandbox for this worker's n8n. Stopping the world deletes the workflows and
 * credentials of the test file.
 */
export async function startWorld(options: SandboxOptions = {}): Promise<World> {
	const n8n = sharedN8n();
	if (!n8n) return await startOwnWorld(options);
	const timeZone = timeZoneOf(process.env);
	const service = { token: TOKEN, timeZone, ...options, callbackPort: n8n.port };
	const rest = new N8nRest(n8n.url, n8n.session);
	const sandbox = await startSandbox(service);
	const stop = async () => await clear(rest).finally(async () => await sandbox.close());
	return { ...withRest(n8n, rest), sandbox, stop };
}

const withRest = <Of extends World['n8n']>(n8n: Of, rest: N8nRest) => ({
	n8n,
	rest,
	webhookCredential: async () => await saveWebhookHeader(rest, WEBHOOK_KEY),
});

/** Starts a world with a separate n8n, which the test file may stop, kill or set up. */
export async function startOwnWorld(
	options: SandboxOptions = {},
	{ env = {}, install, editor = false }: WorldSettings = {},
): Promise<OwnWorld> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
	const undo = [async () => rmSync(folder, { recursive: true, force: true })];
	const stop = async () => {
		for (const step of undo.splice(0).reverse()) await step();
	};
	process.once('exit', killAll);
	try {
		if (install) await install(packed(), folder, quietly);
		else copyUserFolder(folder);
		const { sandbox, n8n } = await startTogether(
			{ token: TOKEN, ...options },
			{
				userFolder: folder,
				port: await freePort(),
				env: { ...(!editor && headless), ...env },
			},
		);
		undo.push(async () => await sandbox.close(), n8n.stop);
		const rest = new N8nRest(n8n.url);
		if (editor) {
			await rest.enter(owner);
			await assertLoaded(rest, n8n.log);
		} else await rest.logIn(owner);
		return { ...withRest(n8n, rest), sandbox, stop };
	} catch (error) {
		// Without a world, no test can stop the processes already started.
		await stop();
		throw error;
	}
}

/**
 * Debian's browsers. The headless shell draws no window, and takes half the processor time. By
 * default, Playwright's browser.
 */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? browsers.find(existsSync),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--disable-quic',
			'--no-first-run',
		],
	});
}
