import type { IDataObject, INode } from 'n8n-workflow';

import { readExample } from '../../playground/examples';
import type { Execution, SavedCredential, SavedWorkflow } from '../../playground/rest';
import { until } from '../support/until';
import { deliverNothingTo, viberMailing } from './n8n/account';
import { startWorld, webhookHeaders, type World } from './n8n/harness';
import { exampleCredentials, importExample, publishing } from './n8n/publish';

const PHONE = '37120000091';
const UNREACHABLE = '37120000092';
const EMAILS = ['anna@example.com', 'bruno@example.com'];
const TEN_MINUTES = 600_000;

let world: World;
let credentials: SavedCredential[];

beforeAll(async () => {
	// Emails take a while to be delivered, so that the first look at their status is too early.
	world = await startWorld({ paceMs: 6_000, batchDelayMs: 50 });
	credentials = await exampleCredentials(world);
});

afterAll(async () => await world?.stop());

beforeEach(() => world.sandbox.reset());

const publish = publishing(() => world.rest);

const imported = async (file: string, changed?: Record<string, INode['parameters']>) =>
	await importExample(world, credentials, file, changed);

async function published(...example: Parameters<typeof imported>): Promise<SavedWorkflow> {
	return await publish(await imported(...example));
}

/** Calls the workflow as the shop does; returns the execution that it starts, once it ended. */
async function call({ id, nodes }: SavedWorkflow, body: IDataObject): Promise<Execution> {
	const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	const url = `${world.n8n.url}/webhook/${webhook?.parameters.path as string}`;
	const before = (await world.rest.executions(id)).length;
	const post = async () =>
		(await fetch(url, { method: 'POST', headers: webhookHeaders, body: JSON.stringify(body) }))
			.ok;
	await until('a call is taken', 120, post);
	const all = async () => await world.rest.executions(id);
	await until('an execution starts', 120, async () => (await all()).length > before);
	return await world.rest.finished((await all())[0].id);
}

const smsTo = (phone: string) => world.sandbox.messages.filter(({ to }) => to === phone).length;

test('order-confirmation-once sends one SMS for an order reported three times', async () => {
	const workflow = await published('order-confirmation-once.json');
	const order = { order: '1007', name: 'Anna', phone: PHONE };
	for (let time = 0; time < 3; time++) {
		expect((await call(workflow, order)).status).toBe('success');
	}
	expect(world.sandbox.messages.map(({ text }) => text)).toEqual([
		'Hello Anna, we have received your payment for order 1007.',
	]);
	await call(workflow, { ...order, order: '1008' });
	expect(smsTo(PHONE)).toBe(2);
});

test('order-confirmation-once reports a call without an order number', async () => {
	const workflow = await published('order-confirmation-once.json');
	for (let time = 0; time < 2; time++) {
		const { status, data } = await call(workflow, { name: 'Anna', phone: PHONE });
		expect(status).toBe('error');
		expect(data.resultData.error?.message).toContain('has no order number');
	}
	expect(world.sandbox.messages).toEqual([]);
});

test('order-confirmation-once sends the SMS of an order whose first call failed, and sends it once', async () => {
	const workflow = await published('order-confirmation-once.json');
	const order = { order: '1009', name: 'Anna', phone: PHONE };
	world.sandbox.fault({ operation: 'sendQuickSMS', kind: 'error200' });
	const failed = await call(workflow, order);
	expect(failed.status).toBe('error');
	await call(workflow, order);
	expect(smsTo(PHONE)).toBe(1);
	await world.rest.retry(failed.id);
	await call(workflow, order);
	expect(smsTo(PHONE)).toBe(1);
});

test('opt-out-list cannot be published until its data table is selected', async () => {
	const error = await published('opt-out-list.json').catch(({ message }: Error) => message);
	expect(error).toMatch(
		/"Not Opted Out":\s+- Missing or invalid required parameters: dataTableId/,
	);
});

test('opt-out-list leaves out a person who replied STOP, and passes other replies on', async () => {
	const setUp = await imported('opt-out-list.json');
	const { data } = await world.rest.run(setUp, 'Set Up', 'Create Table');
	const [{ json: table }] = data.resultData.runData['Create Table'][0].data?.main[0] ?? [];
	const dataTableId = { __rl: true, mode: 'list', value: table.id as string };
	const selected = { dataTableId };
	const file = 'opt-out-list.json';
	const ready = { 'Remember Phone': selected, 'Not Opted Out': selected };
	const workflow = await imported(file, ready);

	const id = await viberMailing(world.sandbox);
	world.sandbox.reply('37120000001', 'What time do you open?', id);
	world.sandbox.reply('37120000002', ' Stop ', id);
	const read = await world.rest.run(workflow, 'Viber Reply', 'Mark as Read');
	expect(read.data.resultData.error).toBeUndefined();
	expect(read.status).toBe('success');
	expect(world.sandbox.replies.map((reply) => reply.read)).toEqual([true, true]);
	const letters = world.sandbox.messages.filter(({ channel }) => channel === 'email');
	expect(letters.map(({ text }) => text)).toEqual(['What time do you open?']);

	await publish(workflow);
	const before = world.sandbox.messages.length;
	const phones = ['+371 2000 0002', '+371 2000 0001', PHONE];
	const { status } = await call(workflow, { text: 'Half price today', phones });
	expect(status).toBe('success');
	const sent = world.sandbox.messages.slice(before).map(({ to }) => to);
	// Both are in flight at the same time.
	expect(sent.sort()).toEqual(['37120000001', PHONE].sort());
});

/** The example of single messages, with its data table; `look` asks for the open ones. */
async function followed(giveUpAfter = '{ days: 3 }') {
	const file = 'follow-messages.json';
	// A table without the rows of another test.
	const tableName = `sent_messages_${Date.now()}`;
	const setUp = await imported(file, { 'Create Table': { tableName } });
	const { data } = await world.rest.run(setUp, 'Set Up', 'Create Table');
	const [{ json: table }] = data.resultData.runData['Create Table'][0].data?.main[0] ?? [];
	const selected = { dataTableId: { __rl: true, mode: 'list', value: table.id as string } };
	const { columns } = setUp.nodes.find(({ name }) => name === 'Write Status')!.parameters;
	const later = JSON.stringify(columns).replace('{ days: 3 }', giveUpAfter);
	const workflow = await published(file, {
		'Remember Message': selected,
		'Open Messages': selected,
		'Write Status': { ...selected, columns: JSON.parse(later) as typeof columns },
	});
	/** The order and the status of each row that was written. */
	const look = async () => {
		const last = await world.rest.run(workflow, 'Every Ten Minutes', 'Write Status');
		expect(last.data.resultData.error).toBeUndefined();
		const written = last.data.resultData.runData['Write Status'] ?? [];
		const rows = written.flatMap((one) => one.data?.main[0] ?? []);
		return rows.map(({ json }) => [json.order, json.status]).sort();
	};
	return { workflow, look };
}

test('follow-messages writes the status of each message into its row, until it is final', async () => {
	const { workflow, look } = await followed();
	await deliverNothingTo(world.sandbox, UNREACHABLE);
	for (const [order, phone] of Object.entries({ 1042: PHONE, 1043: UNREACHABLE })) {
		expect((await call(workflow, { order, phone })).status).toBe('success');
	}
	expect(await look()).toEqual([
		['1042', 'open'],
		['1043', 'open'],
	]);
	world.sandbox.advance(TEN_MINUTES);
	expect(await look()).toEqual([
		['1042', 'delivered'],
		['1043', 'not delivered'],
	]);
	expect(await look()).toEqual([]);
	expect(world.sandbox.messages.map(({ to }) => to)).toEqual([PHONE, UNREACHABLE]);
});

test('follow-messages asks no more for a message that is open for too long', async () => {
	const { workflow, look } = await followed('{ seconds: 0 }');
	expect((await call(workflow, { order: '1044', phone: PHONE })).status).toBe('success');
	expect(await look()).toEqual([['1044', 'unknown']]);
	expect(await look()).toEqual([]);
});

test('sms-forwarded-to-viber sends the text by Viber after ten minutes without delivery', async () => {
	const workflow = await published('sms-forwarded-to-viber.json');
	await deliverNothingTo(world.sandbox, UNREACHABLE);
	for (const phone of [PHONE, UNREACHABLE]) await call(workflow, { order: '17', phone });
	expect(world.sandbox.messages.map(({ channel }) => channel)).toEqual(['sms', 'sms']);
	world.sandbox.advance(TEN_MINUTES - 60_000);
	expect(world.sandbox.messages).toHaveLength(2);
	world.sandbox.advance(120_000);
	expect(world.sandbox.messages.slice(2)).toMatchObject([
		{
			channel: 'viber',
			to: UNREACHABLE,
			text: 'Your order 17 is ready. You can collect it until 20:00.',
		},
	]);
});

/** The example with another time to wait in Get Status or Get Delivery. */
const waiting = (
	file: string,
	name: string,
	seconds: number,
): Record<string, INode['parameters']> => {
	const { parameters } = readExample(file, ...credentials).nodes.find(
		(one) => one.name === name,
	)!;
	return { [name]: { ...parameters, options: { waitForFinalStatus: seconds } } };
};

test('sms-then-viber sends by Viber what is not delivered by SMS, and nothing else', async () => {
	const workflow = await published(
		'sms-then-viber.json',
		waiting('sms-then-viber.json', 'Get Delivery', 15),
	);
	await deliverNothingTo(world.sandbox, UNREACHABLE);
	for (const phone of [PHONE, UNREACHABLE]) {
		const { status, data } = await call(workflow, { order: '17', phone });
		expect(data.resultData.error).toBeUndefined();
		expect(status).toBe('success');
	}
	const sent = world.sandbox.messages.map(({ channel, to }) => [channel, to]);
	expect(sent).toEqual([
		['sms', PHONE],
		['sms', UNREACHABLE],
		['viber', UNREACHABLE],
	]);
});

test('batch-then-viber sends by Viber to those whom the batch did not reach', async () => {
	const workflow = await published('batch-then-viber.json');
	const phones = [PHONE, UNREACHABLE];
	await deliverNothingTo(world.sandbox, UNREACHABLE);
	const { status, data } = await call(workflow, { text: 'Half price today', phones });
	expect(data.resultData.error).toBeUndefined();
	expect(status).toBe('success');
	const { Delivered: reports, 'Send Batch': batch } = data.resultData.runData;
	expect(reports[0].data?.main[0]?.map(({ json }) => json)).toEqual([{ delivered: 1 }]);
	expect(batch[0].data?.main[0]?.map(({ json }) => [json.phone, json.is_delivered])).toEqual(
		phones.map((phone) => [phone, phone === PHONE]),
	);
	const viber = world.sandbox.messages.filter(({ channel }) => channel === 'viber');
	expect(viber.map(({ to, text }) => [to, text])).toEqual([[UNREACHABLE, 'Half price today']]);
});

test('wait-until-finished asks for the status until it is final, and reports once', async () => {
	const workflow = await published('wait-until-finished.json');
	const news = { subject: 'News', text: '<p>Half price today</p>', emails: EMAILS };
	const { status, data } = await call(workflow, news);
	expect(data.resultData.error).toBeUndefined();
	expect(status).toBe('success');
	const { Report: reports, 'Get Status': rounds } = data.resultData.runData;
	expect(reports[0].data?.main[0]?.map(({ json }) => json)).toEqual([
		{ finished: true, statuses: { DELIVERED: 2 }, rejected: [] },
	]);
	expect([reports.length, rounds.length]).toEqual([1, 1]);
	expect(rounds[0].executionTime).toBeGreaterThan(2_000);
	for (const email of EMAILS) expect(world.sandbox.deliveriesTo(email)).toBe(1);
});

test('wait-until-finished reports at the end of its time even if not finished', async () => {
	const file = 'wait-until-finished.json';
	const workflow = await published(file, waiting(file, 'Get Status', 1));
	const { data } = await call(workflow, { subject: 'News', text: 'Hello', emails: EMAILS });
	const { Report: reports } = data.resultData.runData;
	expect(reports[0].data?.main[0]?.[0].json).toMatchObject({ finished: false });
});
