import type { INode } from 'n8n-workflow';
import { readExample } from '../../../playground/examples';
import type { N8nRest, SavedCredential, SavedWorkflow } from '../../../playground/rest';
import { saveAccount } from '../wait/waiting';
import type { World } from './harness';

/**
 * Returns a function that publishes a workflow until the end of the test, because two workflows
 * cannot have the same path.
 */
export function publishing(rest: () => N8nRest) {
	const published: SavedWorkflow[] = [];
	afterEach(async () => {
		for (const workflow of published.splice(0)) await rest().deactivate(workflow);
	});
	return async (workflow: SavedWorkflow): Promise<SavedWorkflow> => {
		const active = await rest().activate(workflow);
		published.push(workflow);
		return active;
	};
}

/** Saves the credentials of the examples: the account, and the header of webhooks. */
export async function exampleCredentials(world: World): Promise<SavedCredential[]> {
	return [await saveAccount(world), await world.webhookCredential()];
}

/** Imports an example, with other parameters of some nodes. */
export async function importExample(
	{ rest }: World,
	credentials: SavedCredential[],
	file: string,
	changed: Record<string, INode['parameters']> = {},
): Promise<SavedWorkflow> {
	const draft = readExample(file, ...credentials);
	for (const node of draft.nodes) Object.assign(node.parameters, changed[node.name]);
	return await rest.createWorkflow(draft);
}
