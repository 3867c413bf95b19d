import type { INodeParameters } from 'n8n-workflow';
import { interfaceTable } from '../contract/interfaceTable';
import { byId, PHONE } from '../contract/row';
import { runNode } from '../support/engine/runNode';
import { callers } from '../support/engine/callTool';
import { Service } from '../support/engine/service';

let service: Service;
beforeEach(() => {
	service = new Service(({ path }) =>
		/OtpTelegram|QuickSMS/.test(path)
			? { body: { sms_id: 1, status: 'NEW', parts: 1 } }
			: { body: { uuid: 'a', success: 'OK' } },
	);
});
afterEach(() => service.close());

const queries = () => service.requests.map(({ query }) => Object.fromEntries(query));
const batch = (more: INodeParameters): INodeParameters => ({
	resource: 'batch',
	operation: 'send',
	sender: byId('1363'),
	mailingName: 'Sale',
	phone: PHONE,
	message: 'Hello',
	...more,
});

const ON = [true, '={{ 1 }}', '={{ "True" }}', '={{ " TRUE " }}', '={{ true }}'];
const OFF = [false, '={{ 0 }}', '={{ "FALSE" }}', '={{ "0" }}'];

test.each(ON)('generates a code if the switch is %j', async (generateCode) => {
	const parameters = { resource: 'code', operation: 'sendTelegram', phone: PHONE, generateCode };
	const { error } = await runNode({
		node: 'messagingServiceVerification',
		parameters: { ...parameters, code: '1234', codeLength: 8 },
	});
	if (error) throw error;
	expect(queries()).toMatchObject([{ message: expect.stringMatching(/^\d{8}$/) }]);
});

test.each(OFF)('sends the code of the step if the switch is %j', async (generateCode) => {
	const parameters = { resource: 'code', operation: 'sendTelegram', phone: PHONE };
	const { error } = await runNode({
		node: 'messagingServiceVerification',
		parameters: { ...parameters, generateCode, code: '1234', codeLength: 8 },
	});
	if (error) throw error;
	expect(queries()).toMatchObject([{ message: '1234' }]);
});

test.each([
	...ON.map((value) => [value, '1'] as const),
	...OFF.map((value) => [value, '0'] as const),
])('sends the switch %j as %s', async (showCost, sent) => {
	const { error } = await runNode({
		node: 'messagingServiceSms',
		parameters: {
			resource: 'message',
			operation: 'send',
			sender: byId('1363'),
			phone: PHONE,
			message: 'Hello',
			options: { showCost },
		},
	});
	if (error) throw error;
	expect(queries()).toMatchObject([{ show_cost: sent }]);
});

// n8n hides other fields by exactly the values that the editor offers, and drops what it hides.
test.each(['true', 'False', 1, 0, '1'])(
	'sends nothing for the fixed switch %j',
	async (generateCode) => {
		const { error } = await runNode({
			node: 'messagingServiceVerification',
			parameters: { resource: 'code', operation: 'sendTelegram', phone: PHONE, generateCode },
		});
		expect(error?.message).toMatch(/^'Generate Code' is .* neither true nor false/);
		expect(service.requests).toEqual([]);
	},
);

test.each(['Text', 'IMAGE', ' button'])(
	'sends nothing for the fixed choice %j',
	async (contentType) => {
		const { error } = await runNode({
			node: 'messagingServiceViber',
			parameters: {
				...{ resource: 'message', operation: 'send', sender: byId('77'), phone: PHONE },
				...{ message: 'Hello', contentType },
			},
		});
		expect(error?.message).toMatch(/^'Content Type' is .* not one of/);
		expect(service.requests).toEqual([]);
	},
);

test('names the item whose switch is wrong, and sends the others under Continue', async () => {
	const { items } = await runNode({
		node: 'messagingServiceVerification',
		parameters: {
			resource: 'code',
			operation: 'sendTelegram',
			phone: PHONE,
			generateCode: '={{ $json.generate }}',
			code: '1234',
			codeLength: 6,
		},
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

test('a dry run whose switch is empty sends nothing', async () => {
	const parameters = batch({ options: { dryRun: '={{ $json.dryRun }}' } });
	const { error } = await runNode({ node: 'messagingServiceSms', parameters });
	expect(error?.message).toBe("'Dry Run' is empty, which is neither true nor false");
	expect(service.requests).toEqual([]);
});

const send = { resource: 'message', operation: 'send' };
const MESSAGES = interfaceTable
	.filter(([node, resource]) => node === 'messagingServiceSms' && resource === 'message')
	.map(([, , operation]) => operation)
	.sort()
	.join(', ');
const unknown: Array<[INodeParameters, string]> = [
	[{ ...send, operation: 'sned' }, `'Operation' is "sned", which is not one of ${MESSAGES}`],
	[
		{ ...send, resource: 'mesage' },
		'\'Resource\' is "mesage", which is not one of batch, mailing, message',
	],
	[
		{ ...send, operation: '={{ "send" }}' },
		`'Operation' is "{{ "send" }}", which is not one of ${MESSAGES}`,
	],
	[
		{ ...send, resource: '={{ "message" }}' },
		'\'Resource\' is "{{ "message" }}", which is not one of batch, mailing, message',
	],
	[
		{ resource: 'constructor', operation: 'keys' },
		'\'Resource\' is "constructor", which is not one of batch, mailing, message',
	],
	[
		{ ...send, operation: 'toString' },
		`'Operation' is "toString", which is not one of ${MESSAGES}`,
	],
	[
		{ ...send, operation: '__proto__' },
		`'Operation' is "__proto__", which is not one of ${MESSAGES}`,
	],
];
const filled = { sender: byId('1363'), phone: PHONE, message: 'Hello' };

test.each(unknown)(
	'rejects the operation of %j and names the valid ones',
	async (which, problem) => {
		const parameters = { ...filled, ...which };
		const { error } = await runNode({ node: 'messagingServiceSms', parameters });
		expect(error?.message).toBe(problem);
		expect(service.requests).toEqual([]);
	},
);

test.each(unknown)('rejects it as an error item under Continue: %j', async (which, problem) => {
	const { items } = await runNode({
		node: 'messagingServiceSms',
		parameters: { ...filled, ...which },
		items: [{ json: {} }, { json: {} }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error)).toEqual([problem, problem]);
	expect(service.requests).toEqual([]);
});

describe.each(callers)('%s', (_, call) => {
	test.each(unknown)('reads which operations there are instead of %j', async (which, problem) => {
		const setting = {
			node: 'messagingServiceSms' as const,
			parameters: { ...filled, ...which },
		};
		const told = await call(setting, {}).then(
			(records) => JSON.stringify(records),
			(error: Error) => JSON.stringify(error.message),
		);
		expect(told).toContain(JSON.stringify(problem).slice(1, -1));
		expect(service.requests).toEqual([]);
	});
});
