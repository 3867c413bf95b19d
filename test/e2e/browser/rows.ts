import type { IDataObject, INode } from 'n8n-workflow';
import type { SavedCredential, SavedWorkflow } from '../../../playground/rest';
import type { Editor } from './editor';
import type { World } from '../n8n/harness';
import { node, step as ourStep } from '../n8n/workflowDrafts';

export const PERSON = { Name: 'Anna', Phone: '+371 2000 0051', Email: 'anna@example.com' };

interface Place {
	world: World;
	editor: Editor;
	credential: SavedCredential;
}

/** Returns functions for workflows of steps in a row, in the n8n and the editor of a test file. */
export function rowsOf(place: () => Place) {
	/** A step with the credential chosen, as the editor saves it. */
	const step = (name: string, type: string, parameters: IDataObject, x: number): INode =>
		ourStep(name, type, place().credential, parameters, { position: [x, 0] });

	/**
	 * Saves and opens a workflow of steps. The first step has a person as sample data, and leads to
	 * all rows.
	 */
	const openRow = async (
		title: string,
		steps: INode[],
		...others: INode[][]
	): Promise<SavedWorkflow> => {
		const { world, editor } = place();
		others.forEach((row, index) => {
			for (const { position } of row) position[1] = (index + 1) * 180;
		});
		const connections: Record<string, { main: object[][] }> = {};
		for (const row of [steps, ...others.map((other) => [steps[0], ...other])]) {
			row.slice(1).forEach(({ name: node }, index) => {
				const from = (connections[row[index].name] ??= { main: [[]] });
				from.main[0].push({ node, type: 'main', index: 0 });
			});
		}
		const workflow = await world.rest.createWorkflow({
			name: title,
			nodes: [...steps, ...others.flat()],
			connections,
			settings: { executionOrder: 'v1' },
			pinData: { Start: [{ json: PERSON }] },
		});
		await editor.openWorkflow(workflow.id);
		return workflow;
	};

	const start = () => node('Start', 'n8n-nodes-base.manualTrigger', 0, {});
	return { step, openRow, start };
}
