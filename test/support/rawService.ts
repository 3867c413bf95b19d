import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerResponse,
} from 'node:http';
import { listen, type Listening } from './listen';

export interface RawService extends Listening {
	/** Addresses of the requests that came, query included. */
	requests: string[];
	/** Connections that are open now. */
	readonly open: number;
}

/** A service on loopback that answers byte for byte what a test says: what the sandbox never would. */
export async function startRaw(answer: RequestListener): Promise<RawService> {
	const requests: string[] = [];
	const sockets = new Set<object>();
	const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
		requests.push(request.url ?? '');
		// The whole request is read first, as a real service would.
		request.resume().once('end', () => answer(request, response));
	});
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	return {
		...(await listen(server)),
		requests,
		get open() {
			return sockets.size;
		},
	};
}

/** Answers with JSON. */
export const json =
	(body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(JSON.stringify(body));
	};
