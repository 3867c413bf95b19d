import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { examplesDir } from './paths';
import type { N8nRest, SavedCredential, WorkflowDraft } from './rest';

/** The header that the examples' notes mention. */
export const WEBHOOK_HEADER = 'X-Webhook-Key';

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

/** Reads a workflow, and replaces its placeholders with credentials of this n8n. */
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
 * Reports whether a workflow can be published at no cost: it has a form or a webhook, all
 * credentials and data tables, and neither a polling trigger nor a schedule, which would call the
 * service repeatedly.
 */
export function waitsForCall({ nodes }: WorkflowDraft): boolean {
	const types = nodes.map(({ type }) => type);
	const used = nodes.flatMap(({ credentials = {} }) => Object.values(credentials));
	if (used.some(({ id }) => id === null)) return false;
	// n8n does not publish a workflow with an empty resource locator.
	if (nodes.some(({ parameters }) => isEmptyLocator(parameters))) return false;
	const polls = types.some((type) => /\.(messagingService|schedule)Trigger$/.test(type));
	return !polls && types.some((type) => /\.(formTrigger|webhook)$/.test(type));
}

/** Reports whether parameters have an empty resource locator, e.g. for a data table. */
const isEmptyLocator = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(('__rl' in value && 'value' in value && value.value === '') ||
		Object.values(value).some(isEmptyLocator));

export function formPaths({ nodes }: WorkflowDraft): string[] {
	const forms = nodes.filter(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return forms.flatMap(({ webhookId }) => webhookId ?? []);
}
