import type { N8nRest, SavedWorkflow } from '../../../playground/rest';

/** Publishes workflows until the end of each test: two of them cannot have the same address. */
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
