import nock from 'nock';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { byId, PHONE } from '../contract/row';
import { origin, token } from '../support/engine/credentials';
import { findTokenLeaks } from '../support/engine/findTokenLeaks';
import { runNode, type RunSetting } from '../support/engine/runNode';

nock.restore();

/** Uses real sockets, because no mock breaks a connection as a network does. */
let server: Server | undefined;
let connections = 0;

async function listen(behave: (socket: Socket) => void): Promise<string> {
	connections = 0;
	const started = createServer((socket) => {
		connections++;
		socket.on('error', () => {});
		behave(socket);
	});
	server = started;
	await new Promise<void>((ready) => started.listen(0, '127.0.0.1', ready));
	return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}
const closeServer = () => new Promise((closed) => (server ? server.close(closed) : closed(0)));
afterEach(async () => {
	await closeServer();
	server = undefined;
});

const sending = (baseUrl: string): RunSetting => ({
	node: 'messagingServiceSms',
	credentials: { baseUrl, token },
	parameters: {
		...{ resource: 'message', operation: 'send' },
		...{ sender: byId('1363'), phone: PHONE, message: 'Hello' },
	},
});

const header = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n';
const broken: Array<[title: string, behave: (socket: Socket) => void]> = [
	['is closed immediately', (socket) => socket.destroy()],
	['is closed without a response', (socket) => socket.on('data', () => socket.end())],
	['is reset', (socket) => socket.on('data', () => socket.resetAndDestroy())],
	[
		'is cut in the middle of a response',
		(socket) => socket.on('data', () => socket.end(`${header}{"sms_id":`)),
	],
	['speaks no HTTP', (socket) => socket.on('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))],
];

test.each(broken)(
	'a connection that %s is an error without the token, and nothing is resent',
	async (_, behave) => {
		const { error, items, execution } = await runNode(sending(await listen(behave)));
		if (!error) throw new Error(`was taken for a success: ${JSON.stringify(items)}`);
		expect((error as { description?: string }).description).toBeTruthy();
		// The message may have been sent, so it must not be resent automatically.
		expect(connections).toBe(1);
		expect(findTokenLeaks(error)).toEqual([]);
		expect(findTokenLeaks(execution)).toEqual([]);
	},
);

test('a refused connection is an error without the token', async () => {
	const baseUrl = await listen(() => {});
	await closeServer();
	const { error, execution } = await runNode(sending(baseUrl));
	// Nothing was sent, so the error must not claim an unknown outcome.
	expect(error?.message).toBe('The service cannot be reached');
	expect(findTokenLeaks(error)).toEqual([]);
	expect(findTokenLeaks(execution)).toEqual([]);
});

test('a connection that is closed before TLS is established is an error that says that nothing was sent', async () => {
	const baseUrl = await listen((socket) => socket.once('data', () => socket.end()));
	const { error } = await runNode({
		...sending(baseUrl.replace('http:', 'https:')),
		retryOnFail: true,
		maxTries: 3,
	});
	expect(error?.message).toBe('The service cannot be reached');
	// Tries again, because nothing can have been sent.
	expect(connections).toBe(3);
});

test('sends nothing to a server without TLS, and the error says why', async () => {
	const baseUrl = await listen((socket) => {
		socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
	});
	const { error } = await runNode(sending(baseUrl.replace('http:', 'https:')));
	expect(error?.message).toBe('No secure connection to the service is possible');
	expect((error as { description?: string }).description).toMatch(/ERR_SSL_WRONG_VERSION/);
});

test.each([
	['read', 'EHOSTUNREACH', 1],
	['write', 'ENETUNREACH', 1],
	['connect', 'EHOSTUNREACH', 3],
	['getaddrinfo', 'EAI_AGAIN', 3],
])(
	'a connection that ends with "%s %s" is made %i times in 3 tries',
	async (syscall, code, tries) => {
		let requests = 0;
		nock.activate();
		const error = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
		const scope = nock(origin).persist();
		scope.on('request', () => requests++);
		scope.post(/.*/).replyWithError(error);
		await runNode({ ...sending(origin), retryOnFail: true, maxTries: 3, waitBetweenTries: 1 });
		nock.cleanAll();
		nock.restore();
		expect(requests).toBe(tries);
	},
);
