import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { contract } from '../contract';
import { byId } from '../contract/row';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

/** Fields of an earlier step about another message. No failed item keeps them. */
const NEVER_KEPT =
	'sms_id message_id email_id uuid status success parts cost is_sent is_delivered is_finished verified reason error_kind scheduled_for repeats_item dry_run since'.split(
		' ',
	);
/** These only in the items of some operations. */
const ALSO: Array<[operations: RegExp, names: string[]]> = [
	[/:sendAndWait$/, ['data', 'approved']],
	[/^messagingServiceVerification /, ['token', 'code', 'tries_left']],
];
const OTHER = 'of another message';
const earlier: IDataObject = {
	...Object.fromEntries(NEVER_KEPT.map((name) => [name, OTHER])),
	...Object.fromEntries(ALSO.flatMap(([, names]) => names.map((name) => [name, OTHER]))),
	order: 'A-17',
};
/** The IDs that a step takes. */
const ID_PARAMETERS = {
	smsId: 'sms_id',
	messageId: 'message_id',
	mailingId: 'message_id',
	uuid: 'uuid',
};

const operations = [
	...new Map(contract.map((row) => [`${row.node} ${row.resource}:${row.operation}`, row])),
];

describe.each(operations)('%s', (title, { node, resource, operation, parameters, items = [] }) => {
	const run = async (answer: object, onError: OnError) => {
		const service = new Service(() => answer);
		const { items: output, errorItems } = await runNode({
			node,
			parameters: { resource, operation, ...parameters },
			items: [{ ...items[0], json: { ...earlier, ...items[0]?.json } }],
			onError,
		});
		service.close();
		return [...errorItems, ...output][0]?.json;
	};

	test.each<[object, OnError]>([
		[{ status: 400, body: { error: 'No such value' } }, 'continueRegularOutput'],
		[{ body: { error: 'No such value' } }, 'continueErrorOutput'],
	])('an item that fails by %j takes over nothing, with %s', async (answer, onError) => {
		const json = await run(answer, onError);
		if (json?.error === undefined) return;
		const given = Object.entries(ID_PARAMETERS)
			.filter(([parameter]) => parameter in parameters)
			.map(([, name]) => name);
		const dropped = ALSO.filter(([which]) => which.test(title)).flatMap(([, names]) => names);
		const kept = ALSO.flatMap(([, names]) => names).filter((name) => !dropped.includes(name));
		const told = Object.keys(earlier).filter((name) => json[name] === OTHER);
		const mayStay = [...kept, ...given];
		expect(told.filter((name) => !mayStay.includes(name))).toEqual([]);
		expect(told).toEqual(expect.arrayContaining(kept));
		expect(json.order).toBe('A-17');
	});
});

const failing = async (parameters: INodeParameters, items: IDataObject[], onError?: OnError) => {
	const service = new Service(() => ({ status: 400, body: { error: 'No' } }));
	const result = await runNode({
		node: 'messagingServiceSms',
		parameters: { resource: 'message', operation: 'send', sender: byId('1363'), ...parameters },
		items: items.map((json) => ({ json })),
		onError: onError ?? 'continueRegularOutput',
	});
	service.close();
	return result;
};
const text = { message: 'Hello' };
const rejected = { error: 'No', error_kind: 'rejected', is_sent: false };

describe('a failed item names its recipient first', () => {
	test.each<[string, INodeParameters, IDataObject, IDataObject]>([
		[
			'as it would be sent',
			{ phone: '={{ $json.to }}', ...text },
			{ to: '+380 67 123 45 67' },
			{ phone: '380671234567', ...rejected, to: '+380 67 123 45 67' },
		],
		[
			'as the input has it in a field of that name',
			{ phone: '={{ $json.to }}', ...text },
			{ to: '+380671234567', phone: '067' },
			{ phone: '067', ...rejected, to: '+380671234567' },
		],
		[
			'as it was entered if it cannot be read',
			{ phone: '={{ $json.to }}', ...text },
			{ to: 'call me' },
			{
				phone: 'call me',
				error: expect.any(String),
				error_kind: 'invalid',
				is_sent: false,
				to: 'call me',
			},
		],
		[
			'as it would be sent if another field is wrong',
			{ phone: '={{ $json.to }}', message: '={{ "" }}' },
			{ to: '+380 67 123 45 67' },
			{
				...{ phone: '380671234567', error: "'Message' is empty", error_kind: 'invalid' },
				...{ is_sent: false, to: '+380 67 123 45 67' },
			},
		],
		[
			'by nothing if there is none',
			{ phone: '={{ $json.to }}', ...text },
			{ order: 'A-17' },
			{ error: "'Phone' is empty", error_kind: 'invalid', is_sent: false, order: 'A-17' },
		],
	])('%s', async (_, parameters, json, expected) => {
		const { items } = await failing(parameters, [json]);
		expect(items[0].json).toEqual(expected);
		expect(Object.keys(items[0].json)).toEqual(Object.keys(expected));
	});
});

test('a failed item keeps the ID that its step was given, and not another one', async () => {
	const parameters = { operation: 'sendPrepared', phone: '={{ $json.to }}' };
	const messageId = byId('={{ $json.prepared }}');
	const given = { prepared: 7, message_id: 999, to: '+380671234567' };
	const { items } = await failing({ ...parameters, messageId }, [given]);
	expect(items[0].json).toMatchObject({ phone: '380671234567', message_id: 7 });
});

describe('a hint counts what failed with Continue', () => {
	const send = { phone: '={{ $json.to }}', ...text };
	const hintsOf = ({ runData }: Awaited<ReturnType<typeof failing>>) =>
		Object.values(runData as Record<string, Array<{ hints?: Array<{ message: string }> }>>)
			.flat()
			.flatMap(({ hints = [] }) => hints.map(({ message }) => message));
	const people = (...phones: string[]) => phones.map((to) => ({ to }));

	test.each<[string, INodeParameters, object, IDataObject[], string]>([
		[
			'one wrong phone',
			send,
			{ sms_id: 1 },
			people('+380671234567', '1'),
			'1 of 2 recipients was not sent to; see error.',
		],
		[
			'all rejected',
			send,
			{ error: 'No' },
			people('+380671234567', '+380671234568'),
			'2 of 2 recipients were not sent to; see error.',
		],
		[
			'a read',
			{ operation: 'getDelivery', smsId: '={{ $json.id }}' },
			{ sms_id: 1, sent: 1, delivered: 0 },
			[{ id: 1 }, { id: 'x' }],
			'1 of 2 items failed; see error.',
		],
	])('%s', async (_, parameters, body, input, hint) => {
		const service = new Service(() => ({ body: body as IDataObject }));
		const result = await runNode({
			node: 'messagingServiceSms',
			parameters: {
				resource: 'message',
				operation: 'send',
				sender: byId('1363'),
				...parameters,
			},
			items: input.map((json) => ({ json })),
			onError: 'continueRegularOutput',
		});
		service.close();
		expect(hintsOf(result)).toEqual([hint]);
	});

	test('an unknown outcome is not told as not sent', async () => {
		const service = new Service(() => ({ status: 502, body: 'Bad gateway' }));
		const result = await runNode({
			node: 'messagingServiceSms',
			parameters: { resource: 'message', operation: 'send', sender: byId('1363'), ...send },
			items: people('+380671234567', '1').map((json) => ({ json })),
			onError: 'continueRegularOutput',
		});
		service.close();
		expect(hintsOf(result)).toEqual([
			'1 of 2 recipients was not sent to, and 1 of 2 may have been sent to; see error.',
		]);
	});
});
