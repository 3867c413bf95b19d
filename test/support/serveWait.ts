import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebhookContext } from 'n8n-core';
import type { IDataObject, IRun, IWebhookFunctions } from 'n8n-workflow';
import { loadNode } from './engine/nodeTypes';
import type { RunResult, RunSetting } from './engine/runNode';
import { additionalDataFor, buildWorkflow } from './engine/workflow';
import { listen } from './listen';

interface ServedWait {
	url: string;
	/** Data with which n8n resumed the execution, one record per accepted response. */
	resumed: IDataObject[];
	/** Makes n8n fail to resume the execution. */
	setResumeFails: (fails: boolean) => void;
	close: () => Promise<void>;
}

async function readForm(request: IncomingMessage): Promise<IDataObject | undefined> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	const text = Buffer.concat(parts).toString('utf8');
	// n8n parses an empty body as undefined.
	if (text === '') return undefined;
	if (request.headers['content-type']?.startsWith('application/json')) {
		return JSON.parse(text) as IDataObject;
	}
	return Object.fromEntries(new URLSearchParams(text));
}

/**
 * Stores the execution as n8n does, and serves its webhook over HTTP. Accepts every signature,
 * because n8n verifies the signature of a link before it calls a node.
 */
export async function serveWait(setting: RunSetting, result: RunResult): Promise<ServedWait> {
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
		// n8n sets this header for each page of a webhook.
		response.setHeader('Content-Security-Policy', 'sandbox allow-scripts');
		response.end(returned?.webhookResponse);
	}

	const server = createServer((request, response) => void respond(request, response));
	const { url, close } = await listen(server);
	return {
		url,
		resumed,
		setResumeFails: (value) => {
			fails = value;
		},
		close,
	};
}
