import { PollContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, WorkflowActivateMode } from 'n8n-workflow';
import { loadNode } from './nodeTypes';
import { additionalDataFor, buildWorkflow, type Setting } from './workflow';

export interface OpenTrigger {
	/** The node's saved state, kept between polls. */
	state: IDataObject;
	/** The workflow's static data in n8n, by node name. */
	staticData: IDataObject;
	/**
	 * Polls once: on schedule, at the activation of the workflow, or as a test in the editor
	 * (`manual`).
	 * @param budget timeout in milliseconds; n8n's default is 5 minutes
	 * @returns the items; empty if the workflow does not start
	 */
	poll: (
		kind?: 'scheduled' | 'activation' | 'manual',
		budget?: number,
	) => Promise<INodeExecutionData[]>;
}

/** Opens a polling node. Its workflow stays active between polls. */
export async function openTrigger(setting: Setting, workflowId?: string): Promise<OpenTrigger> {
	const { workflow, node } = await buildWorkflow(setting);
	if (workflowId) workflow.id = workflowId;
	const type = await loadNode(setting.node);
	return {
		state: workflow.getStaticData('node', node),
		staticData: workflow.staticData,
		poll: async (kind = 'scheduled', budget) => {
			const mode = kind === 'manual' ? 'manual' : 'trigger';
			const activation: WorkflowActivateMode = kind === 'scheduled' ? 'init' : 'activate';
			const additionalData = await additionalDataFor({ ...setting, mode }, workflow);
			const context = new PollContext(workflow, node, additionalData, mode, activation);
			if (budget !== undefined) Object.assign(context, { getPollBudgetMs: () => budget });
			if (!type.poll) throw new Error(`${setting.node} does not poll`);
			const output = await type.poll.call(context);
			// n8n starts the workflow for any output except null.
			if (output?.[0]?.length === 0) throw new Error('starts the workflow without an item');
			return output?.[0] ?? [];
		},
	};
}
