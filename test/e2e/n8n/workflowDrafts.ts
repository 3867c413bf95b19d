import type { INode } from 'n8n-workflow';
import type { WorkflowDraft } from '../../../playground/rest';

/** A node of a workflow draft. */
export const node = (name: string, type: string, x: number, more: Partial<INode>): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [x, 0],
	parameters: {},
	...more,
});

/** The connections of a node whose outputs each lead to one other node. */
export const next = (...names: string[]) => ({
	main: names.map((name) => [{ node: name, type: 'main', index: 0 }]),
});

/** Starts a workflow at `POST /webhook/<path>`. */
export const webhook = (path: string, responseMode = 'onReceived') =>
	node('Webhook', 'n8n-nodes-base.webhook', 0, {
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode, responseData: 'allEntries' },
	});

/** Makes an item of every entry of the list `people` in what the webhook got. */
export const split = node('Split', 'n8n-nodes-base.splitOut', 200, {
	parameters: { fieldToSplitOut: 'body.people' },
});

/** Every ten seconds: n8n takes no interval below a minute, but several times in one. */
export const pollTimes = {
	item: [2, 12, 22, 32, 42, 52].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

/** The workflow with triggers that poll as often. */
export function oftenPolling(draft: WorkflowDraft): WorkflowDraft {
	const polls = draft.nodes.filter(({ parameters }) => parameters.pollTimes);
	for (const { parameters } of polls) Object.assign(parameters, { pollTimes });
	return draft;
}
