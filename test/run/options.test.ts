import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { apiTable, interfaceTable } from '../contract/apiTable';
import { byId, PHONE } from '../contract/row';
import { operationsOf } from '../description/declared';
import { loadNode, type NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { people, sendBatch, sendSms } from '../support/operations';
import { hintsOf } from './sending/observed';

const result = { message_id: 1, email_id: 1 };
const service = useService(() => ({
	body: { sms_id: 1, parts: 1, uuid: 'u', success: 'OK', status: 'OK', result },
}));

const forms = () => service.requests.map(({ form }) => Object.fromEntries(form ?? []));

/** Returns the message and the advice of a step that sends nothing. */
async function rejectionOf(setting: RunSetting): Promise<string> {
	const { error } = await runNode(setting);
	expect(service.requests).toEqual([]);
	return `${error?.message}\n${(error as { description?: string })?.description}`;
}

const send = (node: string, options: INodeParameters): RunSetting => ({
	node: `messagingService${node}` as NodeName,
	parameters: {
		...{ resource: 'message', operation: 'send', sender: byId(1), phone: PHONE },
		...{ message: 'Hello', options },
	},
});

describe('an option that does nothing without another one', () => {
	const toViber = 'Forward to Viber';
	const toSms = 'Forward to SMS';
	test.each<[label: string, needed: string, node: string, INodeParameters]>([
		[`${toViber}: After (Minutes)`, toViber, 'Sms', { forwardAfter: 15 }],
		[`${toViber}: Sender`, toViber, 'Sms', { viberSender: byId(21) }],
		[`${toViber}: Sender`, toViber, 'Sms', { viberSender: byId(21), forwardToViber: false }],
		[`${toSms}: After (Minutes)`, toSms, 'Viber', { forwardAfter: 15 }],
		[`${toSms}: Sender`, toSms, 'Viber', { smsSender: byId(1363) }],
		['Replace Special Characters', toSms, 'Viber', { replaceSpecialCharacters: true }],
		['Send Once: Remember (Days)', 'Send Once Per Key', 'Sms', { rememberDays: 3 }],
	])('is an error, and nothing is sent: %s without %s', async (label, needed, node, options) => {
		const text = await rejectionOf(send(node, options));
		expect(text).toContain(`'${label}' does nothing without '${needed}'`);
		expect(text).toMatch(new RegExp(`(Add|Turn on) '${needed}', or remove this option`));
	});

	test('names the other one if that has no valid value', async () => {
		const options = { forwardToViber: 'maybe', forwardAfter: 15 };
		expect(await rejectionOf(send('Sms', options))).toMatch(/^'Forward to Viber' is "maybe"/);
	});

	test('is an error of the step, not of one of its items', async () => {
		const setting = { ...send('Sms', { forwardAfter: 15 }), items: people(2) };
		const { error } = await runNode(setting);
		expect(error?.message).toContain('does nothing without');
		expect(error).not.toHaveProperty('context.itemIndex', expect.any(Number));
	});

	test('is left out for an item whose expression turns the other one off', async () => {
		const options = { forwardToViber: '={{ $json.flag }}', forwardAfter: 15 };
		const setting = send('Sms', { ...options, viberSender: byId(21) });
		const items = [true, false].map((flag) => ({ json: { flag } }));
		const { error } = await runNode({ ...setting, items });
		if (error) throw error;
		expect(forms()).toEqual([
			{ forwarding_message: '1', forwarding_time: '15', vibername_id: '21' },
			{ forwarding_message: '0' },
		]);
	});
});

describe('an option without a value', () => {
	const unsubscribe = (options?: INodeParameters): RunSetting => ({
		node: 'messagingServiceEmail',
		parameters: {
			...{ resource: 'address', operation: 'unsubscribe', email: 'ann@example.com' },
			...(options && { options }),
		},
	});

	test('Unsubscribe without Contact List IDs unsubscribes from all lists', async () => {
		const { error } = await runNode(unsubscribe());
		if (error) throw error;
		expect(forms()).toEqual([expect.not.objectContaining({ list_ids: expect.anything() })]);
	});

	test.each(['', '={{ $json.lists }}', '={{ [] }}'])(
		'Unsubscribe with empty Contact List IDs (%j) unsubscribes from no list',
		async (listIds) => {
			expect(await rejectionOf(unsubscribe({ listIds }))).toBe(
				"'Contact List IDs' is empty\nSelect one or more lists. To select all lists, remove this option.",
			);
		},
	);

	const mailing = {
		...{ resource: 'mailing', operation: 'create', sender: byId('1363') },
		...{ listId: byId('17'), mailingName: 'Sale', message: 'Hello' },
	};
	const batch = {
		...{ resource: 'batch', operation: 'send', batchSender: byId('1363') },
		...{ mailingName: 'Sale', phone: PHONE, message: 'Hello' },
	};
	test.each<[label: string, NodeName, INodeParameters]>([
		...['={{ $json.when }}', '={{ "" }}', '={{ null }}'].map(
			(scheduleTime): [string, NodeName, INodeParameters] => [
				...(['Schedule Time', 'messagingServiceSms'] as const),
				{ ...mailing, scheduleTime },
			],
		),
		[
			'Callback URL',
			'messagingServiceViber',
			{ ...batch, options: { callbackUrl: '={{ $json.callback }}' } },
		],
	])('%s with an empty expression is an error of %s', async (label, node, parameters) => {
		expect(await rejectionOf({ node, parameters })).toMatch(new RegExp(`^'${label}' is empty`));
	});
});

describe("n8n's request options", () => {
	const batch = (more: INodeParameters) => ({ batching: { batch: more } });
	test.each<[problem: string, INodeParameters]>([
		["'Proxy' has no host and port", { proxy: '={{ $json.none }}' }],
		["'Items per Batch' is 1.5, which is not", batch({ batchSize: 1.5 })],
		["'Items per Batch' is an object, which", batch({ batchSize: '={{ $json }}' })],
		["'Batch Interval (ms)' is NaN, which is not", batch({ batchInterval: '={{ NaN }}' })],
		// Node's timers with such a time would end immediately.
		["'Batch Interval (ms)' is 1000000000000, which is not", batch({ batchInterval: 1e12 })],
		["'Batch Interval (ms)' is -5, which is not", batch({ batchInterval: -5 })],
	])('that cannot be used are an error of every item: %s', async (problem, requestOptions) => {
		for (const made of [sendSms(), sendBatch()]) {
			const parameters = { ...made.parameters, requestOptions };
			const setting = { ...made, parameters, items: people(2) };
			expect(await rejectionOf(setting)).toContain(problem);
			const result = await runNode({ ...setting, onError: 'continueRegularOutput' });
			const error = expect.stringContaining(problem) as string;
			expect(result.items.map(({ json }) => json.error)).toEqual([error, error]);
			expect(hintsOf(result)).toEqual([
				'Not sent to 2 of 2 recipients. See the field error of the output.',
			]);
		}
	});
});

describe('a new step', () => {
	const changing = interfaceTable.filter(
		([, , , name]) => apiTable[name as keyof typeof apiTable].effect !== 'read',
	);

	/** Returns the options of an operation with the values that they have when a user adds them. */
	async function addedOptions(...[node, resource, operation]: (typeof changing)[number]) {
		const { description } = await loadNode(node);
		const declared = operationsOf(description).find(
			(one) => one.resource === resource && one.operation.value === operation,
		);
		const options = declared?.fields.find(({ name }) => name === 'options')?.options ?? [];
		const values = (options as INodeProperties[]).map((one) => [one.name, one.default]);
		return Object.fromEntries(values) as INodeParameters;
	}

	test.each(changing)('sends nothing before it is filled in: %s %s:%s', async (...row) => {
		const [node, resource, operation] = row;
		for (const more of [{}, { options: await addedOptions(...row) }]) {
			const parameters = { resource, operation, ...more };
			expect(await rejectionOf({ node, parameters })).toMatch(
				/^'.+' (is|are) empty|^'.+' (give|have|is) |node has issues/s,
			);
		}
	});
});
