import type { INodeParameters, NodeApiError } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { token } from '../support/engine/credentials';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { meaningOf } from './meaningOf';

type Call = [node: NodeName, does: string, parameters: INodeParameters];
const sms = 'messagingServiceSms';
const viber = 'messagingServiceViber';
const send: Call = [sms, 'message:send', { sender: byId('1363'), phone: PHONE, message: 'Hello' }];
const read: Call = [sms, 'message:getDelivery', { smsId: '5' }];
const confirm: Call = [sms, 'mailing:confirm', { mailingId: byId('31') }];

function errorOf([node, does]: Call, body: unknown, status = 400, retryAfter?: string) {
	const { message, advice, failure } = meaningOf(node, does, { body, status, retryAfter });
	return { message, advice: advice.replace(/ ?Nothing was sent\.$/, ''), failure };
}

const NO = 'No more messages today';

test.each<[body: unknown]>([
	...['error_description', 'errorDescription', 'errorMessage', 'error_msg', 'Message'].map(
		(key): [unknown] => [{ [key]: NO }],
	),
	...'error errors err message msg error-message errormsg errmsg error-text error-description errordetail errordetails description detail details reason violations title text info result data'
		.split(' ')
		.map((key): [unknown] => [{ status: 'error', [key]: NO }]),
	[{ data: { message: NO } }],
	[{ data: { error: { text: NO } } }],
	[{ status: { code: 7, message: NO } }],
	[{ response: { errors: [{ message: NO }] } }],
	[{ violations: [{ message: NO }] }],
	[[{ error: NO }]],
	// A sentence is more specific than a code, and a code is more specific than a vague text.
	[{ error: 'invalid_request', error_description: NO }],
	[{ error: 'E17', message: NO }],
	[{ error: 'DENIED', reason: NO }],
	[{ error: 'not-found', reason: NO }],
	[{ error: 'auth.denied', reason: NO }],
	[{ error_code: { message: NO } }],
	[{ errcode: { message: NO } }],
	[{ error: 'Error', details: NO }],
	[{ message: 'Bad Request', errors: [NO] }],
	[{ error: true, message: 'Request failed', data: { reason: NO } }],
	...'5|Error|An error occurred|Unknown errors|Failed|Failure|Something went wrong|Bad request|Unprocessable entity|Invalid data|The given data was invalid|Data is invalid|Validation failed|Request error|Operation failed|Sending error|Internal error|Internal server error|Ошибка|Неизвестная ошибка|Произошла ошибка|Помилка|Сталася помилка.|Failed!|Error occurred|true'
		.split('|')
		.map((vague): [unknown] => [{ error: vague, reason: NO }]),
	[{ status: 'error', code: 400, msg: NO }],
	[{ error: 1001, error_text: NO }],
	[{ error: '1001', error_text: NO }],
	[{ error: 'Validation failed', details: [NO] }],
])('an error has the reason that the service gives in %j', (body) => {
	expect(errorOf(send, body).message).toBe(NO);
	const denied = Array.isArray(body) ? body : { ok: false, ...(body as object) };
	expect(errorOf(send, denied, 200).message).toBe(NO);
});

const NO_REASON = 'The service returned HTTP status 400';
test.each<[body: unknown, message: string]>([
	[{ error: 'invalid_grant' }, 'invalid_grant'],
	[{ error: 'Validation failed', violations: [{ message: 'A' }, { message: 'B' }] }, 'A; B'],
	[{ error: 'Error' }, 'Error'],
	[{ error: 1001 }, '1001'],
	[{ error: 'Bad Request', statusCode: 400 }, 'Bad Request'],
	...['error', 'errors', 'messages', 'violations', 'details'].map((key): [unknown, string] => [
		{ errors: { [key]: ['bad'] } },
		'bad',
	]),
	// Several frameworks write errors by field.
	[{ violations: [{ propertyPath: 'phone', message: 'is bad' }] }, 'phone: is bad'],
	[{ errors: { phone: ['The phone is invalid.'] } }, 'phone: The phone is invalid.'],
	[{ message: { phone: ['bad'], text: ['long', 'odd'] } }, 'phone: bad; text: long; odd'],
	[{ error: { phone: 'bad' } }, 'phone: bad'],
	[{ errors: { message: ['The text is required.'] } }, 'message: The text is required.'],
	[{ detail: [{ loc: ['body', 'phone'], msg: 'field required' }] }, 'phone: field required'],
	[{ errors: [{ field: 'phone', message: 'is bad' }] }, 'phone: is bad'],
	[{ message: 'The given data was invalid.', errors: { phone: ['bad'] } }, 'phone: bad'],
	[{ status: 'error', error: { phone: [] } }, NO_REASON],
	[{ errors: [{ parameter: 'phone', message: 'is bad' }] }, 'phone: is bad'],
	[{ errors: [{ param: 'phone', message: 'is bad' }] }, 'phone: is bad'],
	[{ errors: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'a; b; c; d; e'],
	[
		{ errors: { a: '1 x', b: '2 x', c: '3 x', d: '4 x', e: '5 x', f: '6 x' } },
		'a: 1 x; b: 2 x; c: 3 x; d: 4 x; e: 5 x',
	],
	[{ error: { error: { error: { error: 'deep' } } } }, 'deep'],
	[{ error: { error: { error: { error: { error: 'deeper' } } } } }, NO_REASON],
	...['response', 'error_code', 'errcode'].map((key): [unknown, string] => [
		{ status: 'error', [key]: 'x' },
		NO_REASON,
	]),
	// A record with an ID is the result, so its fields do not explain the error.
	...['result', 'data', 'response'].map((key): [unknown, string] => [
		{ status: 'error', [key]: { uuid: 'u', phone: 'bad' } },
		NO_REASON,
	]),
	[{ status: 'error', data: { user_id: 1, phone: 'bad' } }, NO_REASON],
	[{ status: 'error', data: { ID: 1, phone: 'bad' } }, NO_REASON],
	[{ status: 'error', data: { phone: 'bad' } }, 'phone: bad'],
	['{"status"', '{"status"'],
	['x'.repeat(2_000), 'x'.repeat(500)],
])('the error for the response %j is "%s"', (body, message) => {
	expect(errorOf(send, body).message).toBe(message);
});

test.each(['No.', 'No!', 'No?', 'No'])(
	'the reason "%s" ends with one punctuation mark',
	(reason) => {
		const { message } = errorOf(send, { error: reason }, 500);
		expect(message).toBe(`${reason.padEnd(3, '.')} The message may have been sent`);
	},
);

test('the error of a 200 that is not JSON does not quote it', () => {
	const message = 'The service returned text that is not JSON. The message may have been sent';
	expect(errorOf(send, 'secret text', 200).message).toBe(message);
});

const TOP_UP = /^Top up the balance/;
const SENDER = /^Select a sender name/;
const LIMIT = /^Your account has reached a limit/;
const TOKEN = /^Check the token in the credential\./;
const SIZE = /^Shorten the texts/;

describe('the advice of an error', () => {
	test.each<[advice: RegExp, ...reasons: string[]]>([
		[
			TOP_UP,
			'Not enough money',
			'billing error',
			'Credit limit exceeded',
			'Low balance',
			'No funds',
		],
		[TOP_UP, 'Недостаточно средств на балансе', 'Недостатньо коштів', 'Payment required'],
		[TOP_UP, 'Нет денег', 'Недостаточно средств', 'Пустой баланс', 'Нет оплаты', 'Мало грошей'],
		[LIMIT, 'limit exceeded', 'Daily quota reached', 'Превышен лимит', 'Перевищено ліміт'],
		[SIZE, 'Message too long', 'The file exceeds the size limit', 'Слишком длинное сообщение'],
		[
			SIZE,
			'Too large',
			'Too big',
			'Слишком большой файл',
			'Занадто довге',
			'Занадто великий файл',
		],
		[SIZE, 'Неверный размер', 'Невірний розмір', 'Wrong size'],
		[SENDER, 'alphaname_id: unknown', 'Alpha-name', 'Имя отправителя не найдено'],
		[
			SENDER,
			'Невідомий відправник',
			'Unknown sender',
			'viber_name',
			'viberName',
			'Неверное имя',
		],
		[SENDER, 'Нет альфа-имени', 'Нет альфаимени', 'Немає альфа-імені', 'Немає альфаімені'],
		[SENDER, 'Нет отправителя', "Хибне ім'я", 'Хибне ім’я', 'Хибне імʼя'],
		[
			TOKEN,
			'Wrong API key',
			'apikey?',
			'Unauthorized',
			'Forbidden',
			'Неверный токен',
			'Bad token',
		],
		[TOKEN, 'Неверный ключ для API', 'Неверный API — ключ'],
		[/^$/, 'Wrong number', 'Oops', 'Рассылка не найдена', 'Something is wrong with the text'],
	])('is %p for %s', (advice, ...reasons) => {
		for (const reason of reasons) {
			for (const status of [200, 400, 422]) {
				expect(errorOf(send, { error: reason }, status).advice).toMatch(advice);
			}
		}
	});

	test.each([
		[413, /too large for the service/],
		[414, /URL is too long/],
		[401, /^Check the token in the credential, and/],
		[402, TOP_UP],
		[404, /^Check that the ID exists/],
		[301, /^Redirects are not followed/],
		[302, /^The request was not retried/],
		[403, /^Check the token in the credential, and/],
		[406, /^The service found nothing for the values/],
		[429, /Try again later, send fewer items/],
		[500, /^The request was not retried/],
	])('follows the status %i if its reason says nothing', (status, advice) => {
		expect(errorOf(send, { error: 'Oops' }, status).advice).toMatch(advice);
		expect(errorOf(send, '', status).advice).toMatch(advice);
	});

	test.each([500, 599])('blames the service for the status %i of a read', (status) => {
		const { advice } = errorOf(read, { error: 'Oops' }, status);
		expect(advice).toMatch(/^The service reported an internal error/);
	});

	test.each([400, 405])('points to the fields for the status %i without a reason', (status) => {
		expect(errorOf(send, '<h1>', status).advice).toMatch(/^Check the fields of this step/);
	});

	test('mentions the balance for a 400 of Confirm only if there is no reason', () => {
		const advice = (body: unknown) => errorOf(confirm, body).advice;
		expect(advice('')).toMatch(/^The balance is too low for this mailing/);
		expect(advice({ error: 'Unknown mailing' })).toBe('');
		expect(advice({ error: 'Low balance' })).toMatch(TOP_UP);
		for (const error of ['message_id: already confirmed', 'Рассылка уже подтверждена']) {
			const refused = errorOf(confirm, { error });
			expect([refused.message, refused.advice]).toEqual([error, '']);
		}
	});

	test.each<[NodeName, where: string]>([
		[sms, 'Mailing > Get Many'],
		[viber, 'Mailing > Get'],
	])('says where to find the status after a Confirm of unknown outcome: %s', (node, where) => {
		const { advice } = errorOf([node, 'mailing:confirm', {}], 'Oops', 502);
		expect(advice).toContain(
			`read the status of the mailing with ${where}. Run the step again`,
		);
	});
});

describe('the failure that n8n gets', () => {
	const MINUTE = '120';
	test.each<[status: number, reason: string, failure: NodeApiError['failure']]>([
		[429, NO, { cause: 'rate-limited', retryAfterMs: 120_000 }],
		[401, NO, { cause: 'credential-invalid' }],
		[403, 'Wrong token', { cause: 'credential-invalid' }],
		[403, 'Неверный API-ключ', { cause: 'credential-invalid' }],
		[403, 'Forbidden', { cause: 'temporarily-unavailable' }],
		[403, '', { cause: 'temporarily-unavailable' }],
		[500, NO, { cause: 'temporarily-unavailable' }],
		[503, NO, { cause: 'temporarily-unavailable' }],
		[400, 'Wrong token', undefined],
		[200, 'Wrong token', undefined],
	])('follows from status %i with the reason %j', (status, error, failure) => {
		for (const call of [send, read]) {
			const told = errorOf(call, error && { error }, status, MINUTE);
			expect(told.failure).toEqual(failure);
		}
	});

	test('says that there was no connection', async () => {
		const [node, , parameters] = read;
		const { error } = await runNode({
			...{
				node,
				parameters: { resource: 'message', operation: 'getDelivery', ...parameters },
			},
			credentials: { baseUrl: 'http://127.0.0.1:1', token },
		});
		expect(error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	});
});

const viberMessage = { sender: byId('21'), phone: PHONE, message: 'Hello' };
const forwarded = { ...viberMessage, options: { forwardToSms: true, smsSender: byId('5') } };
const batch: INodeParameters = {
	...{ batchSender: byId('5'), batchName: 'A', name: 'A', mailingName: 'A', phone: PHONE },
	...{ contentType: 'text', message: 'A' },
};
test.each<[Call, reason: string, message: string]>([
	[read, 'sms_id: unknown', 'SMS ID: unknown'],
	[send, 'alphaname_id: unknown', 'Sender (alphaname_id): unknown'],
	[send, 'phone: invalid; message: is empty', 'Phone: invalid; Message: is empty'],
	[
		[viber, 'message:send', viberMessage],
		'Unknown vibername_id',
		'Unknown Sender (vibername_id)',
	],
	[
		[viber, 'message:send', forwarded],
		'alphaname_id: unknown',
		'Forward to SMS: Sender (alphaname_id): unknown',
	],
	[[viber, 'batch:send', batch], 'alphaname_id: no', 'Batch Sender (alphaname_id): no'],
	[confirm, 'message_id: unknown', 'Mailing (message_id): unknown'],
	[
		[viber, 'reply:markAsRead', { replyIds: '5' }],
		'incoming_messages: unknown',
		'Reply IDs (incoming_messages): unknown',
	],
	[send, 'The phone is off', 'The phone is off'],
	[send, 'list_id: unknown', 'list_id: unknown'],
	[send, 'x.alphaname_id or alphaname_idx', 'x.alphaname_id or alphaname_idx'],
])(
	'the error of %j names parameters of the API by their labels: %j',
	async (call, reason, message) => {
		const [node, does, values] = call;
		const [resource, operation] = does.split(':');
		const service = new Service(() => ({ status: 400, body: { error: reason } }));
		const parameters = { resource, operation, ...values };
		const { error } = await runNode({ node, parameters }).finally(() => service.close());
		expect(error?.message).toBe(message);
	},
);
