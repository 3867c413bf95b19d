import type { IDataObject, OnError } from 'n8n-workflow';
import { itemFields as written } from '../../nodes/shared/api/itemFields';
import { schemaOf } from '../../scripts/docs/describe/schema';
import { contract } from '../contract';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

/** A failed item tells of itself only: not of the message of a step before. */
const every = new Set(Object.values(written).flatMap((names) => names.split(' ')));
const OTHERS = 'of another message';
/** Parameters that have another name than the ID that they are. */
const PARAMETER: Record<string, string> = {
	message_id: 'mailingId',
	id: 'templateId',
	alphaname_id: 'ender',
};
/** The items of all other operations, laid over one another, with what a person has of its own. */
const others: IDataObject = {
	...Object.fromEntries([...every].map((name) => [name, OTHERS])),
	order: 'A-17',
};

const operations = [
	...new Map(contract.map((row) => [`${row.node} ${row.resource}:${row.operation}`, row])),
];

describe.each(operations)('%s', (_, { node, resource, operation, parameters, items = [] }) => {
	const given = items[0]?.json ?? {};
	const run = async (answer: object, onError: OnError) => {
		const service = new Service(() => answer);
		const { items: output, errorItems } = await runNode({
			node,
			parameters: { resource, operation, ...parameters },
			items: [{ ...items[0], json: { ...others, ...given } }],
			onError,
		});
		service.close();
		return [...errorItems, ...output][0]?.json;
	};

	test.each<[object, OnError]>([
		[{ status: 400, body: { error: 'No such value' } }, 'continueRegularOutput'],
		[{ body: { error: 'No such value' } }, 'continueErrorOutput'],
	])(
		'an item that fails by %j tells nothing of another one, with %s',
		async (answer, onError) => {
			const json = await run(answer, onError);
			if (json?.error === undefined) return;
			if (resource !== 'contact') expect(json.error_kind).toBe('rejected');
			expect(json.order).toBe('A-17');
			const { properties = {} } = schemaOf(node, resource, operation);
			const own = Object.keys(properties);
			if (json.is_sent === false)
				own.push('is_delivered', 'reason', 'status', 'sms_id', 'uuid');
			const told = own.filter((name) => json[name] === OTHERS);
			const ids = JSON.stringify(parameters);
			const isGiven = (name: string) =>
				['phone', 'email'].includes(name) ||
				(/id$/.test(name) &&
					[camel(name), PARAMETER[name]].some((one) => ids.includes(one)));
			expect(told.filter((name) => !isGiven(name))).toEqual([]);
		},
	);
});

/** A step whose parameters are not the fields of its items that have their names. */
test.each<[string, IDataObject, IDataObject]>([
	['to', { to: '+380671234567', phone: '+380999999999' }, { phone: '+380671234567' }],
	['prepared', { prepared: 7, message_id: 999, to: '+1' }, { message_id: 7 }],
	['nobody', { phone: '+380999999999' }, { phone: undefined }],
])('a failed item has whom and what its step was given: %s', async (_, json, expected) => {
	const isPrepared = 'prepared' in json;
	const service = new Service(() => ({ status: 400, body: { error: 'No' } }));
	const id = (value: string) => ({ __rl: true, mode: 'id', value });
	const { items } = await runNode({
		node: 'messagingServiceSms',
		parameters: {
			resource: 'message',
			operation: isPrepared ? 'sendPrepared' : 'send',
			phone: '={{ $json.to }}',
			...(isPrepared
				? { messageId: id('={{ $json.prepared }}') }
				: { sender: id('1363'), message: 'For the manager only' }),
		},
		items: [{ json }],
		onError: 'continueRegularOutput',
	});
	service.close();
	const { is_sent, phone, message_id } = items[0].json;
	expect({ is_sent, phone, message_id }).toEqual({ is_sent: false, ...expected });
});

test.each(['get', 'create'])(
	'a failed %s of a mailing has no status of another one',
	async (operation) => {
		const service = new Service(() => ({ status: 400, body: { error: 'No' } }));
		const id = (value: string) => ({ __rl: true, mode: 'id', value });
		const { items } = await runNode({
			node: 'messagingServiceSms',
			parameters: {
				resource: 'mailing',
				operation,
				...(operation === 'get'
					? { mailingId: id('1004') }
					: {
							sender: id('1363'),
							listId: id('1001'),
							mailingName: 'Sale',
							message: 'Hi',
						}),
			},
			items: [{ json: { order: 'A-17', status: 'SENT', count_phones: 2, cost: '0.10' } }],
			onError: 'continueRegularOutput',
		});
		service.close();
		expect(items[0].json).toEqual({ error: 'No', error_kind: 'rejected', order: 'A-17' });
	},
);

const camel = (name: string) =>
	name.replace(/_(\w)/g, (__, letter: string) => letter.toUpperCase());
