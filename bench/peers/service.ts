/** The service to which all contenders send. Listens only on loopback. */
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { certificate } from '../../test/support/certificate/certificate';
import { apis, type Received } from './apis';
import { SECRET } from './contenders';
import { type FaultName, OUTAGE_SECONDS, SLOW_SECONDS } from './faults';

export interface Plan {
	fault?: FaultName;
	/** Phone of the affected recipient, in digits. */
	hit: string;
	/** Milliseconds until each response. */
	latency: number;
}

export interface Counted {
	requests: number;
	inFlight: number;
	/** True if a request got the fault. */
	met: boolean;
	/** Number of messages by phone, in digits. */
	messages: Record<string, number>;
}

let plan: Plan = { hit: '', latency: 0 };
const nothing = (): Counted => ({ requests: 0, inFlight: 0, met: false, messages: {} });
let counted = nothing();
let inFlight = 0;
/** End of the outage. The first affected request or connection starts the outage. */
let outageEnd: number | undefined;

const wait = async (milliseconds: number) =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const received: Received = {
		url: new URL(request.url ?? '', 'https://service.example'),
		headers: request.headers,
		body: await text(request),
	};
	const api = apis.find(({ path }) => path.test(received.url.pathname));
	if (!api) throw new Error(`nobody serves ${request.method} ${received.url.pathname}`);
	const { messages } = counted;
	const phone = String(api.phone(received) ?? '').replace(/\D/g, '');
	const respond = (status: number, body: object, headers = {}) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(JSON.stringify(body));
	};
	const reject = (status: number, message: string, headers = {}) =>
		respond(status, api.rejected(status, message), headers);
	const send = () => (messages[phone] = (messages[phone] ?? 0) + 1);
	await wait(plan.latency);
	if (phone === '') return reject(400, 'The phone number is invalid');
	const isTarget = phone === plan.hit;
	const hits = isTarget && (!counted.met || plan.fault === 'token');
	counted.met ||= hits;
	const fault = hits ? plan.fault : undefined;
	if (fault === 'limit') outageEnd = Date.now() + OUTAGE_SECONDS * 1000;
	const left = plan.fault === 'limit' ? (outageEnd ?? 0) - Date.now() : 0;
	if (left > 0) {
		return reject(429, 'Too many requests', { 'retry-after': String(Math.ceil(left / 1000)) });
	}
	if (fault === 'token') return reject(401, `The key ${SECRET} is not valid`);
	if (fault === 'cutBefore') return void request.socket.destroy();
	send();
	if (fault === 'cutAfter') return void request.socket.destroy();
	if (fault === 'errorAfter') return reject(500, 'Internal error');
	if (fault === 'slow') await wait(SLOW_SECONDS * 1000);
	respond(api.status, api.sent(phone, counted.requests));
}

const server = createServer(certificate, (request, response) => {
	counted.requests++;
	counted.inFlight = Math.max(counted.inFlight, ++inFlight);
	response.once('close', () => inFlight--);
	void handle(request, response);
});
server.on('connection', (socket: Socket) => {
	if (plan.fault !== 'closed') return;
	outageEnd ??= Date.now() + OUTAGE_SECONDS * 1000;
	if (Date.now() >= outageEnd) return;
	counted.met = true;
	socket.destroy();
});
// Connections that end during the TLS handshake are expected.
server.on('tlsClientError', () => {});

process.on('message', (wanted: Plan | 'count') => {
	if (wanted !== 'count') {
		plan = wanted;
		counted = nothing();
		outageEnd = undefined;
		server.closeAllConnections();
	}
	process.send?.(counted);
});
server.once('listening', () => process.send?.((server.address() as AddressInfo).port));
server.listen(0, '127.0.0.1');
