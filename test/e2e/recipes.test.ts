import type { IDataObject, INode } from 'n8n-workflow';

import { readExample } from '../../playground/examples';
import type { SavedCredential, SavedWorkflow } from '../../playground/rest';
import { pause, until } from '../support/until';
import type { Browser } from 'playwright-core';
import { connectMcpClient } from './agents/mcpClient';
import { formUrl, submit, visit } from './browser/forms';
import { deliverNothingTo } from './n8n/account';
import { startBrowser, startWorld, webhookHeaders, type World } from './n8n/harness';
import { exampleCredentials, importExample, publishing } from './n8n/publish';

let world: World;
let browser: Browser;
let credentials: SavedCredential[];

beforeAll(async () => {
	world = await startWorld({ paceMs: 50, batchDelayMs: 50 });
	credentials = await exampleCredentials(world);
	browser = await startBrowser();
});

afterAll(async () => {
	await browser?.close();
	await world?.stop();
});

beforeEach(() => world.sandbox.reset());

const publish = publishing(() => world.rest);

const imported = async (file: string, changed?: Record<string, INode['parameters']>) =>
	await importExample(world, credentials, file, changed);

/** What a step returns in a run by hand from `start`. */
async function outputOf(workflow: SavedWorkflow, start: string, step: string) {
	const { data, status } = await world.rest.run(workflow, start, step);
	expect([data.resultData.error?.message, status]).toEqual([undefined, 'success']);
	const [run] = data.resultData.runData[step] ?? [];
	return (run?.data?.main[0] ?? []).map(({ json }) => json);
}

const sent = () => world.sandbox.messages.map(({ channel, to, text }) => [channel, to, text]);

test('reminders-day-before reminds of the appointments of tomorrow only', async () => {
	// At any time of the day.
	const all = { options: { sendBetween: '00:00-24:00' } };
	const workflow = await imported('reminders-day-before.json', { 'Send SMS': all });
	await outputOf(workflow, 'Every Hour', 'Send SMS');
	expect(sent()).toEqual([['sms', '12025550123', 'Your appointment is tomorrow at 10:30.']]);
});

test('report-of-a-day counts the recipients of the mailings of a day', async () => {
	const today = { 'Of Yesterday': dayOf('report-of-a-day.json', 0) };
	const workflow = await imported('report-of-a-day.json', today);
	await deliverNothingTo(world.sandbox, '37120000002');
	world.sandbox.sendFromWeb('Sale', 'Half price today');
	world.sandbox.advance(10_000);
	await outputOf(workflow, 'Every Morning', 'Send Report');
	const [[, to, text]] = sent().filter(([channel]) => channel === 'email');
	expect([to, text]).toEqual([
		'you@example.com',
		'Delivered: 1\nNot delivered: 1\nNot known yet: 0',
	]);
});

test('report-of-a-day says so if there was no mailing', async () => {
	const workflow = await imported('report-of-a-day.json');
	await outputOf(workflow, 'Every Morning', 'Send Report');
	expect(sent()).toEqual([['email', 'you@example.com', 'There was no mailing.']]);
});

/** The filter of another day. */
function dayOf(file: string, days: number): INode['parameters'] {
	const filter = readExample(file).nodes.find(({ name }) => name === 'Of Yesterday');
	const text = JSON.stringify(filter?.parameters);
	expect(text).toContain('{ days: 1 }');
	return JSON.parse(text.replace('{ days: 1 }', `{ days: ${days} }`)) as INode['parameters'];
}

test('mailings-in-one-request sends two mailings, and follows both', async () => {
	const url = `${world.sandbox.url}/api/v1/sendBulkSms`;
	const workflow = await imported('mailings-in-one-request.json', { 'Send Mailings': { url } });
	const recipients = await outputOf(workflow, 'Start', 'Get Status');
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
	const workflow = await publish(await imported('email-file-and-delivery.json', soon));
	await deliverNothingTo(world.sandbox, 'bruno@shop.example');
	const page = await visit(browser, formUrl(world.n8n.url, workflow, 'File'));
	await page.locator('input[type=file]').setInputFiles({
		name: 'prices.pdf',
		mimeType: 'application/pdf',
		buffer: Buffer.from('%PDF-1.4'),
	});
	await submit(page, { Subject: 'Prices', Text: 'Our new prices' });
	await page.getByText('The file is sent.').waitFor();
	const [{ id }] = await world.rest.executions(workflow.id);
	const { data, status } = await ended(id);
	expect([data.resultData.error?.message, status]).toEqual([undefined, 'success']);
	expect(world.sandbox.messages).toMatchObject([
		{ to: 'anna@shop.example', attachment: { filename: 'prices.pdf' } },
		{ to: 'bruno@shop.example', attachment: { filename: 'prices.pdf' } },
	]);
	const [run] = data.resultData.runData['Not Delivered'];
	expect(run.data?.main[0]?.map(({ json }) => json.email)).toEqual(['bruno@shop.example']);
});

/** An execution that may wait in between. */
async function ended(id: string) {
	let execution = await world.rest.finished(id);
	const isOver = async () => {
		execution = await world.rest.finished(id);
		return execution.status !== 'waiting';
	};
	await until('the execution ends', 240, isOver);
	return execution;
}

async function callRetry(order: IDataObject) {
	const soon = { Wait: { amount: 1, unit: 'seconds' } };
	const workflow = await publish(await imported('retry-not-sent.json', soon));
	const post = { method: 'POST', headers: webhookHeaders, body: JSON.stringify(order) };
	const url = `${world.n8n.url}/webhook/order-retry`;
	await until('the call is taken', 120, async () => (await fetch(url, post)).ok);
	const started = async () => (await world.rest.executions(workflow.id)).length > 0;
	await until('the execution starts', 120, started);
	return await ended((await world.rest.executions(workflow.id))[0].id);
}

test('retry-not-sent tries again after a rate limit, and sends once', async () => {
	world.sandbox.fault({ operation: 'sendQuickSMS', kind: '429', retryAfter: 3_600, times: 2 });
	const { status, data } = await callRetry({ order: '1042', phone: '+1 202 555 0123' });
	expect([data.resultData.error?.message, status]).toEqual([undefined, 'success']);
	expect(data.resultData.runData['Send SMS']).toHaveLength(3);
	expect(sent()).toEqual([['sms', '12025550123', 'Your order 1042 is ready']]);
});

test.each([
	['the outcome is unknown', 'unknown', { kind: '500' as const }, '+1 202 555 0123'],
	['the phone is invalid', 'invalid', undefined, '12345'],
])('retry-not-sent does not try again if %s', async (_, kind, fault, phone) => {
	if (fault) world.sandbox.fault({ operation: 'sendQuickSMS', ...fault, times: 'forever' });
	const { status, data } = await callRetry({ order: '1043', phone });
	expect(status).toBe('error');
	expect(data.resultData.error?.message).toContain(
		`The SMS of order 1043 was not sent (${kind})`,
	);
	expect(data.resultData.runData['Send SMS']).toHaveLength(1);
});

test('review-on-mcp sends what a client asks for after the approval of a person, and asks once', async () => {
	await publish(await imported('review-on-mcp.json'));
	const client = await connectMcpClient(
		`${world.n8n.url}/mcp/messages-with-review`,
		webhookHeaders,
	);
	const call = {
		name: 'Ask_to_Send',
		arguments: { phone: '+37120000096', text: 'We close at 18' },
	};
	for (let time = 0; time < 2; time++) {
		const { content } = await client.callTool(call);
		expect(content[0].text).toContain('A person is asked');
	}
	await client.close();
	await until('the person is asked', 120, () => sent().length > 0);
	await pause(2_000);
	expect(sent().map(([channel, to]) => [channel, to])).toEqual([['sms', '12025550123']]);
	const page = await visit(browser, /https?:\/\/\S+/.exec(String(sent()[0][2]))?.[0] ?? '');
	const shown = await page.getByRole('main').innerText();
	for (const text of ['+37120000096', 'We close at 18']) expect(shown).toContain(text);
	await page.getByRole('button', { name: 'Approve', exact: true }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	await until('the message is sent', 120, () => sent().length > 1);
	expect(sent()[1]).toEqual(['viber', '37120000096', 'We close at 18']);
});
