import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { SavedCredential, WorkflowDraft } from '../../../playground/rest';
import { until } from '../../support/until';
import { byId, seeded } from '../operations/step';

export const PACKAGE = 'n8n-nodes-messaging-service';

export const node = (name: string, type: string, x: number, more: Partial<INode>): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [x, 0],
	parameters: {},
	...more,
});

/** Returns a node of this package with a credential. `type` has no package name. */
export const step = (
	name: string,
	type: string,
	{ id, name: account }: Pick<SavedCredential, 'id' | 'name'>,
	parameters: IDataObject,
	more: Partial<INode> = {},
): INode =>
	node(name, `${PACKAGE}.${type}`, 200, {
		parameters: parameters as INodeParameters,
		credentials: { messagingServiceApi: { id, name: account } },
		...more,
	});

/** Returns the connections of a node whose outputs each lead to one other node. */
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

/** Makes an item of each entry in `people` of the webhook's body. */
export const split = node('Split', 'n8n-nodes-base.splitOut', 200, {
	parameters: { fieldToSplitOut: 'body.people' },
});

/** Sends an SMS or a batch to the people in the body of `POST /webhook/<path>`. */
export const toPeople = (
	path: string,
	account: Pick<SavedCredential, 'id' | 'name'>,
	parameters: IDataObject,
): WorkflowDraft => ({
	name: path,
	nodes: [
		webhook(path),
		split,
		step('Send', 'messagingServiceSms', account, {
			...{ operation: 'send', sender: byId(seeded.alphaname), phone: '={{ $json.phone }}' },
			...parameters,
		}),
	],
	connections: { Webhook: next('Split'), Split: next('Send') },
	settings: { executionOrder: 'v1' },
});

/** Calls the webhook of a published workflow, once n8n has registered the webhook. */
export async function callWebhook(url: string, path: string, body: IDataObject): Promise<void> {
	const headers = { 'content-type': 'application/json' };
	const post = { method: 'POST', headers, body: JSON.stringify(body) };
	await until(
		'a call is taken',
		120,
		async () => (await fetch(`${url}/webhook/${path}`, post)).ok,
	);
}

/** n8n rejects intervals below a minute, but accepts several times in a minute. */
const every = (seconds: number) => ({
	item: Array.from({ length: 60 / seconds }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${2 + n * seconds} * * * * *`,
	})),
});

export const pollTimes = every(10);

/** Makes the triggers of the workflow poll every five seconds. */
export function oftenPolling(draft: WorkflowDraft): WorkflowDraft {
	const polls = draft.nodes.filter(({ parameters }) => parameters.pollTimes);
	for (const { parameters } of polls) Object.assign(parameters, { pollTimes: every(5) });
	return draft;
}
