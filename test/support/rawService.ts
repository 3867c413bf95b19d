import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerResponse,
} from 'node:http';
import { listen, type Listening } from './listen';

export interface RawService extends Listening {
	/** URLs of the requests, with their query. */
	requests: string[];
	readonly open: number;
}

/** Starts a service on loopback. Unlike in the sandbox, `answer` controls the raw response. */
export async function startRawService(answer: RequestListener): Promise<RawService> {
	const requests: string[] = [];
	const sockets = new Set<object>();
	const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
		requests.push(request.url ?? '');
		// Reads the whole request first, as a real service would.
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

export const json =
	(body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(JSON.stringify(body));
	};
