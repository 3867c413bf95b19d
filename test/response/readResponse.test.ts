import { okResultRecord } from '../../nodes/shared/api/responseShapes';
import { formatFirstRanges } from '../../nodes/shared/errors/itemRanges';
import { makeConnectionFailure } from '../../nodes/shared/http/connectionError';
import { readResponse, parseRetryAfterMs } from '../../nodes/shared/response/readResponse';

test('a failure has the text of the service, and when to try again', () => {
	const response = { status: 429, text: '{"error":"No"}', retryAfter: '2' };
	expect(readResponse(response, { response: okResultRecord('a'), effect: 'send' })).toEqual({
		...{ httpStatus: 429, message: 'No', quotesService: true, advice: undefined },
		...{ outcomeUnknown: false, retryAfterMs: 2_000 },
	});
});

const unreachable = (advice: string) => ({
	...{ message: 'The service cannot be reached', hasConnectionFailed: true, isNotSent: true },
	advice: expect.stringContaining(advice) as string,
});
const untrusted = {
	...{ message: 'No secure connection to the service is possible', isNotSent: true },
	advice: expect.stringContaining('base URL') as string,
};
const lost = (message: string) => ({ message, outcomeUnknown: true, hasConnectionFailed: true });
const cut = lost('The service closed the connection unexpectedly');
const late = lost('The service did not respond in time');
const cancelled = {
	...{ message: 'The execution was cancelled before the service responded' },
	outcomeUnknown: true,
};
test.each<[code: string, failure: object]>([
	['ENOTFOUND', unreachable('Check the spelling of the host')],
	['EAI_AGAIN', unreachable('connection to the internet')],
	['ECONNREFUSED', unreachable('Check the port')],
	['EHOSTUNREACH', unreachable('Check the base URL')],
	['ENETUNREACH', unreachable('Check the base URL')],
	['CERT_HAS_EXPIRED', untrusted],
	['ERR_TLS_CERT_ALTNAME_INVALID', untrusted],
	['ERR_SSL_WRONG_VERSION_NUMBER', untrusted],
	['ERR_TLS_INVALID_PROTOCOL_VERSION', untrusted],
	['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
	['TLS_NOT_ESTABLISHED', unreachable('Check the base URL')],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
	['ERR_CANCELED', cancelled],
	['ETIMEDOUT', late],
	['ECONNABORTED', late],
	['ECONNRESET', cut],
	['no response', cut],
])('a connection that fails with %s is explained', (code, failure) => {
	expect(makeConnectionFailure(code, 'the message', true)).toEqual({ httpStatus: 0, ...failure });
	expect(makeConnectionFailure(code, 'the message', false)).toEqual({
		...{ httpStatus: 0, message: 'the message', isNotSent: true },
		advice: 'Check the credential of this step.',
	});
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
	'a connection to a proxy that fails with %s blames the proxy',
	(code) => {
		expect(makeConnectionFailure(code, 'the message', true, true)).toEqual({
			...{ httpStatus: 0, message: 'The proxy cannot be reached' },
			...{ isNotSent: true, hasConnectionFailed: true },
			advice: `Check Proxy in the Request Options of this step. If Proxy is correct, the proxy is down (${code}).`,
		});
	},
);

const NOW = Date.parse('2026-11-20T12:00:00Z');

const NO_WAIT: unknown[] = [
	...['Fri, 20 Nov 2026 11:59:00 GMT', '0', '-5', '', '   ', 'soon', 'NaN', undefined, ['2']],
	...[2, 'Infinity', '-Infinity', '1e99', '1e3', '0x10', '0b11', '9'.repeat(400)],
	...['Infinity seconds', '120 seconds'],
];
test.each<[header: unknown, milliseconds: number | undefined]>([
	['2', 2_000],
	[' 2 ', 2_000],
	['0.5', 500],
	['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
	['2026-11-20T12:00:30Z', 30_000],
	...NO_WAIT.map((header): [unknown, undefined] => [header, undefined]),
])('a Retry-After header of %p is read as %p ms', (header, milliseconds) => {
	expect(parseRetryAfterMs(header, NOW)).toBe(milliseconds);
});

test.each<[number[], string]>([
	[[], ''],
	[[5], '5'],
	[[3, 1, 2], '1-3'],
	[[0, 1, 3, 5, 6, 5], '0-1, 3, 5-6'],
	[[10, 9, 2], '2, 9-10'],
	[[0, 2, 4, 6, 8, 10, 12, 14, 16, 18], '0, 2, 4, 6, 8, 10, 12, 14, 16, 18'],
	[[0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20], '0, 2, 4, 6, 8, 10, 12, 14, 16, 18 …'],
])('the item numbers %j are shortened to "%s"', (indexes, short) => {
	expect(formatFirstRanges(indexes)).toBe(short);
});
