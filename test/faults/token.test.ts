import { inspect } from 'node:util';
import type { INode } from 'n8n-workflow';
import { importContacts, listPrepared, people } from '../support/operations';
import { sendBatch, sendPrepared, sendSms } from '../support/operations';
import { json, type RawService, startRawService } from '../support/rawService';
import { captureLog, inParallel } from '../support/sandboxHarness';
import { Redactor } from '../../credentials/redact';
import * as retry from '../../nodes/shared/http/retry';
import { share } from '../support/thorough';
import { runNode } from '../support/engine/runNode';
import { loadList } from '../support/engine/pickerLists';

/** Characters that URLs and JSON encode in different ways. */
const TOKEN = 'tOk/en+7f3a"91c2&ü=';

const percent = encodeURIComponent(TOKEN);
const unicode = [...TOKEN]
	.map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
	.join('');
const forms: Array<[title: string, form: string]> = [
	['as it is', TOKEN],
	['URL-encoded', percent],
	['URL-encoded in lower case', percent.replace(/%../g, (hex) => hex.toLowerCase())],
	['URL-encoded twice, as a URL in a URL', encodeURIComponent(percent)],
	['as a query', new URLSearchParams({ t: TOKEN }).toString().slice(2)],
	['JSON-escaped', JSON.stringify(TOKEN).slice(1, -1)],
	[
		'JSON-escaped as PHP does',
		JSON.stringify(TOKEN).slice(1, -1).replace('/', '\\/').replace('ü', '\\u00fc'),
	],
	['in Unicode escapes', unicode],
	['in Unicode escapes of capitals', unicode.toUpperCase().replace(/\\U/g, '\\u')],
];

const all = { depth: Infinity, showHidden: true, maxStringLength: Infinity };

/**
 * Returns the forms of a value (in a log, the editor or a saved execution) that contain the token.
 */
function shown(value: unknown): string[] {
	const { stack, message, cause } = (value ?? {}) as Error;
	const texts = [inspect(value, all), JSON.stringify(value), stack, message, inspect(cause, all)];
	const readable = texts.flatMap((text) => [text ?? '', unescaped(text ?? '')]);
	const wanted = [TOKEN, percent, JSON.stringify(TOKEN).slice(1, -1), 'tOk/en'];
	return readable.filter((text) => wanted.some((form) => text.includes(form)));
}

const unescaped = (text: string) =>
	text
		.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
		.replace(/\\(["/\\])/g, '$1')
		.replace(/%[0-9a-f]{2}/gi, (hex) => {
			try {
				return decodeURIComponent(hex);
			} catch {
				return hex;
			}
		});

const subjects = [
	['send', sendSms({ maxWait: 0 })],
	['batch', sendBatch({ maxWait: 0 })],
	['import', importContacts({ maxWait: 0 })],
	['read', listPrepared({ maxWait: 0 })],
] as const;
const modes: Array<INode['onError']> = [
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
];

/** Responses of every kind that repeat the token. */
const answers = (form: string): Array<[status: number, text: string]> => [
	[400, `{"error":"The key ${form} is wrong"}`],
	[401, `{"error":{"message":"${form}"}}`],
	[429, `{"error":"${form} is too fast"}`],
	[500, `The key ${form} broke it`],
	[307, `See /api?token=${form}`],
	[200, `{"error":"${form}"}`],
	[200, `{"status":"ERROR","message":"${form}"}`],
	[
		200,
		`{"status":"OK","result":[{"message_id":1,"${form}":"${form}"}],"sms_id":1,"uuid":"${form}","message":"${form}"}`,
	],
	[
		200,
		`{"status":"OK","result":{"inserted":2,"updated":0,"invalid":1,"log":[{"index":0,"error_message":"${form}"}]},"success":"OK","uuid":"u","sms_id":"${form}"}`,
	],
	[200, `${form}`],
	[200, `<h1>${form}</h1>`],
	[200, `{"status":"OK","result":[{"a":"${form}`],
];

let raw: RawService;
let answer: [status: number, text: string];
let log: string[];
beforeAll(async () => {
	// Skips pauses before retries.
	jest.spyOn(retry, 'sleepUnlessCancelled').mockResolvedValue();
	log = captureLog();
	raw = await startRawService((_request, response) => {
		const [status, text] = answer;
		const location = `http://127.0.0.1:9/?token=${encodeURIComponent(TOKEN)}`;
		response.writeHead(status, { 'content-type': 'application/json', location });
		response.end(text);
	});
});
afterAll(async () => {
	jest.restoreAllMocks();
	await raw.close();
});

const isJson = (text: string): boolean => {
	try {
		return Boolean(JSON.parse(text));
	} catch {
		return false;
	}
};

/** Rotates the forms, so that each response is tested with all of them. */
const cellsOf = (turn: number) =>
	subjects
		.flatMap(([, made]) => modes.map((onError) => ({ made, onError })))
		.filter((_, n) => n % share(1, 6) === turn % share(1, 6));

describe.each(forms.map((one, turn) => [...one, turn] as const))(
	'a token that the service repeats %s',
	(_, form, turn) => {
		// Escapes of all characters are hidden only in JSON.
		const isHidden = ([, text]: [number, string]) => !form.startsWith('\\u') || isJson(text);
		test.each(
			answers(form)
				.filter(isHidden)
				.map((one, n) => [...one, n] as const),
		)(
			'hides the token in the response %i %s',
			async (status, text, n) => {
				answer = [status, text];
				const credentials = { baseUrl: raw.url, token: TOKEN };
				const cells = cellsOf(turn + n);
				const before = raw.requests.length;
				await inParallel(cells, 6, async ({ made, onError }) => {
					const setting = { ...made, items: people(2), credentials, onError };
					const { error, items, errorItems, execution } = await runNode(setting);
					for (const value of [error, items, errorItems, execution])
						expect(shown(value)).toEqual([]);
					for (const item of items) expect(shown(item.error)).toEqual([]);
				});
				expect(raw.requests.length).toBeGreaterThanOrEqual(before + cells.length);
			},
			30_000,
		);
	},
);

test('hides the token in lists of the editor and their errors', async () => {
	const form = JSON.stringify(TOKEN).slice(1, -1);
	const pick = async (given: typeof answer) => {
		answer = given;
		const before = raw.requests.length;
		const setting = { ...sendPrepared(), credentials: { baseUrl: raw.url, token: TOKEN } };
		const picked = await loadList(setting, 'messageId').catch((error: Error) => error);
		expect(raw.requests.length).toBeGreaterThan(before);
		expect(shown(picked)).toEqual([]);
		return JSON.stringify(picked);
	};
	for (const one of answers(form).filter(([code]) => code < 429)) await pick(one);
	// n8n shows the entries of a list and the words of an error, both without the token.
	const list = `{"status":"OK","result":[{"message_id":1,"message":"Key ${form}"}]}`;
	expect(await pick([200, list])).toContain('Key ***');
	expect(await pick([400, `{"error":"Key ${form}"}`])).toContain('Key ***');
});

test('no log contains the token, a phone or the text of a message', () => {
	expect(log.length).toBeGreaterThan(100);
	expect(shown(log)).toEqual([]);
	expect(log.filter((line) => /38050100000|Hello there/.test(line))).toEqual([]);
});

/** Sends a message, to which the service responds with the text. */
async function send(text: string, secret: string, status = 400) {
	answer = [status, text];
	const credentials = { baseUrl: raw.url, token: secret };
	return await runNode({ ...sendSms(), items: people(1), credentials });
}
/** Returns the message of an error with these words of the service. */
const messageOf = async (error: string, secret: string) =>
	(await send(JSON.stringify({ error }), secret)).error?.message ?? '';

test('an error hides a short token only where it is a whole word', async () => {
	expect(await messageOf('key ab1 of cab12 is bad', 'ab1')).toBe('key *** of cab12 is bad');
});

describe('a part of a token', () => {
	const secret = '4f9c-K7/ü"q2Lm8s';

	test.each([
		['its beginning', `key ${secret.slice(0, 12)}… is bad`],
		['its end', `key …${secret.slice(3)} is bad`],
		['URL-encoded', `?t=${encodeURIComponent(secret.slice(1, 10))}&x`],
		['in JSON', JSON.stringify({ t: secret.slice(1, 12) })],
	])('is shown, because only the whole token is hidden: %s', async (_, text) => {
		expect(await messageOf(text, secret)).toBe(text);
	});

	test('is shown beside the whole token, which is hidden', async () => {
		const hidden = await messageOf(`${secret}${secret.slice(2)}`, secret);
		expect(hidden).toBe(`***${secret.slice(2)}`);
	});

	test('does not hide an ID or a phone that shares digits with the token', async () => {
		const shared = { status: 'NEW', parts: 1, note: '380671234567', sms_id: '50671234' };
		const { items } = await send(JSON.stringify(shared), '7450671234567aZ', 200);
		expect(items[0].json).toMatchObject(shared);
	});

	test('does not remain if a long error is cut within the token', async () => {
		for (let n = 480; n < 500; n++) {
			expect(await messageOf('x'.repeat(n) + secret, secret)).toMatch(/^x+\**$/);
		}
	});

	test('does not remain if the character set in an error is cut within the token', async () => {
		const key = 'k7Q'.repeat(30);
		const headers = { 'content-type': `text/plain; charset=${key}` };
		const service = await startRawService(json({}, 200, headers));
		const credentials = { baseUrl: service.url, token: key };
		const { error } = await runNode({ ...sendSms(), items: people(1), credentials });
		await service.close();
		expect(error?.message).toMatch(/^The response has the character set "\*\*\*"/);
	});
});

test.each([1, 2])(
	'an error hides a token with slashes and quotes in %i levels of JSON',
	async (levels) => {
		const secret = '/q9/Xy"7+é==';
		const php = (value: unknown) =>
			JSON.stringify(value)
				.replace(/\//g, '\\/')
				.replace(/[^ -~]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
		let text = php({ token: secret });
		for (let level = 1; level < levels; level++) text = php({ error: text });
		expect((await send(text, secret)).error?.message).not.toMatch(/q9|Xy|7/);
	},
);

const backslashes = [
	'\\'.repeat(9),
	`${'\\'.repeat(8)}x`,
	'key\\\\\\u005c\\"\\/',
	'a\\b\\%41-secret',
];
const written: Array<[how: string, write: (text: string) => string]> = [
	['as it is', (text) => text],
	['JSON-escaped', (text) => JSON.stringify(text).slice(1, -1)],
	['URL-encoded', encodeURIComponent],
	['URL-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
];
test.each(backslashes.flatMap((one) => written.map(([how, write]) => [one, how, write] as const)))(
	'an error hides a token of backslashes: %s %s',
	async (secret, _, write) => {
		const text = `The key <${write(secret)}> broke \\${write(secret)}`;
		const { error } = await send(text, secret, 500);
		expect(error?.message).toMatch(
			/^The key <\*\*\*> broke (\\\*\*\*|\*\*\*\\)\. The message may/,
		);
	},
);

test('an error hides a token that contains percent signs', () => {
	const secret = `${'%25'.repeat(50)}x`;
	const redactor = new Redactor([secret]);
	for (const text of [secret, encodeURIComponent(encodeURIComponent(secret))]) {
		expect(redactor.redactText(`a ${text} b`)).toBe('a *** b');
	}
});

test('an error hides a token with half an emoji in the form in which it is sent', () => {
	const [half, sent] = ['\ud83d', '\ufffd'].map((unit) => `key-${unit}-7f3a`);
	const redactor = new Redactor([half]);
	for (const text of [half, sent]) expect(redactor.redactText(`a ${text} b`)).toBe('a *** b');
});

test('a token of 8 characters is hidden within words, and a shorter one only as a word', () => {
	const hide = (secret: string) => new Redactor([secret]).redactText(`x${secret}y <${secret}>`);
	expect(hide('abcd1234')).toBe('x***y <***>');
	expect(hide('abcd123')).toBe('xabcd123y <***>');
	expect(new Redactor(['a/b']).redactText('a/b')).toBe('***');
	for (const odd of ['a.*(b', '[a$&', 'a/\\b|']) expect(hide(odd)).toBe(`x${odd}y <***>`);
});

test('each key of a record that contains a token is hidden, wherever the key is', () => {
	const redactor = new Redactor(['tok-3f7a91c2']);
	const json = { a: 1, 'b tok-3f7a91c2': 2, c: 3 };
	expect(redactor.redactJson(json, JSON.stringify(json))).toEqual({ a: 1, 'b ***': 2, c: 3 });
});

test('a step reads a response that contains the token', async () => {
	const { items } = await send(`{"sms_id":5,"status":"${unicode}","parts":1}`, TOKEN, 200);
	expect(items[0].json).toMatchObject({ sms_id: 5, status: '***', parts: 1 });
});

describe('the values of a record', () => {
	const secret = 'q9/Xy 7+é=="z';
	const record = async (values: object, token = secret) => {
		const text = JSON.stringify({ sms_id: 5, status: 'NEW', parts: 1, ...values });
		return (await send(text, token, 200)).items[0].json;
	};

	test('contain no token, also in JSON in a text, in lists and in keys', async () => {
		const form = new URLSearchParams({ token: secret }).toString();
		expect(
			await record({
				note: JSON.stringify({ token: secret, more: [1, secret] }),
				url: `https://example.com/?${form}&a=1`,
				list: [secret, { [`the ${secret}`]: secret }],
			}),
		).toMatchObject({
			note: '{"token":"***","more":[1,"***"]}',
			url: 'https://example.com/?token=***&a=1',
			list: ['***', { 'the ***': '***' }],
		});
	});

	test('keep texts and numbers that only resemble a short token', async () => {
		const found = await record({ list: ['a', 'b'], note: 'item 1 of 21', n: 1 }, '1');
		expect(found).toMatchObject({ list: ['a', 'b'], note: 'item *** of 21', n: 1 });
	});

	test('show the token in encodings that SECURITY.md names as not hidden', async () => {
		const base64 = Buffer.from(secret).toString('base64');
		const hex = Buffer.from(secret).toString('hex');
		const html = secret.replace(/[^a-z0-9]/gi, (sign) => `&#${sign.charCodeAt(0)};`);
		const backwards = [...secret].reverse().join('');
		const spaced = [...secret].join(' ');
		const shown = { base64, hex, html, backwards, spaced };
		expect(await record(shown)).toMatchObject(shown);
		expect(await record({ parts: 12345678 }, '12345678')).toMatchObject({ parts: 12345678 });
	});
});
