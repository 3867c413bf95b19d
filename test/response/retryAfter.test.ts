import { retryAfter } from '../../nodes/shared/response/readResponse';

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
