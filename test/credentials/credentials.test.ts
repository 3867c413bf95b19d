import type { IDataObject, IHttpRequestOptions, IRequestOptions } from 'n8n-workflow';
import { type ApiOperation, apiTable } from '../contract/apiTable';
import { byId } from '../contract/row';
import { credentialName, origin, token } from '../support/engine/credentials';
import { editorContext } from '../support/engine/runPicker';
import { runNode } from '../support/engine/runNode';
import { Service, type SentRequest } from '../support/engine/service';

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
async function sendAsHttpRequestNode(
	request: IRequestOptions,
	credentials: IDataObject = {},
): Promise<SentRequest> {
	service = new Service(() => ({ body: { status: 'OK' } }));
	const stored = { baseUrl: origin, token, ...credentials };
	const context = await editorContext({ ...setting, credentials: stored });
	const { requestWithAuthentication } = context.helpers;
	await requestWithAuthentication.call(context, credentialName, request);
	return service.requests[0];
}

const path = '/api/v2/createSubscriberList';
const url = `${origin}${path}`;
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a request with a token slot', () => {
	test('carries the token in the query if the slot is there', async () => {
		const sent = await send({ method: 'POST', url: path, qs: { ...parameters } });
		expect(sent.query).toEqual([
			['name', 'A'],
			['token', token],
		]);
		expect(sent.body).toBe('');
	});

	test('carries the token in the form if the slot is there', async () => {
		const body = { ...parameters };
		const sent = await send({ method: 'POST', url: path, body, headers: urlencoded });
		expect(sent.form).toEqual([
			['name', 'A'],
			['token', token],
		]);
		expect(sent.query).toEqual([]);
	});

	test('carries the token in the query even if there is a form', async () => {
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

	test('carries the token in the JSON body if the slot is there', async () => {
		const body = { token: '', messages: [] };
		const sent = await send({ method: 'POST', url: path, body, json: true });
		expect(sent.json).toEqual({ token, messages: [] });
		expect(sent.query).toEqual([]);
	});

	test('carries the token without surrounding spaces', async () => {
		const sent = await send(
			{ method: 'POST', url: path, qs: { token: '' } },
			{ token: ` ${token}\n` },
		);
		expect(sent.query).toEqual([['token', token]]);
	});
});

describe('a request of the HTTP Request node, which has no slot', () => {
	test('carries the token in the query if it has no body', async () => {
		const sent = await sendAsHttpRequestNode({ method: 'GET', uri: url, qs: { name: 'A' } });
		expect(sent.query).toEqual([
			['name', 'A'],
			['token', token],
		]);
	});

	test('carries the token in the form body', async () => {
		const sent = await sendAsHttpRequestNode({ method: 'POST', uri: url, form: { name: 'A' } });
		expect(sent.query).toEqual([]);
		expect(sent.form).toEqual([
			['name', 'A'],
			['token', token],
		]);
	});

	test('carries the token in the multipart body', async () => {
		const formData = { name: 'A' };
		const sent = await sendAsHttpRequestNode({ method: 'POST', uri: url, formData });
		expect(sent.query).toEqual([]);
		expect(sent.parts).toEqual([
			{ name: 'name', value: 'A' },
			{ name: 'token', value: token },
		]);
	});

	test.each<[string, IRequestOptions]>([
		['as the HTTP Request node sends it', { json: true }],
		['with its content type', { json: true, headers: { 'Content-Type': 'application/json' } }],
	])('carries the token in a JSON record, %s', async (_, options) => {
		const body = { messages: [{ phone: '1' }] };
		const sent = await sendAsHttpRequestNode({ method: 'POST', uri: url, body, ...options });
		expect(sent.query).toEqual([]);
		expect(sent.json).toEqual({ ...body, token });
	});

	test.each([[], ['a'], {}])('carries it in the query beside the body %j', async (body) => {
		const sent = await sendAsHttpRequestNode({ method: 'POST', uri: url, body, json: true });
		expect(sent.query).toEqual([['token', token]]);
		expect(sent.body).not.toContain(token);
	});

	test('carries the token in a form body given as text', async () => {
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
	['HTTPS:\\\\API.messaging.example', url],
	['https://api.messaging.example:8443', `https://api.messaging.example:8443${path}`],
	['http://localhost:3000', `http://localhost:3000${path}`],
	['http://127.0.0.1:3000', `http://127.0.0.1:3000${path}`],
	['http://[::1]:3000', `http://[::1]:3000${path}`],
];

test.each(usable)('accepts the base URL %j', async (baseUrl, expected) => {
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
	`${origin}?`,
	`${origin}#`,
	`${origin}/#/path`,
	`${origin}${'/'.repeat(5_000)}x`,
	`${origin}/${'x'.repeat(5_000)}`,
	'https://user:pass@api.messaging.example',
	'https://user@api.messaging.example',
	'https://@api.messaging.example',
	'https:\\\\@api.messaging.example',
];

test.each(unusable)('rejects the base URL %j', async (baseUrl) => {
	const sending = send({ method: 'POST', url: path }, { baseUrl }, origin);
	await expect(sending).rejects.toThrow(/base URL/i);
	expect(service.requests).toEqual([]);
	expect(service.strays).toEqual([]);
});

test('rejects a base URL of a million slashes', async () => {
	const baseUrl = `${origin}${'/'.repeat(1_000_000)}x`;
	const sending = send({ method: 'POST', url: path }, { baseUrl }, origin);
	await expect(sending).rejects.toThrow(/base URL/);
});

test('rejects a token that is too long to be redacted', async () => {
	const sending = send({ method: 'POST', url: path }, { token: 'k'.repeat(2_001) });
	await expect(sending).rejects.toThrow(/^The token in the credential has more than 2,000/);
	expect(service.requests).toEqual([]);
	service.close();
	const { query } = await send({ method: 'POST', url: path }, { token: 'k'.repeat(2_000) });
	expect(query).toEqual([['token', 'k'.repeat(2_000)]]);
});

test('rejects a credential without a token', async () => {
	const sending = send({ method: 'POST', url: path }, { token: ' ' });
	await expect(sending).rejects.toThrow(/token/);
	expect(service.requests).toEqual([]);
});

test.each([
	[
		'timeZone',
		'Europe/Kiew',
		`'Time Zone of the Account' in the credential is "Europe/Kiew", which`,
	],
	['timeZone', 'BST', `'Time Zone of the Account' in the credential is "BST", which`],
	['timeZone', 'Etc/GMT+3', `'Time Zone of the Account' in the credential is "Etc/GMT+3", which`],
	[
		'defaultCountryCode',
		'LV',
		`'Default Country Code' in the credential is "LV", which is not a`,
	],
	[
		'onlySendTo',
		'my phone',
		'\'Only Send To\' in the credential has an entry that is not a phone number. It has no digits: "my phone".',
	],
	['onlySendTo', 0, "'Only Send To' in the credential is 0, which is not a list. Separate"],
	['maxParts', '-1', `'Max Parts per Message' in the credential is "-1", which is not a whole`],
	['maxRecipients', 'all', `'Max Recipients per Run' in the credential is "all", which is not a`],
	['maxInFlight', 51, `'Max Requests in Flight' in the credential is "51", which is not a`],
	['maxWait', -1, `'Max Wait for Rate Limit (Seconds)' in the credential is "-1", which is`],
])('the test of a credential rejects %s %j', async (name, value, problem) => {
	const sending = send({ method: 'POST', url: path }, { [name]: value });
	await expect(sending).rejects.toThrow(problem);
	expect(service.requests).toEqual([]);
});

test('the test of a credential accepts each field as a step does', async () => {
	const lists = { onlySendTo: '067 123 45 67; *@example.com\nanna@example.com', maxParts: '' };
	const numbers = { defaultCountryCode: '+380', timeZone: 'UTC', maxRecipients: '5', maxWait: 0 };
	const request = { method: 'POST', url: '/api/v2/getSubscriberLists' } as const;
	const sent = await send(request, { ...lists, ...numbers });
	expect(sent.query).toEqual([['token', token]]);
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

test.each(elsewhere)('does not send the token to %j', async (target) => {
	const error: unknown = await send({ method: 'POST', url: target }).catch((e: unknown) => e);
	expect(service.strays).toEqual([]);
	for (const sent of service.requests) expect(new URL(sent.url).origin).toBe(origin);
	if (service.requests.length === 0) expect(error).toBeInstanceOf(Error);
});

test.each([
	['newer', send],
	['older', sendAsHttpRequestNode],
])(
	"the %s helper of n8n does not send the token to another host's url beside a right uri",
	async (_, make) => {
		const both = { method: 'GET' as const, uri: url, url: `https://evil.example${path}` };
		await expect(make(both)).rejects.toThrow('is not sent to evil.example');
		expect([service.strays, service.requests]).toEqual([[], []]);
	},
);

const HEADERS = [
	...['Host', 'HOST', 'X-Forwarded-Host', 'x_forwarded_host', 'X-Host', 'X-Original-Host'],
	...['X-HTTP-Host-Override', 'X-Forwarded-Server', 'Forwarded', 'X-Real-Host', 'X-Hostname'],
	...['X-Original-URL', 'X-Rewrite-URL', 'X-Rewrite-Uri'],
];

test.each(HEADERS)('sends nothing with the header %s of another host', async (name) => {
	const { host } = new URL(origin);
	for (const value of [
		'evil.example',
		`${host}.evil.example`,
		`${host}:8443`,
		`host=evil.example`,
	]) {
		const headers = { [name]: value };
		const sending = sendAsHttpRequestNode({ method: 'GET', uri: url, headers });
		await expect(sending).rejects.toThrow(
			`The header "${name}" of this step could send the token to another host than ${host}`,
		);
		expect([service.strays, service.requests]).toEqual([[], []]);
		service.close();
	}
});

test('sends headers that name no other host', async () => {
	const headers = { Host: new URL(origin).host, 'X-Request-Id': 'evil.example', Accept: '*/*' };
	const sent = await sendAsHttpRequestNode({ method: 'GET', uri: url, headers });
	expect(sent.query).toEqual([['token', token]]);
});

test('keeps a complete URL that has the origin of the base URL', async () => {
	const sent = await send({ method: 'POST', url });
	expect(sent.url).toBe(`${url}?token=${token}`);
});

describe('a credential with Allowed HTTP Request Domains', () => {
	const request = () => ({ method: 'POST', url: path }) as const;
	const limited = (allowedDomains: string) => ({
		allowedHttpRequestDomains: 'domains',
		allowedDomains,
	});

	const allowed: Array<[domains: string, base?: string]> = [
		['api.messaging.example'],
		[' API.Messaging.Example. '],
		['example.com, api.messaging.example'],
		['*.messaging.example'],
		['*.example'],
		['127.0.0.1', 'http://127.0.0.1:3000'],
	];
	test.each(allowed)('sends to a host of the list %j', async (domains, base = origin) => {
		const sent = await send(request(), { baseUrl: base, ...limited(domains) }, base);
		expect(sent.url).toBe(`${base}${path}?token=${token}`);
	});

	const others = [
		'',
		' , ',
		'example.com',
		'messaging.example',
		'*.api.messaging.example',
		'api.messaging.example.com',
		'*',
		'*.',
		'https://api.messaging.example',
	];
	test.each(others)('sends nothing if the list is %j', async (domains) => {
		const sending = send(request(), limited(domains));
		await expect(sending).rejects.toThrow(/^The host api\.messaging\.example is not allowed/);
		expect([service.requests, service.strays]).toEqual([[], []]);
	});

	test('sends nothing of the HTTP Request node to others', async () => {
		service = new Service(() => ({ body: { status: 'OK' } }));
		const stored = { baseUrl: origin, token, ...limited('example.com') };
		const context = await editorContext({ ...setting, credentials: stored });
		const { requestWithAuthentication: sendIt } = context.helpers;
		const sending = sendIt.call(context, credentialName, { method: 'GET', uri: url });
		await expect(sending).rejects.toThrow(/^The host api\.messaging\.example is not allowed/);
		expect([service.requests, service.strays]).toEqual([[], []]);
	});

	test.each(['all', 'none'])('sends to its own service in the mode "%s"', async (mode) => {
		const sent = await send(request(), {
			allowedHttpRequestDomains: mode,
			allowedDomains: 'example.com',
		});
		expect(sent.query).toEqual([['token', token]]);
	});

	test('stops a step before its request and says so', async () => {
		service = new Service(() => ({ body: { status: 'OK' } }));
		const { error } = await runNode({
			node: 'messagingServiceTemplates',
			parameters: { resource: 'template', operation: 'get', templateId: byId('5') },
			credentials: { baseUrl: origin, token, ...limited('example.com') },
		});
		expect(error?.message).toMatch(/not allowed in this credential/);
		expect((error as { description?: string }).description).toMatch(
			/^Check the credential of this step\. Nothing was sent\./,
		);
		expect([service.requests, service.strays]).toEqual([[], []]);
	});
});

describe('Only Send To and the HTTP Request node', () => {
	const list = { onlySendTo: 'anna@example.com' };
	const call = async (path: string, credentials: IDataObject = list) =>
		await sendAsHttpRequestNode({ method: 'POST', uri: `${origin}${path}` }, credentials);
	const operations = Object.values<ApiOperation>(apiTable);
	const sendsNothing = ({ effect }: ApiOperation) =>
		typeof effect === 'string' && effect !== 'send';

	test.each(operations.filter(sendsNothing).map(({ path }) => path))(
		'may call %s',
		async (path) => {
			expect((await call(path)).path).toBe(path);
		},
	);

	test.each([
		...operations.filter((one) => !sendsNothing(one)).map(({ path }) => path),
		...[
			'/API/V1/SENDSMS',
			'/api/v1/sendsms',
			'/api//v1/sendSMS',
			'//api/v1/sendSMS',
			'/api/v1/sendSMS/',
		],
		...[
			'/api/v1/%73endSMS',
			'/api/v1/getSMSMessages/../sendSMS',
			'/api/v1/sendSMS/../getSMSMessages',
		],
		...['/api/v1/sendSMS/%2e%2e/getSMSMessages', '/api/v1/getSMSMessages%2f..%2fsendSMS'],
		...[
			'/api/v1/getSMSMessages\\..\\sendSMS',
			'/api/v1/getSMSMessages;/../sendSMS',
			'/api/v1/\tsendSMS',
		],
		...[
			'/api/v3/sendSMS',
			'/api/sendSMS',
			'/api/v1/sendSms2',
			'/v1/sendSMS',
			'/',
			'/other/api/v2/getEmailTemplates',
		],
		...['/api/v1/getSMSMessages/x', '/api/v1/get', '/api/v2/getSMSMessages.php/sendSMS'],
		...['/api/v1/sendSMS?x=/api/v1/getSMSMessages', '/api/v1/sendSMS#/api/v1/getSMSMessages'],
	])('may not call %s', async (path) => {
		await expect(call(path)).rejects.toThrow(/^Only Send To is set/);
		await expect(send({ method: 'POST', url: path, qs: { token: '' } }, list)).rejects.toThrow(
			/^Only Send To is set/,
		);
		expect([...service.requests, ...service.strays]).toEqual([]);
	});

	test.each<unknown>([' ', 0, false, [], {}])(
		'may not send if the list is %j, which is no empty field',
		async (onlySendTo) => {
			const calling = call('/api/v1/sendSMS', { onlySendTo } as IDataObject);
			await expect(calling).rejects.toThrow(/^Only Send To is set/);
			expect([...service.requests, ...service.strays]).toEqual([]);
		},
	);
});

test('a base URL with a path has its operations there, and nowhere else', async () => {
	const list = { baseUrl: `${origin}/gateway/`, onlySendTo: 'nobody' };
	const call = async (path: string) =>
		await sendAsHttpRequestNode({ method: 'GET', uri: `${origin}${path}` }, list);
	expect((await call('/gateway/api/v1/getSMSMessages')).method).toBe('GET');
	await expect(call('/api/v1/getSMSMessages')).rejects.toThrow('Only Send To');
	await expect(call('/gateway/api/v1/sendSMS')).rejects.toThrow('Only Send To');
});
