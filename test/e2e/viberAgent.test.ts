import { until } from '../support/until';
import { type FakeModel, startFakeModel } from './agents/fakeModel';
import { viberMailing } from './n8n/account';
import { expectSuccess, outputsOf } from './n8n/executions';
import { startOwnWorld, type World } from './n8n/harness';
import { exampleCredentials, importExample } from './n8n/publish';

const PHONE = '12025550123';

let world: World;
let model: FakeModel;

beforeAll(async () => {
	// Enables n8n Agents, which other end-to-end tests leave out because n8n then starts faster.
	world = await startOwnWorld({}, { env: { N8N_DISABLED_MODULES: 'instance-ai,mcp-registry' } });
	// n8n also asks the model for other texts, such as a title of the session.
	model = await startFakeModel(Array.from({ length: 9 }, () => ({ say: 'We open at 9' })));
});
afterAll(async () => {
	await model?.close();
	await world?.stop();
}, 60_000);

test('agent-in-viber-chat answers a reply in the chat, and the trigger sees what is replied to the answer', async () => {
	const { rest, sandbox } = world;
	const data = { apiKey: 'none', url: model.url };
	const chat = await rest.saveCredential('OpenAI', 'openAiApi', data);
	const config = {
		...{ name: 'Shop', model: 'openai/gpt-4.1-mini', credential: chat.id },
		...{ instructions: 'Answer in a sentence', tools: [] },
	};
	const agent = { agentSource: 'inline', inlineAgent: { config } };
	const changes = { 'Ask the Agent': agent };
	const credentials = await exampleCredentials(world);
	const workflow = await importExample(world, credentials, 'agent-in-viber-chat.json', changes);
	const answered = async () => {
		const execution = await rest.run(workflow, 'Viber Reply', 'Mark as Read');
		expectSuccess(execution);
		return outputsOf(execution, 'Answer').map(({ phone, is_sent }) => [phone, is_sent]);
	};
	sandbox.reply(PHONE, 'When do you open?', await viberMailing(sandbox, [PHONE]));
	expect(await answered()).toEqual([[PHONE, true]]);
	sandbox.reply(PHONE, 'On Sunday, too?');
	expect(await answered()).toEqual([[PHONE, true]]);
	const texts = () => sandbox.messages.filter(({ to }) => to === PHONE).map(({ text }) => text);
	// The sandbox sends a batch shortly after accepting it.
	await until('the second answer is sent', 30, () => texts().length > 2);
	expect(texts().slice(1)).toEqual(['We open at 9', 'We open at 9']);
	expect(sandbox.replies.map(({ read }) => read)).toEqual([true, true]);
});
