import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { examplesDir } from './paths';
import type { N8nRest, SavedCredential, WorkflowDraft } from './rest';

/** The header that the notes of the examples name. */
export const WEBHOOK_HEADER = 'X-Webhook-Key';

/** The credential that the examples' webhooks check. */
export async function saveWebhookHeader(rest: N8nRest, value: string): Promise<SavedCredential> {
	const data = { name: WEBHOOK_HEADER, value };
	return await rest.saveCredential('Webhook header', 'httpHeaderAuth', data);
}

export function readExamples(credentials: SavedCredential[]): WorkflowDraft[] {
	const files = readdirSync(examplesDir).filter((name) => name.endsWith('.json'));
	return files.sort().map((name) => readExample(name, ...credentials));
}

export function readExample(file: string, ...saved: SavedCredential[]): WorkflowDraft {
	return readWorkflow(join(examplesDir, file), ...saved);
}

/** A workflow as the file has it, with the credentials of this n8n in place of the placeholders. */
export function readWorkflow(path: string, ...saved: SavedCredential[]): WorkflowDraft {
	const draft = JSON.parse(readFileSync(path, 'utf8')) as WorkflowDraft;
	for (const { credentials = {} } of draft.nodes) {
		for (const { id, name, type } of saved) {
			if (credentials[type]) credentials[type] = { id, name };
		}
	}
	return draft;
}

/**
 * Whether only a form or a webhook starts the workflow, and no credential and no data table is missing.
 * Published, it costs nothing until then; a trigger that polls, or a schedule, would ask the service again
 * and again.
 */
export function waitsForCall({ nodes }: WorkflowDraft): boolean {
	const types = nodes.map(({ type }) => type);
	const used = nodes.flatMap(({ credentials = {} }) => Object.values(credentials));
	if (used.some(({ id }) => id === null)) return false;
	// n8n publishes no workflow in which something has to be chosen from a list.
	if (nodes.some(({ parameters }) => isEmptyLocator(parameters))) return false;
	const polls = types.some((type) => /\.(messagingService|schedule)Trigger$/.test(type));
	return !polls && types.some((type) => /\.(formTrigger|webhook)$/.test(type));
}

/** Whether parameters have a resource locator without a value, such as a data table that nobody has chosen yet. */
const isEmptyLocator = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(('__rl' in value && 'value' in value && value.value === '') ||
		Object.values(value).some(isEmptyLocator));

export function formPaths({ nodes }: WorkflowDraft): string[] {
	const forms = nodes.filter(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return forms.flatMap(({ webhookId }) => webhookId ?? []);
}
