import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { nodeTypeName, readNode, type NodeName } from '../support/engine/nodeTypes';
import { newNode } from '../support/newNode';
import { smsBatch, startWorld } from './settings';

const SMS = 'messagingServiceSms';

/** The fields of a batch that the editor shows, and what n8n says is missing in them. */
async function formOf(node: NodeName, parameters: INodeParameters) {
	const { description } = await readNode(node);
	const filled = { resource: 'batch', operation: 'send', ...parameters };
	const step = newNode(node, nodeTypeName(node), filled);
	const { properties } = description;
	// As the editor saves it: without the values of fields that are not shown.
	const values = NodeHelpers.getNodeParameters(
		properties,
		filled,
		true,
		false,
		step,
		description,
	);
	step.parameters = { ...values };
	const fields = properties.filter((one) =>
		NodeHelpers.displayParameter(step.parameters, one, step, description),
	);
	const issues = NodeHelpers.getNodeParametersIssues(properties, step, description);
	const named = (wanted: string): INodeProperties[] =>
		fields.filter(({ name }) => name === wanted);
	return { values: step.parameters, named, missing: issues?.parameters?.callbackUrl };
}

test('says that the callback of an SMS batch is required', async () => {
	const { named } = await formOf(SMS, {});
	expect(named('callbackUrl')).toMatchObject([{ hint: expect.stringMatching(/^Required/) }]);
});

test('does not require the callback of a Viber batch', async () => {
	const { named, missing } = await formOf('messagingServiceViber', {});
	expect(named('callbackUrl')).toMatchObject([{ displayName: 'Callback URL' }]);
	expect(missing).toBeUndefined();
});

test.each([
	[{}, "'Callback URL' is empty"],
	[{ dryRun: false }, "'Callback URL' is empty"],
	[{ dryRun: true }, undefined],
])('an SMS batch without a callback and with the options %j', async (options, message) => {
	const world = await startWorld();
	const items = [{ json: { phone: '380671234567' } }];
	const { error } = await world.run(smsBatch({ callbackUrl: '', options }, { items }));
	await world.sandbox.close();
	expect(error?.message).toBe(message);
	expect(world.sandbox.requests).toEqual([]);
});

test('adds Dry Run switched on', async () => {
	const [options] = (await formOf(SMS, {})).named('options');
	expect(options.options).toContainEqual(
		expect.objectContaining({ name: 'dryRun', default: true }),
	);
});

test.each([SMS, 'messagingServiceViber'] as const)(
	'%s has only the switch and the time limit, and no callback, with Wait for Result on',
	async (node) => {
		const limits = ['limitWaitTime', 'limitType', 'waitAmount', 'waitUnit', 'waitUntil'];
		const shown = async (parameters: INodeParameters) => {
			const { named } = await formOf(node, parameters);
			const names = ['waitForResult', ...limits, 'callbackUrl'];
			return names.filter((name) => named(name).length > 0);
		};
		expect(await shown({})).toEqual(['waitForResult', 'callbackUrl']);
		const waits = { waitForResult: true };
		expect(await shown(waits)).toEqual(['waitForResult', ...limits.slice(0, 4)]);
		expect(await shown({ ...waits, limitType: 'date' })).toEqual([
			'waitForResult',
			'limitWaitTime',
			'limitType',
			'waitUntil',
		]);
		const unlimited = { ...waits, limitWaitTime: false };
		expect(await shown(unlimited)).toEqual(['waitForResult', 'limitWaitTime']);
	},
);

test('the error of an SMS batch without a callback names Wait for Result', async () => {
	const world = await startWorld();
	const items = [{ json: { phone: '380671234567' } }];
	const { error } = await world.run(smsBatch({ callbackUrl: '={{ $json.none }}' }, { items }));
	await world.sandbox.close();
	expect(world.sandbox.requests).toEqual([]);
	expect(error?.message).toBe("'Callback URL' is empty");
	const { description } = error as Error & { description: string };
	expect(description).toMatch(/turn on "Wait for Result"/);
});
