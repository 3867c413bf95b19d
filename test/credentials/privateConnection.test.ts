import { createServer, type IncomingMessage } from 'node:http';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { byId } from '../contract/row';
import { type SpyingProxy, startSpyingProxy } from '../support/connectProxy';
import { importContacts, listPrepared, type OperationSetting, people } from '../support/operations';
import { sendBatch, sendEmails, sendSms } from '../support/operations';
import { startTlsServer } from '../support/proxyAndTls';
import { startTestSandbox } from '../support/sandboxHarness';
import { credentialName, origin, token } from '../support/engine/credentials';
import { toolCallers, type CallTool } from '../support/engine/callTool';
import { openTrigger } from '../support/engine/poll';
import { runNode } from '../support/engine/runNode';
import { createEditorContext, loadColumns, loadList } from '../support/engine/pickerLists';
import { certificate } from '../support/certificate/certificate';
import { listen, type Listening } from '../support/listen';

const path = '/api/v2/createSubscriberList';
const node = 'messagingServiceSms' as const;

type Options = Record<string, unknown>;
/** n8n's two clients: the newer one of nodes, and the older one of the HTTP Request node. */
const newer = 'httpRequestWithAuthentication';
const older = 'requestWithAuthentication';
type Client = typeof newer | typeof older;

async function send(client: Client, options: Options, credentials: IDataObject) {
	const stored = { baseUrl: origin, token, ...credentials } as { baseUrl: string; token: string };
	const context = await createEditorContext({ node, parameters: {}, credentials: stored });
	return await context.helpers[client].call(context, credentialName, options as never);
}

describe('a redirect to another host', () => {
	let service: Listening;
	let thief: Listening;
	const stolen: string[] = [];
	let status = 307;
	const readBody = async (asked: IncomingMessage) => (await asked.toArray()).map(String).join('');
	beforeAll(async () => {
		thief = await listen(
			createServer((asked, response) => {
				void readBody(asked).then((body) => {
					stolen.push(`${asked.url} ${body}`);
					response.end('{}');
				});
			}),
		);
		service = await listen(
			createServer((asked, response) => {
				asked.resume();
				const location = `${thief.url}${asked.url}`;
				response.writeHead(status, { location }).end();
			}),
		);
	});
	beforeEach(() => (stolen.length = 0));
	afterAll(async () => {
		await service.close();
		await thief.close();
	});

	/** Requests of the HTTP Request node: its versions 4, 2 and 1, and those with an option. */
	const follows: Array<[title: string, client: Client, options: Options]> = [
		['as n8n does by default', newer, {}],
		['up to a number', newer, { maxRedirects: 5 }],
		['although told not to disable it', newer, { disableFollowRedirect: false }],
		['as the HTTP Request node did at first', older, {}],
		[
			'as the HTTP Request node does',
			older,
			{ followRedirect: true, followAllRedirects: true },
		],
		[
			'with its option',
			older,
			{ followRedirect: true, followAllRedirects: true, maxRedirects: 21 },
		],
	];
	const cases = follows.flatMap((one) =>
		['GET', 'POST'].flatMap((method) =>
			[301, 302, 303, 307, 308].map((code) => [...one, method, code] as const),
		),
	);

	test.each(cases)(
		'is not followed by a client that would follow it %s (%s, %j, %s, %i)',
		async (_, client, more, method, code) => {
			status = code;
			const form = { name: 'A' };
			const headers = { 'content-type': 'application/x-www-form-urlencoded' };
			const body = client === older ? { form } : { body: form, headers };
			const url = `${service.url}${path}`;
			const request = { method, url, uri: url, ...(method === 'POST' && body), ...more };
			const sending = send(client, request, { baseUrl: service.url });
			await expect(sending).rejects.toThrow(String(code));
			expect(stolen).toEqual([]);
		},
	);
});

describe('a proxy that opens the connection to the service', () => {
	let spy: SpyingProxy;
	beforeEach(async () => {
		spy = await startSpyingProxy({ status: 'OK', result: [], sms_id: 1 });
	});
	afterEach(async () => await spy.close());

	const asStep = (made: OperationSetting) => ({
		...made,
		credentials: { baseUrl: origin, token },
		parameters: {
			...made.parameters,
			requestOptions: { proxy: spy.url, allowUnauthorizedCerts: true },
		},
		items: people(2),
	});
	const refused = /^This step does not validate the certificate of the service/;
	const expectNothingRead = () => {
		expect(spy.read).toEqual([]);
		expect(spy.tunnels).toEqual([]);
	};

	test.each([
		['a message per item', sendSms],
		['a batch', sendBatch],
		['an email batch', sendEmails],
		['an import', importContacts],
		['a list', listPrepared],
	])('cannot read the token with Ignore SSL Issues: %s', async (_, made) => {
		const { error } = await runNode(asStep(made()));
		expectNothingRead();
		expect(error?.message).toMatch(refused);
		expect((error as { description?: string }).description).toMatch(/Nothing was sent\./);
	});

	test('cannot read the token with Ignore SSL Issues: lists and columns of the editor', async () => {
		const picked = asStep({
			node,
			parameters: { resource: 'message', operation: 'sendPrepared' },
		});
		await expect(loadList(picked, 'messageId')).rejects.toThrow(refused);
		await expect(loadColumns(asStep(importContacts()), 'columns')).rejects.toThrow(refused);
		expectNothingRead();
	});

	/** Returns the text that the caller of a tool reads. */
	const said = async (call: CallTool, more: object) => {
		const made = sendSms();
		const parameters = { ...made.parameters, phone: '+380501234567', message: 'Hi' };
		const setting = { ...asStep({ ...made, parameters }), ...more };
		// In the oldest engine, the error of an agent's run is a plain object.
		const messageOf = ({ message }: Error) => message;
		return await call(setting, { query: 'x' }).then(JSON.stringify, messageOf);
	};

	test.each(toolCallers)(
		'cannot read the token with Ignore SSL Issues: a tool of %s',
		async (_, call) => {
			expect(await said(call, {})).toContain('This step does not validate the certificate');
			expectNothingRead();
		},
	);

	test.each(toolCallers)(
		'reads what "Ignore SSL Issues" of the credential alone can allow: a tool of %s',
		async (_, call) => {
			const credentials = { baseUrl: origin, token, ignoreSslIssues: true };
			expect(await said(call, { credentials })).toContain('"is_sent":true');
			expect(spy.read).toHaveLength(1);
		},
	);

	const { cert: ca } = certificate;
	const careless: Array<[title: string, client: Client, options: Options]> = [
		['of a node', newer, { skipSslCertificateValidation: true }],
		['of a node with agent options', newer, { agentOptions: { rejectUnauthorized: false } }],
		['of the HTTP Request node', older, { rejectUnauthorized: false }],
		[
			'of the HTTP Request node with an authority of its own',
			older,
			{ rejectUnauthorized: true, agentOptions: { ca } },
		],
	];
	test.each(careless)('cannot read the token in a request %s', async (_, client, more) => {
		const parts = { host: '127.0.0.1', port: Number(new URL(spy.url).port), protocol: 'http' };
		const proxy = client === older ? spy.url : parts;
		const url = `${origin}${path}`;
		const options = { method: 'POST', url, uri: url, proxy, ...more };
		await expect(send(client, options, {})).rejects.toThrow(refused);
		expectNothingRead();
	});

	test('cannot read the token while the certificate is validated', async () => {
		const setting = asStep(sendSms());
		const parameters = { ...setting.parameters, requestOptions: { proxy: spy.url } };
		const { error } = await runNode({ ...setting, parameters });
		expect(error?.message).toBe('No secure connection to the service is possible');
		expect(spy.tunnels).not.toHaveLength(0);
		expect(spy.read).toEqual([]);
	});

	test('reads what "Ignore SSL Issues" of the credential alone can allow', async () => {
		const credentials = { baseUrl: origin, token, ignoreSslIssues: true };
		const setting = asStep(sendSms());
		for (const allowUnauthorizedCerts of [false, true]) {
			spy.read.length = 0;
			const requestOptions = { proxy: spy.url, allowUnauthorizedCerts };
			const parameters = { ...setting.parameters, requestOptions };
			const { error } = await runNode({ ...setting, parameters, credentials });
			expect(error).toBeUndefined();
			expect(spy.read).toHaveLength(2);
		}
	});

	test('on another machine cannot read what the credential lets through', async () => {
		// This address leads to this machine, but is not a loopback address.
		const proxy = spy.url.replace('127.0.0.1', '0.0.0.0');
		const settings = [
			{ baseUrl: origin, token, ignoreSslIssues: true },
			{ baseUrl: 'http://127.0.0.1:9', token, ignoreSslIssues: false },
			{ baseUrl: 'http://localhost:9', token, ignoreSslIssues: false },
		];
		for (const credentials of settings) {
			const setting = { ...asStep(sendSms()), credentials };
			const parameters = { ...setting.parameters, requestOptions: { proxy } };
			const { error } = await runNode({ ...setting, parameters });
			expect(error?.message).toMatch(/^The proxy of this step could read the token/);
		}
		const options = { method: 'GET', uri: `http://localhost:9${path}`, proxy };
		const sending = send(older, options, settings[2]);
		await expect(sending).rejects.toThrow(/^The proxy of this step could read the token/);
		expectNothingRead();
	});

	test.each(['socks5://127.0.0.1:1080', 'ftp://127.0.0.1:21', '127.0.0.1:3128', 'proxy'])(
		'that n8n would ignore is rejected: %s',
		async (proxy) => {
			const options = { method: 'GET', uri: `${origin}${path}`, proxy };
			const sending = send(older, options, {});
			await expect(sending).rejects.toThrow(/^The proxy of this step is not an http/);
			expectNothingRead();
		},
	);
});

describe('a service with a self-signed certificate', () => {
	let behind: Awaited<ReturnType<typeof startTestSandbox>>;
	let service: Awaited<ReturnType<typeof startTlsServer>>;
	beforeAll(async () => {
		behind = await startTestSandbox();
		service = await startTlsServer(behind.url);
	});
	afterAll(async () => {
		await service.close();
		await behind.close();
	});
	const stored = (ignoreSslIssues: boolean) => ({ baseUrl: service.url, token, ignoreSslIssues });
	const trigger = (ignoreSslIssues: boolean) => ({
		node: 'messagingServiceTrigger' as const,
		parameters: { event: 'viberReply', mailings: 'all', options: {} },
		credentials: stored(ignoreSslIssues),
	});

	test('is rejected unless the credential ignores SSL issues', async () => {
		const credentials = stored(false);
		const { error } = await runNode({ ...sendSms(), items: people(1), credentials });
		expect(error?.message).toBe('No secure connection to the service is possible');
		const picked = { ...listPrepared(), credentials };
		expect((await runNode(picked)).error).toBeDefined();
		const { poll } = await openTrigger(trigger(false));
		await expect(poll()).rejects.toThrow('No secure connection');
		const options = { method: 'POST', uri: `${service.url}/api/v2/getSubscriberLists` };
		await expect(send(older, options, credentials)).rejects.toThrow();
		expect(service.lines).toEqual([]);
	});

	test('is reached by all nodes if the credential ignores SSL issues', async () => {
		const credentials = stored(true);
		for (const made of [sendSms(), sendBatch(), importContacts(), listPrepared()]) {
			const { error } = await runNode({ ...made, items: people(1), credentials });
			expect(error).toBeUndefined();
		}
		const parameters = { resource: 'message', operation: 'sendPrepared', messageId: byId(1) };
		await loadList({ node, parameters, credentials }, 'messageId');
		await (await openTrigger(trigger(true))).poll();
		const url = `${service.url}/api/v2/getSubscriberLists`;
		const options = { method: 'POST', url, uri: url } as IHttpRequestOptions & Options;
		await send(older, { ...options, rejectUnauthorized: true }, credentials);
		await send(newer, options, credentials);
		expect(service.lines.length).toBeGreaterThan(7);
	});
});
