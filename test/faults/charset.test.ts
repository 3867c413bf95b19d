import type { RequestListener } from 'node:http';
import { listPrepared, people, sendSms } from '../support/operations';
import { type RawService, startRaw } from '../support/rawService';
import { credentialsOf, run } from '../support/sandboxHarness';
import { runNode } from '../support/engine/runNode';

jest.setTimeout(30_000);

let raw: RawService;
afterEach(async () => await raw.close());

const TEXT = 'Крамниця';
const SENT = JSON.stringify({ sms_id: 7, status: 'NEW', parts: 1, note: TEXT });
/** Bytes of windows-1251, in which each Cyrillic letter is 848 less than in Unicode. */
const cyrillic = (text: string) =>
	Buffer.from(
		[...text].map((letter) => {
			const code = letter.charCodeAt(0);
			return code < 128 ? code : code - 848;
		}),
	);
const littleEndian = Buffer.from(SENT, 'utf16le');
const bigEndian = Buffer.from(littleEndian).swap16();

const responding =
	(body: Buffer, type: string | undefined, status = 200): RequestListener =>
	(_request, response) => {
		response.writeHead(status, type === undefined ? {} : { 'content-type': type });
		response.end(body);
	};
async function sent(answer: RequestListener) {
	raw = await startRaw(answer);
	return await run(raw, { ...sendSms(), items: people(1) });
}

test.each<[charset: string, body: Buffer, type: string | undefined]>([
	['UTF-8', Buffer.from(SENT), 'application/json; charset=UTF-8'],
	['UTF-8 in quotes', Buffer.from(SENT), 'application/json;Charset="utf8"; v=1'],
	['UTF-8 without a header', Buffer.from(SENT), undefined],
	['UTF-8 with an empty charset', Buffer.from(SENT), 'application/json; charset='],
	['UTF-8 with a mark', Buffer.from(`\ufeff${SENT}`), 'application/json'],
	['UTF-8 with a mark and another header', Buffer.from(`\ufeff${SENT}`), 'a/b; charset=latin1'],
	['windows-1251', cyrillic(SENT), 'application/json; charset=windows-1251'],
	['windows-1251 by another name', cyrillic(SENT), "text/plain; charset='CP1251'"],
	['UTF-16LE', littleEndian, 'application/json; charset=utf-16le'],
	['UTF-16BE', bigEndian, 'application/json; charset=UTF-16BE'],
	['UTF-16LE by its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), littleEndian]), 'a/b'],
	[
		'UTF-16BE by its mark',
		Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian]),
		'application/json; charset=utf-16',
	],
])('reads a response in %s', async (_, body, type) => {
	const { error, items } = await sent(responding(body, type));
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ sms_id: 7, note: TEXT });
});

test('reads the Latin letters of a response in ISO-8859-1', async () => {
	const body = Buffer.from(SENT.replace(TEXT, 'Café Übergröße'), 'latin1');
	const { items } = await sent(responding(body, 'application/json; charset=ISO-8859-1'));
	expect(items[0].json).toMatchObject({ note: 'Café Übergröße' });
});

test('shows the words of the service in the character set of an error', async () => {
	const body = cyrillic('{"error": "Недостатньо коштів"}'.replace(/і/g, 'i'));
	const { error } = await sent(responding(body, 'application/json; charset=windows-1251', 400));
	expect(error?.message).toBe('Недостатньо коштiв');
});

const UNKNOWN = 'application/json; charset=x-klingon';

test('a send whose response has an unknown character set may have been sent, and is sent once', async () => {
	const { error, items } = await sent(responding(Buffer.from(SENT), UNKNOWN));
	expect(items).toEqual([]);
	expect(error?.message).toBe(
		'The response has the unknown character set "x-klingon". It may have been sent anyway',
	);
	expect(raw.requests).toHaveLength(1);
});

test('a list with an unknown character set is an error that says what to do', async () => {
	raw = await startRaw(responding(Buffer.from('{"result":[]}'), UNKNOWN));
	const { error } = await runNode({ ...listPrepared(), credentials: credentialsOf(raw) });
	expect(error?.message).toBe('The response has the unknown character set "x-klingon"');
	expect(error).toHaveProperty('description', expect.stringMatching(/^Check the base URL/));
	expect(raw.requests).toHaveLength(1);
});

test('an error shows the beginning of a long unknown character set', async () => {
	const { error } = await sent(responding(Buffer.from(SENT), `${UNKNOWN}${'x'.repeat(2_000)}`));
	expect(error?.message).toMatch(
		/unknown character set "x-klingonx+\. It may have been sent anyway$/,
	);
	expect(error?.message.length).toBeLessThan(150);
});

test('an error status with an unknown character set is reported as such', async () => {
	const { error } = await sent(responding(Buffer.from('{"error":"No"}'), UNKNOWN, 400));
	expect(error?.message).toBe('The service returned HTTP status 400');
});

test('a token that the service returns as its character set is in no error', async () => {
	const { token } = credentialsOf({ url: 'http://127.0.0.1' });
	const { error } = await sent(responding(Buffer.from(SENT), `a/b; charset=${String(token)}`));
	expect(error?.message).toMatch(/unknown character set "(?!x-klingon)/);
	expect(JSON.stringify(error) + String(error?.stack)).not.toContain(token);
});
