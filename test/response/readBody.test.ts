import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import type { ResponseShape } from '../../nodes/shared/api/responseShapes';
import { readBody, type Reading } from '../../nodes/shared/response/readBody';
import { type PagesRead, SizeCounter } from '../../nodes/shared/response/size';
import { judgeCases } from '../support/judged';
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
const one = { expects: { key: 'sms_id' } } as const;
const list = { expects: 'list' } as const;
const read = async (bytes: Readable, status = 200, shape: ResponseShape = one, reading?: Reading) =>
	await readBody({ bytes, status }, shape, reading);
const tooLarge = (limit: number) => `is larger than ${limit} MB and was not read to its end`;
const tooMany = (what: string) => `has more than ${what} and was not read to its end`;

describe('a body', () => {
	test('reads exactly 1 MB and not one byte more', async () => {
		const { text, problem } = await read(megabytes(1));
		expect([text.length, problem]).toEqual([MEGABYTE.length, undefined]);
		const more = megabytes(1, 1);
		expect(await read(more)).toEqual({ text: '', problem: tooLarge(1) });
		expect(more.destroyed).toBe(true);
	});

	test.each([200, 299])('reads more than 1 MB of a list with status %i', async (status) => {
		const { text } = await read(megabytes(1, 1), status, list);
		expect(text).toHaveLength(MEGABYTE.length + 1);
	});

	test('reads up to 256 MB of a list', async () => {
		const { text, problem } = await read(megabytes(256, 1), 200, list);
		expect([text, problem]).toEqual(['', tooLarge(256)]);
	});

	test.each([199, 300, 500])('reads up to 1 MB of an error with status %i', async (status) => {
		const { problem } = await read(megabytes(1, 1), status, list);
		expect(problem).toBe(tooLarge(1));
	});

	test('reads up to 1 MB of a web page, however many commas it has', async () => {
		const page = megabytes(1, 1, '<html>');
		expect(await read(page, 200, list)).toMatchObject({ problem: tooLarge(1) });
		const text = `<style>${'{},'.repeat(100_000)}`;
		expect(await read(Readable.from([Buffer.from(text)]))).toEqual({ text });
	});

	const [object, number] = ['{},', '1,'].map((text) => Buffer.from(text.repeat(25_000)));
	test.each([
		['50,000 values of a record', one, number, 2, '50,000 values'],
		['10 million values of a list', list, number, 400, '10,000,000 values'],
		['2 million rows of a list', list, object, 80, '2,000,000 rows'],
	])('reads %s and not one more', async (_, shape, chunk, count, limit) => {
		const chunks = Array.from({ length: count }, () => chunk);
		const { text, problem } = await read(Readable.from(chunks), 200, shape);
		expect([text.length, problem]).toEqual([chunk.length * count, undefined]);
		const more = Readable.from([...chunks, Buffer.from('{')]);
		expect(await read(more, 200, shape)).toEqual({ text: '', problem: tooMany(limit) });
	});

	test('limits the pages of a list together, and not the error after them', async () => {
		const pages: PagesRead = {};
		const chunk = Buffer.from('{},'.repeat(25_000));
		const page = () => Readable.from(Array.from({ length: 40 }, () => chunk));
		expect((await read(page(), 200, list, { pages })).problem).toBeUndefined();
		expect((await read(page(), 200, list, { pages })).problem).toBeUndefined();
		expect(pages.size).toMatchObject({ rows: 2_000_000, values: 4_000_000, bytes: 6_000_000 });
		const failed = await read(Readable.from([Buffer.from('{}')]), 500, list, { pages });
		expect(failed).toEqual({ text: '{}' });
		expect(await read(Readable.from([Buffer.from('[')]), 200, list, { pages })).toEqual({
			text: '',
			problem: 'has more than 2,000,000 rows, with the pages before it',
		});
	});

	test('joins bytes before it decodes characters', async () => {
		const bytes = Buffer.from('Їжак');
		const parts = [bytes.subarray(0, 3), bytes.subarray(3)];
		expect(await read(Readable.from(parts))).toEqual({ text: 'Їжак' });
		expect(await read(Readable.from([]))).toEqual({ text: '' });
	});

	test('throws the error of a connection that breaks off', async () => {
		const broken = new PassThrough();
		const reading = read(broken);
		broken.write('{"a":');
		broken.destroy(new Error('socket hang up'));
		await expect(reading).rejects.toThrow('socket hang up');
	});

	test('throws if the connection is closed before the body ends', async () => {
		const closed = new PassThrough();
		const reading = read(closed);
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

/** What the parsed JSON has, counted after it was parsed. */
function countIn(value: unknown): { rows: number; values: number } {
	if (typeof value !== 'object' || value === null) return { rows: 0, values: 0 };
	const inner = Object.values(value).map(countIn);
	const sum = (key: 'rows' | 'values') => inner.reduce((total, one) => total + one[key], 0);
	return { rows: 1 + sum('rows'), values: Math.max(1, inner.length) + sum('values') };
}

function keysIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const own = Array.isArray(value) ? [] : Object.keys(value);
	return [...own, ...Object.values(value).flatMap(keysIn)];
}

function sizeOf(json: string, cut: number) {
	const bytes = Buffer.from(json);
	const counter = new SizeCounter();
	for (let at = 0; at < bytes.length; at += cut) counter.add(bytes.subarray(at, at + cut));
	const { rows, values, keys } = counter;
	return { rows, values, keys };
}

const text = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', '{', 'Ї', '\u0000', 'a') });
const { json } = fc.letrec((tie) => ({
	json: fc.oneof(
		{ depthSize: 'small' },
		fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean()),
		fc.array(tie('json')),
		fc.dictionary(text, tie('json')),
	),
}));

test('the size of a response is what JSON.parse makes of it, wherever its bytes are cut', async () => {
	await judgeCases(
		fc.tuple(json, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 2 })),
		{ containers: 0.3 },
		async ([value, cut, indent]) => {
			const counted = countIn(value);
			const keys = new Set(keysIn(value)).size;
			expect(sizeOf(JSON.stringify(value, null, indent), cut)).toEqual({ ...counted, keys });
			return counted.rows > 0 ? 'containers' : undefined;
		},
	);
});
