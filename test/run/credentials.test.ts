import type { IDataObject, IHttpRequestOptions, IRequestOptions } from 'n8n-workflow';
import { credentialName, origin, token } from '../support/engine/credentials';
import { editorContext } from '../support/engine/runPicker';
import { Service } from '../support/engine/service';
import type { SentRequest } from '../support/engine/service';

const setting = { node: 'messagingServiceSms' as const, parameters: {} };
const parameters = { name: 'A', token: '' };

let service: Service;
afterEach(() => service.close());

/** A request as a declarative node makes it, through n8n's authentication. */
async function send(
	request: IHttpRequestOptions,
	credentials: IDataObject = {},
	base = origin,
): Promise<SentRequest> {
	service = new Service(() => ({ body: { status: 'OK' } }), base);
	const stored = { baseUrl: base, token, ...credentials } as { baseUrl: string; token: string };
	const context = await editorContext({ ...setting, credentials: stored });
	await context.helpers.httpRequestWithAuthentication.call(context, credentialName, request);
	return service.requests[0];
}

/** A request as n8n's HTTP Request node makes it, with options of the older request library. */
async function sendAsHttpRequestNode(request: IRequestOptions): Promise<SentRequest> {
	service = new Service(() => ({ body: { status: 'OK' } }));
	const context = await editorContext(setting);
	const { requestWithAuthentication } = context.helpers;
	await requestWithAuthentication.call(context, credentialName, request);
	return service.requests[0];
}

const path = '/api/v2/createSubscriberList';
const url = `${origin}${path}`;
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the slot that an operation left', () => {
	test('in the query is filled there', async () => {
		const sent = await send({ method: 'POST', url: path, qs: { ...parameters } });
		expect(sent.query).toEqual([
			['name', 'A'],
			['token', token],
		]);
		expect(sent.body).toBe('');
	});

	test('in the form is filled there', async () => {
		const body = { ...parameters };
		const sent = await send({ method: 'POST', url: path, body, headers: urlencoded });
		expect(sent.form).toEqual([
			['name', 'A'],
			['token', token],
		]);
		expect(sent.query).toEqual([]);
	});

	test('in the query is filled there when there is a form too', async () => {
		const sent = await send({
			method: 'POST',
			url: path,
			qs: { token: '' },
			body: { name: 'A' },
			headers: urlencoded,
		});
		expect(sent.query).toEqual([['token', token]]);
		expect(sent.form).toEqual([['name', 'A']]);
	});

	test('in a JSON body is filled there', async () => {
		const body = { token: '', messages: [] };
		const sent = await send({ method: 'POST', url: path, body, json: true });
		expect(sent.json).toEqual({ token, messages: [] });
		expect(sent.query).toEqual([]);
	});

	test('takes the token without the spaces around it', async () => {
		const sent = await send(
			{ method: 'POST', url: path, qs: { token: '' } },
			{ token: ` ${token}\n` },
		);
		expect(sent.query).toEqual([['token', token]]);
	});
});

describe('a request of the HTTP Request node, which leaves no slot', () => {
	test('carries the token in the query without a body', async () => {
		const sent = await sendAsHttpRequestNode({ method: 'GET', uri: url, qs: { name: 'A' } });
		expect(sent.query).toEqual([
			['name', 'A'],
			['token', token],
		]);
	});

	test('carries it in the form body', async () => {
		const sent = await sendAsHttpRequestNode({ method: 'POST', uri: url, form: { name: 'A' } });
		expect(sent.query).toEqual([]);
		expect(sent.form).toEqual([
			['name', 'A'],
			['token', token],
		]);
	});

	test('carries it in the multipart body', async () => {
		const formData = { name: 'A' };
		const sent = await sendAsHttpRequestNode({ method: 'POST', uri: url, formData });
		expect(sent.query).toEqual([]);
		expect(sent.parts).toEqual([
			{ name: 'name', value: 'A' },
			{ name: 'token', value: token },
		]);
	});

	test('carries it in a form body given as text', async () => {
		const headers = urlencoded;
		const sent = await sendAsHttpRequestNode({
			method: 'POST',
			uri: url,
			body: 'name=A',
			headers,
		});
		expect(sent.query).toEqual([]);
		expect(sent.form).toEqual([
			['name', 'A'],
			['token', token],
		]);
	});
});

const usable: Array<[baseUrl: string, expected: string]> = [
	[origin, url],
	[`${origin}/`, url],
	[`  ${origin}///  `, url],
	[`${origin}/gateway`, `${origin}/gateway${path}`],
	[`${origin}/gateway/`, `${origin}/gateway${path}`],
	['https://api.messaging.example:8443', `https://api.messaging.example:8443${path}`],
	['http://localhost:3000', `http://localhost:3000${path}`],
	['http://127.0.0.1:3000', `http://127.0.0.1:3000${path}`],
	['http://[::1]:3000', `http://[::1]:3000${path}`],
];

test.each(usable)('base URL %j is used', async (baseUrl, expected) => {
	const sent = await send({ method: 'POST', url: path }, { baseUrl }, baseUrl.trim());
	expect(sent.url).toBe(`${expected}?token=${token}`);
});

const unusable = [
	'',
	'api.messaging.example',
	'http://api.messaging.example',
	'HTTP://api.messaging.example',
	'http://localhost.evil.example',
	'http://127.0.0.1.evil.example',
	'http://127.evil.example',
	'http://[::2]',
	'ftp://api.messaging.example',
	'file:///etc/passwd',
	'javascript:alert(1)',
	'https://',
	`${origin}?x=1`,
	`${origin}#x`,
	'https://user:pass@api.messaging.example',
];

test.each(unusable)('base URL %j is refused', async (baseUrl) => {
	const sending = send({ method: 'POST', url: path }, { baseUrl }, origin);
	await expect(sending).rejects.toThrow(/base URL/i);
	expect(service.requests).toEqual([]);
	expect(service.strays).toEqual([]);
});

test('no token at all is refused', async () => {
	const sending = send({ method: 'POST', url: path }, { token: ' ' });
	await expect(sending).rejects.toThrow(/token/);
	expect(service.requests).toEqual([]);
});

const elsewhere = [
	`https://evil.example${path}`,
	`http://api.messaging.example${path}`,
	`https://api.messaging.example:8443${path}`,
	`https://api.messaging.example.evil.example${path}`,
	`https://api.messaging.example@evil.example${path}`,
	`//evil.example${path}`,
	`\\\\evil.example${path}`,
	`.evil.example${path}`,
	`@evil.example${path}`,
	`:8443${path}`,
];

test.each(elsewhere)('the token does not go to %j', async (target) => {
	const error: unknown = await send({ method: 'POST', url: target }).catch((e: unknown) => e);
	expect(service.strays).toEqual([]);
	for (const sent of service.requests) expect(new URL(sent.url).origin).toBe(origin);
	if (service.requests.length === 0) expect(error).toBeInstanceOf(Error);
});

test('an absolute address at the base URL is used as it is', async () => {
	const sent = await send({ method: 'POST', url });
	expect(sent.url).toBe(`${url}?token=${token}`);
});
