import type { INodeParameters } from 'n8n-workflow';
import { interfaceTable } from '../contract/interfaceTable';
import { byId, PHONE } from '../contract/row';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { toolCallers } from '../support/engine/callTool';
import { useService } from '../support/engine/useService';
import { jsonsOf } from './sending/observed';

const service = useService(() => ({
	body: { sms_id: 1, status: 'NEW', parts: 1, uuid: 'a', success: 'OK' },
}));
const queries = () => service.requests.map(({ query }) => Object.fromEntries(query));

const filled = { sender: byId('1363'), phone: PHONE, message: 'Hello' };
const send = { resource: 'message', operation: 'send' };
const sms = (parameters: INodeParameters): RunSetting => ({
	node: 'messagingServiceSms',
	parameters: { ...filled, ...send, ...parameters },
});
const code = (generateCode: INodeParameters[string]): RunSetting => ({
	node: 'messagingServiceVerification',
	parameters: {
		...{ resource: 'code', operation: 'sendTelegram', phone: PHONE, generateCode },
		...{ code: '1234', codeLength: 8 },
	},
});

const ON = [true, '={{ 1 }}', '={{ "True" }}', '={{ " TRUE " }}', '={{ true }}'];
const OFF = [false, '={{ 0 }}', '={{ "FALSE" }}', '={{ "0" }}'];
test.each([
	...ON.map((value) => [value, '1', /^\d{8}$/] as const),
	...OFF.map((value) => [value, '0', /^1234$/] as const),
])('a step reads the switch %j as %s', async (value, sent, message) => {
	for (const setting of [code(value), sms({ options: { showCost: value } })]) {
		const { error } = await runNode(setting);
		if (error) throw error;
	}
	expect(queries()).toMatchObject([
		{ message: expect.stringMatching(message) },
		{ show_cost: sent },
	]);
});

// n8n compares the value with the editor's choices to hide other fields, and drops hidden values.
test.each(['true', 'False', 1, 0, '1'])('a step rejects the fixed switch %j', async (value) => {
	const { error } = await runNode(code(value));
	expect(error?.message).toMatch(/^'Generate Code' is .* neither true nor false/);
	expect(service.requests).toEqual([]);
});

test.each(['Text', 'IMAGE', ' button'])(
	'a step rejects the fixed choice %j',
	async (contentType) => {
		const { parameters } = sms({ contentType });
		const { error } = await runNode({ node: 'messagingServiceViber', parameters });
		expect(error?.message).toMatch(/^'Content Type' is .* not one of/);
		expect(service.requests).toEqual([]);
	},
);

test('with Continue, the item with an invalid switch is an error, and the others are sent', async () => {
	const { items } = await runNode({
		...code('={{ $json.generate }}'),
		items: [true, 'maybe', 'false'].map((generate) => ({ json: { generate } })),
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		[undefined, { item: 0 }],
		['\'Generate Code\' is "maybe", which is neither true nor false', { item: 1 }],
		[undefined, { item: 2 }],
	]);
	expect(queries()).toHaveLength(2);
});

const OPERATIONS = interfaceTable
	.filter(([node, resource]) => node === 'messagingServiceSms' && resource === 'message')
	.map(([, , operation]) => operation)
	.sort()
	.join(', ');
const RESOURCES = 'batch, mailing, message';
const invalid = (label: string, value: string, choices: string) =>
	`'${label}' is "${value}", which is not one of ${choices}`;
describe.each<[INodeParameters, string]>([
	[{ operation: 'sned' }, invalid('Operation', 'sned', OPERATIONS)],
	[{ resource: 'mesage' }, invalid('Resource', 'mesage', RESOURCES)],
	[{ operation: '={{ "send" }}' }, invalid('Operation', '{{ "send" }}', OPERATIONS)],
	[{ resource: '={{ "message" }}' }, invalid('Resource', '{{ "message" }}', RESOURCES)],
	[{ resource: 'constructor', operation: 'keys' }, invalid('Resource', 'constructor', RESOURCES)],
	[{ operation: 'toString' }, invalid('Operation', 'toString', OPERATIONS)],
	[{ operation: '__proto__' }, invalid('Operation', '__proto__', OPERATIONS)],
])('a step with %j rejects its operation and names the valid ones', (which, problem) => {
	test('with Stop and with Continue', async () => {
		expect((await runNode(sms(which))).error?.message).toBe(problem);
		const items = [{ json: {} }, { json: {} }];
		const more = { items, onError: 'continueRegularOutput' } as const;
		const output = jsonsOf(await runNode({ ...sms(which), ...more }));
		expect(output.map(({ error }) => error)).toEqual([problem, problem]);
		expect(service.requests).toEqual([]);
	});

	test.each(toolCallers)('in a call by %s', async (_, call) => {
		const records = await call(sms(which), {}).catch(({ message }: Error) => message);
		expect(JSON.stringify(records)).toContain(JSON.stringify(problem).slice(1, -1));
		expect(service.requests).toEqual([]);
	});
});
