import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { readConnectionOptions } from '../../nodes/shared/http/proxy';
import { buildHttpOptions, type Request } from '../../nodes/shared/http/httpOptions';
import { Account } from '../../credentials/account';
import type { RequestPolicy } from '../../nodes/shared/http/policy';
import { readRequestPolicy } from '../../nodes/shared/in/policy';
import type { Sandbox } from '../../sandbox';
import { readCredential } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { openTrigger } from '../support/engine/poll';
import { loadColumns, loadList } from '../support/engine/pickerLists';
import { type Front, startProxy, startTlsServer } from '../support/proxyAndTls';
import * as operations from '../support/operations';
import { credentialsOf, loadSandboxList, run, startTestSandbox } from '../support/sandboxHarness';
import { newNode } from '../support/newNode';
import { shareOfPairs } from '../support/thorough';
import { descriptionOf } from '../run/sending/observed';

let sandbox: Sandbox;
let front: Front;
beforeAll(async () => {
	sandbox = await startTestSandbox();
});
afterEach(async () => await front?.close());
afterAll(async () => await sandbox.close());

const { sendSms, sendBatch, importContacts, listPrepared, sendPrepared, people } = operations;
type Make = (options?: INodeParameters) => operations.OperationSetting;
/** Steps that send or read in different ways. */
const ways: Array<[way: string, make: Make]> = [
	['a message per item', sendSms],
	['a batch', sendBatch],
	['an import', importContacts],
	['a list', listPrepared],
];
const optionsOf = (made: operations.OperationSetting, requestOptions: INodeParameters) => ({
	...made,
	parameters: { ...made.parameters, requestOptions },
	items: people(1),
});
/** Returns the error of a step that sends nothing. */
const refused = async (make: Make, requestOptions: INodeParameters) => {
	const before = sandbox.requests.length;
	const { error } = await running(sandbox, make, requestOptions);
	expect(sandbox.requests).toHaveLength(before);
	return error;
};
const running = async (service: { url: string }, make: Make, requestOptions: INodeParameters) =>
	await run(service, optionsOf(make(), requestOptions));

describe("n8n's request options", () => {
	const elsewhere = { url: 'http://127.0.0.1:9' };

	test.each(ways)('send %s through the proxy', async (_, make) => {
		front = await startProxy(sandbox.url);
		expect((await running(elsewhere, make, { proxy: front.url })).error).toBeUndefined();
		expect(front.lines.length).toBeGreaterThan(0);
		for (const line of front.lines) expect(line).toMatch(/^\w+ http:\/\/127\.0\.0\.1:9\/api\//);
	});

	test('apply their proxy to the lists in the editor', async () => {
		front = await startProxy(sandbox.url);
		const setting = optionsOf(sendPrepared(), { proxy: front.url });
		await loadSandboxList(elsewhere, setting, 'messageId');
		const mapped = optionsOf(importContacts(), { proxy: front.url });
		await loadColumns({ ...mapped, credentials: credentialsOf(elsewhere) }, 'columns');
		expect(front.lines.map((line) => /getSms\w+|getSub\w+/.exec(line)?.[0])).toHaveLength(2);
	});

	test('send the proxy the decoded user and password', async () => {
		front = await startProxy(sandbox.url);
		const proxy = front.url.replace('//', '//me:p%40ss@');
		expect((await running(elsewhere, sendBatch, { proxy })).error).toBeUndefined();
		const login = Buffer.from('me:p@ss').toString('base64');
		expect(new Set(front.logins)).toEqual(new Set([`Basic ${login}`]));
	});

	test.each(ways.slice(1, 4))('without a port of the proxy do not send %s', async (_, make) => {
		const error = await refused(make, { proxy: 'http://proxy.example' });
		expect(error?.message).toBe("'Proxy' has no host and port");
		expect(descriptionOf({ error })).toMatch(/^Enter an address such as http:/);
	});

	test('with an invalid % in the proxy password send no request, and the error hides the password', async () => {
		const proxy = 'http://me:100%secret@proxy.example:3128';
		const error = await refused(sendBatch, { proxy });
		expect(error?.message).toBe("'Proxy' contains an invalid percent-encoding");
		expect(inspect(error, { depth: 1 })).not.toContain('secret');
	});

	test.each([
		['http://proxy.example:80', { host: 'proxy.example', port: 80, protocol: 'http' }],
		['https://proxy.example:443/', { host: 'proxy.example', port: 443, protocol: 'https' }],
		['http://me:1@proxy.example:3128', { host: 'proxy.example', port: 3128 }],
		['http://[::1]:80', { host: '[::1]', port: 80 }],
		['http://proxy.example:80?a', { host: 'proxy.example', port: 80 }],
		['http://proxy.example:80#a', { host: 'proxy.example', port: 80 }],
		[' http://proxy.example:3128\n', { host: 'proxy.example', port: 3128 }],
	])('keep the port that was entered in the proxy %s', (proxy, expected) => {
		expect(readConnectionOptions({ proxy }).proxy).toMatchObject(expected);
	});

	test.each([
		'http://me:1@proxy.example',
		'http://[::1]',
		'proxy.example:3128',
		'http://:80',
		'http://127.0.0.1\\@proxy.example:80',
	])('reject the proxy %s, which lacks a host or a port', (proxy) => {
		expect(() => readConnectionOptions({ proxy })).toThrow('has no host and port');
	});

	const proxies = ['socks5://127.0.0.1:1080', 'ftp://proxy.example:21', 'gopher://a.example:70'];
	test.each(
		shareOfPairs(ways, proxies).map(([[way, make], proxy]) => [way, proxy, make] as const),
	)('reject for %s the proxy %s, which n8n would ignore', async (_, proxy, make) => {
		const [protocol] = proxy.split('//');
		expect((await refused(make, { proxy }))?.message).toBe(
			`'Proxy' starts with ${protocol} instead of http:// or https://`,
		);
	});

	const timeouts = [86_400_001, 1e12, -1, 0.5, 'soon', NaN, Infinity];
	test.each(
		shareOfPairs(ways, timeouts, ways.length).map(
			([[way, make], timeout]) => [way, timeout, make] as const,
		),
	)('reject for %s the timeout %p', async (_, timeout, make) => {
		expect((await refused(make, { timeout }))?.message).toContain(
			'which is not a whole number of milliseconds from 0 to 86400000',
		);
	});

	test('that are invalid give a picker in the editor an error that names the proxy', async () => {
		const setting = optionsOf(sendPrepared(), { proxy: 'proxy.example' });
		await expect(loadSandboxList(sandbox, setting, 'messageId')).rejects.toThrow(
			"'Proxy' has no host",
		);
	});

	test.each(ways)('allow a self-signed certificate for %s only if asked to', async (_, make) => {
		front = await startTlsServer(sandbox.url);
		const careful = await running(front, make, {});
		expect(careful.error?.message).toMatch(/^No secure connection to the service is possible/);
		const off = await running(front, make, { allowUnauthorizedCerts: 'false' });
		expect(off.error?.message).toBe(careful.error?.message);
		const odd = await running(front, make, { allowUnauthorizedCerts: 'maybe' });
		expect(odd.error?.message).toMatch(/^'Ignore SSL Issues \(Insecure\)' is "maybe", which/);
		expect(front.lines).toEqual([]);
		const careless = await running(front, make, { allowUnauthorizedCerts: true });
		expect(careless.error).toBeUndefined();
		expect(front.lines.length).toBeGreaterThan(0);
	});
});

const account = (more = {}) =>
	new Account({ baseUrl: 'https://api.example.com', token: 'T', ...more });
const defaultPolicy: RequestPolicy = { ...account().requestLimits, isResendUnknownOn: false };

test('a credential without the field Only Send To allows everybody', () => {
	expect([
		account().enteredOnlySendTo,
		account().allowedRecipientMatcher('380501234567'),
	]).toEqual([undefined, true]);
});

describe('the limits of the credential', () => {
	const labels = {
		maxInFlight: 'Max Requests in Flight',
		maxWait: 'Max Wait for Rate Limit (Seconds)',
	};

	test('have their bounds and defaults in its form', async () => {
		const { properties } = await readCredential();
		const found = Object.keys(labels).map((wanted) => {
			const property = properties.find(({ name }) => name === wanted);
			const { displayName, typeOptions, default: byDefault } = property ?? {};
			return [displayName, typeOptions?.minValue, typeOptions?.maxValue, byDefault];
		});
		expect(found).toEqual([
			[labels.maxInFlight, 1, 50, 10],
			[labels.maxWait, 0, 600, 60],
		]);
	});

	test.each([
		['maxInFlight', [0, 51, 1.5, 'many', true, NaN, [5], { a: 1 }]],
		['maxWait', [-1, 601, 0.5, '1e9', false]],
	] as const)('%s out of bounds sends nothing, and the error names it', async (name, values) => {
		const makes = [sendSms, sendBatch, importContacts, listPrepared];
		for (const [make, value] of shareOfPairs<Make, unknown>(makes, values, makes.length)) {
			const before = sandbox.requests.length;
			const credentials = { ...credentialsOf(sandbox), [name]: value } as never;
			const { error } = await runNode({ ...make(), items: people(2), credentials });
			expect(error?.message).toMatch(`'${labels[name]}' in the credential is `);
			expect(sandbox.requests).toHaveLength(before);
		}
	});

	test('that are out of bounds also fail a list in the editor and a poll', async () => {
		const credentials = { ...credentialsOf(sandbox), maxInFlight: 0 };
		const before = sandbox.requests.length;
		const named = "'Max Requests in Flight' in the credential is";
		const picked = loadList({ ...sendPrepared(), credentials }, 'messageId');
		await expect(picked).rejects.toThrow(named);
		const parameters = { event: 'viberReply' };
		const { poll } = await openTrigger({
			node: 'messagingServiceTrigger',
			parameters,
			credentials,
		});
		await expect(poll('manual')).rejects.toThrow(named);
		expect(sandbox.requests).toHaveLength(before);
	});

	test.each([undefined, null, '', ' '])('are the defaults if they are %p', (blank) => {
		const { requestLimits } = account({ maxInFlight: blank, maxWait: blank });
		expect(requestLimits).toEqual({ maxInFlight: 10, maxRateLimitSeconds: 60 });
		expect(account({ maxInFlight: '5' }).requestLimits.maxInFlight).toBe(5);
	});
});

test('the settings of a request combine the step, Request Options and the credential', () => {
	const errorContext = {
		context: { getNode: () => newNode('SMS', 'sms', {}) },
		action: 'Send an SMS',
	};
	const policy = (values: Record<string, unknown>, limits = {}) =>
		readRequestPolicy(
			{ read: (path: string) => values[path], zone: '', errorContext },
			account(limits),
		);
	expect(policy({})).toEqual({ ...defaultPolicy, timeoutSeconds: undefined });
	const batching = (batch: object) =>
		policy({ requestOptions: { batching: { batch } } }).batching;
	expect(batching({})).toEqual({ size: 1, intervalMs: 0 });
	expect(batching({ batchSize: '', batchInterval: null })).toEqual({ size: 1, intervalMs: 0 });
	expect(batching({ batchSize: -1, batchInterval: 500 })).toEqual({ size: -1, intervalMs: 500 });
	expect(policy({ requestOptions: { timeout: 0 } }).timeoutSeconds).toBeUndefined();
	const limits = { maxInFlight: 3, maxWait: 0 };
	const chosen = { 'options.resendUnknown': true, requestOptions: { timeout: 9_000 } };
	expect(policy(chosen, limits)).toMatchObject({
		maxInFlight: 3,
		maxRateLimitSeconds: 0,
		timeoutSeconds: 9,
		isResendUnknownOn: true,
	});
});

test('a request has the default timeout of its kind, or the one in Request Options', () => {
	const routing = { request: { method: 'POST', url: '/api/x' } };
	const operation = { action: 'Send', routing, answer: {} };
	const seconds = (more: Partial<Request>) =>
		(buildHttpOptions({ endpoint: operation, policy: defaultPolicy, ...more } as Request)
			.timeout ?? 0) / 1000;
	const file = new Blob(['x']) as never;
	expect(seconds({ body: { a: '1' } })).toBe(60);
	expect(seconds({ body: { a: '1', image: file } })).toBe(300);
	expect(seconds({ endpoint: { ...operation, effect: 'read' } as never })).toBe(30);
	expect(
		seconds({ body: { image: file }, policy: { ...defaultPolicy, timeoutSeconds: 5 } }),
	).toBe(5);
});
