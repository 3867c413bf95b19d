import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';
import { meaningOf } from './meaningOf';

/** Undocumented responses that public clients accept, and that PHP writes. */

type Call = [node: NodeName, does: string, parameters: INodeParameters];
const sms = 'messagingServiceSms';
const viber = 'messagingServiceViber';
const email = 'messagingServiceEmail';
const templates = 'messagingServiceTemplates';
const all = { returnAll: true };
const message = 'Hello';

const calls = {
	send: [sms, 'message:send', { sender: byId('1363'), phone: PHONE, message }],
	prepare: [sms, 'message:prepare', { message }],
	sendPrepared: [sms, 'message:sendPrepared', { messageId: byId('31'), phone: PHONE }],
	getDelivery: [sms, 'message:getDelivery', { smsId: '5001' }],
	getPrepared: [sms, 'message:getAll', all],
	smsRecipients: [sms, 'message:getRecipients', { messageId: byId('31'), ...all }],
	createSmsMailing: [
		sms,
		'mailing:create',
		{ sender: byId('1363'), listId: byId('7'), mailingName: 'A', message },
	],
	getSmsMailing: [sms, 'mailing:get', { mailingId: byId('31') }],
	smsMailings: [sms, 'mailing:getAll', { ...all, simplify: false }],
	smsBatchStatus: [sms, 'batch:getStatus', { uuid: 'u' }],
	viberBatchStatus: [viber, 'batch:getStatus', { uuid: 'u' }],
	emailBatchStatus: [email, 'batch:getStatus', { uuid: 'u' }],
	sendViber: [viber, 'message:send', { sender: byId('21'), phone: PHONE, message }],
	viberDelivery: [viber, 'message:getDelivery', { messageId: '31' }],
	viberMailing: [viber, 'mailing:get', { mailingId: byId('31'), simplify: false }],
	markAsRead: [viber, 'reply:markAsRead', { replyIds: '5' }],
	replies: [viber, 'reply:getAll', { mailingId: byId('31'), ...all }],
	getTemplate: [templates, 'template:get', { templateId: byId('5') }],
	updateTemplate: [
		templates,
		'template:update',
		{ templateId: byId('5'), templateName: 'A', name: 'A', message },
	],
	lists: ['messagingServiceContacts', 'list:getAll', all],
} satisfies Record<string, Call>;
type Name = keyof typeof calls;

async function outputOf(name: Name, body: unknown, more: Partial<RunSetting> = {}) {
	const [node, does, parameters] = calls[name];
	const [resource, operation] = does.split(':');
	const service = new Service(() => ({ body: JSON.stringify(body) }));
	const setting = { node, parameters: { resource, operation, ...parameters }, ...more };
	const { items, error } = await runNode(setting).finally(() => service.close());
	if (error) throw error;
	return items.map(({ json }) => json);
}

/** Judges a response without the engine. */
const judged = (name: Name, body: unknown, status?: number) =>
	meaningOf(calls[name][0], calls[name][1], { body, status });

const enveloped = (result: unknown) => ({ status: 'OK', result });
const inData = (data: unknown) => ({ status: 'success', data });
const one = { message_id: 1, name: 'A', alphaname_id: 5, success: [] };
const two = { ...one, message_id: 2 };

test.each<[Name, body: unknown, items: IDataObject[]]>([
	// A list of one record is the record.
	['send', [{ sms_id: 5, status: 'NEW' }], [{ sms_id: 5, status: 'NEW' }]],
	['prepare', [{ status: 'ok', message_id: 3 }], [{ status: 'ok', message_id: 3 }]],
	['sendPrepared', [{ sms_id: 5, status: 'NEW' }], [{ sms_id: 5, message_id: 31 }]],
	['viberDelivery', enveloped([{ status: 'READ' }]), [{ status: 'READ', is_delivered: true }]],
	['getSmsMailing', [{ cost: '1.00' }], [{ cost: '1.00', message_id: 31 }]],
	// A map of records is their list.
	['smsBatchStatus', { '0': one, '1': two }, [one, two]],
	['emailBatchStatus', enveloped({ 'Spring sale': one }), [one]],
	['smsRecipients', { result: { '3': { phone: 1 } } }, [{ phone: 1 }]],
	['smsMailings', inData({ '3': { id: 1 } }), [{ id: 1 }]],
	[
		'viberMailing',
		enveloped({ '31': { message_id: 31, status: 'SENT' } }),
		[{ is_finished: true }],
	],
	['getDelivery', { '0': { sms_id: 5001, sent: 1 } }, [{ sms_id: 5001, sent: 1 }]],
	['sendViber', enveloped({ '0': { message_id: 7 } }), [{ message_id: 7, is_sent: true }]],
	// One mailing of a batch is a list of one.
	['smsBatchStatus', one, [one]],
	['emailBatchStatus', enveloped({ ...one, errors: [{ email: 'a', error: 'bad' }] }), [one]],
	// An error in addition to the requested record is kept, and does not mean that the message
	// failed.
	[
		'viberDelivery',
		{ ...enveloped({ status: 'SENT', error_code: 0 }), error: 'Try later' },
		[{ status: 'SENT', errors: ['Try later'], is_delivered: null }],
	],
	['getDelivery', { sms_id: 5001, status: 'FAILED', error: 'No' }, [{ is_delivered: false }]],
	['getDelivery', { sms_id: 5001, sent: 1, error: 'Busy' }, [{ is_delivered: null }]],
	// Envelopes are unwrapped.
	['smsBatchStatus', inData({ '0': one }), [one]],
	['emailBatchStatus', inData([one]), [one]],
	['send', enveloped({ sms_id: 5, status: 'NEW' }), [{ sms_id: 5, status: 'NEW' }]],
	['sendViber', inData({ message_id: 7 }), [{ message_id: 7 }]],
	['viberDelivery', inData({ status: 'READ' }), [{ status: 'READ', is_delivered: true }]],
	['createSmsMailing', { code: 0, ...inData([{ message_id: 8 }]) }, [{ message_id: 8 }]],
	['getSmsMailing', inData({ cost: '1.00' }), [{ cost: '1.00', message_id: 31 }]],
	['smsMailings', enveloped([{ id: 1 }]), [{ id: 1 }]],
	['lists', inData([{ list_id: 3 }]), [{ list_id: 3 }]],
	// PHP writes an empty list as `{}`.
	['getPrepared', enveloped({}), []],
	['replies', enveloped({}), []],
	['smsMailings', inData({}), []],
	['smsBatchStatus', {}, []],
	// The response may lack an ID that is in the request.
	['getDelivery', { sent: 1, delivered: 0 }, [{ sms_id: 5001, sent: 1, is_delivered: null }]],
	['getDelivery', { status: 'UNDELIVERED' }, [{ sms_id: 5001, is_delivered: false }]],
	['viberMailing', enveloped({ status: 'SENT', cost: '1' }), [{ message_id: 31, cost: '1' }]],
	['getTemplate', enveloped({ name: 'A', message }), [{ id: 5, name: 'A', message }]],
	['updateTemplate', enveloped({ name: 'A', parts: 1 }), [{ id: 5, name: 'A', parts: 1 }]],
	// Older responses have another name for the ID of a Viber message.
	['sendViber', enveloped([{ viber_id: '7' }]), [{ viber_id: '7', message_id: '7' }]],
])('the response of %s is read in the form %j', async (name, body, items) => {
	const output = await outputOf(name, body);
	expect(output).toMatchObject(items);
	expect(output).toHaveLength(items.length);
});

test.each<[Name, body: unknown]>([
	['smsBatchStatus', { error: { code: 5 } }],
	['smsBatchStatus', { data: { '0': one } }],
	['smsBatchStatus', { '0': one, total: 1 }],
	['smsBatchStatus', { status: 'OK' }],
	['smsBatchStatus', { status: 'ERROR', result: [one] }],
	['lists', { error: 'No', status: 'OK', result: {} }],
	['getPrepared', {}],
	['replies', enveloped({ id: '5', phone: '1' })],
	['getDelivery', [{ sent: 1 }, { sent: 2 }]],
	['getDelivery', { code: 404, message: 'Not found' }],
	...'error err errs errmsg err_code error_text message Message msg ok success status_code response reason detail details description text info title'
		.split(' ')
		.map((key): [Name, unknown] => ['getDelivery', { [key]: 'Not found' }]),
	['getDelivery', { status: 'error' }],
	['getDelivery', { status: 'OK' }],
	['getDelivery', { error: 'sms_id: unknown' }],
	['getDelivery', enveloped({})],
	['getTemplate', { status: 'OK', result: [] }],
	['viberMailing', enveloped({ '5': one, '6': two })],
	['getSmsMailing', { message_id: 31, error: 'Later' }],
	['getSmsMailing', { statusCode: 404, message: 'Later' }],
	['smsBatchStatus', [{ status: false, message: 'No such uuid' }]],
	...['', 'OK', 'success', 'Error'].map((status): [Name, unknown] => [
		'smsBatchStatus',
		[{ status, message: 'No such uuid' }],
	]),
	['emailBatchStatus', enveloped(['Не найдено'])],
])('the response of %s has no records in the form %j', (name, body) => {
	const { records, message } = judged(name, body);
	expect([records, message]).toEqual([[], expect.stringMatching(/./)]);
});

test.each<[Name, body: unknown, kind: string]>([
	['getDelivery', { sms_id: 5001, error: 'Service temporarily unavailable' }, 'rejected'],
	['getDelivery', { sms_id: 5001, error: { code: 503 } }, 'unavailable'],
	['viberDelivery', enveloped('Message not found'), 'unavailable'],
	['viberDelivery', { status: 'error', message: 'Message not found' }, 'rejected'],
	['smsBatchStatus', ['No such uuid'], 'unavailable'],
	['smsBatchStatus', [{ error: 'No such uuid' }], 'rejected'],
	['markAsRead', { ...enveloped('Flagged'), error: 'No' }, 'rejected'],
])('the response of %s fails in the form %j with the error_kind %s', async (name, body, kind) => {
	const items = await outputOf(name, body, { onError: 'continueRegularOutput' });
	expect(items).toMatchObject([{ error: expect.any(String) as string, error_kind: kind }]);
});

test.each([200, 400, 500])('an error with status %i keeps the ID of its response', (status) => {
	expect(judged('send', { sms_id: 5, status: 'REJECTED' }, status).message).toMatch(
		/ \(sms_id 5\)\. The message may have been sent$/,
	);
});

test.each<[Name, body: object]>([
	['lists', [{ id: 1, message: 'Hi' }]],
	['lists', { result: [{ message: 'Yes' }] }],
	['lists', { status: 'OK', result: { title: 'W' } }],
	['send', { message: 'Hi Anna', phone: '380671234567' }],
])('the error of %s does not quote a response of an unknown shape: %j', (name, body) => {
	expect(judged(name, body).message).toMatch(
		/^The response does not match the service's documentation(\. The message may have been sent)?$/,
	);
});

describe('a Prepare of a text that the service already has', () => {
	const EXISTS = { error: 'The same message exists with ID=3', message_id: 3 };
	const existing = { message_id: 3, already_existed: true, error_text: EXISTS.error };

	test.each([200, 400, 409, 500])('returns its ID with status %i', (status) => {
		for (const body of [EXISTS, [EXISTS], { ...EXISTS, status: 'error' }]) {
			expect(judged('prepare', body, status).records).toMatchObject([existing]);
		}
	});

	test('does not fail a workflow that runs a second time', async () => {
		const fresh = { status: 'ok', parts: 1, len: 1, message_id: 4 };
		const answers: Answer[] = [{ status: 400, body: EXISTS }, { body: fresh }];
		const service = new Service(() => answers.shift() ?? {});
		const parameters = { resource: 'message', operation: 'prepare', message };
		const setting: RunSetting = { node: sms, parameters, items: [{ json: {} }, { json: {} }] };
		const { items } = await runNode(setting).finally(() => service.close());
		expect(items.map(({ json }) => json)).toEqual([existing, fresh]);
	});

	test.each([
		{ error: 'alphaname_id: unknown' },
		{ error: 'alphaname_id: unknown', message_id: 0 },
		{ error: 'No', message_id: null },
		{ message: 'No', message_id: 3, status: 'error' },
	])('is not recognized in %j', (body) => {
		for (const status of [200, 400])
			expect(judged('prepare', body, status).records).toEqual([]);
	});

	test('is not recognized in the response of another operation', () => {
		expect(judged('sendPrepared', { ...EXISTS, sms_id: 5 }).isUnknown).toBe(true);
	});
});

describe('Get Recipients with recipients that have an error', () => {
	const mailing = { resource: 'mailing', operation: 'getRecipients' };
	const parameters = { ...mailing, mailingId: '={{ $json.id }}', ...all };
	/** Reads two mailings. */
	async function read(answer: (id: string) => Answer, more: Partial<RunSetting>) {
		const service = new Service(({ form }) => answer(new Map(form).get('message_id') ?? ''));
		const items = [{ json: { id: 1 } }, { json: { id: 2 } }];
		const result = await runNode({ node: email, parameters, items, ...more });
		service.close();
		return { ...result, requests: service.requests.length };
	}
	const listed = (...result: IDataObject[]): Answer => ({ body: enveloped(result) });
	const recipient = { email: 'a@example.com', status: 'UNDELIVERED' };
	const itemOf = (message_id: number, error_text: string | number | null) => ({
		json: { ...recipient, error_text, message_id, is_delivered: false },
	});

	test.each(['', 'mailbox full', null, 0])('repeats no request (error: %p)', async (error) => {
		const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { items, requests } = await read(() => listed({ ...recipient, error }), retrying);
		expect(items).toMatchObject([itemOf(1, error), itemOf(2, error)]);
		expect(requests).toBe(2);
	});

	test('returns only failed items at the error output', async () => {
		const full = listed({ ...recipient, error: 'full' });
		const failed = { status: 400, body: { error: 'No such mailing' } };
		const { items, errorItems } = await read((id) => (id === '1' ? full : failed), {
			onError: 'continueErrorOutput',
		});
		expect(items).toMatchObject([itemOf(1, 'full')]);
		expect(errorItems.map(({ json }) => json)).toEqual([
			{ id: 2, error: 'No such mailing', error_kind: 'rejected' },
		]);
	});
});
