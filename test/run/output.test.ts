import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { token } from '../support/engine/credentials';
import type { NodeName } from '../support/engine/nodeTypes';
import { reveals } from '../support/engine/reveals';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import type { Answer } from '../support/engine/service';

interface Call {
	node: NodeName;
	parameters: INodeParameters;
}

const call = (
	node: NodeName,
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
): Call => ({ node, parameters: { resource, operation, ...parameters } });

const sendSms = call('messagingServiceSms', 'message', 'send', {
	sender: byId('1363'),
	phone: PHONE,
	message: 'Hello',
});
/** The same call, without waiting for the rate limit. */
const impatient = ({ parameters, ...rest }: typeof sendSms): typeof sendSms => ({
	...rest,
	parameters: { ...parameters, options: { maxWait: 0 } },
});
const smsList = call('messagingServiceSms', 'message', 'getAll');
const smsMailings = call('messagingServiceSms', 'mailing', 'getAll');
const smsStatus = call('messagingServiceSms', 'message', 'getStatus', { messageId: byId('31') });
const smsBatchStatus = call('messagingServiceSms', 'batch', 'getStatus', { uuid: 'u' });
const sendBatch = call('messagingServiceSms', 'batch', 'send', {
	sender: byId('1363'),
	mailingName: 'March',
	message: 'Hello',
	phone: PHONE,
});
const confirm = call('messagingServiceViber', 'mailing', 'confirm', { mailingId: byId('1') });
const viberMailings = call('messagingServiceViber', 'mailing', 'getAll');
const markAsRead = call('messagingServiceViber', 'reply', 'markAsRead', { replyIds: '1' });
const templates = call('messagingServiceTemplates', 'template', 'getAll');
const getTemplate = call('messagingServiceTemplates', 'template', 'get', { templateId: byId('5') });
const deleteTemplate = call('messagingServiceTemplates', 'template', 'delete', {
	templateId: byId('5'),
});
const unsubscribe = call('messagingServiceEmail', 'address', 'unsubscribe', {
	email: 'ann@example.com',
});
const createList = call('messagingServiceContacts', 'list', 'create', { name: 'A' });

let service: Service;
afterEach(() => service.close());

async function answering(answer: Answer, { node, parameters }: Call) {
	service = new Service(() => answer);
	return await runNode({ node, parameters });
}

const open = { uuid: 'u', is_finished: false };
const oneByOne = { options: { oneItemPerRecipient: true } };
const viberRecipients = call('messagingServiceViber', 'mailing', 'getRecipients', {
	mailingId: byId('1'),
});
const batchEntry = {
	...{ message_id: 1, name: 'March', alphaname_id: 1363 },
	success: [{ delivery_id: 2, phone: '37120000001', status: 'NEW', status_time: 'x' }],
};

test.each<[title: string, made: Call, body: unknown, fields: string]>([
	['a message', sendSms, { sms_id: 1, status: 'NEW' }, 'phone sms_id status is_sent'],
	[
		'a recipient of a mailing',
		viberRecipients,
		{ status: 'OK', result: [{ delivery_id: 1, phone: '1', status: 'READ', error_code: 0 }] },
		'phone delivery_id status error_code message_id is_delivered',
	],
	[
		'a recipient of a batch',
		{ ...sendBatch, parameters: { ...sendBatch.parameters, ...oneByOne } },
		{ uuid: 'u' },
		'phone uuid message_type is_sent',
	],
	[
		'the status of a recipient of a batch, with what all have in common last',
		{ ...smsBatchStatus, parameters: { ...smsBatchStatus.parameters, ...oneByOne } },
		[batchEntry],
		'phone delivery_id status status_time is_delivered message_id name alphaname_id uuid is_finished',
	],
])('begins with whom it is about: %s', async (_, made, body, fields) => {
	const { items } = await answering({ body: body as never }, made);
	expect(Object.keys(items[0].json).join(' ')).toBe(fields);
});

const outputs: Array<[title: string, made: Call, body: unknown, output: IDataObject[]]> = [
	['an array in result', templates, { status: 'OK', result: [{ id: 1 }] }, [{ id: 1 }]],
	[
		'an array in data',
		smsMailings,
		{ status: 'success', data: [{ id: 1 }] },
		[{ id: 1, is_finished: false }],
	],
	[
		'an array alone',
		smsBatchStatus,
		[{ name: 'A' }, { name: 'B' }],
		[
			{ name: 'A', ...open },
			{ name: 'B', ...open },
		],
	],
	['an object in result', getTemplate, { status: 'OK', result: { id: 5 } }, [{ id: 5 }]],
	[
		'a text in result',
		markAsRead,
		{ status: 'OK', result: 'one' },
		[{ marked: true, message: 'one' }],
	],
	['status alone', confirm, { status: 'OK' }, [{ success: true, message_id: 1, is_sent: true }]],
	[
		'status alone, in lower case',
		unsubscribe,
		{ status: 'ok' },
		[{ success: true, email: 'ann@example.com' }],
	],
	['status alone after a delete', deleteTemplate, { status: 'OK' }, [{ deleted: true, id: 5 }]],
	['an empty result', templates, { status: 'OK', result: [] }, []],
	['no result in a list', templates, { status: 'OK' }, []],
	['a null result in a list', viberMailings, { status: 'OK', result: null }, []],
	['an empty list of v1', smsList, { result: [] }, []],
	['an empty array', smsBatchStatus, [], []],
	[
		'an error that is null',
		createList,
		{ status: 'OK', result: { list_id: 1 }, error: null },
		[{ list_id: 1 }],
	],
	[
		'an undocumented body',
		smsStatus,
		{ status: 'whatever', x: { y: [1] } },
		[{ status: 'whatever', x: { y: [1] }, message_id: 31 }],
	],
	[
		'failed entries of a batch',
		smsBatchStatus,
		[{ errors: ['A: bad'] }, { name: 'B', success: [] }],
		[
			{ errors: ['A: bad'], uuid: 'u', is_finished: true },
			{ name: 'B', success: [], ...open },
		],
	],
	[
		'numbers and zeros as they are',
		sendSms,
		{ sms_id: 1, status: 'NEW', parts: 0, cost: null },
		[
			{
				sms_id: 1,
				status: 'NEW',
				parts: 0,
				cost: null,
				phone: PHONE,
				is_sent: true,
			},
		],
	],
];

test.each(outputs)('%s', async (_, made, body, output) => {
	const { items, error } = await answering({ body }, made);
	if (error) throw error;
	expect(items.map(({ json }) => json)).toEqual(output);
});

test('no SMS mailings (406) are no items', async () => {
	const body = { error: 'Content not found' };
	const { items, error } = await answering({ status: 406, body }, smsMailings);
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
});

describe('a page after the first one', () => {
	const rows = [{ message_id: 1 }, { message_id: 2 }];
	/** All prepared SMS from a service that responds so to an offset. */
	const allWith = async (offset: string, failure: Answer) => {
		service = new Service(({ query }) =>
			query.some(([name, value]) => name === 'limit_offset' && value === offset)
				? failure
				: { body: { result: rows } },
		);
		const { node, parameters } = smsList;
		return await runNode({ node, parameters: { ...parameters, returnAll: true } });
	};

	test('that the service does not find (406) is the end of the list', async () => {
		const { items, error } = await allWith('2', { status: 406, body: 'Content not found' });
		expect([items.map(({ json }) => json), error]).toEqual([rows, undefined]);
	});

	test.each([400, 404])('with the status %i is an error', async (status) => {
		const { items, error } = await allWith('2', { status, body: { error: 'No' } });
		expect([items, error?.message]).toEqual([[], 'No']);
	});

	test('is what 406 ends, and not the first one', async () => {
		const { error } = await allWith('0', { status: 406, body: 'Content not found' });
		expect(error?.message).toBe('Content not found');
	});
});

test('JSON is read whatever its content type and byte order mark', async () => {
	const body = '\ufeff {"status":"OK","result":{"list_id":1}}\n';
	const { items, error } = await answering({ body }, createList);
	if (error) throw error;
	expect(items.map(({ json }) => json)).toEqual([{ list_id: 1 }]);
});

/** Answers that are no success, and the service's own words that the error has to show. */
const failures: Array<[title: string, made: Call, answer: Answer, words: RegExp]> = [
	['200 with an error', sendSms, { body: { error: 'Not enough money' } }, /Not enough money/],
	[
		'200 with a nested error',
		sendSms,
		{ body: { error: { message: 'Bad phone' } } },
		/Bad phone/,
	],
	[
		'200 with an error besides data',
		createList,
		{ body: { status: 'OK', error: 'Name is taken', result: { list_id: 1 } } },
		/Name is taken/,
	],
	[
		'200 with another status',
		createList,
		{ body: { status: 'ERROR', message: 'Name is taken' } },
		/Name is taken/,
	],
	['200 with a failed status alone', confirm, { body: { status: 'FAIL' } }, /FAIL/],
	[
		'200 with another status of v1',
		smsMailings,
		{ body: { status: 'error', message: 'Wrong type' } },
		/Wrong type/,
	],
	[
		'200 with errors',
		templates,
		{ body: { status: 'error', errors: ['First', 'Second'] } },
		/First/,
	],
	['200 with an error in a list', smsList, { body: { error: 'Wrong token' } }, /Wrong token/],
	[
		'200 with an error in a batch',
		smsBatchStatus,
		{ body: { error: 'No such run' } },
		/No such run/,
	],
	['200 with an undocumented error', smsStatus, { body: { error: 'No message' } }, /No message/],
	['200 with a batch that failed', sendBatch, { body: { uuid: 'u', success: 'NO' } }, /"NO"/],
	[
		'200 with a batch that failed, in words',
		sendBatch,
		{ body: { uuid: 'u', success: false, message: 'Closed' } },
		/Closed/,
	],
	['200 with a batch without uuid', sendBatch, { body: { success: 'OK' } }, /./],
	['200 with a web page', sendSms, { body: '<html><body>Welcome</body></html>' }, /HTML page/i],
	['200 with nothing', sendSms, { body: '' }, /empty/i],
	['200 with spaces', unsubscribe, { body: ' \n' }, /empty/i],
	['200 with cut JSON', createList, { body: '{"status":"OK","resu' }, /./],
	['200 with null', createList, { body: 'null' }, /./],
	['200 with a number', createList, { body: '17' }, /./],
	['200 with an object for a list', templates, { body: { status: 'OK', result: { a: 1 } } }, /./],
	['200 with nothing that was asked for', sendSms, { body: { status: 'OK' } }, /./],
	['400 with an error', sendSms, { status: 400, body: { error: 'Bad phone' } }, /Bad phone/],
	['400 with a text', sendSms, { status: 400, body: 'Bad phone' }, /Bad phone/],
	['400 with a message', createList, { status: 400, body: { message: 'Too long' } }, /Too long/],
	['400 with nothing', sendSms, { status: 400, body: '' }, /400/],
	['401', sendSms, { status: 401, body: { error: 'Unknown key' } }, /Unknown key/],
	['403', sendSms, { status: 403, body: { error: 'Forbidden' } }, /Forbidden/],
	['404 with a web page', sendSms, { status: 404, body: '<h1>Not Found</h1>' }, /404/],
	['406 elsewhere', sendSms, { status: 406, body: { error: 'Content not found' } }, /not found/],
	['429', impatient(sendSms), { status: 429, body: { error: 'Slow down' } }, /Slow down/],
	['500', sendSms, { status: 500, body: { error: 'Oops' } }, /Oops/],
	['503 with a web page', sendSms, { status: 503, body: '<h1>Down</h1>' }, /503/],
	[
		'a redirect to another host',
		createList,
		{ status: 307, body: '', headers: { location: 'https://evil.example/api' } },
		/redirect/i,
	],
];

function shownText(error: Error): string {
	const { description, httpCode } = error as { description?: unknown; httpCode?: unknown };
	return [error.message, description, httpCode].join('\n');
}

describe('an answer that is no success', () => {
	test.each(failures)(
		'%s is an error in the own words of the service, without the token, and not sent again',
		async (title, made, answer, words) => {
			const { error, items, execution } = await answering(answer, made);
			if (!error) throw new Error(`was taken for a success: ${JSON.stringify(items)}`);
			expect(shownText(error)).toMatch(words);
			expect(service.strays).toEqual([]);
			expect([...reveals(error), ...reveals(execution)]).toEqual([]);
			if (made !== sendSms) return;
			// n8n's own engine repeats a 401 once; it was not executed.
			expect(service.requests.length).toBeLessThanOrEqual(title === '401' ? 2 : 1);
		},
	);

	const advised: Array<[title: string, made: Call, answer: Answer, advice: string]> = [
		['a redirect', createList, { status: 301, body: '' }, 'Redirects are not followed'],
		['302 of a send', sendSms, { status: 302, body: '' }, 'The request was not retried'],
		['400 without a reason', sendSms, { status: 400, body: '' }, 'Check the fields of this'],
		['401', sendSms, { status: 401, body: 'Oops' }, 'Check the token in the credential, and'],
		['403', sendSms, { status: 403, body: 'Oops' }, 'Check the token in the credential, and'],
		['404', sendSms, { status: 404, body: 'Oops' }, 'Check that the ID exists in your account'],
		['405', sendSms, { status: 405, body: '<h1>' }, 'Check the fields of this step'],
		['406', sendSms, { status: 406, body: 'Oops' }, 'There is nothing to return'],
		['429', impatient(sendSms), { status: 429, body: 'Oops' }, 'Try again later'],
		[
			'500 of a read',
			smsStatus,
			{ status: 500, body: 'Oops' },
			'The service reported an internal error',
		],
		[
			'599 of a read',
			smsStatus,
			{ status: 599, body: 'Oops' },
			'The service reported an internal error',
		],
		['500 of a send', sendSms, { status: 500, body: 'Oops' }, 'The request was not retried'],
		...['Bad token', 'apikey?', 'API key', 'Unauthorized', 'Forbidden'].map(
			(error): [string, Call, Answer, string] => [
				error,
				sendSms,
				{ body: { error } },
				'Check the token in the credential.',
			],
		),
		...['No funds', 'Low balance', 'No money', 'Credit'].map(
			(error): [string, Call, Answer, string] => [
				error,
				sendSms,
				{ status: 400, body: { error } },
				'Top up the balance',
			],
		),
		...['alphaname', 'Alpha-name', 'sender'].map((error): [string, Call, Answer, string] => [
			error,
			sendSms,
			{ body: { error } },
			'Select a sender name',
		]),
	];
	test.each(advised)('%s: says what to do', async (_, made, answer, advice) => {
		const { error } = await answering(answer, made);
		const { description, httpCode } = error as Error & {
			description?: string;
			httpCode?: string;
		};
		expect(description?.slice(0, advice.length)).toBe(advice);
		expect(httpCode).toBe(String(answer.status ?? 200));
		expect(error?.message.endsWith('. It may have been sent anyway')).toBe(
			advice.startsWith('The request was not'),
		);
	});

	test('is cut when the service says very much', async () => {
		const { error } = await answering({ status: 400, body: 'x'.repeat(2_000) }, sendSms);
		expect(error?.message).toBe('x'.repeat(500));
	});

	const echo = `The key ${token} or ${encodeURIComponent(token)} is wrong`;
	const echoes: Array<[string, Answer]> = [
		['200', { body: { error: echo } }],
		['403', { status: 403, body: { error: echo } }],
		['500', { status: 500, body: echo }],
		['400 as a web page', { status: 400, body: `<h1>${echo}</h1>` }],
	];
	test.each(echoes)('%s: a token that the service repeats is hidden', async (_, answer) => {
		const { error, execution } = await answering(answer, sendSms);
		expect(error).toBeDefined();
		expect(reveals(error)).toEqual([]);
		expect(reveals(execution)).toEqual([]);
	});
});
