import type { INodeParameters, NodeOperationError } from 'n8n-workflow';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { type RunSetting, runNode } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { sendSms } from '../support/operations';

const service = useService(() => ({ body: { sms_id: 1, status: 'NEW', parts: 1 } }));

const phones = ['380501000001', '380501000002', '380501000003', '380501000004', '380501000005'];
const itemsOf = (all: string[]) => all.map((phone) => ({ json: { phone, text: 'Hello' } }));
const sms = (more?: INodeParameters, setting?: Partial<RunSetting>): RunSetting => {
	const { node, parameters } = sendSms();
	return { node, parameters: { ...parameters, ...more }, items: itemsOf(phones), ...setting };
};

const toOthers =
	'To send to the other recipients, set On Error in the settings of this step to Continue.';
test.each([
	[[1], toOthers],
	[[1, 3], `1 more item has an error (item 3). ${toOthers}`],
	[[1, 3, 4], `2 more items have errors (items 3-4). ${toOthers}`],
	[[1, 0, 2, 3, 4], '4 more items have errors (items 1-4).'],
])('the first invalid item fails the step and names the others: %j', async (bad, rest) => {
	const all = phones.map((phone, item) => (bad.includes(item) ? 'call me' : phone));
	const { error } = await runNode(sms({}, { items: itemsOf(all) }));
	const { context, description } = error as NodeOperationError;
	expect(context.itemIndex).toBe(Math.min(...bad));
	const [, more] = (description ?? '').split(/ (?=\d more items? ha|To send to)(.*)/);
	expect(more).toBe(`${rest} Nothing was sent.`);
});

describe('the errors of an item', () => {
	const wrong = {
		phone: 'call me',
		message: '={{ "" }}',
		options: { sendBetween: 'at night', maxParts: 'many', showCost: '={{ "maybe" }}' },
	};
	const labels = [
		"'Phone' ",
		"'Message' ",
		"'Max Parts per Message' ",
		"'Send Between' ",
		"'Show Cost' ",
	];
	const named = (text: unknown) => labels.filter((label) => String(text).includes(label));

	test('are one error, with what to do about each field', async () => {
		const { error } = await runNode(sms(wrong, { items: itemsOf(['1', '2']) }));
		expect(named(error?.message)).toEqual(labels);
		const { description } = error as NodeOperationError;
		expect(description).toMatch(/^'Phone': .*'Message': Fill in this field\..*'Show Cost': /);
		expect(description?.match(/Nothing was sent\./g)).toHaveLength(1);
		expect(service.requests).toEqual([]);
	});

	test('are one error item with Continue, and the others are sent', async () => {
		const from = { phone: '={{ $json.phone }}', message: '={{ $json.phone ? "Hello" : "" }}' };
		const setting = {
			items: itemsOf([phones[0], '']),
			onError: 'continueRegularOutput',
		} as const;
		const { items } = await runNode(sms(from, setting));
		expect(items.map(({ json }) => json.error)).toEqual([
			undefined,
			"'Phone' is empty. 'Message' is empty",
		]);
	});

	test('name a wrong field once if several fields depend on it', async () => {
		const parameters = {
			resource: 'message',
			operation: 'send',
			contentType: '={{ "video" }}',
		};
		const { error } = await runNode({
			node: 'messagingServiceViber',
			parameters: { ...parameters, sender: byId('21'), phone: 'call me', buttonLink: 'x' },
		});
		expect(error?.message.match(/'Content Type'/g)).toHaveLength(1);
		expect(error?.message).toMatch(/'Phone' is not/);
	});

	test.each<[node: string, does: string, INodeParameters, labels: string]>([
		['Sms', 'batch:send', { options: { scheduleTime: 'soon' } }, 'Phone,Message,Schedule Time'],
		[
			'Sms',
			'message:sendAndWait',
			{ options: { pageLanguage: 'xx' } },
			'Phone,Message,Page Language',
		],
		['Verification', 'code:check', { token: '={{ null }}' }, 'Token,Phone'],
	])('are one error of %s %s', async (node, does, parameters, all) => {
		const [resource, operation] = does.split(':');
		const { error } = await runNode({
			node: `messagingService${node}` as NodeName,
			parameters: {
				...{ resource, operation, sender: byId('1363'), mailingName: 'March' },
				...{ phone: '={{ "call me" }}', message: '={{ null }}', code: '={{ "" }}' },
				...parameters,
			},
		});
		const missing = all.split(',').filter((label) => !error?.message.includes(`'${label}' `));
		expect(missing).toEqual([]);
		expect(service.requests).toEqual([]);
	});
});
