import { envelopeWith } from '../../nodes/shared/api/responseShapes';
import { formatRanges } from '../../nodes/shared/errors/itemRanges';
import { connectionFailure } from '../../nodes/shared/http/connectionError';
import { readResponse, retryAfter } from '../../nodes/shared/response/readResponse';

test('a failure has the words of the service, and when to try again', () => {
	const response = { status: 429, text: '{"error":"No"}', retryAfter: '2' };
	expect(readResponse(response, { response: envelopeWith('a'), effect: 'send' })).toEqual({
		...{ status: 429, message: 'No', hasReason: true, advice: undefined },
		...{ outcomeUnknown: false, retryAfter: 2_000 },
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
			['ENOTFOUND', 'Check its spelling'],
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
