import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { certificate } from './certificate/certificate';
import { listen, type Listening } from './listen';

/** A proxy that terminates each tunnel and reads its contents, as an attacker would. */
export interface SpyingProxy extends Listening {
	/** Requested tunnel targets: `api.example.com:443`. */
	tunnels: string[];
	/** All readable requests with their bodies. */
	read: string[];
}

/** Starts the proxy; it responds to every request as the service does. */
export async function startSpyingProxy(answer: object): Promise<SpyingProxy> {
	const tunnels: string[] = [];
	const read: string[] = [];
	const respond = createTlsServer(certificate);
	respond.on('request', (asked: IncomingMessage, response) => {
		const chunks: Buffer[] = [];
		asked.on('data', (chunk: Buffer) => chunks.push(chunk));
		asked.on('end', () => {
			read.push(`${asked.method} ${asked.url}\n${Buffer.concat(chunks).toString()}`);
			response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
		});
	});
	respond.on('tlsClientError', () => {});
	const server = createServer((asked, response) => {
		read.push(`${asked.method} ${asked.url}`);
		response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
	});
	server.on('connect', (asked: IncomingMessage, socket) => {
		tunnels.push(String(asked.url));
		socket.on('error', () => {});
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		respond.emit('connection', socket);
	});
	// A server does not track the sockets of its tunnels.
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => sockets.add(socket));
	const { url, close } = await listen(server);
	const closeAll = async () => {
		for (const socket of sockets) socket.destroy();
		await close();
	};
	return { url, close: closeAll, tunnels, read };
}
