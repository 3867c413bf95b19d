import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../playground/ports';
import type { SavedCredential } from '../../playground/rest';
import { startWorld, TOKEN, type World } from './n8n/harness';

let world: World;
let saved: SavedCredential;
const servers: Server[] = [];

/** A server on loopback that gives every request the same answer. */
async function answering(status: number, body: string, headers = {}): Promise<string> {
	const server = createServer((_request, response) => {
		response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
	});
	servers.push(server);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const test1 = async (baseUrl: string, token = TOKEN, timeZone = '') =>
	await world.rest.testCredential(saved, { baseUrl, token, timeZone });

beforeAll(async () => {
	world = await startWorld();
	const data = { baseUrl: world.sandbox.url, token: TOKEN };
	saved = await world.rest.saveCredential('Tested', 'messagingServiceApi', data);
});

afterAll(async () => {
	for (const server of servers) server.close();
	await world?.stop();
});

const WRONG_ADDRESS = /base URL is not the address/;
const DOWN = /down or overloaded/;
const WRONG_TOKEN = /rejected the token/;

const answers: Array<[string, number, string, RegExp]> = [
	['a web page', 200, '<html>Welcome</html>', WRONG_ADDRESS],
	['nothing', 200, '', WRONG_ADDRESS],
	['404', 404, 'Not found', WRONG_ADDRESS],
	['a redirect', 307, '', WRONG_ADDRESS],
	['503', 503, '<html>Maintenance</html>', DOWN],
	['500', 500, '{"error":"Oops"}', DOWN],
	['401', 401, '{"error":"No"}', WRONG_TOKEN],
	['403', 403, '{"error":"No"}', WRONG_TOKEN],
	['200 with an error', 200, '{"error":"Wrong token"}', WRONG_TOKEN],
	...[
		'"error"',
		'"FAILED"',
		'"Failure"',
		'"denied"',
		'"UNAUTHORIZED"',
		'"401"',
		'401',
		'false',
	].map((status): (typeof answers)[number] => [
		`200 with the status ${status}`,
		200,
		`{"status":${status},"error":"Invalid token"}`,
		WRONG_TOKEN,
	]),
	['200 without a status', 200, '{"status":null}', WRONG_TOKEN],
	['422', 422, '{"error":"No"}', /rejected the request/],
];

test('the test accepts the correct URL and token', async () => {
	expect(await test1(world.sandbox.url)).toMatchObject({ status: 'OK' });
	expect(await test1(`${world.sandbox.url}/ `)).toMatchObject({ status: 'OK' });
});

test('the test reports an unknown token', async () => {
	const { status, message } = await test1(world.sandbox.url, 'unknown');
	expect([status, message]).toEqual(['Error', expect.stringMatching(WRONG_TOKEN)]);
});

test.each([
	['Europe/Kyiv', 'OK', /success/],
	['Europe/Kiew', 'Error', /^'Time Zone of the Account' .* is not a time zone/],
])('the test of the time zone %s reports %s', async (timeZone, expected, pattern) => {
	const { status, message } = await test1(world.sandbox.url, TOKEN, timeZone);
	expect([status, message]).toEqual([expected, expect.stringMatching(pattern)]);
});

test.each(answers)(
	'the test reports a server that responds with %s',
	async (_, code, body, pattern) => {
		const url = await answering(code, body, code === 307 ? { location: '/elsewhere' } : {});
		const { status, message } = await test1(url);
		expect([status, message]).toEqual(['Error', expect.stringMatching(pattern)]);
	},
);

test.each([
	['nobody listens', async () => `http://127.0.0.1:${await freePort()}`, /ECONNREFUSED/],
	['plain http to another machine', async () => 'http://api.example.com', /Use https/],
	['no address', async () => 'somewhere', /not a web address/],
])('the test reports a URL where %s', async (_, url, pattern) => {
	const { status, message } = await test1(await url());
	expect([status, message]).toEqual(['Error', expect.stringMatching(pattern)]);
});
