import type { WorkflowDraft } from '../../playground/rest';
import { type FakeModel, startFakeModel } from './agents/fakeModel';
import { until } from '../support/until';
import { startWorld, TOKEN, type World } from './n8n/harness';
import { seeded } from './operations/step';
import { byId, columns, fromModel, sendTools, type ToolDraft } from './agents/toolDrafts';

type Placed = WorkflowDraft['nodes'][number];

const PHONE = '37120000081';
const ARGUMENTS = { phone: '+371 2000 0081', text: 'Your order is ready' };
/** What a chat gives the agent, and a key that an import with automatic mapping takes. */
const CHAT = { sessionId: 's-1', action: 'sendMessage', chatInput: 'Tell Anna', NAME: 'Anna' };
const PACKAGE = 'n8n-nodes-messaging-service';

/** Each action node as a tool, with what a model may choose. */
const tools: ToolDraft[] = [
	...sendTools(fromModel),
	[
		'Import Item',
		'messagingServiceContacts',
		{
			resource: 'contact',
			operation: 'import',
			listId: byId(seeded.list),
			columns: columns('autoMapInputData', null),
		},
	],
	[
		'Send Viber',
		'messagingServiceViber',
		{
			resource: 'message',
			operation: 'send',
			sender: byId('21'),
			phone: fromModel('phone'),
			message: fromModel('text'),
		},
	],
	[
		'Send Code',
		'messagingServiceVerification',
		{
			resource: 'code',
			operation: 'sendTelegram',
			phone: fromModel('phone'),
			code: fromModel('code'),
		},
	],
	[
		'Unsubscribe',
		'messagingServiceEmail',
		{
			resource: 'address',
			operation: 'unsubscribe',
			email: fromModel('email'),
		},
	],
	[
		'Create List',
		'messagingServiceContacts',
		{
			resource: 'list',
			operation: 'create',
			name: fromModel('name'),
		},
	],
	[
		'Read Template',
		'messagingServiceTemplates',
		{
			resource: 'template',
			operation: 'get',
			templateId: byId(fromModel('id')),
		},
	],
];

let world: World;
let model: FakeModel;
let error: string | undefined;

beforeAll(async () => {
	model = await startFakeModel([
		{ tool: 'Send_SMS', arguments: { ...ARGUMENTS, phone: 'Anna' } },
		{ tool: 'Send_SMS', arguments: ARGUMENTS },
		{ tool: 'Read_Template', arguments: { id: '1002' } },
		{ tool: 'Create_List', arguments: { name: 'Made by a model' } },
		{ tool: 'Send_Batch', arguments: { ...ARGUMENTS, phone: 'Anna' } },
		{ tool: 'Send_Batch', arguments: ARGUMENTS },
		{ tool: 'Import_Contact', arguments: ARGUMENTS },
		{ tool: 'Import_Item', arguments: { phone: ARGUMENTS.phone, CITY: 'Oslo' } },
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
		pinData: { Start: [{ json: CHAT }] },
		settings: { executionOrder: 'v1' },
	};
	const { data } = await rest.run(await rest.createWorkflow(draft), 'Start', 'Agent');
	error = data.resultData.error?.message;
});

afterAll(async () => {
	await model?.close();
	await world?.stop();
});

test('the agent offers each tool to its model with its parameters', () => {
	expect(error).toBeUndefined();
	const names = tools.map(([name]) => name.replace(' ', '_'));
	expect([...model.offered.keys()].sort()).toEqual(names.sort());
	const { description, parameters } = model.offered.get('Send_SMS') ?? {};
	expect(description).toMatch(/send.*(sms|message)/i);
	expect(parameters?.properties?.phone?.description).toBe('The phone');
});

test('an invalid argument is returned to the model with advice, and nothing is sent', () => {
	for (const answer of [model.toolAnswers[0], model.toolAnswers[4]]) {
		expect(answer).toMatch(
			/Phone.*not a phone number\. It contains characters other than digits/,
		);
		expect(answer).toMatch(/\. Enter the number with \+ and its country code/);
	}
});

test('the second attempt of the model sends an SMS, and a batch of one', async () => {
	// The sandbox sends a batch a moment after it has taken it.
	await until('the batch', 30, () => world.sandbox.messages.length > 1);
	expect(world.sandbox.messages).toMatchObject([
		{ channel: 'sms', to: PHONE, text: ARGUMENTS.text },
		{ channel: 'sms', to: PHONE, text: ARGUMENTS.text },
	]);
	expect(model.toolAnswers[1]).toContain('sms_id');
	expect(model.toolAnswers[5]).toContain('uuid');
});

const queriesOf = (name: string) =>
	world.sandbox.requests.filter(({ operation }) => operation === name).map(({ query }) => query);

test('an agent’s batch is sent as in a normal run', () => {
	expect(queriesOf('sendBulkSms')).toEqual([
		{
			callback_url: '',
			'messages[0][alphaname_id]': '1363',
			'messages[0][name]': 'By a model',
			'messages[0][message_type]': 'bulk',
			'messages[0][text]': ARGUMENTS.text,
			'messages[0][delivery_list][0]': PHONE,
			token: '<token>',
		},
	]);
});

test('an agent’s import has its columns, and none from the input of the agent or n8n', () => {
	const contact = (first: string[], second: string[]) => ({
		list_id: '1001',
		'field_names[0]': first[0],
		'data[0][0]': first[1],
		'field_names[1]': second[0],
		'data[0][1]': second[1],
		token: '<token>',
	});
	expect(queriesOf('importContacts')).toEqual([
		contact(['phone', PHONE], ['NAME', ARGUMENTS.text]),
		contact(['phone', PHONE], ['CITY', 'Oslo']),
	]);
	expect(model.toolAnswers[6]).toContain('inserted');
});

test('the model reads the results of the other tools', () => {
	expect(model.toolAnswers[2]).toContain('1002');
	expect(world.sandbox.state.lists.map(({ name }) => name)).toContain('Made by a model');
});
