import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebhookContext, WorkflowExecute } from 'n8n-core';
import type { IDataObject, INodeExecutionData, IRun, IWebhookFunctions } from 'n8n-workflow';
import { loadNode } from '../../support/engine/nodeTypes';
import { type RunResult, runNode, type RunSetting } from '../../support/engine/runNode';
import { additionalDataFor, buildWorkflow } from '../../support/engine/workflow';
import { token } from '../../support/engine/credentials';
import { listen, type Listening } from '../../support/listen';

/** A request to the service. */
export interface Received {
	/** `sendBulkSms` */
	operation: string;
	query: URLSearchParams;
	json?: { callback_url?: string; messages?: IDataObject[] };
}

/** What the service returns; a status of HTTP other than 200 as `status`. */
export interface Answer {
	body?: unknown;
	status?: number;
	/** Milliseconds. */
	delay?: number;
}

async function textOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts).toString('utf8');
}

const open: Array<Pick<Listening, 'close'>> = [];
afterEach(async () => {
	for (const one of open.splice(0)) await one.close();
});

/** A service on this machine, which is as the test says. */
export async function startService(answer: (request: Received, count: number) => Answer) {
	const received: Received[] = [];
	const server = createServer((request, response) => {
		void (async () => {
			const url = new URL(request.url ?? '', 'http://localhost');
			const text = await textOf(request);
			const operation = url.pathname.split('/').at(-1) ?? '';
			const json = text === '' ? undefined : (JSON.parse(text) as Received['json']);
			const one = { operation, query: url.searchParams, json };
			received.push(one);
			const { body, status = 200, delay = 0 } = answer(one, callsTo(operation).length);
			await new Promise((resolve) => setTimeout(resolve, delay));
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		})();
	});
	const callsTo = (operation: string) => received.filter((one) => one.operation === operation);
	const listening = await listen(server);
	open.push(listening);
	return { ...listening, received, callsTo };
}

export type TestService = Awaited<ReturnType<typeof startService>>;

/** A recipient in the status of a batch. */
export const recipient = (phone: string, status = 'DELIVERED', delivery_id = 1) => ({
	delivery_id,
	phone,
	status,
	status_time: '2026-11-24 12:00:00.000000',
});

/** A mailing in the status of a batch. */
export const mailing = (success: unknown[], name = 'March') => ({
	message_id: 7,
	name,
	alphaname_id: 1363,
	success,
});

/** An execution that waits, or has ended. */
export interface WaitingBatch {
	result: RunResult;
	/** The callback URLs of the requests, on a server of this test. */
	urls: string[];
	/** What n8n resumed the execution with, for each time. */
	resumed: INodeExecutionData[][];
	/** What the step hands on to the next one, after n8n's own engine has resumed it. */
	resume: (given?: INodeExecutionData[]) => Promise<INodeExecutionData[][]>;
	/** What n8n has stored of the execution. */
	stored: string;
	/** Something else has resumed the execution meanwhile. */
	goOn: () => void;
	/** n8n fails to resume the execution. */
	failsToResume: (fails: boolean) => void;
}

/** A copy of the step in n8n has nothing of a later edit. */
export async function startBatch(service: TestService, setting: RunSetting): Promise<WaitingBatch> {
	const own = { ...setting, credentials: { baseUrl: service.url, token } };
	const result = await runNode(own);
	const stored = JSON.stringify(result.execution?.data ?? {});
	const resumed: INodeExecutionData[][] = [];
	let isElsewhere = false;
	let fails = false;

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { workflow, node } = await buildWorkflow(own);
		const url = new URL(request.url ?? '', 'http://localhost');
		const body = await textOf(request);
		const additionalData = {
			...(await additionalDataFor(own, workflow)),
			getRunExecutionData: async () => {
				const saved = JSON.parse(stored) as IRun['data'];
				if (isElsewhere) saved.executionData?.nodeExecutionStack.splice(0);
				return saved;
			},
			httpRequest: Object.assign(request, {
				query: Object.fromEntries(url.searchParams),
				body: body === '' ? undefined : body,
			}),
			httpResponse: response,
		} as never;
		const { webhook, description } = await loadNode(own.node);
		const data = JSON.parse(stored) as IRun['data'];
		const webhookData = { webhookDescription: description.webhooks?.[0] } as never;
		const step = [workflow, node, additionalData, 'webhook'] as const;
		const context = new WebhookContext(...step, webhookData, [], data);
		const returned = await webhook?.call(context as IWebhookFunctions);
		if (returned?.workflowData === undefined) return;
		if (fails) {
			response.writeHead(500).end('There was a problem executing the workflow');
			return;
		}
		const [items] = returned.workflowData;
		resumed.push(items);
		response.end(returned.webhookResponse);
	}

	const listening = await listen(createServer((req, res) => void respond(req, res)));
	open.push(listening);
	const urls = service.received.flatMap(({ json }) => {
		const { callback_url = '' } = json ?? {};
		return callback_url.replace('https://n8n.example', listening.url) || [];
	});
	return {
		result,
		urls,
		resumed,
		stored,
		resume: async (given) => await resumeIn(own, stored, given),
		goOn: () => {
			isElsewhere = true;
		},
		failsToResume: (value) => {
			fails = value;
		},
	};
}

/** As n8n's server does for a webhook, or, without items, at the time limit. */
async function resumeIn(
	setting: RunSetting,
	stored: string,
	given?: INodeExecutionData[],
): Promise<INodeExecutionData[][]> {
	const { workflow, node } = await buildWorkflow(setting);
	const data = JSON.parse(stored) as IRun['data'];
	const [entry] = data.executionData?.nodeExecutionStack ?? [];
	if (given) {
		entry.data.main = [given];
		entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
	}
	data.waitTill = new Date();
	const additionalData = await additionalDataFor(setting, workflow);
	const engine = new WorkflowExecute(additionalData, setting.mode ?? 'manual', data);
	const { data: ended } = await engine.processRunExecutionData(workflow);
	const main = ended.resultData.runData[node.name].at(-1)?.data?.main ?? [];
	return main.map((items) => items ?? []);
}

export const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

export const waiting = { waitForResult: true, limitWaitTime: false, callbackUrl: '' };

/** The phones that a request goes to. */
export const sentTo = ({ json }: Received): string[] =>
	(json?.messages ?? []).flatMap(({ delivery_list: list }) =>
		(list as Array<string | { phone: string }>).map((one) =>
			typeof one === 'string' ? one : one.phone,
		),
	);

/** A service whose recipients have these statuses by their phone; NEW by default. */
export async function statusService(
	statuses: Record<string, string> = {},
	failing?: (request: Received, count: number) => Answer | undefined,
) {
	const lists = new Map<string, string[]>();
	return await startService((request, count) => {
		const failed = failing?.(request, count);
		if (failed) return failed;
		if (request.operation.startsWith('sendBulk')) {
			lists.set(`u${count}`, sentTo(request));
			return { body: { uuid: `u${count}`, success: 'OK' } };
		}
		const list = lists.get(request.query.get('uuid') ?? '') ?? [];
		return { body: [mailing(list.map((phone) => recipient(phone, statuses[phone] ?? 'NEW')))] };
	});
}

export const call = async (url: string, method = 'POST') => (await fetch(url, { method })).status;
