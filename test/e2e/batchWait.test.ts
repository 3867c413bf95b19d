import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { readExample } from '../../playground/examples';
import type { Execution, SavedCredential, SavedWorkflow } from '../../playground/rest';
import { until } from '../support/until';
import { byId } from './agents/toolDrafts';
import { startWorld, webhookHeaders, type World } from './n8n/harness';
import { untilListening } from './n8n/listening';
import { next, node, split, webhook } from './n8n/workflowDrafts';
import { seeded } from './operations/step';
import { ended, pause, PACKAGE, saveAccount, start } from './wait/waiting';

let world: World;
let account: SavedCredential;
let workflow: SavedWorkflow | undefined;

beforeAll(async () => {
	// The clock stands still: the service calls when a test moves it.
	world = await startWorld({ clock: 'manual', batchDelayMs: 1_000, paceMs: 1_000 });
	account = await saveAccount(world);
});
afterAll(async () => await world?.stop());
beforeEach(() => world.sandbox.reset());
afterEach(async () => {
	if (workflow) await world.rest.deactivate(workflow);
	workflow = undefined;
});

const phones = (count: number) =>
	Array.from({ length: count }, (_, index) => String(37120100000 + index));

let count = 0;

/** A step that sends a batch, and waits for its result. */
const batchStep = (name = 'Batch', parameters: INodeParameters = {}, more: object = {}): INode =>
	node(name, `${PACKAGE}.messagingServiceSms`, 400, {
		parameters: {
			resource: 'batch',
			operation: 'send',
			specifyMailings: 'items',
			sender: byId(seeded.alphaname),
			mailingName: 'Spring sale',
			messageType: 'bulk',
			phone: '={{ $json.phone }}',
			message: 'Half price',
			waitForResult: true,
			limitWaitTime: false,
			...parameters,
		},
		credentials: { messagingServiceApi: { id: account.id, name: account.name } },
		...more,
	});

/** A step that names the input item of each item. */
const after = node('After', 'n8n-nodes-base.set', 600, {
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: [
				{
					id: 'a',
					name: 'order',
					value: "={{ $('Split').item.json.order }}",
					type: 'number',
				},
			],
		},
		includeOtherFields: true,
		options: {},
	},
});

/** A published workflow: people → its steps, which follow each other unless connections are given. */
async function publishSteps(steps: INode[], connections: object = {}) {
	const path = `batch-${++count}`;
	const begin = { ...webhook(path), parameters: { ...webhook(path).parameters, options: {} } };
	const all = [begin, split, ...steps];
	const row = all.slice(1).map(({ name }, index) => [all[index].name, next(name)]);
	workflow = await world.rest.createWorkflow({
		name: path,
		nodes: all,
		connections: { ...Object.fromEntries(row), ...connections },
		settings: { executionOrder: 'v1' },
	});
	await world.rest.activate(workflow);
	await untilListening(world.n8n.url, path);
	return { workflow, path };
}

/** A published workflow: people → Batch → After. */
const publish = async (parameters: INodeParameters = {}, more: object = {}) =>
	await publishSteps([batchStep('Batch', parameters, more), after]);

const people = (list: string[]) => ({ people: list.map((phone, order) => ({ phone, order })) });

/** The callback URLs that the service got. */
const urls = () =>
	world.sandbox.requests.flatMap(
		({ json }) => (json as { callback_url?: string } | undefined)?.callback_url ?? [],
	);

const call = async (url: string, method = 'POST', body?: string) =>
	(await fetch(url, { method, body, signal: AbortSignal.timeout(30_000) })).status;

const statusOf = async (id: string): Promise<string> => (await world.rest.finished(id)).status;

const output = ({ data }: Execution, name = 'After'): INodeExecutionData[] =>
	data.resultData.runData[name]?.at(-1)?.data?.main[0] ?? [];

/** Each recipient comes out once, paired with its input item. */
function assertOnce(execution: Execution, list: string[], status: string): void {
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(execution.status).toBe('success');
	const found = output(execution).map(({ json }) => [json.phone, json.order, json.status]);
	expect(found).toEqual(list.map((phone, order) => [phone, order, status]));
	for (const phone of list) expect(world.sandbox.deliveriesTo(phone)).toBe(1);
}

const asked = () =>
	world.sandbox.requests.filter((one) => one.operation === 'statusBulkSms').length;

test('batch-wait-report reports who got it after the call of the service', async () => {
	const draft = readExample('batch-wait-report.json', account, await world.webhookCredential());
	workflow = await world.rest.createWorkflow(draft);
	await world.rest.activate(workflow);
	await untilListening(world.n8n.url, 'batch-report');
	const body = JSON.stringify({ text: 'Half price', phones: phones(2) });
	const url = `${world.n8n.url}/webhook/batch-report`;
	const answer = await fetch(url, { method: 'POST', headers: webhookHeaders, body });
	expect(answer.status).toBe(200);
	const { id: workflowId } = workflow;
	const latest = async () => (await world.rest.executions(workflowId))[0];
	await until('it waits', 120, async () => (await latest())?.status === 'waiting');
	world.sandbox.advance(5_000);
	const execution = await ended(world, (await latest()).id);
	expect(execution.status).toBe('success');
	expect(output(execution, 'Delivered').map(({ json }) => json)).toEqual([{ delivered: 2 }]);
	expect(output(execution, 'Not Delivered')).toEqual([]);
});

describe('a batch of three', () => {
	const three = phones(3);

	test('continues after the call of the service, and no other call does anything', async () => {
		const id = await start(world, await publish(), people(three));
		const [url] = urls();
		expect(url).toMatch(new RegExp(`^${world.n8n.url}/webhook-waiting/${id}/Batch\\?`));
		const forged = new URL(url);
		forged.searchParams.set('signature', '0000');
		expect(await call(forged.href)).toBe(401);
		const unknown = new URL(url);
		unknown.searchParams.set('r', 'AAAAAAAAAAAAAAAA');
		const before = asked();
		for (const method of ['GET', 'POST']) expect(await call(unknown.href, method)).toBe(404);
		expect(asked()).toBe(before);
		expect(await statusOf(id)).toBe('waiting');
		world.sandbox.advance(1_500);
		assertOnce(await ended(world, id), three, 'NEW');
		expect(world.sandbox.state.callbacks).toMatchObject([{ outcome: 200 }]);
		// n8n itself answers a call to an execution that has ended.
		expect(await call(url)).toBe(409);
		expect(asked()).toBe(before + 1);
	});

	test.each([
		['a GET', { method: 'GET' as const }],
		['two calls at the same time', { times: 2 }],
	])('continues once after %s', async (_, plan) => {
		world.sandbox.callbacks(plan);
		const id = await start(world, await publish(), people(three));
		world.sandbox.advance(1_500);
		assertOnce(await ended(world, id), three, 'NEW');
	});

	test('takes nothing of a call with a foreign body, or one of 20 MB', async () => {
		const id = await start(world, await publish(), people(three));
		const [url] = urls();
		const huge = await call(url, 'POST', 'x'.repeat(20 * 1024 * 1024)).catch(() => 'cut off');
		expect(huge === 'cut off' || Number(huge) >= 400).toBe(true);
		expect(await statusOf(id)).toBe('waiting');
		world.sandbox.advance(1_500);
		assertOnce(await ended(world, id), three, 'NEW');
	});

	test('ends without a wait if all is final after the last response', async () => {
		const slow = { operation: 'statusBulkSms', kind: 'slow', delayMs: 1_500 } as const;
		world.sandbox.fault(slow);
		const running = start(world, await publish(), people(three), 'success');
		while (urls().length === 0) await pause(20);
		// Called while the step reads: n8n rejects it.
		world.sandbox.advance(5_000);
		const id = await running;
		assertOnce(await world.rest.finished(id), three, 'DELIVERED');
		expect(world.sandbox.state.callbacks).toMatchObject([{ outcome: 409 }]);
	});

	test('puts what failed into the error output, with its own fields', async () => {
		const published = await publish({}, { onError: 'continueErrorOutput' });
		const id = await start(world, published, people([three[0], 'none', three[1]]));
		world.sandbox.advance(1_500);
		const execution = await ended(world, id);
		const [main, errors] = execution.data.resultData.runData.Batch.at(-1)?.data?.main ?? [];
		expect(main?.map(({ json }) => json.phone)).toEqual([three[0], three[1]]);
		expect(errors).toMatchObject([{ json: { phone: 'none', order: 1 } }]);
		expect(output(execution).map(({ json }) => json.order)).toEqual([0, 2]);
	});

	test('hands on what was sent at the time limit', async () => {
		world.sandbox.callbacks({ times: 0 });
		const soon = "={{ $now.plus(3, 'seconds').toISO() }}";
		const limits = { limitWaitTime: true, limitType: 'date', waitUntil: soon };
		const id = await start(world, await publish(limits), people(three));
		const execution = await ended(world, id, 180_000);
		expect(output(execution, 'Batch')).toMatchObject([
			{ json: { success: 'OK', recipients: 3, indexes: '0-2', timedOut: true } },
		]);
		expect(asked()).toBe(1);
	});
});

test.each([
	['in their order', {}, 1_500, 'NEW'],
	[
		'in the reverse order, and twice',
		{ order: 'reverse' as const, times: 2 },
		2_100,
		'DELIVERED',
	],
])(
	'a batch of 1,000 in four requests continues after all calls, %s',
	async (_, plan, ms, status) => {
		world.sandbox.callbacks(plan);
		const many = phones(1_000);
		const published = await publish({ options: { recipientsPerRequest: 300 } });
		const id = await start(world, published, people(many));
		expect(new Set(urls()).size).toBe(4);
		world.sandbox.advance(ms);
		assertOnce(await ended(world, id), many, status);
	},
);

test('all calls but that of one request leave it waiting, until its recipients are final', async () => {
	world.sandbox.callbacks({ times: 0 });
	const six = phones(6);
	const published = await publish({ options: { recipientsPerRequest: 2 } });
	const id = await start(world, published, people(six));
	const [, second, third] = urls();
	world.sandbox.advance(1_500);
	for (const url of [third, second, third]) expect(await call(url)).toBe(200);
	expect(await statusOf(id)).toBe('waiting');
	world.sandbox.advance(1_000);
	expect(await call(third)).toBe(200);
	assertOnce(await ended(world, id), six, 'DELIVERED');
});

test('a loop and two steps: each call resumes its own step only', async () => {
	const two = phones(2);
	const published = await publish();
	const first = await start(world, published, people(two));
	const second = await start(world, published, people(two));
	const [one, other] = urls().map((url) => new URL(url));
	const mixed = new URL(other.href);
	mixed.searchParams.set('r', one.searchParams.get('r') ?? '');
	expect(await call(mixed.href)).toBe(404);
	expect(await call(one.href.replace(`/${first}/`, `/${second}/`))).toBe(401);
	// Without the path of the step, it is the URL of the execution.
	expect(await call(one.href.replace('/Batch?', '?'))).toBe(200);
	expect((await ended(world, first)).status).toBe('success');
	expect(await statusOf(second)).toBe('waiting');
});

/** When the call comes, in milliseconds after the request, and what becomes of it. */
test('a call that comes too early is lost, and the next one ends the wait', async () => {
	const figures: IDataObject[] = [];
	const published = await publish();
	for (const delay of [0, 10, 50, 200, 1_000]) {
		world.sandbox.reset();
		world.sandbox.callbacks({ times: 0 });
		const known = urls().length;
		const running = start(world, published, people(phones(3)), 'waiting').catch(() => '');
		while (urls().length === known) await pause(1);
		const [url] = urls().slice(known);
		await pause(delay);
		const outcome = await call(url);
		const id = (await running) || (await world.rest.executions(published.workflow.id))[0].id;
		const status = await statusOf(id);
		figures.push({ delay, outcome, status });
		expect([outcome, status]).toEqual(outcome === 200 ? [200, 'success'] : [409, 'waiting']);
		if (status === 'waiting') expect(await call(url)).toBe(200);
		expect((await ended(world, id)).status).toBe('success');
		for (const phone of phones(3)) expect(world.sandbox.deliveriesTo(phone)).toBe(0);
	}
	process.stdout.write(`${JSON.stringify(figures)}\n`);
	expect(figures.at(-1)).toMatchObject({ outcome: 200 });
});

describe('several steps that wait', () => {
	const three = phones(3);
	const waits = async (id: string, requests: number) =>
		await until('it waits for the next batch', 120, async () => {
			const isSent = urls().length === requests;
			return isSent && (await statusOf(id)) === 'waiting';
		});
	const ordersOf = (items: INodeExecutionData[]) =>
		items.map(({ json }) => [json.phone, json.order]);
	const inOrder = three.map((phone, order) => [phone, order]);

	test('one after the other each continue after their own call', async () => {
		const second = batchStep('Second', { name: 'Second' });
		const id = await start(
			world,
			await publishSteps([batchStep(), second, after]),
			people(three),
		);
		world.sandbox.advance(1_500);
		await waits(id, 2);
		const [earlier] = urls();
		// n8n answers: it knows no webhook of the step that has ended.
		expect(await call(earlier)).toBe(404);
		expect(await statusOf(id)).toBe('waiting');
		world.sandbox.advance(1_500);
		const execution = await ended(world, id);
		expect(execution.status).toBe('success');
		expect(ordersOf(output(execution))).toEqual(inOrder);
		expect(output(execution, 'Batch').map(({ json }) => json.name)).toEqual(
			three.map(() => 'Spring sale'),
		);
		for (const phone of three) expect(world.sandbox.deliveriesTo(phone)).toBe(2);
	});

	test('in two branches each continue after their own call', async () => {
		const branches = {
			main: [
				['Batch', 'Second'].map((name) => ({
					node: name,
					type: 'main' as const,
					index: 0,
				})),
			],
		};
		const steps = [batchStep(), batchStep('Second', { name: 'Second' })];
		const published = await publishSteps(steps, { Split: branches, Batch: { main: [] } });
		const id = await start(world, published, people(three));
		world.sandbox.advance(1_500);
		await waits(id, 2);
		world.sandbox.advance(1_500);
		const execution = await ended(world, id);
		expect(execution.status).toBe('success');
		for (const name of ['Batch', 'Second']) {
			expect(output(execution, name).map(({ json }) => json.phone)).toEqual(three);
		}
		for (const phone of three) expect(world.sandbox.deliveriesTo(phone)).toBe(2);
	});

	test('in a loop continue after the call of each round', async () => {
		const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 300, {
			typeVersion: 3,
			parameters: { batchSize: 2, options: {} },
		});
		const published = await publishSteps([loop, batchStep(), after], {
			Loop: next('After', 'Batch'),
			Batch: next('Loop'),
		});
		const id = await start(world, published, people(three));
		world.sandbox.advance(1_500);
		await waits(id, 2);
		const [earlier] = urls();
		expect(await call(earlier)).toBe(404);
		world.sandbox.advance(1_500);
		const execution = await ended(world, id);
		expect(execution.status).toBe('success');
		expect(output(execution).map(({ json }) => json.phone)).toEqual(three);
		for (const phone of three) expect(world.sandbox.deliveriesTo(phone)).toBe(1);
	});

	test('in a sub-workflow resume the workflow that waits for it', async () => {
		const trigger = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 0, {
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		});
		const child = await world.rest.createWorkflow({
			name: 'child',
			nodes: [trigger, batchStep()],
			connections: { Called: next('Batch') },
			settings: { executionOrder: 'v1' },
		});
		await world.rest.activate(child);
		const step = node('Child', 'n8n-nodes-base.executeWorkflow', 400, {
			typeVersion: 1.2,
			parameters: { workflowId: byId(child.id), options: {} },
		});
		const id = await start(world, await publishSteps([step, after]), people(three));
		expect(urls()[0]).not.toContain(`/webhook-waiting/${id}/`);
		world.sandbox.advance(1_500);
		const execution = await ended(world, id);
		expect(execution.status).toBe('success');
		expect(ordersOf(output(execution))).toEqual(inOrder);
		for (const phone of three) expect(world.sandbox.deliveriesTo(phone)).toBe(1);
	});

	test('of which one is executed once send to the first item', async () => {
		const published = await publish({}, { executeOnce: true });
		const id = await start(world, published, people(three));
		world.sandbox.advance(1_500);
		assertOnce(await ended(world, id), [three[0]], 'NEW');
		expect(world.sandbox.messages).toHaveLength(1);
	});
});
