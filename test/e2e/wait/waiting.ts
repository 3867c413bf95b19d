import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Execution, SavedCredential, SavedWorkflow } from '../../../playground/rest';
import { until } from '../../support/until';
import { TOKEN, webhookHeaders, type World } from '../n8n/harness';
import { untilListening } from '../n8n/listening';
import { outputsOf } from '../n8n/executions';
import { next, step, webhook } from '../n8n/workflowDrafts';

export async function saveAccount({
	rest,
	sandbox,
}: Pick<World, 'rest' | 'sandbox'>): Promise<SavedCredential> {
	const data = { baseUrl: sandbox.url, token: TOKEN };
	return await rest.saveCredential('Sandbox', 'messagingServiceApi', data);
}

let count = 0;

/** Publishes a workflow of a webhook and the node Ask, which waits. `last` may follow. */
export async function publishAsk(
	{ rest, n8n }: Pick<Place, 'rest' | 'n8n'>,
	account: SavedCredential,
	type: string,
	parameters: INodeParameters,
	more: Record<string, unknown> = {},
	last?: INode,
): Promise<{ workflow: SavedWorkflow; path: string }> {
	const path = `ask-${++count}`;
	const asking = { resource: 'message', operation: 'sendAndWait', ...parameters };
	const ask = step('Ask', type, account, asking, more);
	const start = { ...webhook(path), parameters: { ...webhook(path).parameters, options: {} } };
	const workflow = await rest.createWorkflow({
		name: path,
		nodes: [start, ask, ...(last ? [last] : [])],
		connections: { Webhook: next('Ask'), ...(last && { Ask: next(last.name) }) },
		settings: { executionOrder: 'v1' },
	});
	await rest.activate(workflow);
	await untilListening(n8n.url, path);
	return { workflow, path };
}

/** The part of a World that a queue-mode cluster has, too. */
export interface Place extends Pick<World, 'rest' | 'sandbox'> {
	n8n: { url: string };
}

/**
 * Starts the workflow, and waits until the execution has the status. Returns the execution's ID.
 */
export async function start(
	{ rest, n8n }: Place,
	{ workflow, path }: { workflow: SavedWorkflow; path: string },
	body: IDataObject = {},
	wanted = 'waiting',
): Promise<string> {
	const known = new Set((await rest.executions(workflow.id)).map(({ id }) => id));
	const answer = await fetch(`${n8n.url}/webhook/${path}`, {
		method: 'POST',
		headers: webhookHeaders,
		body: JSON.stringify(body),
	});
	expect(answer.status).toBe(200);
	let id = '';
	await until(`the execution has the status ${wanted}`, 120, async () => {
		const all = await rest.executions(workflow.id);
		const found = all.find((one) => !known.has(one.id));
		if (!found || ['new', 'running'].includes(found.status)) return false;
		({ id } = found);
		if (found.status === wanted) return true;
		const { data } = await rest.finished(id);
		throw new Error(`${found.status}: ${data.resultData.error?.message}`);
	});
	return id;
}

/** Returns the links in the sent messages, oldest first. */
export const linksIn = ({ sandbox }: Pick<World, 'sandbox'>): string[] =>
	sandbox.messages.map(({ text }) =>
		(/https?:\/\/[^\s"<]+/.exec(text)?.[0] ?? '').replaceAll('&amp;', '&'),
	);

export const respond = async (link: string, response: string): Promise<Response> =>
	await fetch(link, { method: 'POST', body: new URLSearchParams({ response }) });

/** Waits until the execution no longer waits. */
export async function ended(
	{ rest }: Pick<World, 'rest'>,
	id: string,
	patience = 120_000,
): Promise<Execution> {
	let execution = await rest.finished(id);
	const isOver = async () => {
		execution = await rest.finished(id);
		return execution.status !== 'waiting';
	};
	await until(`execution ${id} waits no more`, patience / 1_000, isOver, 300);
	return execution;
}

export const outputOf = (execution: Execution, name = 'Ask'): IDataObject | undefined =>
	outputsOf(execution, name)[0];
