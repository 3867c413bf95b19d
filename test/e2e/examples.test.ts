import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';

import { readExample } from '../../playground/examples';
import { examplesDir } from '../../playground/paths';
import type { Execution, SavedCredential, SavedWorkflow } from '../../playground/rest';
import { type Sandbox, startSandbox } from '../../sandbox';
import { timeZoneOf } from '../../sandbox/environment';
import { limitUntil } from '../support/limitWaitTime';
import { pause, until } from '../support/until';
import { type Choice, type FakeModel, startFakeModel } from './agents/fakeModel';
import { connectMcpClient } from './agents/mcpClient';
import { formUrl, submit, visit } from './browser/forms';
import { createTemplate, deliverNothingTo, viberMailing } from './n8n/account';
import { expectSuccess, outputsOf } from './n8n/executions';
import { startBrowser, startWorld, TOKEN, webhookHeaders, type World } from './n8n/harness';
import { exampleCredentials, importExample, publishing } from './n8n/publish';
import { next, node } from './n8n/workflowDrafts';
import { ended, respond } from './wait/waiting';

const PHONE = '37120000091';
const UNREACHABLE = '37120000092';
const ADDRESS = 'anna@example.com';
/** Recipients in the examples. */
const MANAGER = '12025550123';
const CUSTOMER = '37120000094';
const LATER = '37120000093';
const TEN_MINUTES = 600_000;

let world: World;
/** A service that nothing resets, and whose messages are delivered late. */
let slow: Sandbox;
let browser: Browser;
let credentials: SavedCredential[];
let ofSlow: SavedCredential[];
let model: FakeModel | undefined;

beforeAll(async () => {
	// Slow enough that the first look at a status is too early.
	world = await startWorld({ paceMs: 1_500, batchDelayMs: 50 });
	slow = await startSandbox({ token: TOKEN, paceMs: 20_000 });
	credentials = await exampleCredentials(world);
	const data = { baseUrl: slow.url, token: TOKEN };
	const account = await world.rest.saveCredential('Slow', 'messagingServiceApi', data);
	ofSlow = [account, ...credentials.slice(1)];
	browser = await startBrowser();
});

afterAll(async () => {
	await model?.close();
	await browser?.close();
	await world?.stop();
	await slow?.close();
});

beforeEach(() => world.sandbox.reset());

const publish = publishing(() => world.rest);

type Changes = Parameters<typeof importExample>[3];
const imported = async (file: string, changes?: Changes, accounts = credentials) =>
	await importExample(world, accounts, file, changes);
const published = async (...example: Parameters<typeof imported>) =>
	await publish(await imported(...example));

/** The newest execution of a workflow, once it has ended. */
async function newest({ id }: SavedWorkflow): Promise<Execution> {
	const [latest] = await world.rest.executions(id);
	return await ended(world, latest.id);
}

/** A visitor fills in a form, and reads what it shows then. */
async function fillIn(
	workflow: SavedWorkflow,
	form: string,
	fields: Record<string, string>,
	shown = 'Your response has been recorded',
	file?: { name: string; mimeType: string; buffer: Buffer },
): Promise<Page> {
	const page = await visit(browser, formUrl(world.n8n.url, workflow, form));
	if (file) await page.locator('input[type=file]').setInputFiles(file);
	await submit(page, fields);
	await page.getByText(shown).first().waitFor();
	return page;
}

/** Starts a workflow as the shop does, with an action; returns the execution once it has ended. */
async function started({ id }: SavedWorkflow, act: () => Promise<unknown>): Promise<Execution> {
	const executions = async () => await world.rest.executions(id);
	const before = (await executions()).length;
	await act();
	await until('an execution starts', 120, async () => (await executions()).length > before);
	return await ended(world, (await executions())[0].id);
}

/** Calls the webhook of the workflow. */
async function call(workflow: SavedWorkflow, body: IDataObject): Promise<Execution> {
	const webhook = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	const url = `${world.n8n.url}/webhook/${webhook?.parameters.path as string}`;
	const post = { method: 'POST', headers: webhookHeaders, body: JSON.stringify(body) };
	return await started(workflow, async () => {
		await until('a call is taken', 120, async () => (await fetch(url, post)).ok);
	});
}

/** Output of a step in a manual run from a trigger. */
async function run(workflow: SavedWorkflow, start: string, step: string): Promise<IDataObject[]> {
	const execution = await world.rest.run(workflow, start, step);
	expectSuccess(execution);
	return outputsOf(execution, step);
}

const sent = ({ messages } = world.sandbox) =>
	messages.map(({ channel, to, text }) => [channel, to, text]);
const to = (phone: string, { messages } = world.sandbox) =>
	messages.filter((message) => message.to === phone).map(({ text }) => text);
const emails = () => world.sandbox.messages.filter(({ channel }) => channel === 'email');

const REASON = 'The vase arrived broken';
const REQUEST = {
	...{ Order: '1042', Amount: '40 EUR', Name: 'Anna' },
	...{ Phone: CUSTOMER, Reason: REASON },
};

const PURCHASE = { What: 'Chairs', Price: '120 EUR' };

type Waiting = [
	file: string,
	form: string,
	fields: typeof REQUEST | typeof PURCHASE | { Phone: string },
	shown: string | undefined,
	changes: () => Changes,
];

/**
 * n8n looks once a minute whether a wait is over. So these executions start first, with a service of
 * their own, and the last tests see how they have ended.
 */
const waiting: Record<string, SavedWorkflow> = {};
test.each<Waiting>([
	[
		'sms-in-sending-hours.json',
		'Form',
		{ Phone: LATER },
		undefined,
		() => {
			// The hours begin with the next minute, or the one after it.
			const clock = (minutes: number) =>
				new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', {
					timeZone: timeZoneOf(process.env),
					timeStyle: 'short',
				});
			const begin = new Date().getSeconds() > 40 ? 2 : 1;
			const sendBetween = `${clock(begin)}-${clock(begin + 60)}`;
			return { 'Send SMS': { options: { sendBetween } } };
		},
	],
	[
		'refund-approval.json',
		'Refund Request',
		REQUEST,
		'The manager is asked',
		() => ({ 'Ask Manager': limitUntil("={{ $now.plus(8, 'seconds') }}") }),
	],
	[
		'approval-with-reminder.json',
		'Purchase',
		PURCHASE,
		'The manager is asked',
		() => ({ Ask: limitUntil("={{ $now.plus(8, 'seconds') }}") }),
	],
])('%s waits', async (file, form, fields, shown, changes) => {
	const workflow = await published(file, changes(), ofSlow);
	await fillIn(workflow, form, fields, shown);
	const isStarted = async () => (await world.rest.executions(workflow.id)).length > 0;
	await until('the execution starts', 120, isStarted);
	waiting[file] = workflow;
});

test('form-to-sms sends an SMS to who fills in the form', async () => {
	const workflow = await published('form-to-sms.json');
	for (const shown of ['An SMS is on its way to you', 'We sent you one less than an hour ago']) {
		await fillIn(workflow, 'Form', { Name: 'Anna', Phone: `+${PHONE}` }, shown);
		expectSuccess(await newest(workflow));
	}
	expect(sent()).toEqual([['sms', PHONE, expect.stringMatching(/^Hello Anna, /)]]);
});

test.each([
	['has no country code', '20000001', 'enter it with its country code', /'Phone' /],
	['is rejected by the service', `+${PHONE}`, 'Please try again later', /^Anna got no SMS: /],
])('form-to-sms tells a visitor whose phone %s, and you, that no SMS was sent', async (...row) => {
	const [why, Phone, shown, error] = row;
	if (why.includes('service')) {
		world.sandbox.fault({ operation: 'sendQuickSMS', kind: 'error200' });
	}
	const workflow = await published('form-to-sms.json');
	const page = await fillIn(workflow, 'Form', { Name: 'Anna', Phone }, shown);
	expect(await page.getByText('No SMS was sent').count()).toBe(1);
	const { data } = await newest(workflow);
	expect(data.resultData.error?.message).toMatch(error);
	expect(sent()).toEqual([]);
});

test('csv-to-sms-mailing imports the rows as contacts and sends the text to the list', async () => {
	const workflow = await published('csv-to-sms-mailing.json');
	const text = { Text: 'Hello {NAME}, half price today' };
	await fillIn(workflow, 'Upload', text, undefined, {
		name: 'people.csv',
		mimeType: 'text/csv',
		buffer: Buffer.from('phone,NAME\n37120000072,Zoe\n+371 2000 0073,Yan\n'),
	});
	expectSuccess(await newest(workflow));
	world.sandbox.advance(3 * 60_000);
	expect(sent()).toEqual([]);
	world.sandbox.advance(7 * 60_000);
	expect(to('37120000072')).toEqual(['Hello Zoe, half price today']);
	expect(to('37120000073')).toEqual(['Hello Yan, half price today']);
	expect(world.sandbox.state.balance).toBeLessThan(1000);
});

test('contact-list-once creates the list for the first contact only', async () => {
	const workflow = await published('contact-list-once.json');
	for (const [Name, Phone] of [
		['Anna', '+371 2000 0074'],
		['Bruno', '37120000075'],
	]) {
		await fillIn(workflow, 'Sign Up', { Name, Phone });
		expectSuccess(await newest(workflow));
	}
	const made = world.sandbox.state.lists.filter(({ name }) => name === 'Newsletter');
	expect(made).toHaveLength(1);
	expect(made[0].contacts).toMatchObject([
		{ PHONE: '37120000074', NAME: 'Anna' },
		{ PHONE: '37120000075', NAME: 'Bruno' },
	]);
});

/** Another code of the same length. */
const otherThan = (code: string, by: number) =>
	String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0');

test.each([
	['the right code, typed with a blank, after three wrong ones', 3, 'Thank you'],
	['no code after five wrong ones', 5, 'Not confirmed'],
])('one-time-code recognizes %s', async (_, wrong, answer) => {
	const workflow = await published('one-time-code.json');
	const page = await fillIn(workflow, 'Phone', { Phone: PHONE }, 'Enter the code');
	const [{ to: phone, text, operation }] = world.sandbox.messages;
	expect([phone, operation]).toEqual([PHONE, 'sendOtpTelegram']);
	await submit(page, { Code: 'I have none' });
	await page.getByText('Please enter the digits of the code').first().waitFor();
	for (let tries = 1; tries <= wrong; tries++) {
		await submit(page, { Code: otherThan(text, tries) });
		if (tries === 5) break;
		const left = page.getByText(`${5 - tries} more times`);
		await left.first().waitFor();
	}
	if (wrong < 5) await submit(page, { Code: `${text.slice(0, 3)} ${text.slice(3)}` });
	await page.getByText(answer).first().waitFor();
	const execution = await newest(workflow);
	expect(JSON.stringify(execution.data.resultData.runData['By Telegram'])).not.toContain(text);
	expectSuccess(execution);
});

test('one-time-code goes on to WhatsApp if Telegram fails, and to SMS if the person asks for it', async () => {
	world.sandbox.fault({ operation: 'sendOtpTelegram', kind: 'error200' });
	const workflow = await published('one-time-code.json');
	const page = await fillIn(workflow, 'Phone', { Phone: PHONE }, 'by WhatsApp');
	await page.getByLabel('Nothing came?').selectOption('Send it another way');
	await submit(page, {});
	await page.getByText('by SMS').first().waitFor();
	const [whatsApp, sms] = world.sandbox.messages;
	expect([whatsApp.channel, sms.channel]).toEqual(['whatsapp', 'sms']);
	const code = /^Your code is (\d{6})\./.exec(sms.text)?.[1] ?? '';
	await submit(page, { Code: code });
	await page.getByText('Thank you').first().waitFor();
	const execution = await newest(workflow);
	expectSuccess(execution);
	const shown = JSON.stringify([execution.data.resultData.runData['By SMS'], whatsApp.text]);
	expect(shown).not.toContain(code);
});

test.each(['+1 202 555 0123', '20000001'])(
	'one-time-code sends nothing to %s, which is no phone of the countries that it names',
	async (Phone) => {
		await fillIn(await published('one-time-code.json'), 'Phone', { Phone }, 'No code was sent');
		expect(sent()).toEqual([]);
	},
);

const TEXTS = {
	en: 'Hello {name}, your order {order} is ready.',
	de: 'Hallo {name}, Ihre Bestellung {order} ist fertig.',
};

test('text-in-two-languages fills in each text, and sends it by batch, by email and as a question', async () => {
	const en = await createTemplate(world.sandbox, TEXTS.en);
	const de = await createTemplate(world.sandbox, TEXTS.de);
	const value = `={{ $json.language === 'de' ? ${de} : ${en} }}`;
	const templateId = { __rl: true, mode: 'id', value };
	const workflow = await published('text-in-two-languages.json', { Text: { templateId } });
	const customers = [
		{ name: 'Ann', language: 'en', order: 7, way: 'sms', phone: PHONE },
		{ name: 'Jörg', language: 'de', order: 8, way: 'sms', phone: UNREACHABLE },
		{ name: 'Kurt', language: 'de', order: 9, way: 'email', email: ADDRESS },
		{ name: 'Eva', language: 'de', order: 10, way: 'ask', phone: CUSTOMER },
	];
	const url = `${world.n8n.url}/webhook/orders-ready`;
	const post = { method: 'POST', headers: webhookHeaders, body: JSON.stringify({ customers }) };
	await until('a call is taken', 120, async () => (await fetch(url, post)).ok);
	await until('all are sent', 120, () => sent().length === customers.length);
	// The three ways are branches of the workflow: the service decides when it creates the messages of a batch.
	const told = sent().filter(([, recipient]) => recipient !== CUSTOMER);
	expect(told.sort()).toEqual([
		['email', ADDRESS, 'Hallo Kurt, Ihre Bestellung 9 ist fertig.'],
		['sms', PHONE, 'Hello Ann, your order 7 is ready.'],
		['sms', UNREACHABLE, 'Hallo Jörg, Ihre Bestellung 8 ist fertig.'],
	]);
	const [question, link] = to(CUSTOMER)[0].split('\n');
	expect(question).toBe('Hallo Eva, Ihre Bestellung 10 ist fertig.');
	const page = await visit(browser, link);
	expect(await page.getByRole('main').innerText()).toContain(question);
	await page.getByRole('button', { name: 'Ich hole sie heute ab', exact: true }).click();
	await page.getByRole('heading', { name: 'Vielen Dank' }).waitFor();
	const execution = await newest(workflow);
	expectSuccess(execution);
	expect(outputsOf(execution, 'Ask')).toMatchObject([{ name: 'Eva', data: { approved: true } }]);
	const reads = world.sandbox.requests.filter(
		({ operation }) => operation === 'getTemplateMessageById',
	);
	expect(reads).toHaveLength(2);
});

test('email-unsubscribes unsubscribes through the shop and the form, and resubscribes through the shop', async () => {
	const workflow = await published('email-unsubscribes.json');
	const fields = { Email: ADDRESS, Reason: 'Too many' };
	await fillIn(workflow, 'Unsubscribe Form', fields, 'You are unsubscribed');
	expectSuccess(await newest(workflow));
	for (const subscribed of [true, false]) {
		const body = JSON.stringify({ email: ADDRESS, subscribed });
		const url = `${world.n8n.url}/webhook/email-subscription`;
		expect((await fetch(url, { method: 'POST', body })).status).toBe(403);
		const answer = await fetch(url, { method: 'POST', headers: webhookHeaders, body });
		expect(await answer.json()).toEqual({ email: ADDRESS, subscribed });
	}
	expect(world.sandbox.requests.map(({ operation }) => operation)).toEqual([
		'unsubscribeEmail',
		'subscribeEmail',
		'unsubscribeEmail',
	]);
});

test('deliveries-to-spreadsheet sends the changes as a CSV file by email', async () => {
	world.sandbox.sendFromWeb('Sale', 'Half price today');
	world.sandbox.advance(10_000);
	const workflow = await imported('deliveries-to-spreadsheet.json');
	await run(workflow, 'Delivery Changes', 'Send Report');
	expect(emails()).toMatchObject([
		{ to: 'you@example.com', attachment: { filename: 'deliveries.csv' } },
	]);
	expect(emails()[0].attachment?.size).toBeGreaterThan(20);
});

test('order-confirmation-once sends one SMS for an order reported three times', async () => {
	const workflow = await published('order-confirmation-once.json');
	const order = { order: '1007', name: 'Anna', phone: PHONE };
	for (let time = 0; time < 3; time++) expectSuccess(await call(workflow, order));
	expect(to(PHONE)).toEqual(['Hello Anna, we have received your payment for order 1007.']);
	await call(workflow, { ...order, order: '1008' });
	expect(to(PHONE)).toHaveLength(2);
});

test('order-confirmation-once reports a call without an order number, and sends once what failed first', async () => {
	const workflow = await published('order-confirmation-once.json');
	const { data } = await call(workflow, { name: 'Anna', phone: PHONE });
	expect(data.resultData.error?.message).toContain('has no order number');
	const order = { order: '1009', name: 'Anna', phone: PHONE };
	world.sandbox.fault({ operation: 'sendQuickSMS', kind: 'error200' });
	const failed = await call(workflow, order);
	expect(failed.status).toBe('error');
	await call(workflow, order);
	await world.rest.retry(failed.id);
	await call(workflow, order);
	expect(to(PHONE)).toHaveLength(1);
});

/** Runs the set-up of an example; returns its data table, selected in a step. */
async function tableOf(file: string, changes?: Changes) {
	const [table] = await run(await imported(file, changes), 'Set Up', 'Create Table');
	return { dataTableId: { __rl: true, mode: 'list', value: table.id as string } } as const;
}

test('opt-out-list cannot be published until its data table is selected', async () => {
	await expect(published('opt-out-list.json')).rejects.toThrow(
		/"Not Opted Out":\s+- Missing or invalid required parameters: dataTableId/,
	);
});

test('opt-out-list leaves out a person who replied STOP, and passes other replies on', async () => {
	const selected = await tableOf('opt-out-list.json');
	const ready = { 'Remember Phone': selected, 'Not Opted Out': selected };
	const workflow = await imported('opt-out-list.json', ready);
	const id = await viberMailing(world.sandbox);
	world.sandbox.reply('37120000001', 'What time do you open?', id);
	world.sandbox.reply('37120000002', 'СТОП!', id);
	await run(workflow, 'Viber Reply', 'Mark as Read');
	expect(world.sandbox.replies.map((reply) => reply.read)).toEqual([true, true]);
	expect(emails().map(({ text }) => text)).toEqual(['What time do you open?']);

	await publish(workflow);
	const national = { defaultCountryCode: '371' };
	const data = { baseUrl: world.sandbox.url, token: TOKEN, ...national };
	const account = await world.rest.saveCredential('Latvian', 'messagingServiceApi', data);
	const latvian = await published(
		'opt-out-list.json',
		{
			...{ ...ready, Campaign: { path: 'latvian-campaign' } },
		},
		[account, ...credentials.slice(1)],
	);
	const before = world.sandbox.messages.length;
	const spellings = ['+371 2000 0002', '0037120000002', '37120000002', '371-2000-0002'];
	const phones = [...spellings, '+371 2000 0001', PHONE];
	expectSuccess(await call(workflow, { text: 'Half price today', phones }));
	expectSuccess(await call(latvian, { text: 'Half price', phones: ['20000002', '200-00-002'] }));
	// Both are in flight at the same time.
	const reached = world.sandbox.messages.slice(before).map((message) => message.to);
	expect(reached.sort()).toEqual(['37120000001', PHONE].sort());
	// Invalid phones get nothing, and the others get the campaign.
	const phones2 = ['8 20000002', PHONE, '5123456'];
	const short = await call(workflow, { text: 'Half price today', phones: phones2 });
	expect(short.data.resultData.error?.message).toMatch(
		/^'Phone' is not .*: "8 20000002"\. 'Phone' is not .*: "5123456"$/,
	);
	expect(world.sandbox.messages.slice(before + 2).map((message) => message.to)).toEqual([PHONE]);
});

test('opt-out-list and viber-reply-answer know STOP in many words and scripts, and take no other text for it', async () => {
	const stops = [
		...[
			'STOP',
			'stop!',
			'"Stop."',
			'S.T.O.P.',
			'STO\u200bP',
			'\ufeffstop \u{1F6D1}\ufe0f',
			'ＳＴＯＰ',
		],
		...[
			'Stop, stop, STOP!!!',
			'Please stop.',
			'STOP SMS',
			'Unsubscribe',
			'opt-out',
			'Remove me',
		],
		...['СТОП', 'стоп!', 'СТОР', 'Отписаться', 'ВІДПИСКА', 'Відпишіть мене', 'Адпісацца'],
		...[
			'Stopp',
			'abmelden',
			'BAJA',
			'Arrêt',
			'Désabonner',
			'Atsisakau',
			'Atteikties',
			'Wypisz mnie',
		],
	];
	const others = [
		...[
			'Do you stop by at 5?',
			'When is your next stop?',
			'Nonstop',
			'YES',
			'Стоп-кран',
			'42',
			'👍',
			'',
		],
		...['Please do not stop', 'Can I cancel?', 'остановка'],
	];
	const texts = [...stops, ...others];
	for (const [file, step] of [
		['opt-out-list.json', 'Says STOP?'],
		['viber-reply-answer.json', 'No STOP'],
	]) {
		const draft = readExample(file);
		const nodes = draft.nodes.filter(({ name }) => name === step);
		const items = texts.map((message) => ({ json: { message } }));
		const workflow = await world.rest.createWorkflow({
			name: `STOP in ${file}`,
			nodes: [node('Start', 'n8n-nodes-base.manualTrigger', 0, {}), ...nodes],
			connections: { Start: next(step) },
			pinData: { Start: items },
		});
		const execution = await world.rest.run(workflow, 'Start', step);
		expectSuccess(execution);
		const found = outputsOf(execution, step).map(({ message }) => message);
		expect([file, found]).toEqual([file, file.startsWith('opt') ? stops : others]);
	}
});

/** The example of single messages, with its data table; `look` asks for the open ones. */
async function followed(giveUpAfter = '{ days: 3 }') {
	const file = 'follow-messages.json';
	// A table without the rows of another test.
	const selected = await tableOf(file, {
		'Create Table': { tableName: `sent_messages_${Date.now()}` },
	});
	const workflow = await published(
		file,
		{
			'Remember Message': selected,
			'Open Messages': selected,
			'Write Status': {
				...selected,
				...changed(file, 'Write Status', '{ days: 3 }', giveUpAfter),
			},
		},
		ofSlow,
	);
	/** The order and the status of each row that was written. */
	const look = async () => {
		const execution = await world.rest.run(workflow, 'Every Ten Minutes', 'Write Status');
		expect(execution.data.resultData.error).toBeUndefined();
		const written = execution.data.resultData.runData['Write Status'] ?? [];
		const rows = written.flatMap((one) => one.data?.main[0] ?? []);
		return rows.map(({ json }) => [json.order, json.status]).sort();
	};
	return { workflow, look };
}

/** The parameters of a step with another text in one place. */
function changed(file: string, step: string, from: string, into: string) {
	const found = readExample(file).nodes.find(({ name }) => name === step);
	const { dataTableId: _, ...parameters } = found?.parameters ?? {};
	const text = JSON.stringify(parameters);
	expect(text).toContain(from);
	return JSON.parse(text.replace(from, into)) as typeof parameters;
}

test('follow-messages writes the status of each message into its row, until it is final', async () => {
	const { workflow, look } = await followed();
	await deliverNothingTo(slow, UNREACHABLE);
	for (const [order, phone] of Object.entries({ 1042: PHONE, 1043: UNREACHABLE })) {
		expectSuccess(await call(workflow, { order, phone }));
	}
	expect(await look()).toEqual([
		['1042', 'open'],
		['1043', 'open'],
	]);
	slow.advance(TEN_MINUTES);
	expect(await look()).toEqual([
		['1042', 'delivered'],
		['1043', 'not delivered'],
	]);
	expect(await look()).toEqual([]);
});

test('follow-messages asks no more for a message that is open for too long', async () => {
	const { workflow, look } = await followed('{ seconds: 0 }');
	expectSuccess(await call(workflow, { order: '1044', phone: PHONE }));
	expect(await look()).toEqual([['1044', 'unknown']]);
	expect(await look()).toEqual([]);
});

test('sms-forwarded-to-viber sends the text by Viber after ten minutes without delivery', async () => {
	const workflow = await published('sms-forwarded-to-viber.json');
	await deliverNothingTo(world.sandbox, UNREACHABLE);
	for (const phone of [PHONE, UNREACHABLE]) await call(workflow, { order: '17', phone });
	world.sandbox.advance(TEN_MINUTES - 60_000);
	expect(sent().map(([channel]) => channel)).toEqual(['sms', 'sms']);
	world.sandbox.advance(120_000);
	const text = 'Your order 17 is ready. You can collect it until 20:00.';
	expect(sent().slice(2)).toEqual([['viber', UNREACHABLE, text]]);
});

test('sms-then-viber sends by Viber what is not delivered by SMS, and nothing else', async () => {
	const workflow = await published('sms-then-viber.json');
	await deliverNothingTo(world.sandbox, UNREACHABLE);
	for (const phone of [PHONE, UNREACHABLE]) {
		expectSuccess(await call(workflow, { order: '17', phone }));
	}
	expect(sent().map(([channel, phone]) => [channel, phone])).toEqual([
		['sms', PHONE],
		['sms', UNREACHABLE],
		['viber', UNREACHABLE],
	]);
});

test('batch-then-viber sends by Viber to those whom the batch did not reach', async () => {
	const workflow = await published('batch-then-viber.json');
	const phones = [PHONE, UNREACHABLE];
	await deliverNothingTo(world.sandbox, UNREACHABLE);
	const execution = await call(workflow, { text: 'Half price today', phones });
	expectSuccess(execution);
	expect(outputsOf(execution, 'Delivered')).toEqual([{ delivered: 1 }]);
	const batch = outputsOf(execution, 'Send Batch');
	expect(batch.map(({ phone, is_delivered }) => [phone, is_delivered])).toEqual(
		phones.map((phone) => [phone, phone === PHONE]),
	);
	const viber = sent().filter(([channel]) => channel === 'viber');
	expect(viber).toEqual([['viber', UNREACHABLE, 'Half price today']]);
});

const NEWS = { subject: 'News', text: '<p>Half price</p>', emails: [ADDRESS, 'bruno@example.com'] };

test('wait-until-finished asks for the status until it is final, and reports once', async () => {
	const workflow = await published('wait-until-finished.json');
	const execution = await call(workflow, NEWS);
	expectSuccess(execution);
	// On a busy machine the emails may be open when the status is read.
	const ends = [{ DELIVERED: 2 }, { OPEN: 2 }, { DELIVERED: 1, OPEN: 1 }];
	const [{ statuses, ...report }, ...others] = outputsOf(execution, 'Report');
	expect([report, others]).toEqual([{ finished: true, rejected: [] }, []]);
	expect(ends).toContainEqual(statuses);
	const { Report: reports, 'Get Status': rounds } = execution.data.resultData.runData;
	expect([reports.length, rounds.length]).toEqual([1, 1]);
	expect(rounds[0].executionTime).toBeGreaterThan(1_500);
	for (const email of NEWS.emails) expect(world.sandbox.deliveriesTo(email)).toBe(1);
});

test('wait-until-finished reports at the end of its time even if not finished', async () => {
	const options = { waitForFinalStatus: 1 };
	const workflow = await published(
		'wait-until-finished.json',
		{ 'Get Status': { options } },
		ofSlow,
	);
	const [report] = outputsOf(await call(workflow, NEWS), 'Report');
	expect(report).toMatchObject({ finished: false });
});

test('reminders-day-before reminds of the appointments of tomorrow only', async () => {
	// At any time of the day.
	const all = { options: { sendBetween: '00:00-24:00' } };
	const workflow = await imported('reminders-day-before.json', { 'Send SMS': all });
	await run(workflow, 'Every Hour', 'Send SMS');
	expect(sent()).toEqual([['sms', MANAGER, 'Your appointment is tomorrow at 10:30.']]);
});

test('report-of-a-day counts the recipients of the mailings of a day', async () => {
	const file = 'report-of-a-day.json';
	const today = changed(file, 'Of Yesterday', '{ days: 1 }', '{ days: 0 }');
	const workflow = await imported(file, { 'Of Yesterday': today });
	await deliverNothingTo(world.sandbox, '37120000002');
	world.sandbox.sendFromWeb('Sale', 'Half price today');
	world.sandbox.advance(10_000);
	await run(workflow, 'Every Morning', 'Send Report');
	expect(emails().map(({ text }) => text)).toEqual([
		'Delivered: 1\nNot delivered: 1\nNot known yet: 0\nNot listed: 0\nRecipients: 2',
	]);
});

test('report-of-a-day says so if there was no mailing', async () => {
	const workflow = await imported('report-of-a-day.json');
	await run(workflow, 'Every Morning', 'Send Report');
	expect(sent()).toEqual([['email', 'you@example.com', 'There was no mailing.']]);
});

test('mailings-in-one-request sends two mailings, and follows both', async () => {
	const url = `${world.sandbox.url}/api/v1/sendBulkSms`;
	const workflow = await imported('mailings-in-one-request.json', { 'Send Mailings': { url } });
	const recipients = await run(workflow, 'Start', 'Get Status');
	expect(recipients.map(({ name, phone, is_delivered }) => [name, phone, is_delivered])).toEqual([
		['Customers', '12025550123', true],
		['Customers', '12025550124', true],
		['Orders', '12025550125', true],
	]);
	const requests = world.sandbox.requests.filter(({ operation }) => operation === 'sendBulkSms');
	expect(requests).toHaveLength(1);
	expect(sent().at(-1)).toEqual(['sms', '12025550125', 'Your order "1042" is ready']);
});

test('email-file-and-delivery sends the file, and lists who did not get it', async () => {
	const soon = { Wait: { amount: 2, unit: 'seconds' } };
	const workflow = await published('email-file-and-delivery.json', soon);
	await deliverNothingTo(world.sandbox, 'bruno@shop.example');
	const fields = { Subject: 'Prices', Text: 'Our new prices' };
	await fillIn(workflow, 'File', fields, 'The file is sent.', {
		name: 'prices.pdf',
		mimeType: 'application/pdf',
		buffer: Buffer.from('%PDF-1.4'),
	});
	const execution = await newest(workflow);
	expectSuccess(execution);
	expect(world.sandbox.messages).toMatchObject([
		{ to: 'anna@shop.example', attachment: { filename: 'prices.pdf' } },
		{ to: 'bruno@shop.example', attachment: { filename: 'prices.pdf' } },
	]);
	const missed = outputsOf(execution, 'Not Delivered').map(({ email }) => email);
	expect(missed).toEqual(['bruno@shop.example']);
});

async function callRetry(order: IDataObject) {
	const soon = { Wait: { amount: 1, unit: 'seconds' } };
	return await call(await published('retry-not-sent.json', soon), order);
}

test('retry-not-sent tries again after a rate limit, and sends once', async () => {
	world.sandbox.fault({ operation: 'sendQuickSMS', kind: '429', retryAfter: 3_600, times: 2 });
	const execution = await callRetry({ order: '1042', phone: '+1 202 555 0123' });
	expectSuccess(execution);
	expect(execution.data.resultData.runData['Send SMS']).toHaveLength(3);
	expect(sent()).toEqual([['sms', MANAGER, 'Your order 1042 is ready']]);
});

test.each([
	['the outcome is unknown', 'unknown', '+1 202 555 0123'],
	['the phone is invalid', 'invalid', '12345'],
])('retry-not-sent does not try again if %s', async (_, kind, phone) => {
	world.sandbox.fault({ operation: 'sendQuickSMS', kind: '500', times: 'forever' });
	const { data } = await callRetry({ order: '1043', phone });
	const said = `The SMS of order 1043 was not sent (${kind})`;
	expect(data.resultData.error?.message).toContain(said);
	expect(data.resultData.runData['Send SMS']).toHaveLength(1);
});

/** The manager opens the link of the last SMS; returns what the page shows. */
async function openQuestion(): Promise<{ page: Page; shown: string; link: string }> {
	await until('the manager is asked', 120, () => to(MANAGER).length > 0);
	expect(to(MANAGER)).toHaveLength(1);
	const link = /https?:\/\/\S+/.exec(to(MANAGER)[0])?.[0] ?? '';
	const page = await visit(browser, link);
	return { page, shown: await page.getByRole('main').innerText(), link };
}

async function click(page: Page, button: string): Promise<void> {
	await page.getByRole('button', { name: button, exact: true }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}

test('review-on-mcp sends what a client asks for after the approval of a person, and asks once', async () => {
	await published('review-on-mcp.json');
	const url = `${world.n8n.url}/mcp/messages-with-review`;
	const client = await connectMcpClient(url, webhookHeaders);
	const message = { phone: '+37120000096', text: 'We close at 18' };
	for (let time = 0; time < 2; time++) {
		const { content } = await client.callTool({ name: 'Ask_to_Send', arguments: message });
		expect(content[0].text).toContain('A person is asked');
	}
	await client.close();
	await pause(2_000);
	const { page, shown } = await openQuestion();
	for (const text of Object.values(message)) expect(shown).toContain(text);
	await click(page, 'Approve');
	await until('the message is sent', 120, () => sent().length > 1);
	expect(sent()[1]).toEqual(['viber', '37120000096', message.text]);
});

test.each([
	['Approve', 'your refund of 40 EUR for order 1042 is approved.'],
	['Decline', 'we cannot refund order 1042. Please call us if you have a question.'],
])(
	'refund-approval: after %s on the page the customer gets one SMS that says so',
	async (button, said) => {
		const workflow = await published('refund-approval.json');
		await fillIn(workflow, 'Refund Request', REQUEST, 'The manager is asked');
		const { page, shown, link } = await openQuestion();
		expect(to(MANAGER)).toEqual([`Refund 40 EUR for order 1042?\n${link}`]);
		expect(shown).toContain('Refund for order 1042');
		expect(shown).toContain(`Reason: ${REASON}`);
		expect(to(CUSTOMER)).toEqual([]);
		await click(page, button);
		expectSuccess(await newest(workflow));
		expect(to(CUSTOMER)).toEqual([`Hello Anna, ${said}`]);
	},
);

const MAILING = { text: 'We close at 18:00 today', phone: `+${CUSTOMER}` };

/** The agent has started, and its model wants to send the mailing. */
async function askAgent(): Promise<SavedWorkflow> {
	const wanted: Choice = {
		tool: 'Send_Mailing',
		arguments: { toolParameters: MAILING, hitlParameters: {} },
	};
	await model?.close();
	model = await startFakeModel([wanted, { say: 'Done' }]);
	const data = { apiKey: 'none', url: model.url };
	const chat = await world.rest.saveCredential('OpenAI', 'openAiApi', data);
	const file = 'agent-asks-before-mailing.json';
	const workflow = await publish(await importExample(world, [...credentials, chat], file));
	const task = { Task: `Tell ${CUSTOMER} that we close` };
	await fillIn(workflow, 'Task', task, 'The assistant starts');
	return workflow;
}

test('agent-asks-before-mailing sends the message after the approval of the text and the phone', async () => {
	const workflow = await askAgent();
	const { page, shown } = await openQuestion();
	for (const text of [MAILING.text, MAILING.phone, 'Send_Mailing']) expect(shown).toContain(text);
	expect(to(CUSTOMER)).toEqual([]);
	await click(page, 'Approve');
	expectSuccess(await newest(workflow));
	await until('The customer has it', 120, () => to(CUSTOMER).length === 1);
	expect(sent().at(-1)).toEqual(['viber', CUSTOMER, MAILING.text]);
	expect(model?.toolAnswers).toEqual([expect.stringContaining('message_id')]);
});

test('agent-asks-before-mailing sends nothing after a decline, and the model reads it', async () => {
	const workflow = await askAgent();
	const { link } = await openQuestion();
	expect((await respond(link, 'decline')).status).toBe(200);
	expectSuccess(await newest(workflow));
	expect(sent().map(([, phone]) => phone)).toEqual([MANAGER]);
	expect(model?.toolAnswers).toEqual([expect.stringMatching(/User rejected the tool call/)]);
});

test('agent-own-customers writes to an entry of the list after its approval, and to nobody else', async () => {
	const entry = `Anna, +${CUSTOMER}`;
	const calls = [`Anna, +${LATER}`, entry].map(
		(customer): Choice => ({
			tool: 'Send_SMS',
			arguments: { toolParameters: { customer, text: 'It is ready' }, hitlParameters: {} },
		}),
	);
	await model?.close();
	model = await startFakeModel([...calls, { say: 'Done' }]);
	const data = { apiKey: 'none', url: model.url };
	const chat = await world.rest.saveCredential('OpenAI', 'openAiApi', data);
	const file = 'agent-own-customers.json';
	const known = changed(file, 'Customers', 'Anna, +12025550124', entry);
	const account = [...credentials, chat];
	const workflow = await publish(await importExample(world, account, file, { Customers: known }));
	await fillIn(workflow, 'Task', { Task: 'Tell Anna' }, 'The assistant starts');
	for (const [position, customer] of [`Anna, +${LATER}`, entry].entries()) {
		await until('a person is asked', 120, () => to(MANAGER).length > position);
		const link = /https?:\/\/\S+/.exec(to(MANAGER)[position])?.[0] ?? '';
		const page = await visit(browser, link);
		const shown = await page.getByRole('main').innerText();
		for (const text of [customer, 'It is ready', 'Send_SMS']) expect(shown).toContain(text);
		await click(page, 'Approve');
	}
	await until('the customer has it', 120, () => to(CUSTOMER).length === 1);
	await newest(workflow);
	expect([to(LATER), to(CUSTOMER)]).toEqual([[], ['It is ready']]);
	expect(model.toolAnswers).toHaveLength(2);
});

test('reminder-answered-in-chat finds the appointment by the phone of the reply', async () => {
	const file = 'reminder-answered-in-chat.json';
	const selected = await tableOf(file);
	const steps = ['Remember', 'Asked', 'Write Answer'];
	const workflow = await imported(file, Object.fromEntries(steps.map((one) => [one, selected])));
	await run(workflow, 'Every Morning', 'Remember');
	expect(to(MANAGER)).toEqual([expect.stringMatching(/tomorrow at 10:30.*YES or NO/)]);
	world.sandbox.reply(MANAGER, 'Yes!');
	world.sandbox.reply('12025550124', 'Maybe');
	const answered = await world.rest.run(workflow, 'Viber Reply', 'Mark as Read');
	expectSuccess(answered);
	const rows = outputsOf(answered, 'Write Answer');
	expect(rows.map(({ appointment, state }) => [appointment, state]).sort()).toEqual([
		['A-1', 'confirmed'],
		['A-2', 'call'],
	]);
	expect(world.sandbox.replies.map(({ read }) => read)).toEqual([true, true]);
});

test('sheet-with-status puts the delivery of a mailing beside each row, however its phone is written', async () => {
	const file = 'sheet-with-status.json';
	await deliverNothingTo(world.sandbox, '37120000002');
	const mailing = world.sandbox.sendFromWeb('Sale', 'Half price today');
	world.sandbox.advance(10_000);
	const rows = changed(file, 'Rows', '+1 202 555 0123', '+371 2000-0001');
	const known = JSON.parse(
		JSON.stringify(rows).replace('001 202 555 0124', '0037120000002'),
	) as typeof rows;
	const chosen = changed(file, 'Mailing', '1004', String(mailing));
	const workflow = await imported(file, { Rows: known, Mailing: chosen });
	const execution = await world.rest.run(workflow, 'Start', 'Not Delivered');
	expectSuccess(execution);
	const states = (step: string) =>
		outputsOf(execution, step).map((row) => [row.name, row.is_valid, row.is_delivered]);
	expect(states('Rows with Status')).toEqual([
		['Anna', true, true],
		['Bruno', true, false],
		['Eva', false, undefined],
	]);
	expect(states('Not Delivered').map(([name]) => name)).toEqual(['Bruno', 'Eva']);
});

test('daily-budget stops before the budget of the day is exceeded, also in a later campaign', async () => {
	const file = 'daily-budget.json';
	const selected = await tableOf(file);
	const budget = changed(file, 'Budget', '"value":"5"', '"value":"0.25"');
	const changes = { 'Spent Today': selected, 'Add Cost': selected, Budget: budget };
	const workflow = await published(file, changes);
	const phones = [1, 2, 3, 4, 5, 6, 7, 8].map((last) => `3712000008${last}`);
	const first = await call(workflow, { text: 'Half price today', phones: ['12', ...phones] });
	expectSuccess(first);
	const count = sent().length;
	const [report] = outputsOf(first, 'Report');
	const none = { sent: [], failed: [], unknown: [], left: [] };
	const [reached, left] = [phones.slice(0, count), phones.slice(count)];
	expect(report).toEqual({ ...none, sent: reached, failed: ['12'], left });
	expect(count).toBeGreaterThan(1);
	expect(count).toBeLessThan(phones.length);
	const later = await call(workflow, { text: 'Half price today', phones: [PHONE] });
	expect(outputsOf(later, 'Report')).toEqual([{ ...none, left: [PHONE] }]);
	expect(sent()).toHaveLength(count);
});

const reads = () =>
	world.sandbox.requests.filter(({ operation }) => operation === 'getNewIncomingMessages').length;

/** Runs the example from its start to one of its ends. */
async function question(end: string, changes?: Changes) {
	const workflow = await imported('wait-for-viber-reply.json', changes);
	const execution = world.rest.run(workflow, 'Start', end);
	await until('It has asked for replies twice', 120, () => reads() >= 2);
	return { workflow, execution };
}

test('wait-for-viber-reply continues with the reply, and then marks it as read', async () => {
	const { execution } = await question('Mark as Read');
	world.sandbox.reply(MANAGER, 'YES');
	expectSuccess(await execution);
	expect((await execution).data.resultData.runData['Handle Reply']).toHaveLength(1);
	expect(outputsOf(await execution, 'Handle Reply')).toEqual([{ phone: MANAGER, reply: 'YES' }]);
	expect(world.sandbox.replies).toMatchObject([{ text: 'YES', read: true }]);
	expect(to(MANAGER)).toEqual(['Do you come on Friday at 10:00? Please reply YES or NO.']);
});

test('wait-for-viber-reply goes on without a reply when the time is over', async () => {
	const options = { waitForReplies: 4 };
	const { execution } = await question('No Reply', { 'Wait for Reply': { options } });
	expectSuccess(await execution);
	expect(outputsOf(await execution, 'No Reply')).toEqual([{ phone: MANAGER }]);
	expect((await execution).data.resultData.runData['Handle Reply']).toBeUndefined();
});

test('wait-for-viber-reply asks for nothing more once the execution is stopped', async () => {
	const { workflow, execution } = await question('Mark as Read');
	const [{ id }] = await world.rest.executions(workflow.id);
	await world.rest.stop(id);
	expect((await execution).status).toBe('canceled');
	const asked = reads();
	// The next look would come within 4.5 s.
	await pause(5_000);
	expect(reads()).toBe(asked);
});

test('sms-in-sending-hours waits for the hours, and sends the SMS then', async () => {
	const execution = await newest(waiting['sms-in-sending-hours.json']);
	expectSuccess(execution);
	expect(execution.data.resultData.runData['Send SMS']).toHaveLength(2);
	expect(to(LATER, slow)).toEqual(['Thank you, we will call you today.']);
});

test('refund-approval: after the time limit the customer gets one SMS, and it is no approval', async () => {
	expectSuccess(await newest(waiting['refund-approval.json']));
	expect(to(CUSTOMER, slow)).toEqual([
		'Hello Anna, your refund for order 1042 takes longer than a day. We are on it.',
	]);
});

test('approval-with-reminder asks once more after its time, and takes the response to the second link', async () => {
	const asked = () => to(MANAGER, slow).filter((text) => /approve/i.test(text));
	await until('the manager is reminded', 120, () => asked().length > 1);
	const [[first, firstLink], [second, secondLink]] = asked().map((text) => text.split('\n'));
	expect([first, second]).toEqual(['Approve 120 EUR?', 'Reminder: approve 120 EUR?']);
	const late = await visit(browser, firstLink);
	await late.getByRole('heading', { name: 'No action required' }).waitFor();
	const page = await visit(browser, secondLink);
	expect(await page.getByRole('main').innerText()).toContain('Chairs\nPrice: 120 EUR');
	await click(page, 'Approve');
	const execution = await newest(waiting['approval-with-reminder.json']);
	expectSuccess(execution);
	expect(outputsOf(execution, 'Approved')).toEqual([{ purchase: 'Chairs', status: 'ordered' }]);
});

test('an end-to-end test runs every example', () => {
	const files = readdirSync(__dirname).filter((name) => name.endsWith('.test.ts'));
	const tests = files.map((name) => readFileSync(join(__dirname, name), 'utf8')).join();
	const examples = readdirSync(examplesDir).filter((name) => name.endsWith('.json'));
	expect(examples.filter((file) => !tests.includes(`'${file}'`))).toEqual([]);
});
