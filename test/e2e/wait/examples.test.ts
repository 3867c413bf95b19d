import type { Browser } from 'playwright-core';

import { readExample } from '../../../playground/examples';
import type { SavedCredential, SavedWorkflow } from '../../../playground/rest';
import { pause, until } from '../../support/until';
import { type Choice, type FakeModel, startFakeModel } from '../agents/fakeModel';
import { formUrl, submit, visit } from '../browser/forms';
import { startBrowser, startWorld, type World } from '../n8n/harness';
import { publishing } from '../n8n/publish';
import { limitUntil } from '../../support/limitWaitTime';
import { ended, respond, saveAccount } from './waiting';

/** Of the examples: the manager, or the person who is asked. */
const MANAGER = '12025550123';
const CUSTOMER = '37120000094';
const SOON = limitUntil("={{ $now.plus(8, 'seconds') }}");

let world: World;
let browser: Browser;
let account: SavedCredential;
let model: FakeModel | undefined;

beforeAll(async () => {
	world = await startWorld({ paceMs: 50, batchDelayMs: 50 });
	account = await saveAccount(world);
	browser = await startBrowser();
});

afterAll(async () => {
	await model?.close();
	await browser?.close();
	await world?.stop();
});

beforeEach(() => world.sandbox.reset());

const publish = publishing(() => world.rest);

type Changes = Record<string, object>;

/** Publishes an example with other parameters of some nodes. */
async function published(file: string, changes: Changes = {}, ...more: SavedCredential[]) {
	const draft = readExample(file, account, ...more);
	for (const node of draft.nodes) Object.assign(node.parameters, changes[node.name]);
	return await publish(await world.rest.createWorkflow(draft));
}

/** Fills in the form; returns the execution that it starts. */
async function start(workflow: SavedWorkflow, form: string, fields: Record<string, string>) {
	const page = await visit(browser, formUrl(world.n8n.url, workflow, form));
	await submit(page, fields);
	const { options } = workflow.nodes.find(({ name }) => name === form)?.parameters ?? {};
	const said = /"formSubmittedText":"([^"]+)"/.exec(JSON.stringify(options))?.[1] ?? '';
	await page.getByText(said).waitFor();
	const started = async () => (await world.rest.executions(workflow.id)).length === 1;
	await until('The execution starts', 120, started);
	return (await world.rest.executions(workflow.id))[0].id;
}

const to = (phone: string) => world.sandbox.messages.filter((message) => message.to === phone);

/** The link in the only SMS to the manager, once the execution waits. */
async function linkOf(id: string): Promise<string> {
	const waits = async () => (await world.rest.finished(id)).status === 'waiting';
	await until('The execution waits', 120, waits);
	const [{ text }, ...others] = to(MANAGER);
	expect(others).toEqual([]);
	return /https?:\/\/\S+/.exec(text)?.[0] ?? '';
}

const REQUEST = { Order: '1042', Amount: '40 EUR', Name: 'Anna', Phone: CUSTOMER };
const REASON = 'The vase arrived broken';
const refund = async (changes?: Changes) => {
	const workflow = await published('refund-approval.json', changes);
	return await start(workflow, 'Refund Request', { ...REQUEST, Reason: REASON });
};

test.each([
	['Approve', 'your refund of 40 EUR for order 1042 is approved.'],
	['Decline', 'we cannot refund order 1042. Please call us if you have a question.'],
])(
	'refund-approval: after %s on the page the customer gets one SMS that says so',
	async (button, said) => {
		const id = await refund();
		const link = await linkOf(id);
		expect(to(MANAGER)[0].text).toBe(`Refund 40 EUR for order 1042?\n${link}`);
		const page = await visit(browser, link);
		await page.getByRole('heading', { name: 'Refund for order 1042' }).waitFor();
		expect(await page.getByRole('main').innerText()).toContain(`Reason: ${REASON}`);
		expect(to(CUSTOMER)).toEqual([]);
		await page.getByRole('button', { name: button, exact: true }).click();
		await page.getByRole('heading', { name: 'Thank you' }).waitFor();
		expect((await ended(world, id)).status).toBe('success');
		expect(to(CUSTOMER).map(({ text }) => text)).toEqual([`Hello Anna, ${said}`]);
	},
);

test('refund-approval: after the time limit the customer gets one SMS, and it is no approval', async () => {
	const id = await refund({ 'Ask Manager': SOON });
	expect((await ended(world, id, 150_000)).status).toBe('success');
	expect(to(CUSTOMER).map(({ text }) => text)).toEqual([
		'Hello Anna, your refund for order 1042 takes longer than a day. We are on it.',
	]);
}, 200_000);

const MAILING = { text: 'We close at 18:00 today', phone: `+${CUSTOMER}` };

/** The agent has started, and its model wants to send the mailing. */
async function askAgent(changes?: Changes) {
	const call: Choice = {
		tool: 'Send_Mailing',
		arguments: { toolParameters: MAILING, hitlParameters: {} },
	};
	await model?.close();
	model = await startFakeModel([call, { say: 'Done' }]);
	const data = { apiKey: 'none', url: model.url };
	const chat = await world.rest.saveCredential('OpenAI', 'openAiApi', data);
	const workflow = await published('agent-asks-before-mailing.json', changes, chat);
	return await start(workflow, 'Task', { Task: `Tell ${CUSTOMER} that we close` });
}

test('agent-asks-before-mailing sends the message after the approval of the text and the phone', async () => {
	const id = await askAgent();
	const link = await linkOf(id);
	const page = await visit(browser, link);
	const shown = await page.getByRole('main').innerText();
	for (const text of [MAILING.text, MAILING.phone, 'Send_Mailing']) expect(shown).toContain(text);
	expect(to(CUSTOMER)).toEqual([]);
	await page.getByRole('button', { name: 'Approve', exact: true }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	expect((await ended(world, id)).status).toBe('success');
	await until('The customer has it', 120, () => to(CUSTOMER).length === 1);
	expect(to(CUSTOMER)).toMatchObject([{ channel: 'viber', text: MAILING.text }]);
	expect(model?.toolAnswers).toEqual([expect.stringContaining('message_id')]);
});

test('agent-asks-before-mailing sends nothing after a decline, and the model reads it', async () => {
	const id = await askAgent();
	expect((await respond(await linkOf(id), 'decline')).status).toBe(200);
	expect((await ended(world, id)).status).toBe('success');
	expect(world.sandbox.messages.map((message) => message.to)).toEqual([MANAGER]);
	expect(model?.toolAnswers).toEqual([expect.stringMatching(/User rejected the tool call/)]);
});

const reads = () =>
	world.sandbox.requests.filter(({ operation }) => operation === 'getNewIncomingMessages').length;

/** Runs the example from its start to one of its ends. */
async function question(end: string, changes: Changes = {}) {
	const draft = readExample('wait-for-viber-reply.json', account);
	for (const node of draft.nodes) Object.assign(node.parameters, changes[node.name]);
	const workflow = await world.rest.createWorkflow(draft);
	const ended = world.rest.run(workflow, 'Start', end);
	await until('It has asked for replies twice', 120, () => reads() >= 2);
	return { workflow, ended };
}

test('wait-for-viber-reply continues with the reply, and then marks it as read', async () => {
	const { ended } = await question('Mark as Read');
	expect(to(MANAGER).map(({ text }) => text)).toEqual([
		'Do you come on Friday at 10:00? Please reply YES or NO.',
	]);
	world.sandbox.reply(MANAGER, 'YES');
	const { status, data } = await ended;
	expect(data.resultData.error?.message).toBeUndefined();
	expect(status).toBe('success');
	const [run, ...others] = data.resultData.runData['Handle Reply'];
	expect(others).toEqual([]);
	expect(run.data?.main[0]?.map(({ json }) => json)).toEqual([{ phone: MANAGER, reply: 'YES' }]);
	expect(world.sandbox.replies).toMatchObject([{ text: 'YES', read: true }]);
	expect(to(MANAGER)).toHaveLength(1);
});

test('wait-for-viber-reply goes on without a reply when the time is over', async () => {
	const options = { waitForReplies: 4 };
	const { ended } = await question('No Reply', { 'Wait for Reply': { options } });
	const { status, data } = await ended;
	expect(status).toBe('success');
	const [{ data: output }] = data.resultData.runData['No Reply'];
	expect(output?.main[0]?.map(({ json }) => json)).toEqual([{ phone: MANAGER }]);
	expect(data.resultData.runData['Handle Reply']).toBeUndefined();
});

test('wait-for-viber-reply asks for nothing more once the execution is stopped', async () => {
	const { workflow, ended } = await question('Mark as Read');
	const [{ id }] = await world.rest.executions(workflow.id);
	await world.rest.stop(id);
	expect((await ended).status).toBe('canceled');
	const asked = reads();
	await pause(6_000);
	expect(reads()).toBe(asked);
});
