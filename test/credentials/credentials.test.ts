import type { IDataObject, IHttpRequestOptions, IRequestOptions } from 'n8n-workflow';
import { Account } from '../../credentials/account';
import { type ApiOperation, apiTable } from '../contract/apiTable';
import { byId } from '../contract/row';
import { credentialName, origin, token } from '../support/engine/credentials';
import { createEditorContext } from '../support/engine/pickerLists';
import { runNode } from '../support/engine/runNode';
import { Service, type SentRequest } from '../support/engine/service';

const setting = { node: 'messagingServiceSms' as const, parameters: {} };

let service: Service;
afterEach(() => service.close());

/** Sends through one of n8n's two clients. */
async function sendBy(
	client: 'httpRequestWithAuthentication' | 'requestWithAuthentication',
	request: IHttpRequestOptions | IRequestOptions,
	{ base = origin, ...credentials }: IDataObject & { base?: string },
): Promise<SentRequest> {
	service?.close();
	service = new Service(() => ({ body: { status: 'OK' } }), base);
	const stored = { baseUrl: base, token, ...credentials } as { baseUrl: string; token: string };
	const context = await createEditorContext({ ...setting, credentials: stored });
	await context.helpers[client].call(context, credentialName, request as IHttpRequestOptions);
	return service.requests[0];
}

/** Sends a request as a declarative node does. */
const send = async (request: IHttpRequestOptions, credentials: IDataObject = {}) =>
	await sendBy('httpRequestWithAuthentication', request, credentials);
/** Sends a request as n8n's HTTP Request node does, with options of the older request library. */
const sendAsHttpRequestNode = async (request: IRequestOptions, credentials: IDataObject = {}) =>
	await sendBy('requestWithAuthentication', request, credentials);

const path = '/api/v2/createSubscriberList';
const url = `${origin}${path}`;
const post = { method: 'POST', url: path } as const;
const expectNothingSent = () => expect([service.requests, service.strays]).toEqual([[], []]);
const urlencoded = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
const name = ['name', 'A'];
const tokenPair = ['token', token];

const slots: Array<[place: string, options: object, query: unknown, body: object]> = [
	['the query', { qs: { name: 'A', token: '' } }, [name, tokenPair], { body: '' }],
	[
		'the form',
		{ body: { name: 'A', token: '' }, ...urlencoded },
		[],
		{ form: [name, tokenPair] },
	],
	[
		'the query beside a form',
		{ qs: { token: '' }, body: { name: 'A' }, ...urlencoded },
		[tokenPair],
		{ form: [name] },
	],
	[
		'a JSON body',
		{ body: { token: '', list: [] }, json: true },
		[],
		{ json: { token, list: [] } },
	],
];
test.each(slots)('the token replaces its placeholder in %s', async (_, options, query, body) => {
	const sent = await send({ ...post, ...options });
	expect(sent).toMatchObject({ query, ...body });
});

test('the token is sent without surrounding spaces', async () => {
	const sent = await send({ ...post, qs: { token: '' } }, { token: ` ${token}\n` });
	expect(sent.query).toEqual([tokenPair]);
});

const json = { messages: [{ phone: '1' }] };
const jsonType = { headers: { 'Content-Type': 'application/json' } };
const parts = [
	{ name: 'name', value: 'A' },
	{ name: 'token', value: token },
];
const slotless: Array<[title: string, options: object, query: unknown, body: object]> = [
	['the query if there is no body', { method: 'GET', qs: { name: 'A' } }, [name, tokenPair], {}],
	['the form', { form: { name: 'A' } }, [], { form: [name, tokenPair] }],
	['a form that is text', { body: 'name=A', ...urlencoded }, [], { form: [name, tokenPair] }],
	['the multipart body', { formData: { name: 'A' } }, [], { parts }],
	['a JSON record', { body: json, json: true }, [], { json: { ...json, token } }],
	['a typed record', { body: json, json: true, ...jsonType }, [], { json: { ...json, token } }],
	['the query beside []', { body: [], json: true }, [tokenPair], { body: '[]' }],
	['the query beside ["a"]', { body: ['a'], json: true }, [tokenPair], { body: '["a"]' }],
	['the query beside {}', { body: {}, json: true }, [tokenPair], { body: '{}' }],
];
test.each(slotless)(
	'a request of the HTTP Request node carries the token in %s',
	async (_, options, query, body) => {
		const sent = await sendAsHttpRequestNode({ method: 'POST', uri: url, ...options });
		expect(sent).toMatchObject({ query, ...body });
	},
);

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
	['http://127.255.255.255', `http://127.255.255.255${path}`],
	[`${origin}/`.padEnd(1_000, 'x'), `${origin}/`.padEnd(1_000, 'x') + path],
];

test.each(usable)('accepts the base URL %j', async (baseUrl, expected) => {
	const sent = await send({ ...post }, { baseUrl, base: baseUrl.trim() });
	expect(sent.url).toBe(`${expected}?token=${token}`);
});

test.each([
	...[
		'',
		'api.messaging.example',
		'http://api.messaging.example',
		'HTTP://api.messaging.example',
	],
	...['http://localhost.evil.example', 'http://127.0.0.1.evil.example', 'http://[::2]'],
	...['http://127.evil.example', 'ftp://api.messaging.example', 'file:///etc/passwd'],
	...['javascript:alert(1)', 'https://', `${origin}?x=1`, `${origin}#x`, `${origin}?`],
	...[`${origin}#`, `${origin}/#/path`, `${origin}/`.padEnd(1_001, 'x')],
	...['https://user:pass@api.messaging.example', 'https://user@api.messaging.example'],
	...['https://@api.messaging.example', 'https:\\\\@api.messaging.example'],
])('rejects the base URL %j', async (baseUrl) => {
	await expect(send({ ...post }, { baseUrl })).rejects.toThrow(/base URL/i);
	expectNothingSent();
});

test('rejects a base URL of a million slashes', async () => {
	const baseUrl = `${origin}${'/'.repeat(1_000_000)}x`;
	await expect(send({ ...post }, { baseUrl })).rejects.toThrow(/base URL/);
});

test('rejects a token that is too long to be redacted, and one that is missing', async () => {
	const sending = send({ ...post }, { token: 'k'.repeat(2_001) });
	await expect(sending).rejects.toThrow(/^The token in the credential has more than 2,000/);
	await expect(send({ ...post }, { token: ' ' })).rejects.toThrow(/token/);
	expectNothingSent();
	const { query } = await send({ ...post }, { token: 'k'.repeat(2_000) });
	expect(query).toEqual([['token', 'k'.repeat(2_000)]]);
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
		'an entry that is not a phone number. It has no digits: "my phone".',
	],
	['onlySendTo', 0, "'Only Send To' in the credential is 0, which is not a list. Separate"],
	['maxParts', '-1', `'Max Parts per Message' in the credential is "-1", which is not a whole`],
	['maxRecipients', 'all', `'Max Recipients per Run' in the credential is "all", which is not a`],
	['maxInFlight', 51, `'Max Requests in Flight' in the credential is "51", which is not a`],
	['maxWait', -1, `'Max Wait for Rate Limit (Seconds)' in the credential is "-1", which is`],
	['maxParts', '0', 'which is not a whole number from 1 to 255'],
	['maxParts', '256', 'which is not a whole number from 1 to 255'],
	['maxRecipients', 0, 'which is not a whole number from 1 to 1000000'],
	['maxRecipients', 1_000_001, 'which is not a whole number from 1 to 1000000'],
	['maxInFlight', 0, 'which is not a whole number from 1 to 50'],
	['maxWait', 601, 'which is not a whole number from 0 to 600'],
])('the test of a credential rejects %s %j', async (field, value, problem) => {
	await expect(send({ ...post }, { [field]: value })).rejects.toThrow(problem);
	expectNothingSent();
});

test('the test of a credential accepts the same values of each field as a step does', async () => {
	const lists = { onlySendTo: '067 123 45 67; *@example.com\nanna@example.com', maxParts: '' };
	const numbers = { defaultCountryCode: '+380', timeZone: 'UTC', maxRecipients: '5', maxWait: 0 };
	const request = { method: 'POST', url: '/api/v2/getSubscriberLists' } as const;
	expect((await send(request, { ...lists, ...numbers })).query).toEqual([tokenPair]);
	const most = { maxParts: 255, maxRecipients: 1_000_000, maxInFlight: 50, maxWait: 600 };
	expect((await send(request, most)).query).toEqual([tokenPair]);
	const least = { maxParts: 1, maxRecipients: 1, maxInFlight: 1 };
	expect((await send(request, least)).query).toEqual([tokenPair]);
	const none = { maxParts: null, maxRecipients: null, maxInFlight: null, timeZone: null };
	expect((await send(request, none)).query).toEqual([tokenPair]);
});

test('a step runs even if a field of the credential that it does not use is invalid', async () => {
	service = new Service(() => ({ body: { status: 'OK' } }));
	const unused = { maxParts: '-1', maxRecipients: 'all', defaultCountryCode: 'LV' };
	await runNode({
		node: 'messagingServiceTemplates',
		parameters: { resource: 'template', operation: 'get', templateId: byId('5') },
		credentials: { baseUrl: origin, token, ...unused, onlySendTo: 'my phone' },
	});
	expect(service.requests).toHaveLength(1);
});

test('a signature depends on token, purpose and text, and needs a token', () => {
	const sign = (secret: string, purpose: string, text: string) =>
		new Account({ baseUrl: origin, token: secret }).sign(purpose, text);
	const signatures = [
		...[sign('key', 'code', 'A'), sign('key2', 'code', 'A')],
		...[sign('key', 'link', 'A'), sign('key', 'code', 'B')],
	];
	expect(new Set(signatures).size).toBe(4);
	expect(sign(' key ', 'code', 'A')).toBe(signatures[0]);
	for (const one of signatures) expect(one).toMatch(/^[\w-]{43}$/);
	expect(() => sign(' ', 'code', 'A')).toThrow('The credential has no token');
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

test.each(['httpRequestWithAuthentication', 'requestWithAuthentication'] as const)(
	"%s does not send the token to another host's url beside a right uri",
	async (client) => {
		const both = { method: 'GET' as const, uri: url, url: `https://evil.example${path}` };
		await expect(sendBy(client, both, {})).rejects.toThrow('is not sent to evil.example');
		expectNothingSent();
	},
);

const HEADERS = [
	...['Host', 'HOST', 'X-Forwarded-Host', 'x_forwarded_host', 'X-Host', 'X-Original-Host'],
	...['X-HTTP-Host-Override', 'X-Forwarded-Server', 'Forwarded', 'X-Real-Host', 'X-Hostname'],
	...[
		'X-Original-URL',
		'X-Rewrite-URL',
		'X-Rewrite-Uri',
		'Authority',
		':authority',
		'X-Host-Name',
	],
	...['X-Forwarded-URL', 'X-Forwarded-Uri', 'X-Forwarded-Path', 'X-Forwarded-Prefix'],
];

test.each(HEADERS)('sends no request with a header that names another host: %s', async (header) => {
	const { host } = new URL(origin);
	const hosts = ['evil.example', `${host}.evil.example`, `${host}:8443`, 'host=evil.example'];
	for (const value of hosts) {
		const request = { method: 'GET', uri: url, headers: { [header]: value } } as const;
		await expect(sendAsHttpRequestNode(request)).rejects.toThrow(
			`The header "${header}" of this step could send the token to a host other than ${host}`,
		);
		expectNothingSent();
	}
});

test('sends a request whose headers do not name another host', async () => {
	const headers = { Host: new URL(origin).host, 'X-Request-Id': 'evil.example', Accept: '*/*' };
	const sent = await sendAsHttpRequestNode({ method: 'GET', uri: url, headers });
	expect(sent.query).toEqual([tokenPair]);
});

test('keeps a complete URL that has the origin of the base URL', async () => {
	expect((await send({ method: 'POST', url })).url).toBe(`${url}?token=${token}`);
});

describe('a credential with Allowed HTTP Request Domains', () => {
	const limited = (allowedDomains: string, allowedHttpRequestDomains = 'domains') => ({
		allowedHttpRequestDomains,
		allowedDomains,
	});
	const notAllowed = /^The host api\.messaging\.example is not allowed/;

	test.each<[domains: string, base?: string]>([
		['api.messaging.example'],
		[' API.Messaging.Example. '],
		['example.com, api.messaging.example'],
		['*.messaging.example'],
		['*.example'],
		['127.0.0.1', 'http://127.0.0.1:3000'],
	])('sends to a host of the list %j', async (domains, base = origin) => {
		const sent = await send({ ...post }, { base, ...limited(domains) });
		expect(sent.url).toBe(`${base}${path}?token=${token}`);
	});

	test.each([
		...['', ' , ', 'example.com', 'messaging.example', '*.api.messaging.example', '*', '*.'],
		...['api.messaging.example.com', 'https://api.messaging.example'],
	])('sends no request if the list is %j', async (domains) => {
		await expect(send({ ...post }, limited(domains))).rejects.toThrow(notAllowed);
		expectNothingSent();
	});

	test('sends no request of the HTTP Request node to another host', async () => {
		const sending = sendAsHttpRequestNode({ method: 'GET', uri: url }, limited('example.com'));
		await expect(sending).rejects.toThrow(notAllowed);
		expectNothingSent();
	});

	test.each(['all', 'none'])('sends to its own service in the mode "%s"', async (mode) => {
		const sent = await send({ ...post }, limited('example.com', mode));
		expect(sent.query).toEqual([tokenPair]);
	});

	test('fails a step before its request, with an error that names the setting', async () => {
		service = new Service(() => ({ body: { status: 'OK' } }));
		const { error } = await runNode({
			node: 'messagingServiceTemplates',
			parameters: { resource: 'template', operation: 'get', templateId: byId('5') },
			credentials: { baseUrl: origin, token, ...limited('example.com') },
		});
		expect(error?.message).toMatch(/not allowed in this credential/);
		const { description } = error as { description?: string };
		expect(description).toMatch(/^Check the credential of this step\. Nothing was sent\./);
		expectNothingSent();
	});
});

describe('the HTTP Request node with Only Send To in the credential', () => {
	const list = { onlySendTo: 'anna@example.com' };
	const call = async (path: string, credentials: IDataObject = list) =>
		await sendAsHttpRequestNode({ method: 'POST', uri: `${origin}${path}` }, credentials);
	const operations: ApiOperation[] = Object.values(apiTable);
	const sendsNothing = ({ effect }: ApiOperation) =>
		typeof effect === 'string' && effect !== 'send';

	const [harmless, sending] = [true, false].map((isHarmless) =>
		operations.filter((one) => sendsNothing(one) === isHarmless).map(({ path }) => path),
	);

	test.each(harmless)('may call %s', async (path) => {
		expect((await call(path)).path).toBe(path);
	});

	test.each([
		...sending,
		...['/API/V1/SENDSMS', '/api/v1/sendsms', '/api//v1/sendSMS', '//api/v1/sendSMS'],
		...['/api/v1/sendSMS/', '/api/v1/%73endSMS', '/api/v1/getSMSMessages/../sendSMS'],
		...['/api/v1/sendSMS/../getSMSMessages', '/api/v1/sendSMS/%2e%2e/getSMSMessages'],
		...['/api/v1/getSMSMessages%2f..%2fsendSMS', '/api/v1/getSMSMessages\\..\\sendSMS'],
		...['/api/v1/getSMSMessages;/../sendSMS', '/api/v1/\tsendSMS', '/api/v3/sendSMS'],
		...['/api/sendSMS', '/api/v1/sendSms2', '/v1/sendSMS', '/', '/api/v1/get'],
		...['/other/api/v2/getEmailTemplates', '/api/v1/getSMSMessages/x'],
		...['/api/v2/getSMSMessages.php/sendSMS', '/api/v1/sendSMS?x=/api/v1/getSMSMessages'],
		'/api/v1/sendSMS#/api/v1/getSMSMessages',
	])('may not call %s', async (path) => {
		const request = { method: 'POST', url: path, qs: { token: '' } } as const;
		await expect(call(path)).rejects.toThrow(
			/^The credential limits the recipients with "Only Send To"/,
		);
		expectNothingSent();
		await expect(send(request, list)).rejects.toThrow(
			/^The credential limits the recipients with "Only Send To"/,
		);
		expectNothingSent();
	});

	test.each<unknown>([' ', 0, false, [], {}])(
		'may not send if the list is %j, which is not an empty field',
		async (onlySendTo) => {
			const calling = call('/api/v1/sendSMS', { onlySendTo } as IDataObject);
			await expect(calling).rejects.toThrow(
				/^The credential limits the recipients with "Only Send To"/,
			);
			expectNothingSent();
		},
	);
});

test('Only Send To lets the HTTP Request node read only below the path of the base URL', async () => {
	const list = { baseUrl: `${origin}/gateway/`, onlySendTo: 'nobody' };
	const call = async (path: string) =>
		await sendAsHttpRequestNode({ method: 'GET', uri: `${origin}${path}` }, list);
	expect((await call('/gateway/api/v1/getSMSMessages')).method).toBe('GET');
	await expect(call('/api/v1/getSMSMessages')).rejects.toThrow('Only Send To');
	await expect(call('/gateway/api/v1/sendSMS')).rejects.toThrow('Only Send To');
});
