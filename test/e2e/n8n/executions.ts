import type { IDataObject, INode } from 'n8n-workflow';
import type { Execution } from '../../../playground/rest';
import type { World } from './harness';
import { next, node } from './workflowDrafts';

/** Returns the output of a step in its last run. */
export const outputsOf = ({ data }: Execution, step: string): IDataObject[] =>
	(data.resultData.runData[step]?.at(-1)?.data?.main?.[0] ?? []).map(({ json }) => json);

export function expectSuccess({ data, status }: Execution): void {
	expect([data.resultData.error?.message, status]).toEqual([undefined, 'success']);
}

/** Runs one step after pinned items, as the editor's button does. */
export async function runStep(
	{ rest }: Pick<World, 'rest'>,
	step: INode,
	items: IDataObject[] = [{}],
): Promise<Execution> {
	const workflow = await rest.createWorkflow({
		name: step.name,
		nodes: [node('Start', 'n8n-nodes-base.manualTrigger', 0, {}), step],
		connections: { Start: next(step.name) },
		settings: { executionOrder: 'v1' },
		pinData: { Start: items.map((json) => ({ json })) },
	});
	return await rest.run(workflow, 'Start', step.name);
}
