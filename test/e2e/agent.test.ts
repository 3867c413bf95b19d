import type { WorkflowDraft } from '../../playground/rest';
import { type FakeModel, startFakeModel } from './fakeModel';
import { START_TIMEOUT, startWorld, TOKEN, type World } from './n8n/harness';

type Placed = WorkflowDraft['nodes'][number];

const PHONE = '37120000081';
const PACKAGE = 'n8n-nodes-messaging-service';

const fromModel = (key: string, description: string) =>
	`={{ $fromAI('${key}', '${description}', 'string') }}`;
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Each action node as a tool, with what a model may choose. */
const tools: Array<[name: string, node: string, parameters: Placed['parameters']]> = [
	[
		'Send SMS',
		'messagingServiceSms',
		{
			resource: 'message',
			operation: 'send',
			alphanameId: byId('1363'),
			phone: fromModel('phone', 'Phone number with its country code'),
			message: fromModel('text', 'Text of the SMS'),
		},
	],
	[
		'Send Viber',
		'messagingServiceViber',
		{
			resource: 'message',
			operation: 'send',
			vibernameId: byId('21'),
			phone: fromModel('phone', 'Phone number with its country code'),
			message: fromModel('text', 'Text of the message'),
		},
	],
	[
		'Send Code',
		'messagingServiceVerification',
		{
			resource: 'code',
			operation: 'sendTelegram',
			phone: fromModel('phone', 'Phone number with its country code'),
			code: fromModel('code', 'Digits of the code'),
		},
	],
	[
		'Unsubscribe',
		'messagingServiceEmail',
		{
			resource: 'address',
			operation: 'unsubscribe',
			email: fromModel('email', 'Email address to unsubscribe'),
		},
	],
	[
		'Create List',
		'messagingServiceContacts',
		{
			resource: 'list',
			operation: 'create',
			name: fromModel('name', 'Name of the new contact list'),
		},
	],
	[
		'Read Template',
		'messagingServiceTemplates',
		{
			resource: 'template',
			operation: 'get',
			templateId: byId(fromModel('id', 'ID of the template')),
		},
	],
];

let world: World;
let model: FakeModel;
let error: string | undefined;

beforeAll(async () => {
	model = await startFakeModel([
		{ tool: 'Send_SMS', arguments: { phone: 'Anna', text: 'Your order is ready' } },
		{ tool: 'Send_SMS', arguments: { phone: '+371 2000 0081', text: 'Your order is ready' } },
		{ tool: 'Read_Template', arguments: { id: '1002' } },
		{ tool: 'Create_List', arguments: { name: 'Made by a model' } },
		{ say: 'The SMS is on its way' },
	]);
	world = await startWorld();
	const { rest, sandbox } = world;
	const service = await rest.saveCredential('Sandbox', 'messagingServiceApi', {
		baseUrl: sandbox.url,
		token: TOKEN,
	});
	const chat = await rest.saveCredential('Model', 'openAiApi', {
		apiKey: 'none',
		url: model.url,
	});
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		more: Partial<Placed>,
	): Placed => ({
		id: name,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const langchain = '@n8n/n8n-nodes-langchain';
	const draft: WorkflowDraft = {
		name: 'Agent with tools',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Agent', `${langchain}.agent`, 3, {
				parameters: {
					promptType: 'define',
					text: 'Tell Anna that her order is ready',
					options: { enableStreaming: false },
				},
			}),
			node('Model', `${langchain}.lmChatOpenAi`, 1.2, {
				parameters: {
					model: { __rl: true, mode: 'id', value: 'made-up' },
					options: { maxRetries: 0 },
				},
				credentials: { openAiApi: { id: chat.id, name: chat.name } },
			}),
			...tools.map(([name, type, parameters]) =>
				node(name, `${PACKAGE}.${type}Tool`, 1, {
					parameters,
					credentials: { messagingServiceApi: { id: service.id, name: service.name } },
				}),
			),
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
			...Object.fromEntries(
				tools.map(([name]) => [
					name,
					{ ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
				]),
			),
		},
		settings: { executionOrder: 'v1' },
	};
	const { data } = await rest.run(await rest.createWorkflow(draft), 'Start', 'Agent');
	error = data.resultData.error?.message;
}, START_TIMEOUT);

afterAll(async () => {
	await model?.close();
	await world?.stop();
}, 60_000);

test('n8n offers every action node as a tool', async () => {
	const types = (await world.rest.nodeTypes()).map(({ name }) => name);
	expect(types).toEqual(
		expect.arrayContaining(tools.map(([, type]) => `${PACKAGE}.${type}Tool`)),
	);
});

test('the agent offers each tool to its model with its parameters', () => {
	expect(error).toBeUndefined();
	const names = tools.map(([name]) => name.replace(' ', '_'));
	expect([...model.offered.keys()].sort()).toEqual(names.sort());
	const { description, parameters } = model.offered.get('Send_SMS') ?? {};
	expect(description).toMatch(/send.*(sms|message)/i);
	expect(parameters?.properties?.phone?.description).toBe('Phone number with its country code');
});

test('an invalid argument is returned to the model with advice, and nothing is sent', () => {
	expect(model.toolAnswers[0]).toMatch(/Phone/);
	expect(model.toolAnswers[0]).toMatch(
		/not a phone number\. It contains characters other than digits/,
	);
});

test('the second attempt of the model sends an SMS', () => {
	expect(world.sandbox.messages).toMatchObject([
		{ channel: 'sms', to: PHONE, text: 'Your order is ready' },
	]);
	expect(model.toolAnswers[1]).toContain('sms_id');
});

test('the model reads the results of the other tools', () => {
	expect(model.toolAnswers[2]).toContain('1002');
	expect(world.sandbox.state.lists.map(({ name }) => name)).toContain('Made by a model');
});
