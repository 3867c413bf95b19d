import { PassThrough, Readable } from 'node:stream';
import { readBody } from '../../nodes/shared/response/readBody';
import { type NetworkError, networkCode } from '../../nodes/shared/http/connectionError';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
/** So many megabytes and bytes more; the memory of one. */
function megabytes(count: number, more = 0, first = 'x'): Readable {
	const start = Buffer.from(first.padEnd(MEGABYTE.length, 'x'));
	const rest = Array.from({ length: count - 1 }, () => MEGABYTE);
	return Readable.from(
		[start, ...rest, MEGABYTE.subarray(0, more)].filter(({ length }) => length),
	);
}
const one = { holds: undefined } as never;
const list = { expects: 'list' } as never;
const LIMIT = 16;
const tooLarge = (limit: number) => `is larger than ${limit} MB and was not read to its end`;

describe('a body', () => {
	test('reads exactly 16 MB and not one byte more', async () => {
		const { text, problem } = await readBody(megabytes(LIMIT), 200, one);
		expect([text.length, problem]).toEqual([LIMIT * MEGABYTE.length, undefined]);
		const more = megabytes(LIMIT, 1);
		expect(await readBody(more, 200, one)).toEqual({ text: '', problem: tooLarge(LIMIT) });
		expect(more.destroyed).toBe(true);
	});

	test.each([200, 299])('reads up to 256 MB of a list with status %i', async (status) => {
		const { text } = await readBody(megabytes(LIMIT, 1), status, list);
		expect(text).toHaveLength(LIMIT * MEGABYTE.length + 1);
		expect(await readBody(megabytes(256, 1), status, list)).toEqual({
			text: '',
			problem: tooLarge(256),
		});
	});

	test.each([199, 300, 500])('reads up to 16 MB of an error with status %i', async (status) => {
		expect(await readBody(megabytes(LIMIT, 1), status, list)).toMatchObject({
			problem: tooLarge(LIMIT),
		});
	});

	test('reads up to 16 MB of a web page', async () => {
		const page = megabytes(LIMIT, 1, '<html>');
		expect(await readBody(page, 200, list)).toMatchObject({ problem: tooLarge(LIMIT) });
	});

	test('joins bytes before it decodes characters', async () => {
		const bytes = Buffer.from('Їжак');
		const parts = [bytes.subarray(0, 3), bytes.subarray(3)];
		expect(await readBody(Readable.from(parts), 200, one)).toEqual({ text: 'Їжак' });
		expect(await readBody(Readable.from([]), 200, one)).toEqual({ text: '' });
	});

	test('throws the error of a connection that breaks off', async () => {
		const broken = new PassThrough();
		const reading = readBody(broken, 200, one);
		broken.write('{"a":');
		broken.destroy(new Error('socket hang up'));
		await expect(reading).rejects.toThrow('socket hang up');
	});

	test('throws if the connection is closed before the body ends', async () => {
		const closed = new PassThrough();
		const reading = readBody(closed, 200, one);
		closed.write('{"a":');
		closed.destroy();
		await expect(reading).rejects.toThrow('Premature close');
	});
});

describe("the network's code", () => {
	const rows: Array<[title: string, error: object, code: string]> = [
		['of the cause', { cause: { code: 'ECONNRESET' }, httpCode: 'X', code: 'Y' }, 'ECONNRESET'],
		['of an older n8n', { httpCode: 'ENOTFOUND', code: 'Y' }, 'ENOTFOUND'],
		['of an older n8n with messages', { httpCode: 'EPROTO', messages: ['a', 'b'] }, 'EPROTO'],
		['of a body that breaks off', { httpCode: null, code: 'ECONNRESET' }, 'ECONNRESET'],
		['of a cause without one', { cause: { message: 'Oops' }, code: 'Y' }, 'no response'],
		['of nothing', {}, 'no response'],
		...['read', 'write'].flatMap((syscall): typeof rows => {
			const lost = { code: 'EHOSTUNREACH', message: `${syscall} EHOSTUNREACH` };
			return [
				[`of a connection that ends in a ${syscall}`, { cause: lost }, 'no response'],
				[`of a body that ends in a ${syscall}`, lost, 'no response'],
				[
					`of a ${syscall} in an older n8n`,
					{ httpCode: lost.code, messages: [lost.message] },
					'no response',
				],
			];
		}),
		[
			'of a host without a route',
			{ cause: { code: 'EHOSTUNREACH', message: 'connect EHOSTUNREACH 10.0.0.1:443' } },
			'EHOSTUNREACH',
		],
		['of all addresses', { cause: { code: 'ENETUNREACH', message: '' } }, 'ENETUNREACH'],
		[
			'of a server without TLS',
			{ cause: { code: 'EPROTO', message: 'SSL: Wrong version number' } },
			'ERR_SSL_WRONG_VERSION_NUMBER',
		],
		[
			'of a server without TLS in an older n8n',
			{ httpCode: 'EPROTO', messages: ['write', 'wrong version number'] },
			'ERR_SSL_WRONG_VERSION_NUMBER',
		],
	];
	test.each(rows)('finds the network code %s', (_, error, code) => {
		expect(networkCode(error as NetworkError)).toBe(code);
	});
});
