import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import {
	type ResponseShape,
	envelopeList,
	envelopeWith,
	bareList,
	undocumented,
	recordWith,
	resultList,
	statusOnly,
} from '../../nodes/shared/api/responseShapes';
import { withNodeError, requestError } from '../../nodes/shared/errors/nodeErrors';
import { withDetail } from '../../nodes/shared/errors/errorDetail';
import {
	UnsuccessfulResponse,
	parseBody,
	toRecords,
} from '../../nodes/shared/response/parseResponse';
import { connectionFailure } from '../../nodes/shared/http/connectionError';
import { readResponse, retryAfter } from '../../nodes/shared/response/readResponse';

/** The error that is thrown, and whether the service itself reported the failure. */
function failureOf(read: () => unknown): [message: string, definite: boolean] {
	try {
		return [`no error but ${JSON.stringify(read())}`, false];
	} catch (error) {
		return [(error as Error).message, (error as UnsuccessfulResponse).isDefinite];
	}
}

const nested = (levels: number): unknown =>
	Array.from({ length: levels }).reduce((inner) => [inner], 1);
const OTHER = "The response does not match the service's documentation";
const envelope = envelopeWith('a');
const STATUS = (status: string) => `The service returned the status "${status}"`;
const FAILURE = 'The service reported a failure';
const INCOMPLETE = 'The service returned incomplete JSON';
const NO_JSON = 'The service returned text that is not JSON';

describe('a body', () => {
	test.each<[string, ResponseShape, unknown]>([
		['\ufeff {"a":1}\n', envelope, { a: 1 }],
		['"text"', envelope, 'text'],
		[JSON.stringify(nested(200)), envelope, nested(200)],
		[' done ', undocumented, 'done'],
		['a<b {"', undocumented, 'a<b {"'],
		['a\ufeffb', undocumented, 'a\ufeffb'],
		['x'.repeat(1_000), undocumented, 'x'.repeat(1_000)],
		[' \n', undocumented, undefined],
	])('parses body %#', (body, shape, read) => {
		expect(parseBody(body, shape)).toEqual(read);
	});

	test.each<[string, ResponseShape, string]>([
		['', statusOnly, 'The service returned an empty response'],
		['\ufeff \n', envelope, 'The service returned an empty response'],
		['<html>', undocumented, 'The service returned an HTML page instead of JSON'],
		['{"a":', undocumented, INCOMPLETE],
		['[1', undocumented, INCOMPLETE],
		['"a', undocumented, INCOMPLETE],
		['done', envelope, NO_JSON],
		['secret text', statusOnly, NO_JSON],
		['No funds: rejected', envelope, 'No funds: rejected'],
		['x'.repeat(1_001), undocumented, NO_JSON],
		[`failed ${'x'.repeat(1_001)}`, envelope, NO_JSON],
		[JSON.stringify(nested(201)), envelope, OTHER],
		[JSON.stringify({ a: [1, { b: nested(199) }] }), envelope, OTHER],
	])('rejects body %# with an unknown outcome', (body, shape, message) => {
		expect(failureOf(() => parseBody(body, shape))).toEqual([message, false]);
	});
});

describe('the records of a response', () => {
	test.each<[unknown, ResponseShape, unknown]>([
		[{ status: 'OK', result: { a: 1 } }, envelope, [{ a: 1 }]],
		[{ status: 'Success', result: 'x' }, statusOnly, [{ message: 'x' }]],
		[{ status: 'ok', result: '' }, statusOnly, [{ success: true }]],
		[{ status: 'ok', result: null }, statusOnly, [{ success: true }]],
		[{ status: 'ok' }, envelopeList, []],
		[{ status: 'OK', result: {} }, envelopeList, []],
		[{}, bareList, []],
		[{ result: [1] }, resultList, [{ message: 1 }]],
		[[{ a: 1 }], bareList, [{ a: 1 }]],
		[{ status: 'OK', result: { id: 1 } }, envelopeWith('id'), [{ id: 1 }]],
		[{ sms_id: ' 0a' }, recordWith('sms_id'), [{ sms_id: ' 0a' }]],
		[{ status: 'OK', result: { inserted: 0 } }, envelopeWith('inserted'), [{ inserted: 0 }]],
		[{ uuid: 'u', success: 'True' }, recordWith('uuid'), [{ uuid: 'u', success: 'True' }]],
		[{ uuid: 'u' }, recordWith('uuid'), [{ uuid: 'u' }]],
		[{ id: 1, success: 'yes' }, recordWith('id'), [{ id: 1, success: 'yes' }]],
		[{ status: 'ok' }, undocumented, [{ success: true }]],
		[{ status: 'ok', id: 1 }, undocumented, [{ status: 'ok', id: 1 }]],
		[{ status: 'took' }, undocumented, [{ status: 'took' }]],
		[{ status: 'okay' }, undocumented, [{ status: 'okay' }]],
		[{ result: { a: 1 }, more: 2 }, undocumented, [{ a: 1 }]],
		[{ status: 4_000 }, undocumented, [{ status: 4_000 }]],
		[{ status: 1_400 }, undocumented, [{ status: 1_400 }]],
		[{ result: '' }, undocumented, [{ success: true }]],
		[{ message: 'None failed', id: 1 }, undocumented, [{ message: 'None failed', id: 1 }]],
		[[1], undocumented, [{ message: 1 }]],
		[5, undocumented, [{ message: 5 }]],
	])('finds the records of %j', (json, shape, found) => {
		expect(toRecords(json, shape)).toEqual(found);
	});

	test.each<[unknown, ResponseShape, string, boolean]>([
		[{ error: 'No' }, envelope, 'No', true],
		[{ status: 'OK', error: { a: 1 } }, envelope, 'The service reported an error', true],
		[{ status: 'OK' }, envelope, OTHER, false],
		[{ status: 'OK', result: { a: '' } }, envelope, OTHER, false],
		[null, recordWith('id'), OTHER, false],
		['Access denied', undocumented, 'Access denied', false],
		[{ status: 'Failed', result: { id: 1 } }, undocumented, STATUS('Failed'), true],
		[{ success: 'no' }, undocumented, FAILURE, true],
		[{ status: 'OK', error: 'No' }, undocumented, 'No', false],
		[{ status: 'OK', result: '1 sent, 1 failed' }, statusOnly, '1 sent, 1 failed', false],
		[{ result: { a: 1 } }, envelope, OTHER, false],
		[{ message: 'Wait', result: 1 }, envelope, OTHER, false],
		[{ success: false, message: 'Wait' }, envelope, 'Wait', true],
		[{ status: 'ERROR' }, envelope, STATUS('ERROR'), true],
		[{ status: 'NEW' }, envelope, STATUS('NEW'), false],
		[{ status: {} }, envelope, OTHER, false],
		[
			{ uuid: 'u', status: 'OK', success: [{}] },
			recordWith('uuid'),
			`${OTHER} (uuid u)`,
			false,
		],
		[{ status: 'took', result: 1 }, envelope, STATUS('took'), false],
		[{ status: 'okay', result: 1 }, envelope, STATUS('okay'), false],
		[{ status: 'OK', result: { id: null } }, envelopeWith('id'), OTHER, false],
		[{ status: 'OK', result: ['id'] }, envelopeWith('id'), OTHER, false],
		[{ other: [] }, resultList, OTHER, false],
		[[], envelope, OTHER, false],
		[[{ a: 1 }], statusOnly, OTHER, false],
		['odd', envelope, OTHER, false],
		[{ uuid: null }, recordWith('uuid'), OTHER, false],
		[{ status: 'OK', result: { inserted: false } }, envelopeWith('inserted'), OTHER, false],
		[{ sms_id: 0, status: 'ERROR' }, recordWith('sms_id'), STATUS('ERROR'), true],
		[{ sms_id: 5, error: 'No' }, recordWith('sms_id'), 'No (sms_id 5)', false],
		[{ sms_id: ' 00 ', error: 'No' }, recordWith('sms_id'), 'No', true],
		[{ status: 500 }, undocumented, STATUS('500'), false],
		[{ message: 'Not sent: invalid' }, undocumented, 'Not sent: invalid', false],
		[{ result: false }, undocumented, OTHER, false],
		['failed', recordWith('id'), 'failed', false],
		[{ success: 'no', result: [] }, resultList, FAILURE, true],
		[{ id: 1, success: 'no' }, recordWith('id'), `${FAILURE} (id 1)`, false],
		[{ success: false, result: { a: 1 } }, envelope, OTHER, false],
		[{ status: 'OK', success: 0 }, envelope, FAILURE, true],
		[{ statusCode: 403, message: 'Bad phone' }, recordWith('id'), 'Bad phone', true],
		[{ status: '400', message: 'Bad phone' }, recordWith('id'), 'Bad phone', true],
		[{ status: '500', message: 'Oops' }, recordWith('id'), 'Oops', false],
		[{ result: [{ error: 'Bad phone' }] }, recordWith('id'), 'Bad phone', false],
		[{ result: ['Bad phone: invalid'] }, recordWith('id'), 'Bad phone: invalid', false],
		[
			{ status: 'ERROR', result: { uuid: 'u' } },
			envelopeWith('uuid'),
			`${STATUS('ERROR')} (uuid u)`,
			false,
		],
		[{ status: 'OK', message: 'Not in the list' }, statusOnly, 'Not in the list', false],
		[{ status: 'OK', success: 0 }, statusOnly, FAILURE, false],
		[{ error: 'No' }, statusOnly, 'No', true],
		[{ success: 'FAILED' }, recordWith('uuid'), 'The service returned success "FAILED"', true],
		[
			{ uuid: 'u', success: 'untrue' },
			recordWith('uuid'),
			'The service returned success "untrue" (uuid u)',
			false,
		],
		[
			{ uuid: 'u', success: 'trueish' },
			recordWith('uuid'),
			'The service returned success "trueish" (uuid u)',
			false,
		],
	])('rejects %j', (json, shape, message, definite) => {
		expect(failureOf(() => toRecords(json, shape))).toEqual([message, definite]);
	});
});

describe('a response by its HTTP status', () => {
	const read = (status: number, text: string, response = envelope) =>
		readResponse({ status, text, retryAfter: '2' }, { response, effect: 'send' });

	test.each([200, 299])('reads a response with status %i', (code) => {
		expect(read(code, '{"status":"OK","result":{"a":1}}')).toEqual([{ a: 1 }]);
	});

	test.each([
		[199, true],
		[300, true],
		[301, false],
		[302, true],
		[303, true],
		[304, true],
		[305, true],
		[306, true],
		[307, false],
		[308, false],
		[400, false],
		[407, false],
		[408, true],
		[409, false],
		[499, false],
		[500, true],
		[503, true],
	])('status %i is a failure with an unknown outcome: %p', (status, outcomeUnknown) => {
		expect(read(status, '{"error":"No"}')).toEqual({
			...{ status, message: 'No', outcomeUnknown, advice: undefined, retryAfter: 2_000 },
			hasReason: true,
		});
	});

	test('an error at status 200 is definite, and cut JSON is not', () => {
		expect(read(200, '{"error":"No"}')).toMatchObject({ message: 'No', outcomeUnknown: false });
		expect(read(200, '{"err')).toMatchObject({ message: INCOMPLETE, outcomeUnknown: true });
		expect(read(200, 'fine', undocumented)).toEqual([{ message: 'fine' }]);
		expect(read(406, '', { ...bareList, emptyStatus: 406 })).toEqual([]);
	});

	test.each([
		'{"code":500,"message":"No"}',
		'{"error":"No","code":"503"}',
		'{"status":"error","error":{"code":504,"message":"Gateway Timeout"}}',
		'{"statusCode":500,"error":"Internal Server Error","message":"boom"}',
		'{"error":"Internal server error"}',
	])('a server error at status 200 has an unknown outcome, as one of HTTP: %s', (text) => {
		expect(read(200, text)).toMatchObject({ outcomeUnknown: true });
	});

	test.each([
		'{"code":400,"message":"No"}',
		'{"error":"No","code":5001}',
		'{"error":"Error 17"}',
	])('another error at status 200 is definite: %s', (text) => {
		expect(read(200, text)).toMatchObject({ outcomeUnknown: false });
	});

	test.each([
		['{"a":5}', envelope, true],
		['{"status":"error","result":{"a":5}}', envelope, true],
		['{"a":""}', envelope, false],
		['{"status":"OK"}', envelope, false],
		['{"status":"OK"}', statusOnly, true],
		['{"status":"OK","error":"No funds"}', statusOnly, true],
		['{"status":"error"}', statusOnly, false],
		['{"a":', envelope, false],
		['[{"a":5}]', envelope, true],
		['[{"a":5},{"a":6}]', envelope, false],
		['{"data":{"a":5}}', envelope, true],
		['{"result":[{"a":5}]}', envelope, true],
	])('the error response %s may show success', (text, shape, outcomeUnknown) => {
		expect(read(400, text, shape)).toMatchObject({ outcomeUnknown });
	});

	test.each([
		['', 'The service returned HTTP status 400'],
		[' \n', 'The service returned HTTP status 400'],
		[' <h1>Bad</h1>', 'The service returned HTTP status 400'],
		['{}', 'The service returned HTTP status 400'],
		[' Bad <', 'Bad <'],
		[' { Bad', '{ Bad'],
		['{"message":"Bad"}', 'Bad'],
	])('finds the message of the error response %p', (text, message) => {
		expect(read(400, text)).toMatchObject({ message });
	});
});

describe('a connection that fails', () => {
	const advice = expect.stringContaining('base URL');
	const unreachable = { message: 'The service cannot be reached', noResponse: true };
	const untrusted = { message: 'No secure connection to the service is possible', advice };
	const cut = {
		message: 'The service closed the connection unexpectedly',
		outcomeUnknown: true,
		noResponse: true,
	};
	const late = {
		message: 'The service did not respond in time',
		outcomeUnknown: true,
		noResponse: true,
	};
	const cancelled = {
		message: 'The execution was cancelled before the service responded',
		outcomeUnknown: true,
	};
	test.each<[string, object]>([
		...[
			['ENOTFOUND', 'typing errors'],
			['EAI_AGAIN', 'connection to the internet'],
			['ECONNREFUSED', 'Check its port'],
			['EHOSTUNREACH', 'Check the base URL'],
			['ENETUNREACH', 'Check the base URL'],
		].map(([code, advice]): [string, object] => [
			code,
			{ ...unreachable, advice: expect.stringContaining(advice) as string },
		]),
		['CERT_HAS_EXPIRED', untrusted],
		['ERR_TLS_CERT_ALTNAME_INVALID', untrusted],
		['ERR_SSL_WRONG_VERSION_NUMBER', untrusted],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
		['ERR_CANCELED', cancelled],
		['ETIMEDOUT', late],
		['ECONNABORTED', late],
		['ECONNRESET', cut],
		['no response', cut],
	])('explains a failed connection with %s', (code, failure) => {
		expect(connectionFailure(code, 'the message', true)).toEqual({ status: 0, ...failure });
		expect(connectionFailure(code, 'the message', false)).toEqual({
			...{
				status: 0,
				message: 'the message',
				advice: 'Check the credential of this step. Nothing was sent.',
			},
		});
	});
});

describe('errors', () => {
	const node = {
		id: '1',
		name: 'N',
		type: 't',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const where = { context: { getNode: () => node as never }, action: 'Send', itemIndex: 3 };

	test('any error becomes one of n8n with its operation and item', () => {
		const odd = failureOf(() => withNodeError(where, () => JSON.parse('{')));
		expect(odd[0]).toMatch(/JSON/);
		const thrown = (what: unknown): NodeOperationError => {
			try {
				return withNodeError(where, () => {
					throw what;
				});
			} catch (error) {
				return error as NodeOperationError;
			}
		};
		const made = thrown('odd');
		expect([made.message, made.description]).toEqual(['odd', 'Nothing was sent.']);
		expect(made.context.itemIndex).toBe(3);
		expect(thrown(made)).toBe(made);
	});

	test('an error without a response has no HTTP code', () => {
		const lost = requestError({ status: 0, message: 'EEXIST preexisting' }, where);
		expect([lost.message, lost.httpCode, lost.messages]).toEqual([
			'EEXIST preexisting',
			null,
			[],
		]);
		expect(requestError({ status: 1, message: 'No' }, where).httpCode).toBe('1');
	});

	test.each([
		['Version 1.2 is down', 'Version 1.2 is down. It may have been sent anyway'],
		['It is down!', 'It is down! It may have been sent anyway'],
	])('says after "%s" that it may have been sent', (message, said) => {
		const failure = { status: 500, message, outcomeUnknown: true };
		expect(requestError(failure, where).message).toBe(said);
		expect(requestError(failure, { ...where, effect: 'read' }).message).toBe(message);
	});

	test('withDetail extends a copy of an error and keeps the original', () => {
		const api = requestError({ status: 404, message: 'No ENOENT', advice: 'Look.' }, where);
		const more = withDetail(api, where.context.getNode(), 'And more.');
		expect(more).not.toBe(api);
		expect(more).toBeInstanceOf(NodeApiError);
		expect([more.message, more.description, more.context.itemIndex, more.messages]).toEqual([
			...['No ENOENT', 'Look. And more.', 3, []],
		]);
		expect((more as NodeApiError).httpCode).toBe('404');
		expect(api.description).toBe('Look.');
		const unsent = requestError({ status: 429, message: 'Slow' }, where);
		expect(unsent.description).toMatch(/^Nothing was sent\. Try/);
		const part = withDetail(unsent, where.context.getNode(), 'Sent: item 0.');
		expect(part.description).toMatch(/^Try .* Sent: item 0\.$/);
		const bad = new NodeOperationError(where.context.getNode(), 'Bad', { itemIndex: 2 });
		const worse = withDetail(bad, where.context.getNode(), 'And more.');
		expect(worse).toBeInstanceOf(NodeOperationError);
		expect([worse.message, worse.description, worse.context.itemIndex]).toEqual([
			...['Bad', 'And more.', 2],
		]);
	});
});

const NOW = Date.parse('2026-11-20T12:00:00Z');

const headers: Array<[header: unknown, milliseconds: number | undefined]> = [
	['2', 2_000],
	[' 2 ', 2_000],
	['0.5', 500],
	['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
	['Fri, 20 Nov 2026 11:59:00 GMT', undefined],
	['0', undefined],
	['-5', undefined],
	['', undefined],
	['   ', undefined],
	['soon', undefined],
	['NaN', undefined],
	[undefined, undefined],
	[['2', '3'], undefined],
	[['2'], undefined],
	[2, undefined],
	['Infinity', undefined],
	['-Infinity', undefined],
	['1e99', undefined],
	['1e3', undefined],
	['0x10', undefined],
	['0b11', undefined],
	['9'.repeat(400), undefined],
	['2026-11-20T12:00:30Z', 30_000],
	['Infinity seconds', undefined],
	['120 seconds', undefined],
];

test.each(headers)('reads the Retry-After header %p as %p ms', (header, milliseconds) => {
	expect(retryAfter(header, NOW)).toBe(milliseconds);
});
