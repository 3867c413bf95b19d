import type { IDataObject } from 'n8n-workflow';
import { pause, until } from '../support/until';
import { isNightly } from '../support/thorough';
import { startWorld, type World } from './n8n/harness';
import { outputsOf } from './n8n/executions';
import { callWebhook, toPeople } from './n8n/workflowDrafts';
import { saveAccount } from './wait/waiting';

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ phone: `${380501000000 + n}`, name: `Anna ${n}` }));

let world: World;
beforeAll(async () => {
	world = await startWorld({ logLimit: 100 });
});
afterAll(async () => await world?.stop());

/** Sends a batch to `count` people by webhook. Returns the execution and the run of the step. */
async function send(path: string, count: number, more: IDataObject) {
	const parameters = { resource: 'batch', mailingName: 'Sale', ...more };
	const draft = toPeople(path, await saveAccount(world), parameters);
	const { id } = await world.rest.activate(await world.rest.createWorkflow(draft));
	await callWebhook(world.n8n.url, path, { people: people(count) });
	const isEnded = async () =>
		(await world.rest.executions(id)).some(
			({ status }) => !['new', 'running'].includes(status),
		);
	await until('the execution ends', 300, isEnded);
	const [execution] = await world.rest.executions(id);
	const whole = await world.rest.finished(execution.id);
	expect(whole.status).toBe('success');
	return { items: outputsOf(whole, 'Send'), step: whole.data.resultData.runData.Send[0] };
}

test('a batch returns its recipients in the order of the input, each with the status of its own message', async () => {
	const count = isNightly ? 50_000 : 1_000;
	const options = { waitForFinalStatus: 120 };
	const { items } = await send('batch', count, { message: 'Half price', options });
	expect(items.map(({ phone }) => String(phone))).toEqual(
		people(count).map(({ phone }) => phone),
	);
	expect(items.every((item) => item.is_sent === true && item.is_delivered === true)).toBe(true);
}, 360_000);

test('n8n responds to other requests while a step reads the texts of many recipients', async () => {
	const count = isNightly ? 100_000 : 5_000;
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
	const message = '={{ "Hello " + $json.name.toUpperCase() }}';
	const { step } = await send('batch-texts', count, { message, options: { dryRun: true } });
	isEnded = true;
	await watching;
	const { startTime: from = 0, executionTime = 0 } = step;
	// Before and after the step, n8n reads and saves the items, as with any node.
	const isDuring = ({ at, took }: { at: number; took: number }) =>
		at > from && at + took < from + executionTime;
	// A step that never pauses would let n8n answer no request. The number of answers depends on
	// the machine.
	expect(answers.filter(isDuring).length).toBeGreaterThan(3);
}, 360_000);
