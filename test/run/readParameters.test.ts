import { type IDataObject, WorkflowExpression } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { people, phoneOf, sendBatch, sendSms } from '../support/operations';
import { run, startTestSandbox } from '../support/sandboxHarness';
import { byId } from '../contract/row';
import { itemsOf, sms } from './sending/kinds';
import { pairsOf } from './sending/observed';

let sandbox: Sandbox;
/** Expressions that n8n's evaluator received. */
let evaluated: string[];
beforeAll(async () => {
	sandbox = await startTestSandbox();
	const { resolveSimpleParameterValue: resolve } = WorkflowExpression.prototype;
	jest.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue').mockImplementation(
		function (this: WorkflowExpression, ...args: Parameters<typeof resolve>) {
			if (String(args[0]).startsWith('=')) evaluated.push(String(args[0]));
			return resolve.apply(this, args);
		},
	);
});
beforeEach(() => {
	sandbox.reset();
	evaluated = [];
});
afterAll(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

const COUNT = 10;
const times = (expression: string) => evaluated.filter((one) => one === expression).length;
const sent = () => sandbox.requests.map(({ query }) => query);
const sending = async (parameters: object, items: Array<{ json: IDataObject }>, more = {}) => {
	const made = sendSms({ maxInFlight: 1 });
	const both = { ...made.parameters, ...parameters };
	const result = await run(sandbox, { ...made, parameters: both, items, ...more });
	if (result.error) throw result.error;
	return result;
};

const PHONE_KEY = [
	...['={{ $json.phone }}', '={{$json.phone}}', '={{ $json["phone"] }}', "={{ $json['phone'] }}"],
	...['=+{{ $json.phone }}', '={{ $json.phone }} '],
];
const CODE = [
	...['={{ $json.phone.trim() }}', '={{ $json.phone || "" }}', "={{ $json['ph\\one'] }}"],
	...['={{ $("Input").item.json.phone }}', '={{ $json["ph" + "one"] }}'],
	'={{ $json.phone }}{{ "" }}',
];
test.each<[phone: string, count: number]>([
	...PHONE_KEY.map((phone): [string, number] => [phone, 1]),
	...CODE.map((phone): [string, number] => [phone, COUNT]),
])('a step has n8n evaluate %s for ten items %i times', async (phone, count) => {
	await sending({ phone, message: 'Hello' }, people(COUNT));
	expect(sent().map((query) => query.phone)).toEqual(people(COUNT).map(({ json }) => json.phone));
	expect(evaluated).toEqual(Array(count).fill(phone));
});

test('a step does not have n8n evaluate a fixed value', async () => {
	await sending({ phone: phoneOf(0), message: 'Hello' }, people(3));
	expect(evaluated).toEqual([]);
});

test.each([
	['a number', 42, '42'],
	['an object', { a: 1 }, undefined],
	['a list', [1], undefined],
	['a truth value', true, undefined],
	['a key that is missing', undefined, undefined],
	['nothing', null, undefined],
])('a step reads %s in a later item as n8n does', async (_, text, expected) => {
	const items = people(3);
	items[2].json.text = text as never;
	const { items: output } = await sending({ message: '={{ $json.text }}' }, items, {
		onError: 'continueRegularOutput',
	});
	expect(sent().map(({ message }) => message)).toEqual([
		'Hello there',
		'Hello there',
		...(expected === undefined ? [] : [expected]),
	]);
	expect(pairsOf(output)).toEqual([[0], [1], [2]]);
});

test.each([undefined, null])('a step reads an item whose JSON is %j as n8n does', async (json) => {
	const items = [...people(2), { json: json as never }];
	const made = { ...sendSms(), items, onError: 'continueRegularOutput' as const };
	const { items: output } = await run(sandbox, made);
	expect(output[2].json.error).toBe("'Phone' is empty. 'Message' is empty");
	expect(pairsOf(output)).toEqual([[0], [1], [2]]);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
	'a step reads the key %s of an item as n8n does',
	async (key) => {
		const items = [{ json: JSON.parse(`{"${key}": "Hi"}`) as IDataObject }];
		const expression = `={{ $json["${key}"] }}`;
		const setting = { phone: phoneOf(0), message: expression };
		const result = await sending(setting, [...items, ...items], {
			onError: 'continueRegularOutput',
		});
		expect(result.items).toHaveLength(2);
		expect(times(expression)).toBe(2);
	},
);

test('an expression is evaluated once, and has the same value in a condition and in the request', async () => {
	const forwards = '={{ Math.random() < 2 }}';
	const message = '={{ "No. " + Math.random() }}';
	const options = { forwardToViber: forwards, viberSender: byId('21') };
	await sending({ message, options }, people(10));
	expect([times(forwards), times(message)]).toEqual([10, 10]);
	expect(new Set(sent().map((query) => query.message)).size).toBe(10);
});

test('an expression for a contact list is evaluated once per item, in both modes of the field', async () => {
	const value = '={{ 1360 + $json.n }}';
	const items = itemsOf(sms, 2, { 0: { n: 3 }, 1: { n: 4 } });
	await sending({ phone: phoneOf(0), sender: { ...byId(''), value } }, items);
	await sending({ phone: phoneOf(0), sender: { ...byId(''), mode: 'list', value } }, items);
	expect(sent().map((query) => query.alphaname_id)).toEqual(['1363', '1364', '1363', '1364']);
	expect(times(value)).toBe(4);
});

test('expressions in options and request options are evaluated at most once per item', async () => {
	const showCost = '={{ $json.text !== "" }}';
	const resendUnknown = '={{ 1 + 1 > 3 }}';
	const made = sendSms({ showCost, resendUnknown });
	const timeout = '={{ 20 * 1000 }}';
	const parameters = { ...made.parameters, requestOptions: { timeout } };
	const { error } = await run(sandbox, { ...made, parameters, items: people(4) });
	expect(error).toBeUndefined();
	expect([times(showCost), times(resendUnknown), times(timeout)]).toEqual([4, 4, 1]);
});

test('a batch has n8n evaluate a shared field once, and reads simple item expressions without n8n', async () => {
	const made = sendBatch();
	const parameters = { ...made.parameters, mailingName: '={{ "Sale" }}' };
	const { error } = await run(sandbox, { ...made, parameters, items: people(COUNT) });
	expect(error).toBeUndefined();
	expect(evaluated.sort()).toEqual(['={{ "Sale" }}', '={{ $json.phone }}', '={{ $json.text }}']);
});
