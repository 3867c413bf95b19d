import type { IDataObject } from 'n8n-workflow';
import type { SavedWorkflow } from '../../playground/rest';
import { pause, until } from '../support/until';
import { isNightly } from '../support/thorough';
import { startWorld, type World } from './n8n/harness';
import { outputsOf } from './n8n/executions';
import { callWebhook, toPeople } from './n8n/workflowDrafts';
import { saveAccount } from './wait/waiting';

const FIRST = 380501000000;
const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ phone: String(FIRST + n), name: `Anna ${n}` }));

let world: World;

beforeAll(async () => {
	world = await startWorld({ logLimit: 100 });
});
afterAll(async () => await world?.stop());
beforeEach(() => world.sandbox.reset());

/** A published workflow that sends a batch to the people that its webhook gets. */
async function publish(path: string, more: IDataObject = {}): Promise<SavedWorkflow> {
	const draft = toPeople(path, await saveAccount(world), {
		...{ resource: 'batch', mailingName: 'Sale', message: 'Half price' },
		options: { waitForFinalStatus: 120 },
		...more,
	});
	return await world.rest.activate(await world.rest.createWorkflow(draft));
}

const start = async (path: string, count: number) =>
	await callWebhook(world.n8n.url, path, { people: people(count) });

/** The output of the newest execution, once there are so many that have ended. */
async function outputs(workflow: SavedWorkflow, count = 1) {
	const ended = async () =>
		(await world.rest.executions(workflow.id)).filter(
			({ status }) => !['new', 'running'].includes(status),
		);
	await until('the executions end', 300, async () => (await ended()).length >= count);
	const found = [];
	for (const { id } of await ended()) {
		const execution = await world.rest.finished(id);
		const [run] = execution.data.resultData.runData.Send ?? [];
		const { startTime: from = 0, executionTime = 0 } = run ?? {};
		const { status } = execution;
		found.push({ from, to: from + executionTime, status, items: outputsOf(execution, 'Send') });
	}
	return found;
}

test.each(isNightly ? [3, 1_000, 50_000] : [3, 1_000])(
	'%i recipients come out in their order, each with the status of its own message',
	async (count) => {
		const path = `batch-${count}`;
		const workflow = await publish(path);
		const since = Date.now();
		await start(path, count);
		const [{ status, items }] = await outputs(workflow);
		expect(status).toBe('success');
		expect(items.map(({ phone }) => String(phone))).toEqual(
			people(count).map(({ phone }) => phone),
		);
		expect(
			items.every(({ is_sent, is_delivered }) => is_sent === true && is_delivered === true),
		).toBe(true);
		process.stdout.write(`${count} recipients: ${(Date.now() - since) / 1_000} s\n`);
	},
	360_000,
);

test('two runs at the same time wait for their own messages', async () => {
	const workflow = await publish('batch-twice');
	await Promise.all([start('batch-twice', 100), start('batch-twice', 100)]);
	const found = await outputs(workflow, 2);
	for (const { items } of found) {
		expect(items).toHaveLength(100);
		expect(items.every(({ is_delivered }) => is_delivered === true)).toBe(true);
	}
	expect(world.sandbox.deliveriesTo(String(FIRST))).toBe(2);
});

test('n8n answers other requests while it reads the texts of many recipients', async () => {
	const count = isNightly ? 100_000 : 5_000;
	const workflow = await publish('batch-texts', {
		message: '={{ "Hello " + $json.name.toUpperCase() }}',
		options: { dryRun: true },
	});
	let isEnded = false;
	const answers: Array<{ at: number; took: number }> = [];
	const watching = (async () => {
		while (!isEnded) {
			const at = Date.now();
			await fetch(`${world.n8n.url}/healthz`);
			answers.push({ at, took: Date.now() - at });
			await pause(20);
		}
	})();
	await start('batch-texts', count);
	const [{ status, from, to }] = await outputs(workflow);
	isEnded = true;
	await watching;
	expect(status).toBe('success');
	// Before and after, n8n reads and saves the items: that takes as long with any other node.
	const during = answers.filter(({ at, took }) => at > from && at + took < to);
	const longest = Math.max(...during.map(({ took }) => took));
	process.stdout.write(
		`${count} texts in ${to - from} ms: /healthz answered ${during.length} times, in ${longest} ms at most\n`,
	);
	// The time of a response depends on the machine. A step that reads without a pause would let none
	// through.
	expect(during.length).toBeGreaterThan(3);
}, 360_000);
