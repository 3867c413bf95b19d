import type { SavedCredential } from '../../playground/rest';
import type { FaultKind } from '../../sandbox';
import { until } from '../support/until';
import { agentDraft } from './agents/agentDraft';
import { type FakeModel, startFakeModel } from './agents/fakeModel';
import { connectMcpClient, type McpClient, type ToolResult } from './agents/mcpClient';
import { sendTools, type ToolDraft, tools } from './agents/toolDrafts';
import { expectSuccess } from './n8n/executions';
import { startWorld, TOKEN, type World } from './n8n/harness';
import { node, step } from './n8n/workflowDrafts';
import { saveAccount } from './wait/waiting';

let world: World;
let account: SavedCredential;

beforeAll(async () => {
	world = await startWorld();
	account = await saveAccount(world);
});

afterAll(async () => {
	await world?.stop();
});

const toolNames = (drafts: ToolDraft[]) => drafts.map(([name]) => name.replace(' ', '_'));

describe('an agent', () => {
	const PHONE = '37120000081';
	const ARGUMENTS = { phone: '+371 2000 0081', text: 'Your order is ready' };
	const WRONG = { ...ARGUMENTS, phone: 'Anna' };
	let model: FakeModel;

	beforeAll(async () => {
		world.sandbox.reset();
		model = await startFakeModel([
			{ tool: 'Send_SMS', arguments: WRONG },
			{ tool: 'Send_SMS', arguments: ARGUMENTS },
			{ tool: 'Read_Template', arguments: { id: '1002' } },
			{ tool: 'Create_List', arguments: { name: 'Made by a model' } },
			{ tool: 'Send_Batch', arguments: WRONG },
			{ tool: 'Send_Batch', arguments: ARGUMENTS },
			{ tool: 'Import_Contact', arguments: ARGUMENTS },
			{ tool: 'Import_Item', arguments: { phone: ARGUMENTS.phone, CITY: 'Oslo' } },
			{ say: 'The SMS is on its way' },
		]);
		const draft = await agentDraft(
			{ world, model },
			node('Start', 'n8n-nodes-base.manualTrigger', 0, {}),
			tools.map(([name, type, parameters]) => [
				step(name, `${type}Tool`, account, parameters),
			]),
		);
		/** The agent's input from a chat. `key` is for an import with automatic mapping. */
		const chat = { sessionId: 's-1', action: 'sendMessage', chatInput: 'Tell Anna', NAME: 'A' };
		draft.pinData = { Start: [{ json: chat }] };
		const workflow = await world.rest.createWorkflow(draft);
		expectSuccess(await world.rest.run(workflow, 'Start', 'Agent'));
	});

	afterAll(async () => await model?.close());

	test('offers each tool to its model with its parameters', () => {
		expect([...model.offered.keys()].sort()).toEqual(toolNames(tools).sort());
		const { description, parameters } = model.offered.get('Send_SMS') ?? {};
		expect(description).toMatch(/send.*(sms|message)/i);
		expect(parameters?.properties?.phone?.description).toBe('The phone');
	});

	test('gives the model the advice of an error after an invalid argument, and sends nothing', () => {
		for (const answer of [model.toolAnswers[0], model.toolAnswers[4]]) {
			expect(answer).toMatch(/Phone.*not a phone number\. It has no digits/);
			expect(answer).toMatch(/\. Enter the number with \+ and its country code/);
		}
	});

	test('sends an SMS, and a batch with one recipient, in the second attempt of the model', async () => {
		// The sandbox sends a batch shortly after accepting it.
		await until('the batch', 30, () => world.sandbox.messages.length > 1);
		const message = { channel: 'sms', to: PHONE, text: ARGUMENTS.text };
		expect(world.sandbox.messages).toMatchObject([message, message]);
		expect(model.toolAnswers[1]).toContain('sms_id');
		expect(model.toolAnswers[5]).toContain('uuid');
		expect(model.toolAnswers[2]).toContain('1002');
		expect(world.sandbox.state.lists.map(({ name }) => name)).toContain('Made by a model');
	});

	test('imports the columns that the model chose, and none from the input of the agent or from n8n', () => {
		const queries = world.sandbox.requests
			.filter(({ operation }) => operation === 'importContacts')
			.map(({ query }) => query);
		const contact = (column: string, value: string) => ({
			...{ list_id: '1001', token: '<token>' },
			...{ 'field_names[0]': 'phone', 'data[0][0]': PHONE },
			...{ 'field_names[1]': column, 'data[0][1]': value },
		});
		expect(queries).toEqual([contact('NAME', ARGUMENTS.text), contact('CITY', 'Oslo')]);
		expect(model.toolAnswers[6]).toContain('inserted');
	});
});

describe('an MCP server', () => {
	const ARGUMENTS = { phone: '+371 2000 0091', text: 'Ваше замовлення 100% готове & чекає' };
	const names = toolNames(sendTools);
	let client: McpClient;
	const call = async (name: string, args: object = ARGUMENTS): Promise<ToolResult> =>
		await client.callTool({ name, arguments: args });

	beforeAll(async () => {
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const steps = sendTools.map(([tool, type, parameters]) =>
			step(tool, `${type}Tool`, account, parameters, retry),
		);
		const toServer = { ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] };
		const server = await world.rest.createWorkflow({
			name: 'MCP server',
			nodes: [
				node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 0, {
					typeVersion: 2,
					webhookId: 'tools',
					parameters: { path: 'tools' },
				}),
				...steps,
			],
			connections: Object.fromEntries(steps.map(({ name }) => [name, toServer])),
			settings: { executionOrder: 'v1' },
		});
		await world.rest.activate(server);
		client = await connectMcpClient(`${world.n8n.url}/mcp/tools`);
	});

	beforeEach(() => world.sandbox.reset());
	afterAll(async () => await client?.close());

	test('offers a client each tool with the parameters that the model chooses', async () => {
		const { tools: offered } = await client.listTools();
		expect(offered.map(({ name }) => name).sort()).toEqual([...names].sort());
		const sms = offered.find(({ name }) => name === 'Send_SMS');
		expect(Object.keys(sms?.inputSchema.properties ?? {})).toEqual(['phone', 'text']);
	});

	test.each(names)('sends the message of a client for %s, and hides the token', async (name) => {
		const { isError, content } = await call(name);
		const text = expect.objectContaining({ type: 'text' }) as object;
		expect([isError, content]).toEqual([undefined, [text]]);
		expect(content[0].text).not.toContain(TOKEN);
		expect(world.sandbox.requests).toHaveLength(1);
		const { query, fields, json } = world.sandbox.requests[0];
		const sent = JSON.stringify([query, fields, json]);
		for (const value of ['37120000091', ARGUMENTS.text]) expect(sent).toContain(value);
	});

	test.each<[name: string, kind: FaultKind]>([
		['Send_SMS', '500'],
		['Send_Batch', 'cut'],
		['Import_Contact', '500'],
	])('sends %s once if the service fails with %s', async (name, kind) => {
		world.sandbox.fault({ kind, times: 'forever' });
		const { isError, content } = await call(name);
		expect(isError).toBe(true);
		expect(content[0].text).toMatch(
			/The (message may have been sent|change may have been made)\..* The request was not retried/,
		);
		expect(world.sandbox.requests).toHaveLength(1);
	});

	test('does not show the client a token that the service repeats', async () => {
		world.sandbox.fault({ kind: 'echo-token', times: 'forever' });
		const { isError, content } = await call('Send_SMS');
		expect(isError).toBe(true);
		expect(content[0].text).toMatch(/\. [A-Z].*\.$/);
		expect(content[0].text).not.toContain(TOKEN);
	});

	test('sends an SMS for each of two equal calls, and none to an invalid phone', async () => {
		await call('Send_SMS');
		await call('Send_SMS');
		const { isError, content } = await call('Send_SMS', { phone: 'Anna', text: 'Hello' });
		expect(isError).toBe(true);
		expect(content[0].text).toMatch(
			/It has no digits\. The value is "Anna"\. Enter the number with/,
		);
		expect(world.sandbox.messages).toHaveLength(2);
	});
});
