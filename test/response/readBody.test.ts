import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { type ListSizeSoFar, readBody } from '../../nodes/shared/response/readBody';
import { judgeCases } from '../support/judged';
import { type NetworkError, readNetworkCode } from '../../nodes/shared/http/connectionError';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
/** Returns a stream of megabytes that share their memory, and of `more` bytes. */
function megabytes(count: number, more = 0, first = 'x'): Readable {
	const start = Buffer.from(first.padEnd(MEGABYTE.length, 'x'));
	const rest = Array.from({ length: count - 1 }, () => MEGABYTE);
	return Readable.from(
		[start, ...rest, MEGABYTE.subarray(0, more)].filter(({ length }) => length),
	);
}
const record = { response: { expectedData: { requiredKey: 'sms_id' } } } as const;
const list = { response: { expectedData: 'list' } } as const;
const recipients = { ...list, statusIsOf: 'recipient' } as const;
type Kind = typeof record | typeof list | typeof recipients;
const read = async (chunks: Readable, status = 200, kind: Kind = record, pages?: ListSizeSoFar) =>
	await readBody({ chunks, status }, kind, pages);
const tooLarge = (limit: number) => `is larger than ${limit} MB and was not read completely`;
const tooMany = (what: string) => `has more than ${what} and was not read completely`;

describe('the body of a response', () => {
	test('is read up to 1 MB and not one byte more', async () => {
		const { text, unreadableReason } = await read(megabytes(1));
		expect([text.length, unreadableReason]).toEqual([MEGABYTE.length, undefined]);
		const more = megabytes(1, 1);
		expect(await read(more)).toEqual({ text: '', unreadableReason: tooLarge(1) });
		expect(more.destroyed).toBe(true);
	});

	test.each([
		['a list', list, 10],
		['recipients', recipients, 200],
	])('is limited to the size of %s', async (_, kind, most) => {
		const { text, unreadableReason } = await read(megabytes(most, 1), 200, kind);
		expect([text, unreadableReason]).toEqual(['', tooLarge(most)]);
	});

	test.each([
		...[200, 299].map((status) => ({ status, unreadableReason: undefined })),
		...[199, 300, 500].map((status) => ({ status, unreadableReason: tooLarge(1) })),
	])(
		'is limited to 1 MB unless it is a successful list: %j',
		async ({ status, unreadableReason }) => {
			expect((await read(megabytes(1, 1), status, list)).unreadableReason).toBe(
				unreadableReason,
			);
		},
	);

	test('is read up to 1 MB if it is a web page, however many commas it has', async () => {
		const page = megabytes(1, 1, '<html>');
		expect(await read(page, 200, list)).toMatchObject({ unreadableReason: tooLarge(1) });
		const text = `<style>${'{},'.repeat(100_000)}`;
		expect(await read(Readable.from([Buffer.from(text)]))).toEqual({ text });
	});

	// An object counts as four values, and a number as one.
	const [object, number] = ['{},', '1,'].map((text) => Buffer.from(text.repeat(2_000)));
	test.each<[string, Kind, Buffer, number, string]>([
		['50,000 values of a record', record, number, 25, '50,000 values'],
		['150,000 values of a list', list, number, 75, '150,000 values'],
		['30,000 rows of a list', list, object, 15, '150,000 values'],
		['10 million values of recipients', recipients, number, 5_000, '10,000,000 values'],
		['2 million recipients', recipients, object, 1_000, '10,000,000 values'],
	])('is read up to %s and not one value more', async (_, kind, chunk, count, limit) => {
		const chunks = Array.from({ length: count }, () => chunk);
		const { text, unreadableReason } = await read(Readable.from(chunks), 200, kind);
		expect([text.length, unreadableReason]).toEqual([chunk.length * count, undefined]);
		const more = Readable.from([...chunks, Buffer.from(',')]);
		expect(await read(more, 200, kind)).toEqual({ text: '', unreadableReason: tooMany(limit) });
	});

	test.each<[string, Kind, number, string]>([
		['10,000 keys of a record', record, 10_000, '10,000 different keys'],
		['20,000 keys of a list', list, 20_000, '20,000 different keys'],
		['150,000 keys of recipients', recipients, 150_000, '150,000 different keys'],
	])('is read up to %s and not 1 %% more', async (_, kind, count, limit) => {
		const keys = (most: number) =>
			Readable.from(Array.from({ length: most }, (_each, n) => Buffer.from(`"k${n}":1 `)));
		expect((await read(keys(count), 200, kind)).unreadableReason).toBeUndefined();
		// Keys with the same hash count once, and in 1 of 40 processes, up to 0.1 % of these keys have.
		const more = keys(1.01 * count);
		expect((await read(more, 200, kind)).unreadableReason).toBe(tooMany(limit));
	});

	test('is read up to 200 levels and not one level more', async () => {
		const levels = (count: number) => Readable.from([Buffer.from('[{'.repeat(count / 2))]);
		expect((await read(levels(200))).unreadableReason).toBeUndefined();
		expect((await read(levels(202))).unreadableReason).toBe(tooMany('200 levels'));
	});

	test('is limited together with the earlier pages of a list, unless it is an error', async () => {
		const pages: ListSizeSoFar = { bytes: 0, values: 0 };
		const page = () => Readable.from([Buffer.from('{},'.repeat(15_000))]);
		expect((await read(page(), 200, list, pages)).unreadableReason).toBeUndefined();
		expect((await read(page(), 200, list, pages)).unreadableReason).toBeUndefined();
		expect(pages).toEqual({ bytes: 90_000, values: 150_000 });
		const failed = await read(Readable.from([Buffer.from('{}')]), 500, list, pages);
		expect(failed).toEqual({ text: '{}' });
		expect(await read(Readable.from([Buffer.from('[')]), 200, list, pages)).toEqual({
			text: '',
			unreadableReason: 'has more than 150,000 values, including the earlier pages',
		});
	});

	test('is decoded correctly wherever a chunk ends', async () => {
		const bytes = Buffer.from('Їжак');
		const parts = [bytes.subarray(0, 3), bytes.subarray(3)];
		expect(await read(Readable.from(parts))).toEqual({ text: 'Їжак' });
		expect(await read(Readable.from([]))).toEqual({ text: '' });
	});

	test.each([
		['breaks off', new Error('socket hang up'), 'socket hang up'],
		['is closed', undefined, 'Premature close'],
	])('throws if the connection %s before it ends', async (_, error, message) => {
		const cut = new PassThrough();
		const reading = read(cut);
		cut.write('{"a":');
		cut.destroy(error);
		await expect(reading).rejects.toThrow(message);
	});
});

const noRoute = (text: string) => ({ code: 'EHOSTUNREACH', message: `${text} EHOSTUNREACH` });
const wrongVersion = { code: 'EPROTO', message: 'SSL: Wrong version number' };
const notSecure = {
	code: 'ECONNRESET',
	message: 'Client network socket disconnected before secure TLS connection was established',
};
// An older n8n has `httpCode` and `messages`.
test.each<[error: object, code: string]>([
	[{ cause: { code: 'ECONNRESET' }, httpCode: 'X', code: 'Y' }, 'ECONNRESET'],
	[{ httpCode: 'ENOTFOUND', code: 'Y' }, 'ENOTFOUND'],
	[{ httpCode: 'EPROTO', messages: ['a', 'b'] }, 'EPROTO'],
	[{ httpCode: null, code: 'ECONNRESET' }, 'ECONNRESET'],
	[{ cause: { message: 'Oops' }, code: 'Y' }, 'no response'],
	[{}, 'no response'],
	// If the route is lost later, the request may have arrived.
	[{ cause: noRoute('read') }, 'no response'],
	[noRoute('write'), 'no response'],
	[{ httpCode: 'EHOSTUNREACH', messages: ['read EHOSTUNREACH'] }, 'no response'],
	[{ cause: noRoute('connect') }, 'EHOSTUNREACH'],
	[{ cause: { code: 'ENETUNREACH', message: '' } }, 'ENETUNREACH'],
	[{ cause: wrongVersion }, 'ERR_SSL_WRONG_VERSION_NUMBER'],
	[{ cause: notSecure }, 'TLS_NOT_ESTABLISHED'],
	[
		{ httpCode: 'EPROTO', messages: ['a', 'wrong version number'] },
		'ERR_SSL_WRONG_VERSION_NUMBER',
	],
])('the connection error %j has the code %s', (error, code) => {
	expect(readNetworkCode(error as NetworkError)).toBe(code);
});

/** Counts the values of parsed JSON. An object or a list counts as four. */
function valuesIn(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const inner = Object.values(value);
	return inner.reduce<number>(
		(total, each) => total + valuesIn(each),
		3 + Math.max(1, inner.length),
	);
}

const text = fc.string({
	unit: fc.constantFrom('"', '\\', ',', '[', '{', ':', 'Ї', '\u0000', 'a'),
});
const { json } = fc.letrec((tie) => ({
	json: fc.oneof(
		{ depthSize: 'small' },
		fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean()),
		fc.array(tie('json')),
		fc.dictionary(text, tie('json')),
	),
}));

test('the count of values equals what JSON.parse returns, wherever a chunk ends', async () => {
	await judgeCases(
		fc.tuple(json, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 2 })),
		{ containers: 0.3 },
		async ([value, cut, indent]) => {
			const bytes = Buffer.from(JSON.stringify(value, null, indent));
			const chunks = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, at) =>
				bytes.subarray(at * cut, (at + 1) * cut),
			);
			const pages: ListSizeSoFar = { bytes: 0, values: 0 };
			await read(Readable.from(chunks), 200, list, pages);
			expect(pages).toEqual({ bytes: bytes.length, values: valuesIn(value) });
			return pages.values > 0 ? 'containers' : undefined;
		},
	);
});
