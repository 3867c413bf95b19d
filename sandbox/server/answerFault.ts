import type { FastifyReply } from 'fastify';
import type { FaultOptions } from './faults';

const HTML =
	'<!doctype html><html><head><title>Error</title></head><body><h1>Bad Gateway</h1></html>';

/** Responds with the fault. Not called for `slow`, whose response is the normal response. */
export function answerFault(fault: FaultOptions, reply: FastifyReply, token?: string): unknown {
	switch (fault.kind) {
		case '429':
			return tooMany(fault, reply);
		case '500':
			return reply.code(500).send({ error: 'Server unavailable' });
		case '502':
			return reply.code(502).type('text/html').send(HTML);
		case 'error200':
			return reply.send({ error: 'Something went wrong' });
		case 'status200':
			return reply.send({ status: 'ERROR', message: 'Something went wrong' });
		case 'html200':
			return reply.type('text/html').send(HTML);
		case 'empty200':
			return reply.type('application/json').send('');
		case 'badjson200':
			return reply.type('application/json').send('{"status":"OK","result":{"mess');
		case 'redirect307':
			return reply.code(307).header('location', fault.location).send();
		case 'echo-token':
			return reply.code(400).send({ error: `The token ${token} may not do this` });
		default:
			return breakOff(fault, reply);
	}
}

function tooMany({ retryAfter, retryAfterAs }: FaultOptions, reply: FastifyReply): unknown {
	if (retryAfter !== undefined) {
		// The date is in real time, because clients do not know the sandbox's clock.
		const date = new Date(Date.now() + retryAfter * 1000).toUTCString();
		reply.header('retry-after', retryAfterAs === 'date' ? date : String(retryAfter));
	}
	return reply.code(429).send({ error: 'Request limit exceeded' });
}

/** `hang` keeps the connection open until the client or the sandbox closes it. */
function breakOff({ kind }: FaultOptions, reply: FastifyReply): FastifyReply {
	reply.hijack();
	const { raw } = reply;
	if (kind === 'cut') raw.destroy();
	if (kind === 'cut-body') {
		raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
		raw.write('{"status":"OK",', () => raw.destroy());
	}
	return reply;
}
