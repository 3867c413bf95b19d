import { createServer, request, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { certificate } from './certificate/certificate';
import { listen, type Listening } from './listen';

/** A server that forwards every request to the service. */
export interface Front extends Listening {
	/** Received request lines: `POST http://…` at a proxy, `POST /…` at a server. */
	lines: string[];
	/** `Proxy-Authorization` headers. */
	logins: string[];
}

/** Starts a proxy that forwards to the service, whatever host the URL has. */
export const startProxy = async (service: string): Promise<Front> => await start(service);

/** Starts a TLS server with a self-signed certificate in front of the service. */
export async function startTlsServer(service: string): Promise<Front> {
	return await start(service, certificate);
}

async function start(service: string, tls?: { key: string; cert: string }): Promise<Front> {
	const lines: string[] = [];
	const logins: string[] = [];
	const handOn: RequestListener = (asked, answer) => {
		const { method, url = '', headers } = asked;
		lines.push(`${method} ${url}`);
		const { 'proxy-authorization': login, host: _host, ...forwardedHeaders } = headers;
		if (login) logins.push(login);
		const { pathname, search } = new URL(url, service);
		const onward = request(
			`${service}${pathname}${search}`,
			{ method, headers: forwardedHeaders },
			(given) => {
				answer.writeHead(given.statusCode ?? 502, given.headers);
				given.pipe(answer);
			},
		);
		asked.pipe(onward);
	};
	const server = tls ? createTlsServer(tls, handOn) : createServer(handOn);
	return {
		...(await listen(server, tls ? 'https' : 'http')),
		lines,
		logins,
	};
}
