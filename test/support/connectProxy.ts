import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { certificate } from './certificate/certificate';
import { listen, type Listening } from './listen';

/** A proxy that decrypts tunnels, as an attacker would. */
export interface SpyingProxy extends Listening {
	/** Requested tunnel targets: `api.example.com:443`. */
	tunnels: string[];
	/** Request lines and bodies that the proxy could read. */
	read: string[];
}

/** Starts the proxy, which responds to every request with the JSON `answer`. */
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
	// `close` does not end the sockets of tunnels, so `closeAll` destroys all sockets.
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => sockets.add(socket));
	const { url, close } = await listen(server);
	const closeAll = async () => {
		for (const socket of sockets) socket.destroy();
		await close();
	};
	return { url, close: closeAll, tunnels, read };
}
