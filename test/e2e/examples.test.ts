import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import { readExample } from '../../playground/examples';
import { examplesDir } from '../../playground/paths';
import type { Execution, SavedCredential, SavedWorkflow } from '../../playground/rest';
import { type FaultOptions, type Sandbox, startSandbox } from '../../sandbox';
import { timeZoneOf } from '../../sandbox/environment';
import { limitWaitUntil } from '../support/limitWait';
import { pause, until } from '../support/until';
import { type Choice, type FakeModel, startFakeModel } from './agents/fakeModel';
import { connectMcpClient } from './agents/mcpClient';
import { formUrl, submit, visit } from './browser/forms';
import { createTemplate, deliverNothingTo, viberMailing } from './n8n/account';
import { expectSuccess, outputsOf } from './n8n/executions';
import { startBrowser, startWorld, TOKEN, webhookHeaders, type World } from './n8n/harness';
import { exampleCredentials, importExample, publishing } from './n8n/publish';
import { next, node } from './n8n/workflowDrafts';
import { ended, linksIn } from './wait/waiting';

const PHONE = '37120000091';
const UNREACHABLE = '37120000092';
const EMAIL = 'anna@example.com';
const MANAGER = '12025550123';
const CUSTOMER = '37120000094';
const LATER = '37120000093';
const TEN_MINUTES = 600_000;
const RECORDED = 'Your response has been recorded';

let world: World;
/** A service that is never reset and delivers messages late. */
let slow: Sandbox;
let browser: Browser;
let credentials: SavedCredential[];
let ofSlow: SavedCredential[];
let model: FakeModel | undefined;

beforeAll(async () => {
	// Slow enough that a status is not final when it is first read.
	world = await startWorld({ paceMs: 1_500, batchDelayMs: 50 });
	slow = await startSandbox({ token: TOKEN, paceMs: 20_000 });
	credentials = await exampleCredentials(world);
	ofSlow = [await account('Slow', { baseUrl: slow.url }), ...credentials.slice(1)];
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
const account = async (name: string, more: IDataObject) => {
	const data = { baseUrl: world.sandbox.url, token: TOKEN, ...more };
	return await world.rest.saveCredential(name, 'messagingServiceApi', data);
};

type Changes = Parameters<typeof importExample>[3];
const imported = async (file: string, changes?: Changes, accounts = credentials) =>
	await importExample(world, accounts, file, changes);
const published = async (...example: Parameters<typeof imported>) =>
	await publish(await imported(...example));

function changed(file: string, step: string, texts: Record<string, string>) {
	const found = readExample(file).nodes.find(({ name }) => name === step);
	const { dataTableId: _, ...parameters } = found?.parameters ?? {};
	let json = JSON.stringify(parameters);
	for (const [from, into] of Object.entries(texts)) {
		expect(json).toContain(from);
		json = json.replace(from, into);
	}
	return JSON.parse(json) as typeof parameters;
}

/** Returns the newest execution of a workflow after its end. */
async function newest({ id }: SavedWorkflow): Promise<Execution> {
	const [latest] = await world.rest.executions(id);
	return await ended(world, latest.id);
}

type Upload = { name: string; mimeType: string; buffer: Buffer };

/** Fills in a form as a visitor, and waits for the text `shown`. */
async function fillIn(
	workflow: SavedWorkflow,
	form: string,
	fields: Record<string, string>,
	shown = RECORDED,
	file?: Upload,
): Promise<Page> {
	const page = await visit(browser, formUrl(world.n8n.url, workflow, form));
	if (file) await page.locator('input[type=file]').setInputFiles(file);
	await submit(page, fields);
	await page.getByText(shown).first().waitFor();
	return page;
}

const pathOf = ({ nodes }: SavedWorkflow) =>
	nodes.find(({ type }) => type === 'n8n-nodes-base.webhook')?.parameters.path as string;
const post = async (path: string, body: IDataObject, headers: object = webhookHeaders) =>
	await fetch(`${world.n8n.url}/webhook/${path}`, {
		...{ method: 'POST', body: JSON.stringify(body) },
		headers: { ...headers },
	});

/** Calls the webhook of the workflow. Returns the execution after its end. */
async function call(workflow: SavedWorkflow, body: IDataObject): Promise<Execution> {
	const executions = async () => await world.rest.executions(workflow.id);
	const before = (await executions()).length;
	await until('a call is taken', 120, async () => (await post(pathOf(workflow), body)).ok);
	await until('an execution starts', 120, async () => (await executions()).length > before);
	return await newest(workflow);
}

/** Runs a workflow manually from a trigger. Returns the output of a step. */
async function run(workflow: SavedWorkflow, start: string, step: string): Promise<IDataObject[]> {
	const execution = await world.rest.run(workflow, start, step);
	expectSuccess(execution);
	return outputsOf(execution, step);
}

/** Runs the set-up of an example. Returns the parameters that select its data table. */
async function tableOf(file: string, changes?: Changes) {
	const [table] = await run(await imported(file, changes), 'Set Up', 'Create Table');
	return { dataTableId: { __rl: true, mode: 'list', value: table.id as string } } as const;
}

const sent = ({ messages } = world.sandbox) =>
	messages.map(({ channel, to, text }) => [channel, to, text]);
const to = (phone: string, { messages } = world.sandbox) =>
	messages.filter((message) => message.to === phone).map(({ text }) => text);
const emails = () => world.sandbox.messages.filter(({ channel }) => channel === 'email');
const requests = (operation: string) =>
	world.sandbox.requests.filter((request) => request.operation === operation).length;

/** Opens the link of the manager's n-th question. */
async function openQuestion(nth = 0): Promise<{ page: Page; shown: string; link: string }> {
	await until('the manager is asked', 120, () => to(MANAGER).length > nth);
	const questions = world.sandbox.messages.filter((message) => message.to === MANAGER);
	expect(questions).toHaveLength(nth + 1);
	const [link] = linksIn({ sandbox: { messages: [questions[nth]] } as Sandbox });
	const page = await visit(browser, link);
	return { page, shown: await page.getByRole('main').innerText(), link };
}

async function click(page: Page, button: string): Promise<void> {
	await page.getByRole('button', { name: button, exact: true }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}

const REASON = 'The vase arrived broken';
const REQUEST = {
	...{ Order: '1042', Amount: '40 EUR', Name: 'Anna' },
	...{ Phone: CUSTOMER, Reason: REASON },
};

/** Returns options with sending hours that begin within two minutes. */
function soon() {
	const clock = (minutes: number) =>
		new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', {
			timeZone: timeZoneOf(process.env),
			timeStyle: 'short',
		});
	const begin = new Date().getSeconds() > 40 ? 2 : 1;
	return { options: { sendBetween: `${clock(begin)}-${clock(begin + 60)}` } };
}
const inSeconds = () => limitWaitUntil("={{ $now.plus(8, 'seconds') }}");
const ASKED = 'The manager is asked';

/**
 * n8n checks once a minute which waits have ended. So these executions start first, with a separate
 * service, and the last tests read their results.
 */
const waiting: Record<string, SavedWorkflow> = {};
test.each<[string, string, Record<string, string>, string, () => Changes]>([
	[
		'sms-in-sending-hours.json',
		'Form',
		{ Phone: LATER },
		RECORDED,
		() => ({ 'Send SMS': soon() }),
	],
	[
		'refund-approval.json',
		'Refund Request',
		REQUEST,
		ASKED,
		() => ({ 'Ask Manager': inSeconds() }),
	],
	[
		...(['approval-with-reminder.json', 'Purchase'] as const),
		...([{ What: 'Chairs', Price: '120 EUR' }, ASKED, () => ({ Ask: inSeconds() })] as const),
	],
])('%s waits for the response to its question', async (file, form, fields, shown, changes) => {
	const workflow = await published(file, changes(), ofSlow);
	await fillIn(workflow, form, fields, shown);
	const isStarted = async () => (await world.rest.executions(workflow.id)).length > 0;
	await until('the execution starts', 120, isStarted);
	waiting[file] = workflow;
});

test('form-to-sms sends an SMS to the person who fills in the form, once an hour', async () => {
	const workflow = await published('form-to-sms.json');
	for (const shown of [
		'An SMS is on its way to you',
		'We sent you an SMS less than an hour ago',
	]) {
		await fillIn(workflow, 'Form', { Name: 'Anna', Phone: `+${PHONE}` }, shown);
		expectSuccess(await newest(workflow));
	}
	expect(sent()).toEqual([['sms', PHONE, expect.stringMatching(/^Hello Anna, /)]]);
});

test.each<[string, string, FaultOptions | undefined, string, RegExp]>([
	['has no country code', '20000001', undefined, 'enter it with its country code', /'Phone' /],
	[
		...(['is rejected by the service', `+${PHONE}`, { kind: 'error200' }] as const),
		...(['Please try again later', /^Anna got no SMS: /] as const),
	],
])('form-to-sms tells a visitor whose phone %s, and you, that no SMS was sent', async (...row) => {
	const [, Phone, fault, shown, error] = row;
	if (fault) world.sandbox.fault({ ...fault, operation: 'sendQuickSMS' });
	const workflow = await published('form-to-sms.json');
	const page = await fillIn(workflow, 'Form', { Name: 'Anna', Phone }, shown);
	expect(await page.getByText('No SMS was sent').count()).toBe(1);
	expect((await newest(workflow)).data.resultData.error?.message).toMatch(error);
	expect(sent()).toEqual([]);
});

test('csv-to-sms-mailing imports the rows as contacts and sends the text to the list', async () => {
	const workflow = await published('csv-to-sms-mailing.json');
	const rows = 'phone,NAME\n37120000072,Zoe\n+371 2000 0073,Yan\n';
	const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
	await fillIn(workflow, 'Upload', { Text: 'Hello {NAME}, half price today' }, RECORDED, file);
	expectSuccess(await newest(workflow));
	world.sandbox.advance(3 * 60_000);
	expect(sent()).toEqual([]);
	world.sandbox.advance(7 * 60_000);
	expect(to('37120000072')).toEqual(['Hello Zoe, half price today']);
	expect(to('37120000073')).toEqual(['Hello Yan, half price today']);
});

test('contact-list-once creates the list for the first contact only', async () => {
	const workflow = await published('contact-list-once.json');
	await fillIn(workflow, 'Sign Up', { Name: 'Anna', Phone: '+371 2000 0074' });
	expectSuccess(await newest(workflow));
	await fillIn(workflow, 'Sign Up', { Name: 'Bruno', Phone: '37120000075' });
	expectSuccess(await newest(workflow));
	const made = world.sandbox.state.lists.filter(({ name }) => name === 'Newsletter');
	expect(made.map(({ contacts }) => contacts)).toMatchObject([
		[
			{ PHONE: '37120000074', NAME: 'Anna' },
			{ PHONE: '37120000075', NAME: 'Bruno' },
		],
	]);
});

const otherThan = (code: string, by: number) =>
	String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0');

test.each([
	['accepts the right code, typed with a blank, after three wrong ones', 3, 'Thank you'],
	['accepts no code after five wrong ones', 5, 'Not confirmed'],
])('one-time-code %s', async (_, wrong, answer) => {
	const workflow = await published('one-time-code.json');
	const page = await fillIn(workflow, 'Phone', { Phone: PHONE }, 'Enter the code');
	const [{ to: phone, text, operation }] = world.sandbox.messages;
	expect([phone, operation]).toEqual([PHONE, 'sendOtpTelegram']);
	await submit(page, { Code: 'I have none' });
	await page.getByText('Please enter the digits of the code').first().waitFor();
	for (let tries = 1; tries <= wrong; tries++) {
		await submit(page, { Code: otherThan(text, tries) });
		if (tries < 5)
			await page
				.getByText(`${5 - tries} more times`)
				.first()
				.waitFor();
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
	expect(sent().map(([channel]) => channel)).toEqual(['whatsapp', 'sms']);
	const code = /^Your code is (\d{6})\./.exec(to(PHONE)[1])?.[1] ?? '';
	await submit(page, { Code: code });
	await page.getByText('Thank you').first().waitFor();
	const execution = await newest(workflow);
	expectSuccess(execution);
	expect(JSON.stringify(execution.data.resultData.runData['By SMS'])).not.toContain(code);
});

test.each(['+1 202 555 0123', '20000001'])(
	'one-time-code does not send to %s, which is not a phone of the countries that it allows',
	async (Phone) => {
		await fillIn(await published('one-time-code.json'), 'Phone', { Phone }, 'No code was sent');
		expect(sent()).toEqual([]);
	},
);

const GERMAN = 'Hallo {name}, Ihre Bestellung {order} ist fertig.';

test('text-in-two-languages fills in each text, and sends it by batch, by email and as a question', async () => {
	const en = await createTemplate(world.sandbox, 'Hello {name}, your order {order} is ready.');
	const de = await createTemplate(world.sandbox, GERMAN);
	const value = `={{ $json.language === 'de' ? ${de} : ${en} }}`;
	const templateId = { __rl: true, mode: 'id', value };
	const workflow = await published('text-in-two-languages.json', { Text: { templateId } });
	const customers = [
		{ name: 'Ann', language: 'en', order: 7, way: 'sms', phone: PHONE },
		{ name: 'Jörg', language: 'de', order: 8, way: 'sms', phone: UNREACHABLE },
		{ name: 'Kurt', language: 'de', order: 9, way: 'email', email: EMAIL },
		{ name: 'Eva', language: 'de', order: 10, way: 'ask', phone: CUSTOMER },
	];
	const isTaken = async () => (await post('orders-ready', { customers })).ok;
	await until('a call is taken', 120, isTaken);
	await until('all are sent', 120, () => sent().length === customers.length);
	// The ways are branches of the workflow, so the order of the messages is undefined.
	const told = sent().filter(([, recipient]) => recipient !== CUSTOMER);
	expect(told.sort()).toEqual([
		['email', EMAIL, 'Hallo Kurt, Ihre Bestellung 9 ist fertig.'],
		['sms', PHONE, 'Hello Ann, your order 7 is ready.'],
		['sms', UNREACHABLE, 'Hallo Jörg, Ihre Bestellung 8 ist fertig.'],
	]);
	const [question, link] = to(CUSTOMER)[0].split('\n');
	expect(question).toBe('Hallo Eva, Ihre Bestellung 10 ist fertig.');
	const page = await visit(browser, link);
	await page.getByRole('button', { name: 'Ich hole sie heute ab', exact: true }).click();
	await page.getByRole('heading', { name: 'Vielen Dank' }).waitFor();
	const execution = await newest(workflow);
	expectSuccess(execution);
	expect(outputsOf(execution, 'Ask')).toMatchObject([{ name: 'Eva', data: { approved: true } }]);
	expect(requests('getTemplateMessageById')).toBe(2);
});

test('email-unsubscribes unsubscribes through the shop and the form, and resubscribes through the shop', async () => {
	const workflow = await published('email-unsubscribes.json');
	const fields = { Email: EMAIL, Reason: 'Too many' };
	await fillIn(workflow, 'Unsubscribe Form', fields, 'You are unsubscribed');
	expectSuccess(await newest(workflow));
	for (const subscribed of [true, false]) {
		const body = { email: EMAIL, subscribed };
		expect((await post('email-subscription', body, {})).status).toBe(403);
		expect(await (await post('email-subscription', body)).json()).toEqual(body);
	}
	const operations = world.sandbox.requests.map(({ operation }) => operation);
	expect(operations).toEqual(['unsubscribeEmail', 'subscribeEmail', 'unsubscribeEmail']);
});

test('deliveries-to-spreadsheet sends the changes as a CSV file by email', async () => {
	world.sandbox.sendFromWeb('Sale', 'Half price today');
	world.sandbox.advance(10_000);
	const workflow = await imported('deliveries-to-spreadsheet.json');
	await run(workflow, 'Delivery Changes', 'Send Report');
	const attachment = { filename: 'deliveries.csv' };
	expect(emails()).toMatchObject([{ to: 'you@example.com', attachment }]);
	expect(emails()[0].attachment?.size).toBeGreaterThan(20);
});

test('order-confirmation-once sends one SMS for an order reported three times', async () => {
	const workflow = await published('order-confirmation-once.json');
	const order = { order: '1007', name: 'Anna', phone: PHONE };
	for (let time = 0; time < 3; time++) expectSuccess(await call(workflow, order));
	expect(to(PHONE)).toEqual(['Hello Anna, we have received your payment for order 1007.']);
	await call(workflow, { ...order, order: '1008' });
	expect(to(PHONE)).toHaveLength(2);
	const { data } = await call(workflow, { name: 'Anna', phone: PHONE });
	expect(data.resultData.error?.message).toContain('has no order number');
	expect(to(PHONE)).toHaveLength(2);
});

test('order-confirmation-once sends once what failed first, also by Retry of n8n', async () => {
	const workflow = await published('order-confirmation-once.json');
	const order = { order: '1009', name: 'Anna', phone: PHONE };
	world.sandbox.fault({ operation: 'sendQuickSMS', kind: 'error200' });
	const failed = await call(workflow, order);
	expect(failed.status).toBe('error');
	await call(workflow, order);
	await world.rest.retry(failed.id);
	await call(workflow, order);
	expect(to(PHONE)).toHaveLength(1);
});

test('opt-out-list cannot be published until its data table is selected', async () => {
	await expect(published('opt-out-list.json')).rejects.toThrow(
		/"Not Opted Out":\s+- Missing or invalid required parameters: dataTableId/,
	);
});

test('opt-out-list does not send to a person who replied STOP, and forwards other replies', async () => {
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
	const latvia = [await account('Latvian', { defaultCountryCode: '371' }), credentials[1]];
	const latvian = { ...ready, Campaign: { path: 'latvian-campaign' } };
	const national = await published('opt-out-list.json', latvian, latvia);
	const before = world.sandbox.messages.length;
	const reached = () => world.sandbox.messages.slice(before).map((message) => message.to);
	const text = 'Half price today';
	const spellings = ['+371 2000 0002', '0037120000002', '37120000002', '371-2000-0002'];
	const phones = [...spellings, '+371 2000 0001', PHONE];
	expectSuccess(await call(workflow, { text, phones }));
	expectSuccess(await call(national, { text, phones: ['20000002', '200-00-002'] }));
	// The requests run in parallel.
	expect(reached().sort()).toEqual(['37120000001', PHONE].sort());
	// Only recipients with a valid phone get the campaign.
	const short = await call(workflow, { text, phones: ['8 20000002', PHONE, '5123456'] });
	expect(short.data.resultData.error?.message).toMatch(
		/^'Phone' is not .*: "8 20000002"\. 'Phone' is not .*: "5123456"$/,
	);
	expect(reached().slice(2)).toEqual([PHONE]);
});

const STOPS = [
	...'STOP|stop!|"Stop."|S.T.O.P.|STO\u200bP|\ufeffstop \u{1F6D1}\ufe0f|ＳＴＯＰ|Please stop.'.split(
		'|',
	),
	...'Stop, stop, STOP!!!|STOP SMS|Unsubscribe|opt-out|Remove me|СТОП|стоп!|СТОР|Отписаться'.split(
		'|',
	),
	...'ВІДПИСКА|Відпишіть мене|Адпісацца|Stopp|abmelden|BAJA|Arrêt|Désabonner|Atsisakau'.split(
		'|',
	),
	...'Atteikties|Wypisz mnie'.split('|'),
];
const OTHERS = [
	...'Do you stop by at 5?|When is your next stop?|Nonstop|YES|Стоп-кран|42|👍||остановка'.split(
		'|',
	),
	...'Please do not stop|Can I cancel?'.split('|'),
];

test.each([
	['opt-out-list.json', 'Says STOP?', 'passes', STOPS],
	['viber-reply-answer.json', 'No STOP', 'keeps back', OTHERS],
])('the step of %s named "%s" %s STOP in many words and scripts', async (file, step, _, passed) => {
	const workflow = await world.rest.createWorkflow({
		name: `STOP in ${file}`,
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 0, {}),
			...readExample(file).nodes.filter(({ name }) => name === step),
		],
		connections: { Start: next(step) },
		pinData: { Start: [...STOPS, ...OTHERS].map((message) => ({ json: { message } })) },
	});
	expect((await run(workflow, 'Start', step)).map(({ message }) => message)).toEqual(passed);
});

/**
 * Publishes the example of single messages with a separate data table. `look` writes the statuses
 * of open messages.
 */
async function followed(giveUpAfter = '{ days: 3 }') {
	const file = 'follow-messages.json';
	const tableName = `sent_messages_${Date.now()}`;
	const selected = await tableOf(file, { 'Create Table': { tableName } });
	const rows = changed(file, 'Write Status', { '{ days: 3 }': giveUpAfter });
	const changes = { 'Remember Message': selected, 'Open Messages': selected };
	const status = { 'Write Status': { ...selected, ...rows } };
	const workflow = await published(file, { ...changes, ...status }, ofSlow);
	/** Returns the order and the status of each row that was written. */
	const look = async () => {
		const { data } = await world.rest.run(workflow, 'Every Ten Minutes', 'Write Status');
		expect(data.resultData.error).toBeUndefined();
		const written = data.resultData.runData['Write Status'] ?? [];
		const items = written.flatMap((batch) => batch.data?.main[0] ?? []);
		return items.map(({ json }) => [json.order, json.status]).sort();
	};
	return { workflow, look };
}

test('follow-messages writes the status of each message into its row, until it is final', async () => {
	const { workflow, look } = await followed();
	await deliverNothingTo(slow, UNREACHABLE);
	expectSuccess(await call(workflow, { order: '1042', phone: PHONE }));
	expectSuccess(await call(workflow, { order: '1043', phone: UNREACHABLE }));
	const rows = (first: string, second: string) => [
		['1042', first],
		['1043', second],
	];
	expect(await look()).toEqual(rows('open', 'open'));
	slow.advance(TEN_MINUTES);
	expect(await look()).toEqual(rows('delivered', 'not delivered'));
	expect(await look()).toEqual([]);
});

test('follow-messages stops reading the status of a message that is open for too long', async () => {
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

test('sms-then-viber sends by Viber only what is not delivered by SMS', async () => {
	const workflow = await published('sms-then-viber.json');
	await deliverNothingTo(world.sandbox, UNREACHABLE);
	for (const phone of [PHONE, UNREACHABLE]) {
		expectSuccess(await call(workflow, { order: '17', phone }));
	}
	const reached = sent().map(([channel, phone]) => `${channel} ${phone}`);
	expect(reached).toEqual([`sms ${PHONE}`, `sms ${UNREACHABLE}`, `viber ${UNREACHABLE}`]);
});

test('batch-then-viber sends by Viber to the recipients whom the batch did not reach', async () => {
	const workflow = await published('batch-then-viber.json');
	const phones = [PHONE, UNREACHABLE];
	await deliverNothingTo(world.sandbox, UNREACHABLE);
	const execution = await call(workflow, { text: 'Half price today', phones });
	expectSuccess(execution);
	expect(outputsOf(execution, 'Delivered')).toEqual([{ delivered: 1 }]);
	const viber = sent().filter(([channel]) => channel === 'viber');
	expect(viber).toEqual([['viber', UNREACHABLE, 'Half price today']]);
});

const NEWS = { subject: 'News', text: '<p>Half price</p>', emails: [EMAIL, 'bruno@example.com'] };

test('wait-until-finished reads the status until it is final, and reports once', async () => {
	const execution = await call(await published('wait-until-finished.json'), NEWS);
	expectSuccess(execution);
	const [{ statuses, ...report }, ...others] = outputsOf(execution, 'Report');
	expect([report, others]).toEqual([{ finished: true, rejected: [] }, []]);
	// On a busy machine, emails may be open when the status is read.
	const ends = [{ DELIVERED: 2 }, { OPEN: 2 }, { DELIVERED: 1, OPEN: 1 }];
	expect(ends).toContainEqual(statuses);
	const { Report: reports, 'Get Status': rounds } = execution.data.resultData.runData;
	expect([reports.length, rounds.length]).toEqual([1, 1]);
	expect(rounds[0].executionTime).toBeGreaterThan(1_500);
	for (const email of NEWS.emails) expect(world.sandbox.deliveriesTo(email)).toBe(1);
});

test('wait-until-finished reports at the end of its time even if not finished', async () => {
	const changes = { 'Get Status': { options: { waitForFinalStatus: 1 } } };
	const workflow = await published('wait-until-finished.json', changes, ofSlow);
	const [report] = outputsOf(await call(workflow, NEWS), 'Report');
	expect(report).toMatchObject({ finished: false });
});

test('reminders-day-before sends reminders only for the appointments of tomorrow', async () => {
	// The test runs at any time of day.
	const all = { options: { sendBetween: '00:00-24:00' } };
	const workflow = await imported('reminders-day-before.json', { 'Send SMS': all });
	await run(workflow, 'Every Hour', 'Send SMS');
	expect(sent()).toEqual([['sms', MANAGER, 'Your appointment is tomorrow at 10:30.']]);
});

test('report-of-a-day counts the recipients of the mailings of a day, and says if there was none', async () => {
	const file = 'report-of-a-day.json';
	await run(await imported(file), 'Every Morning', 'Send Report');
	const today = changed(file, 'Of Yesterday', { '{ days: 1 }': '{ days: 0 }' });
	await deliverNothingTo(world.sandbox, '37120000002');
	world.sandbox.sendFromWeb('Sale', 'Half price today');
	world.sandbox.advance(10_000);
	await run(await imported(file, { 'Of Yesterday': today }), 'Every Morning', 'Send Report');
	expect(emails().map(({ text }) => text)).toEqual([
		'There was no mailing.',
		'Delivered: 1\nNot delivered: 1\nNot known yet: 0\nNot listed: 0\nRecipients: 2',
	]);
});

test('mailings-in-one-request sends two mailings, and reads the status of both', async () => {
	const url = `${world.sandbox.url}/api/v1/sendBulkSms`;
	const workflow = await imported('mailings-in-one-request.json', { 'Send Mailings': { url } });
	const recipients = await run(workflow, 'Start', 'Get Status');
	expect(recipients.map(({ name, phone, is_delivered }) => [name, phone, is_delivered])).toEqual([
		['Customers', '12025550123', true],
		['Customers', '12025550124', true],
		['Orders', '12025550125', true],
	]);
	expect(requests('sendBulkSms')).toBe(1);
	expect(sent().at(-1)).toEqual(['sms', '12025550125', 'Your order "1042" is ready']);
});

test('email-file-and-delivery sends the file, and lists who did not get it', async () => {
	const wait = { Wait: { amount: 2, unit: 'seconds' } };
	const workflow = await published('email-file-and-delivery.json', wait);
	await deliverNothingTo(world.sandbox, 'bruno@shop.example');
	const buffer = Buffer.from('%PDF-1.4');
	const file = { name: 'prices.pdf', mimeType: 'application/pdf', buffer };
	const fields = { Subject: 'Prices', Text: 'Our new prices' };
	await fillIn(workflow, 'File', fields, 'The file is sent.', file);
	const execution = await newest(workflow);
	expectSuccess(execution);
	expect(emails().map((email) => [email.to, email.attachment?.filename])).toEqual([
		['anna@shop.example', 'prices.pdf'],
		['bruno@shop.example', 'prices.pdf'],
	]);
	const missed = outputsOf(execution, 'Not Delivered').map(({ email }) => email);
	expect(missed).toEqual(['bruno@shop.example']);
});

test.each<[string, number, string | undefined, string, Partial<FaultOptions>]>([
	[
		'tries again after a rate limit, and sends once',
		3,
		undefined,
		'+1 202 555 0123',
		{ kind: '429', times: 2 },
	],
	[
		'does not try again if the outcome is unknown',
		1,
		'(unknown)',
		'+1 202 555 0123',
		{ kind: '500' },
	],
	['does not try again if the phone is invalid', 1, '(invalid)', '12345', { kind: '500' }],
])('retry-not-sent %s', async (_, tries, error, phone, fault) => {
	const forever = { operation: 'sendQuickSMS', kind: '500', times: 'forever' } as const;
	world.sandbox.fault({ ...forever, retryAfter: 3_600, ...fault });
	const wait = { Wait: { amount: 1, unit: 'seconds' } };
	const { data } = await call(await published('retry-not-sent.json', wait), {
		order: '7',
		phone,
	});
	const said = error && `The SMS of order 7 was not sent ${error}`;
	expect(data.resultData.error?.message.slice(0, said?.length)).toBe(said);
	expect(data.resultData.runData['Send SMS']).toHaveLength(tries);
	expect(to(MANAGER)).toEqual(error ? [] : ['Your order 7 is ready']);
});

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
])('refund-approval tells the customer once about the decision %s', async (button, said) => {
	const workflow = await published('refund-approval.json');
	await fillIn(workflow, 'Refund Request', REQUEST, ASKED);
	const { page, shown, link } = await openQuestion();
	expect(to(MANAGER)).toEqual([`Refund 40 EUR for order 1042?\n${link}`]);
	expect(shown).toContain(`Reason: ${REASON}`);
	expect(to(CUSTOMER)).toEqual([]);
	await click(page, button);
	expectSuccess(await newest(workflow));
	expect(to(CUSTOMER)).toEqual([`Hello Anna, ${said}`]);
});

/** Starts the agent of an example. The model makes these tool calls and then ends. */
async function askAgent(
	file: string,
	calls: Array<[tool: string, args: IDataObject]>,
	changes?: Changes,
) {
	await model?.close();
	const choices = calls.map(
		([tool, toolParameters]): Choice => ({
			...{ tool, arguments: { toolParameters, hitlParameters: {} } },
		}),
	);
	model = await startFakeModel([...choices, { say: 'Done' }]);
	const data = { apiKey: 'none', url: model.url };
	const chat = await world.rest.saveCredential('OpenAI', 'openAiApi', data);
	const workflow = await published(file, changes, [...credentials, chat]);
	await fillIn(workflow, 'Task', { Task: 'Tell Anna' }, 'The assistant starts');
	return { workflow, answers: model.toolAnswers };
}

test.each([
	['Approve', 1, 'message_id'],
	['Decline', 0, 'User rejected the tool call'],
])(
	'agent-asks-before-mailing shows the text and the phone, and follows the decision %s',
	async (button, times, answer) => {
		const mailing = { text: 'We close at 18:00 today', phone: `+${CUSTOMER}` };
		const file = 'agent-asks-before-mailing.json';
		const { workflow, answers } = await askAgent(file, [['Send_Mailing', mailing]]);
		const { page, shown } = await openQuestion();
		for (const text of [...Object.values(mailing), 'Send_Mailing'])
			expect(shown).toContain(text);
		expect(to(CUSTOMER)).toEqual([]);
		await click(page, button);
		expectSuccess(await newest(workflow));
		const message = ['viber', CUSTOMER, mailing.text];
		await until('the message is sent', 120, () => sent().length === 1 + times);
		expect(sent().slice(1)).toEqual(Array(times).fill(message));
		expect(answers).toEqual([expect.stringContaining(answer)]);
	},
);

test('agent-own-customers sends only to a person of the list, after an approval', async () => {
	const file = 'agent-own-customers.json';
	const entry = `Anna, +${CUSTOMER}`;
	const customers = [`Anna, +${LATER}`, entry];
	const { workflow, answers } = await askAgent(
		file,
		customers.map((customer) => ['Send_SMS', { customer, text: 'It is ready' }]),
		{ Customers: changed(file, 'Customers', { 'Anna, +12025550124': entry }) },
	);
	for (const [position, customer] of customers.entries()) {
		const { page, shown } = await openQuestion(position);
		for (const text of [customer, 'It is ready', 'Send_SMS']) expect(shown).toContain(text);
		await click(page, 'Approve');
	}
	await until('the customer has it', 120, () => to(CUSTOMER).length === 1);
	await newest(workflow);
	expect([to(LATER), to(CUSTOMER)]).toEqual([[], ['It is ready']]);
	expect(answers).toHaveLength(2);
});

test('reminder-answered-in-chat finds the appointment by the phone of the reply', async () => {
	const file = 'reminder-answered-in-chat.json';
	const selected = await tableOf(file);
	const steps = ['Remember', 'Asked', 'Write Answer'];
	const workflow = await imported(
		file,
		Object.fromEntries(steps.map((step) => [step, selected])),
	);
	await run(workflow, 'Every Morning', 'Remember');
	expect(to(MANAGER)).toEqual([expect.stringMatching(/tomorrow at 10:30.*YES or NO/)]);
	world.sandbox.reply(MANAGER, 'Yes!');
	world.sandbox.reply('12025550124', 'Maybe');
	const answered = await world.rest.run(workflow, 'Viber Reply', 'Mark as Read');
	expectSuccess(answered);
	const rows = outputsOf(answered, 'Write Answer');
	expect(rows.map(({ appointment, state }) => `${appointment} ${state}`).sort()).toEqual([
		...['A-1 confirmed', 'A-2 call'],
	]);
	expect(world.sandbox.replies.map(({ read }) => read)).toEqual([true, true]);
});

test('sheet-with-status adds the delivery status to each row, however its phone is written', async () => {
	const file = 'sheet-with-status.json';
	await deliverNothingTo(world.sandbox, '37120000002');
	const mailing = world.sandbox.sendFromWeb('Sale', 'Half price today');
	world.sandbox.advance(10_000);
	const phones = {
		...{ '+1 202 555 0123': '+371 2000-0001', '001 202 555 0124': '0037120000002' },
	};
	const workflow = await imported(file, {
		Rows: changed(file, 'Rows', phones),
		Mailing: changed(file, 'Mailing', { '1004': String(mailing) }),
	});
	const execution = await world.rest.run(workflow, 'Start', 'Not Delivered');
	expectSuccess(execution);
	const rows = outputsOf(execution, 'Rows with Status');
	expect(rows.map((row) => [row.name, row.is_valid, row.is_delivered])).toEqual([
		['Anna', true, true],
		['Bruno', true, false],
		['Eva', false, undefined],
	]);
	const missed = outputsOf(execution, 'Not Delivered').map(({ name }) => name);
	expect(missed).toEqual(['Bruno', 'Eva']);
});

test('daily-budget stops before the budget of the day is exceeded, also in a later campaign', async () => {
	const file = 'daily-budget.json';
	const selected = await tableOf(file);
	const budget = changed(file, 'Budget', { '"value":"5"': '"value":"0.25"' });
	const changes = { 'Spent Today': selected, 'Add Cost': selected, Budget: budget };
	const workflow = await published(file, changes);
	const text = 'Half price today';
	const phones = [1, 2, 3, 4, 5, 6, 7, 8].map((last) => `3712000008${last}`);
	const first = await call(workflow, { text, phones: ['12', ...phones] });
	expectSuccess(first);
	const count = sent().length;
	const none = { sent: [], failed: [], unknown: [], left: [] };
	const [reached, left] = [phones.slice(0, count), phones.slice(count)];
	expect(outputsOf(first, 'Report')).toEqual([{ ...none, sent: reached, failed: ['12'], left }]);
	expect(count).toBeGreaterThan(1);
	expect(count).toBeLessThan(phones.length);
	const later = await call(workflow, { text, phones: [PHONE] });
	expect(outputsOf(later, 'Report')).toEqual([{ ...none, left: [PHONE] }]);
	expect(sent()).toHaveLength(count);
});

const reads = () => requests('getNewIncomingMessages');

/** Runs the example to one of its ends, and waits until it has read replies twice. */
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
	expect(to(MANAGER)).toEqual(['Will you come on Friday at 10:00? Please reply YES or NO.']);
});

test('wait-for-viber-reply goes on without a reply when the time is over', async () => {
	const options = { waitForReplies: 4 };
	const { execution } = await question('No Reply', { 'Wait for Reply': { options } });
	expectSuccess(await execution);
	expect(outputsOf(await execution, 'No Reply')).toEqual([{ phone: MANAGER }]);
	expect((await execution).data.resultData.runData['Handle Reply']).toBeUndefined();
});

test('wait-for-viber-reply sends no more requests once the execution is stopped', async () => {
	const { workflow, execution } = await question('Mark as Read');
	const [{ id }] = await world.rest.executions(workflow.id);
	await world.rest.stop(id);
	expect((await execution).status).toBe('canceled');
	const asked = reads();
	// Without the stop, the next request would come within 4.5 s.
	await pause(5_000);
	expect(reads()).toBe(asked);
});

test('sms-in-sending-hours sends the SMS when the sending hours begin', async () => {
	const execution = await newest(waiting['sms-in-sending-hours.json']);
	expectSuccess(execution);
	expect(execution.data.resultData.runData['Send SMS']).toHaveLength(2);
	expect(to(LATER, slow)).toEqual(['Thank you, we will call you today.']);
});

test('refund-approval does not refund at the time limit, and tells the customer once', async () => {
	expectSuccess(await newest(waiting['refund-approval.json']));
	const said = 'your refund for order 1042 takes longer than a day. We are on it.';
	expect(to(CUSTOMER, slow)).toEqual([`Hello Anna, ${said}`]);
});

test('approval-with-reminder asks again after the time limit, and accepts the response to the second link', async () => {
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
