import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebhookContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, IRun, IWebhookFunctions } from 'n8n-workflow';
import { listen } from './listen';
import { loadNode } from './engine/nodeTypes';
import { runNode } from './engine/runNode';
import type { RunResult, RunSetting } from './engine/runNode';
import { Service } from './engine/service';
import { additionalDataFor, buildWorkflow } from './engine/workflow';

/** An execution that waits for a response. */
export interface Waiting {
	result: RunResult;
	/** The requests that the service got. */
	service: Service;
	/** The links that were sent, on the server of this test. */
	links: string[];
	/** What n8n resumed the execution with, for each response that was taken. */
	resumed: IDataObject[];
	/** What n8n hands on if nobody responds. */
	afterTimeLimit: () => INodeExecutionData | undefined;
	/** n8n fails to resume the execution. */
	failsToResume: (fails: boolean) => void;
	close: () => Promise<void>;
}

const LINK = /https:\/\/n8n\.example\S+?signature=[\w-]+/;
/** In an email, the link is HTML. */
const found = (values: string[]) =>
	values.flatMap((value) => LINK.exec(value.replaceAll('&amp;', '&'))?.[0] ?? []);

/** The link in each message that was sent. */
export const sentLinks = ({ requests }: Service): string[] =>
	requests.flatMap(({ query, form = [] }) =>
		found([...query, ...form].map(([, value]) => value)),
	);

async function readForm(request: IncomingMessage): Promise<IDataObject> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	const text = Buffer.concat(parts).toString('utf8');
	if (request.headers['content-type']?.startsWith('application/json')) {
		return JSON.parse(text) as IDataObject;
	}
	return Object.fromEntries(new URLSearchParams(text));
}

/**
 * Runs a step that sends and waits, stores the execution as n8n does, and serves its webhook over HTTP.
 * n8n checks the signature of a link before it calls a node, so that is not part of it.
 */
export async function startWaiting(setting: RunSetting, answer: unknown): Promise<Waiting> {
	const service = new Service(() => ({ body: answer }));
	const result = await runNode(setting).finally(() => service.close());
	const stored = JSON.stringify(result.execution?.data);
	const resumed: IDataObject[] = [];
	let fails = false;

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { workflow, node } = await buildWorkflow(setting);
		const url = new URL(request.url ?? '', 'http://localhost');
		const httpRequest = Object.assign(request, {
			query: Object.fromEntries(url.searchParams),
			body: request.method === 'POST' ? await readForm(request) : {},
		});
		const additionalData = {
			...(await additionalDataFor(setting, workflow)),
			httpRequest,
			httpResponse: response,
		} as never;
		const { webhook, description } = await loadNode(setting.node);
		const [webhookDescription] = description.webhooks ?? [];
		const data = JSON.parse(stored) as IRun['data'];
		const webhookData = { webhookDescription } as never;
		const context = new WebhookContext(
			workflow,
			node,
			additionalData,
			'webhook',
			webhookData,
			[],
			data,
		);
		const returned = await webhook?.call(context as IWebhookFunctions);
		const [[item]] = returned?.workflowData ?? [[]];
		if (!item) return;
		if (fails) {
			response.writeHead(500).end('There was a problem executing the workflow');
			return;
		}
		resumed.push(item.json);
		// As n8n does for each page of a webhook.
		response.setHeader('Content-Security-Policy', 'sandbox allow-scripts');
		response.end(returned?.webhookResponse);
	}

	const server = createServer((request, response) => void respond(request, response));
	const { url, close } = await listen(server);
	return {
		result,
		service,
		links: sentLinks(service).map((link) => link.replace('https://n8n.example', url)),
		resumed,
		afterTimeLimit: () =>
			result.execution?.data.executionData?.nodeExecutionStack[0].data.main?.[0]?.[0],
		failsToResume: (value) => {
			fails = value;
		},
		close,
	};
}

export const respond = async (link: string, response: string): Promise<Response> =>
	await fetch(link, { method: 'POST', body: new URLSearchParams({ response }) });
