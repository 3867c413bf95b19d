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
	['UTF-8 that is called US-ASCII', Buffer.from(SENT), 'application/json; charset=US-ASCII'],
])('reads a response in %s', async (_, body, type) => {
	const { error, items } = await sent(responding(body, type));
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ sms_id: 7, note: TEXT });
});

test('reads a response in ASCII', async () => {
	const body = Buffer.from('{"sms_id":7,"status":"NEW","parts":1}');
	const { items } = await sent(responding(body, 'text/plain; charset=ascii'));
	expect(items[0].json).toMatchObject({ sms_id: 7 });
});

test.each<[charset: string, encoding: BufferEncoding]>([
	['windows-1251', 'latin1'],
	['ISO-8859-1', 'latin1'],
	['utf-16le', 'utf16le'],
	['utf-7', 'utf8'],
])('reads no response in %s, and says so', async (charset, encoding) => {
	const body = Buffer.from(SENT, encoding);
	const { error, items } = await sent(responding(body, `a/b; charset='${charset}'`));
	expect(items).toEqual([]);
	expect(error?.message).toBe(
		`The response has the character set "${charset}" instead of UTF-8. It may have been sent anyway`,
	);
	expect(raw.requests).toHaveLength(1);
});

test('does not take a response in UTF-16 without a header for a success', async () => {
	const { error, items } = await sent(responding(Buffer.from(SENT, 'utf16le'), undefined));
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/It may have been sent anyway$/);
});

const OTHER = 'application/json; charset=x-klingon';

test('a send whose response has another character set may have been sent, and it is sent once', async () => {
	const { error, items } = await sent(responding(Buffer.from(SENT), OTHER));
	expect(items).toEqual([]);
	expect(error?.message).toBe(
		'The response has the character set "x-klingon" instead of UTF-8. It may have been sent anyway',
	);
	expect(raw.requests).toHaveLength(1);
});

test('a list in another character set is an error that says what to do', async () => {
	raw = await startRaw(responding(Buffer.from('{"result":[]}'), OTHER));
	const { error } = await runNode({ ...listPrepared(), credentials: credentialsOf(raw) });
	expect(error?.message).toBe('The response has the character set "x-klingon" instead of UTF-8');
	expect(error).toHaveProperty('description', expect.stringMatching(/^Check the base URL/));
	expect(raw.requests).toHaveLength(1);
});

test('an error shows the beginning of a long character set', async () => {
	const { error } = await sent(responding(Buffer.from(SENT), `${OTHER}${'x'.repeat(2_000)}`));
	expect(error?.message).toMatch(
		/has the character set "x-klingonx+\. It may have been sent anyway$/,
	);
	expect(error?.message.length).toBeLessThan(150);
});

test('an error status with another character set is reported as such', async () => {
	const { error } = await sent(responding(Buffer.from('{"error":"No"}'), OTHER, 400));
	expect(error?.message).toBe('The service returned HTTP status 400');
});

test('a token that the service returns as its character set is in no error', async () => {
	const { token } = credentialsOf({ url: 'http://127.0.0.1' });
	const { error } = await sent(responding(Buffer.from(SENT), `a/b; charset=${String(token)}`));
	expect(error?.message).toMatch(/character set "(?!x-klingon)/);
	expect(JSON.stringify(error) + String(error?.stack)).not.toContain(token);
});
