import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { contract } from '../contract';
import { byId } from '../contract/row';
import { runNode } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { hintsOf, jsonsOf } from './sending/observed';

const service = useService(() => ({ status: 400, body: { error: 'No' } }));

/** Fields about another message, from an earlier step. No failed item keeps them. */
const NEVER_KEPT =
	'sms_id message_id email_id uuid status success parts cost is_sent is_delivered is_finished verified reason error_kind scheduled_for repeats_item dry_run since'.split(
		' ',
	);
/** Further fields that the failed items of some operations do not keep. */
const ALSO: Array<[operations: RegExp, names: string[]]> = [
	[/:sendAndWait$/, ['data', 'approved']],
	[/^messagingServiceVerification /, ['token', 'code', 'tries_left']],
];
const alsoNames = ALSO.flatMap(([, names]) => names);
const OTHER = 'of another message';
const earlier: IDataObject = {
	...Object.fromEntries([...NEVER_KEPT, ...alsoNames].map((name) => [name, OTHER])),
	order: 'A-17',
};
const ID_PARAMETERS = Object.entries({
	smsId: 'sms_id',
	messageId: 'message_id',
	mailingId: 'message_id',
	uuid: 'uuid',
});

const operations = [
	...new Map(contract.map((row) => [`${row.node} ${row.resource}:${row.operation}`, row])),
];

describe.each(operations)('%s', (title, { node, resource, operation, parameters, items = [] }) => {
	test.each<[object, OnError]>([
		[{ status: 400, body: { error: 'No such value' } }, 'continueRegularOutput'],
		[{ body: { error: 'No such value' } }, 'continueErrorOutput'],
	])('returns a failed item without data of another message: %j, %s', async (answer, onError) => {
		service.answer(() => answer);
		const result = await runNode({
			node,
			parameters: { resource, operation, ...parameters },
			items: [{ ...items[0], json: { ...earlier, ...items[0]?.json } }],
			onError,
		});
		const json = [...result.errorItems, ...result.items][0]?.json;
		if (json?.error === undefined) return;
		const given = ID_PARAMETERS.filter(([parameter]) => parameter in parameters);
		const dropped = ALSO.filter(([which]) => which.test(title)).flatMap(([, names]) => names);
		const kept = alsoNames.filter((name) => !dropped.includes(name));
		const mayStay = [...kept, ...given.map(([, name]) => name)];
		const found = Object.keys(earlier).filter((name) => json[name] === OTHER);
		expect(found.filter((name) => !mayStay.includes(name))).toEqual([]);
		expect(found).toEqual(expect.arrayContaining(kept));
		expect(json.order).toBe('A-17');
	});
});

const failing = async (parameters: INodeParameters, inputs: IDataObject[]) =>
	await runNode({
		node: 'messagingServiceSms',
		parameters: { resource: 'message', operation: 'send', sender: byId('1363'), ...parameters },
		items: inputs.map((json) => ({ json })),
		onError: 'continueRegularOutput',
	});
const send = { phone: '={{ $json.to }}', message: 'Hello' };
const rejected = { error: 'No', error_kind: 'rejected', is_sent: false };
const invalid = { error_kind: 'invalid', is_sent: false };
const FORMATTED = '+380 67 123 45 67';
const noPhone = expect.any(String) as string;

test.each<[string, message: string, IDataObject, IDataObject]>([
	['as it would be sent', 'Hello', { to: FORMATTED }, { phone: '380671234567', ...rejected }],
	[
		'as the input has it in a field of that name',
		'Hello',
		{ to: FORMATTED, phone: '067' },
		{ phone: '067', ...rejected },
	],
	[
		'as it was entered if it cannot be read',
		'Hello',
		{ to: 'call me' },
		{ phone: 'call me', error: noPhone, ...invalid },
	],
	[
		'as it would be sent if another field is wrong',
		'={{ "" }}',
		{ to: FORMATTED },
		{ phone: '380671234567', error: "'Message' is empty", ...invalid },
	],
	['by nothing if there is none', 'Hello', { a: 1 }, { error: "'Phone' is empty", ...invalid }],
])('a failed item names its recipient first: %s', async (_, message, json, first) => {
	const [failed] = jsonsOf(await failing({ ...send, message }, [json]));
	expect(failed).toEqual({ ...json, ...first });
	const names = Object.keys(first);
	expect(Object.keys(failed).slice(0, names.length)).toEqual(names);
});

test('each failed item names its own recipient', async () => {
	const inputs = ['+380671234567', '+380671234568'].map((to) => ({ to }));
	const output = jsonsOf(await failing({ ...send, message: '={{ "" }}' }, inputs));
	expect(output.map(({ phone }) => phone)).toEqual(['380671234567', '380671234568']);
});

test('each failed item names its recipient with its own Default Country Code', async () => {
	const inputs = ['49', '380'].map((code) => ({ to: '067 123 45 67', code }));
	const options = { defaultCountryCode: '={{ $json.code }}' };
	const output = jsonsOf(await failing({ ...send, message: '={{ "" }}', options }, inputs));
	expect(output[1]).toMatchObject({ phone: '380671234567', error_kind: 'invalid' });
});

test.each<[field: string, INodeParameters]>([
	['message_id', { ...send, operation: 'sendPrepared', messageId: byId('={{ $json.id }}') }],
	['sms_id', { operation: 'getDelivery', smsId: '={{ $json.id }}' }],
	['uuid', { resource: 'batch', operation: 'getStatus', uuid: '={{ $json.id }}' }],
])('a failed item keeps the %s that its step read, and no other one', async (field, parameters) => {
	const given = { id: '7', [field]: 'other', to: '+380671234567' };
	const [failed] = jsonsOf(await failing(parameters, [given]));
	expect(String(failed[field])).toBe('7');
});

const people = (...phones: string[]) => phones.map((to) => ({ to }));
const read = { operation: 'getDelivery', smsId: '={{ $json.id }}' };
const delivery = { sms_id: 1, sent: 1, delivered: 0 };
test.each<[string, INodeParameters, body: object, status: number, IDataObject[], hint: string]>([
	[
		'one wrong phone',
		send,
		{ sms_id: 1 },
		200,
		people('+380671234567', '1'),
		'Not sent to 1 of 2 recipients. See the field error of the output.',
	],
	[
		'all rejected',
		send,
		{ error: 'No' },
		200,
		people('+380671234567', '+380671234568'),
		'Not sent to 2 of 2 recipients. See the field error of the output.',
	],
	[
		'a read',
		read,
		delivery,
		200,
		[{ id: 1 }, { id: 'x' }],
		'1 of 2 items failed. See the field error of the output.',
	],
	[
		'an unknown outcome',
		send,
		{},
		502,
		people('+380671234567', '1'),
		'Not sent to 1 of 2 recipients. May have been sent to 1 of 2 recipients. See the field error of the output.',
	],
])('a hint counts the failed items with Continue: %s', async (...row) => {
	const [, parameters, body, status, inputs, hint] = row;
	service.answer(() => ({ status, body }));
	const result = await failing(parameters, inputs);
	expect(hintsOf(result)).toEqual([hint]);
	const [{ hints }] = Object.values(result.runData).at(-1) ?? [];
	expect(hints).toMatchObject([{ type: 'warning', location: 'outputPane' }]);
});
