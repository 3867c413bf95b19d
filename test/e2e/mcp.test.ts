import type { IDataObject } from 'n8n-workflow';
import type { WorkflowDraft } from '../../playground/rest';
import type { FaultKind } from '../../sandbox';
import { startWorld, TOKEN, type World } from './n8n/harness';
import { connectMcpClient, type McpClient, type ToolResult } from './agents/mcpClient';
import { fromItem, fromModel, sendTools, type Source, type ToolDraft } from './agents/toolDrafts';
import { next, node } from './n8n/workflowDrafts';

const PACKAGE = 'n8n-nodes-messaging-service';
const ARGUMENTS = { phone: '+371 2000 0091', text: 'Ваше замовлення 100% готове & чекає' };

const tools = (from: Source): ToolDraft[] => [
	...sendTools(from),
	[
		'Read Lists',
		'messagingServiceContacts',
		{ resource: 'list', operation: 'getAll', returnAll: true },
	],
];
const names = tools(fromModel).map(([name]) => name);
const sends = sendTools(fromModel).map(([name]) => name);

let world: World;
let client: McpClient;
/** What each operation sends in a normal run for one item with the same values. */
const normal = new Map<string, IDataObject[]>();

/** What came in since the last reset, without what differs each time. */
const received = (): IDataObject[] =>
	world.sandbox.requests.map(({ operation, method, path, query, fields, json, tokenIn }) => ({
		operation,
		method,
		path,
		query,
		fields,
		json: json as IDataObject,
		tokenIn,
	}));

const call = async (name: string, args: object = ARGUMENTS): Promise<ToolResult> =>
	await client.callTool({ name: name.replace(' ', '_'), arguments: args });

beforeAll(async () => {
	world = await startWorld();
	const { rest, sandbox, n8n } = world;
	const { id, name } = await rest.saveCredential('Sandbox', 'messagingServiceApi', {
		baseUrl: sandbox.url,
		token: TOKEN,
	});
	const credentials = { messagingServiceApi: { id, name } };

	for (const [tool, type, parameters] of tools(fromItem)) {
		const draft: WorkflowDraft = {
			name: `Normal ${tool}`,
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', 0, {}),
				node(tool, `${PACKAGE}.${type}`, 200, { parameters, credentials }),
			],
			connections: { Start: next(tool) },
			pinData: { Start: [{ json: ARGUMENTS }] },
			settings: { executionOrder: 'v1' },
		};
		const { status } = await rest.run(await rest.createWorkflow(draft), 'Start', tool);
		if (status !== 'success') throw new Error(`${tool} ended as ${status}`);
		normal.set(tool, received());
		sandbox.reset();
	}

	const server = await rest.createWorkflow({
		name: 'MCP server',
		nodes: [
			node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 0, {
				typeVersion: 2,
				webhookId: 'tools',
				parameters: { path: 'tools' },
			}),
			...tools(fromModel).map(([tool, type, parameters], index) =>
				node(tool, `${PACKAGE}.${type}Tool`, 200 * index, {
					parameters,
					credentials,
					retryOnFail: true,
					maxTries: 3,
					waitBetweenTries: 1,
				}),
			),
		],
		connections: Object.fromEntries(
			names.map((tool) => [
				tool,
				{ ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] },
			]),
		),
		settings: { executionOrder: 'v1' },
	});
	await rest.activate(server);
	client = await connectMcpClient(`${n8n.url}/mcp/tools`);
});

afterEach(() => world.sandbox.reset());
afterAll(async () => {
	await client?.close();
	await world?.stop();
});

test('an MCP client is offered each tool with what the model chooses', async () => {
	const { tools: offered } = await client.listTools();
	expect(offered.map(({ name }) => name).sort()).toEqual(
		names.map((name) => name.replace(' ', '_')).sort(),
	);
	const sms = offered.find(({ name }) => name === 'Send_SMS');
	expect(Object.keys(sms?.inputSchema.properties ?? {})).toEqual(['phone', 'text']);
});

test.each(names)('an MCP server sends for %s what a normal run sends', async (name) => {
	const { isError, content } = await call(name);
	const expected = normal.get(name);
	expect([isError, content]).toEqual([undefined, [expect.objectContaining({ type: 'text' })]]);
	expect(expected).toHaveLength(1);
	expect(received()).toEqual(expected);
	expect(content[0].text).not.toContain(TOKEN);
});

test.each(sends)(
	'an MCP client reads what to correct in a wrong argument of %s, and nothing is sent',
	async (name) => {
		const { isError, content } = await call(name, { phone: 'Anna', text: 'Hello' });
		expect(isError).toBe(true);
		expect(content[0].text).toMatch(
			/It contains characters other than digits\. The value is "Anna"\. Enter the number with/,
		);
		expect(received()).toEqual([]);
	},
);

const unknown: FaultKind[] = ['500', 'cut'];
test.each(sends.flatMap((name) => unknown.map((kind): [string, FaultKind] => [name, kind])))(
	'an MCP server sends %s once if the service fails with %s',
	async (name, kind) => {
		world.sandbox.fault({ kind, times: 'forever' });
		const { isError, content } = await call(name);
		expect(isError).toBe(true);
		expect(content[0].text).toMatch(
			/It may have been (sent|executed) anyway\..* The request was not retried/,
		);
		expect(received()).toHaveLength(1);
	},
);

test.each(names)('no token reaches the client when the service repeats it to %s', async (name) => {
	world.sandbox.fault({ kind: 'echo-token', times: 'forever' });
	const { isError, content } = await call(name);
	expect(isError).toBe(true);
	expect(content[0].text).toMatch(/\. [A-Z].*\.$/);
	expect(content[0].text).not.toContain(TOKEN);
});

test('an MCP server sends an SMS for each of two calls with the same words', async () => {
	await call('Send SMS');
	await call('Send SMS');
	expect(world.sandbox.messages).toHaveLength(2);
});
