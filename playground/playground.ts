import type { Sandbox, SandboxOptions } from '../sandbox';
import { saveAccount } from './account';
import { beginDraft, keepDraft, startAdvice } from './data/draft';
import { formPaths, readExamples, saveWebhookHeader, waitsForCall } from './examples';
import type { Say } from './install';
import type { N8n, N8nOptions } from './n8n';
import { assertLoaded } from './packing';
import { assertFree } from './ports';
import { N8nRest, type Owner, type SavedCredential } from './rest';
import { readSecrets } from './secrets';
import { startTogether, type Together } from './together';

export interface PlaygroundOptions {
	/** Folder with n8n's database, its log and the secrets, kept between starts. */
	folder: string;
	install: (userFolder: string) => Promise<void>;
	process?: Pick<N8nOptions, 'env' | 'nodeArgs'>;
	n8nPort: number;
	sandbox: SandboxOptions;
	say: Say;
}

export interface Playground {
	n8n: N8n;
	sandbox: Sandbox;
	owner: Owner;
	webhookKey: string;
	/** URLs of the example forms, each with a description. */
	forms: string[];
}

/**
 * Starts a real n8n with this package, its examples and the sandbox, with one data folder for all.
 */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
	const { folder, n8nPort, say } = options;
	const { password, webhookKey } = readSecrets(folder);
	const name = { firstName: 'Play', lastName: 'Ground' };
	const owner = { email: 'owner@playground.example', ...name, password };
	// Another n8n may be using this folder.
	await assertFree(n8nPort, 'N8N_PORT');
	beginDraft(folder, say);
	await options.install(folder);
	say('starting n8n …');
	const { n8n, sandbox, timeZone } = await startBoth(options);
	keepDraft(folder);
	const rest = new N8nRest(n8n.url);
	await rest.enter(owner).catch((error: Error) => {
		throw new Error(
			`${error.message}. If the n8n in ${folder} has another password than its ` +
				'secrets.json, delete the folder for a new start.',
		);
	});
	await assertLoaded(rest, n8n.log);
	const account = await saveAccount(rest, { url: sandbox.url, token: sandbox.token, timeZone });
	const header = await saveWebhookHeader(rest, webhookKey);
	const forms = await addExamples(rest, [account, header], say);
	return { n8n, sandbox, owner, webhookKey, forms };
}

async function startBoth({ folder, n8nPort, ...options }: PlaygroundOptions): Promise<Together> {
	// The trigger remembers IDs of the previous start, so a new sandbox must not repeat them.
	const firstId = Math.floor(Date.now() / 1000);
	const n8n = { userFolder: folder, port: n8nPort, ...options.process };
	return await startTogether({ ...options.sandbox, firstId }, n8n).catch((error: Error) => {
		throw new Error(`${error.message}\n\n${startAdvice(folder)}`);
	});
}

async function addExamples(
	rest: N8nRest,
	credentials: SavedCredential[],
	say: Say,
): Promise<string[]> {
	const existingNames = new Set((await rest.workflows()).map((workflow) => workflow.name));
	const examples = readExamples(credentials);
	for (const example of examples.filter((workflow) => !existingNames.has(workflow.name))) {
		const workflow = await rest.createWorkflow(example);
		if (!waitsForCall(example)) continue;
		await rest
			.activate(workflow)
			.catch((error: Error) => say(`  "${example.name}" is not published: ${error.message}`));
	}
	return examples
		.filter(waitsForCall)
		.flatMap((example) =>
			formPaths(example).map((path) => `${rest.url}/form/${path}   ${example.name}`),
		);
}
