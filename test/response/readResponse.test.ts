import {
	bareList,
	envelopeWith,
	type ResponseShape,
	statusOnly,
	undocumented,
} from '../../nodes/shared/api/responseShapes';
import { formatRanges } from '../../nodes/shared/errors/itemRanges';
import { connectionFailure } from '../../nodes/shared/http/connectionError';
import { readResponse, retryAfter } from '../../nodes/shared/response/readResponse';

const envelope = envelopeWith('a');
const INCOMPLETE = 'The service returned incomplete JSON';
const NO_JSON = 'The service returned text that is not JSON';
const EMPTY = 'The service returned an empty response';

const read = (status: number, text: string, response: ResponseShape = envelope) =>
	readResponse({ status, text, retryAfter: '2' }, { response, effect: 'send' });

describe('a body', () => {
	test.each<[string, ResponseShape, unknown]>([
		['\ufeff {"a":1}\n', envelope, { a: 1 }],
		['{"a":12345678901234567890}', envelope, { a: '12345678901234567890' }],
		['{"status":"OK","result":[{"a":1}]}', envelope, { a: 1 }],
		[' done ', undocumented, { message: 'done' }],
		['a<b {"', undocumented, { message: 'a<b {"' }],
		['x'.repeat(1_000), undocumented, { message: 'x'.repeat(1_000) }],
		[' \n', undocumented, { message: '' }],
	])('is read: body %#', (body, shape, record) => {
		expect(read(200, body, shape)).toMatchObject({ records: [record] });
	});

	test.each<[string, ResponseShape, string]>([
		['', statusOnly, EMPTY],
		['\ufeff \n', envelope, EMPTY],
		['<html>', undocumented, 'The service returned an HTML page instead of JSON'],
		['{"a":', undocumented, INCOMPLETE],
		['[1', undocumented, INCOMPLETE],
		['"a', undocumented, INCOMPLETE],
		['done', envelope, NO_JSON],
		['secret text', statusOnly, NO_JSON],
		['No funds: rejected', envelope, NO_JSON],
		['x'.repeat(1_001), undocumented, NO_JSON],
	])('has an unknown outcome: body %#', (body, shape, message) => {
		expect(read(200, body, shape)).toMatchObject({ message, outcomeUnknown: true });
	});
});

describe('a response by its HTTP status', () => {
	test.each([200, 299])('reads a response with status %i', (code) => {
		expect(read(code, '{"status":"OK","result":{"a":1}}')).toEqual({ records: [{ a: 1 }] });
	});

	test('a failure has the words of the service, and when to try again', () => {
		expect(read(429, '{"error":"No"}')).toEqual({
			...{ status: 429, message: 'No', hasReason: true, advice: undefined },
			...{ outcomeUnknown: false, retryAfter: 2_000 },
		});
	});

	test('406 is an empty list where that is documented', () => {
		expect(read(406, '', { ...bareList, emptyStatus: 406 })).toEqual({ records: [] });
		expect(read(406, '', bareList)).toMatchObject({ status: 406 });
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
	const unreachable = {
		message: 'The service cannot be reached',
		...{ noResponse: true, isNotSent: true },
	};
	const untrusted = {
		message: 'No secure connection to the service is possible',
		...{ advice, isNotSent: true },
	};
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
				advice: 'Check the credential of this step.',
				isNotSent: true,
			},
		});
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

test.each<[number[], string]>([
	[[], ''],
	[[5], '5'],
	[[3, 1, 2], '1-3'],
	[[0, 1, 3, 5, 6, 5], '0-1, 3, 5-6'],
	[[10, 9, 2], '2, 9-10'],
	[[0, 2, 4, 6, 8, 10, 12, 14, 16, 18], '0, 2, 4, 6, 8, 10, 12, 14, 16, 18'],
	[[0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20], '0, 2, 4, 6, 8, 10, 12, 14, 16, 18 …'],
])('shortens the item numbers %j to "%s"', (indexes, short) => {
	expect(formatRanges(indexes)).toBe(short);
});
