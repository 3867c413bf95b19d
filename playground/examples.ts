import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { examplesDir } from './paths';
import type { SavedCredential, WorkflowDraft } from './rest';

export function readExamples(credential: SavedCredential): WorkflowDraft[] {
	const files = readdirSync(examplesDir).filter((name) => name.endsWith('.json'));
	return files.sort().map((name) => readExample(name, credential));
}

/** An example as the file has it, with the credential of this n8n in place of the placeholder. */
export function readExample(name: string, { id, name: called }: SavedCredential): WorkflowDraft {
	const draft = JSON.parse(readFileSync(join(examplesDir, name), 'utf8')) as WorkflowDraft;
	for (const { credentials } of draft.nodes) {
		if (credentials?.messagingServiceApi)
			credentials.messagingServiceApi = { id, name: called };
	}
	return draft;
}

/** Whether something else than a person's click starts the workflow: then it can be published. */
export function startsByItself({ nodes }: WorkflowDraft): boolean {
	const started = nodes.filter(({ type }) => /trigger$|\.webhook$/i.test(type));
	return started.some(({ type }) => type !== 'n8n-nodes-base.manualTrigger');
}

export function formPaths({ nodes }: WorkflowDraft): string[] {
	const forms = nodes.filter(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return forms.flatMap(({ webhookId }) => webhookId ?? []);
}
