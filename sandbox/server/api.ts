import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operations } from '../operations';
import { check, type Received } from '../wire/check';
import type { Operation } from '../operations/operation';
import { Refusal } from '../wire/refusal';
import { answerFault } from './answerFault';
import { receive } from './body';
import type { RunningSandbox } from './runningSandbox';

interface Answer {
	status: number;
	body: unknown;
	error?: string;
}

const byPath = new Map(
	operations.map((operation) => [`/api/${operation.version}/${operation.name}`, operation]),
);

/** Returns the token of a request, for the fault `echo-token`. */
function tokenOf({ query, form, json }: Received): string | undefined {
	const pair = [...query, ...form].find(([name]) => name === 'token');
	if (pair) return pair[1];
	return typeof json === 'object' && json !== null && 'token' in json
		? String(json.token)
		: undefined;
}

function find(method: string, path: string): Operation {
	const operation = byPath.get(path);
	if (!operation) throw new Refusal(404, `Page not found: there is no ${path}`);
	if (!operation.method.split(' or ').includes(method)) {
		throw new Refusal(404, `Page not found: ${path} is called with ${operation.method}`);
	}
	return operation;
}

function perform(running: RunningSandbox, operation: Operation, received: Received): Answer {
	const { token, invalidTokenStatus } = running.settings;
	const values = check(operation, received, (requestToken) => {
		if (requestToken !== token) throw new Refusal(invalidTokenStatus, 'Invalid token');
	});
	const body = operation.run(running.service, values);
	running.feed.changed([]);
	return { status: 200, body };
}

function answerOf(run: () => Answer): Answer {
	try {
		return run();
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const { status, reason } = error;
		return { status, body: { error: reason }, error: reason };
	}
}

export function registerApi(app: FastifyInstance, running: RunningSandbox): void {
	const openings = new WeakMap<IncomingMessage, { startedAt: number; inFlight: number }>();

	app.addHook('onRequest', (request, reply, done) => {
		if (request.raw.url?.startsWith('/api/')) {
			const inFlight = running.log.opened();
			openings.set(request.raw, { startedAt: Date.now(), inFlight });
			reply.raw.once('close', () => running.log.closed());
		}
		done();
	});

	const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
		const path = (request.raw.url ?? '').split('?')[0];
		const operation = byPath.get(path);
		const { received, problem } = await receive(request);
		const entry = running.log.add({
			operation: operation?.name ?? null,
			method: request.method,
			path,
			contentType: request.headers['content-type'] ?? null,
			bodyBytes: Number(request.headers['content-length'] ?? 0),
			received,
			startedAt: Date.now(),
			inFlight: 1,
			...openings.get(request.raw),
		});
		reply.raw.once('finish', () => {
			entry.status = reply.raw.statusCode;
			entry.finishedAt = Date.now();
		});
		reply.raw.once('close', () => {
			entry.closedAt = Date.now();
			if (entry.error !== undefined) running.feed.rejected(entry);
		});
		// Lets requests that arrive together overlap, so that `maxInFlight` counts them as
		// concurrent.
		await new Promise(setImmediate);
		running.clock.runDue();
		const run = () =>
			answerOf(() => {
				const found = find(request.method, path);
				if (problem !== undefined) throw new Refusal(400, problem);
				return perform(running, found, received);
			});
		const fault = operation && running.faults.next(operation.name);
		entry.fault = fault?.kind;
		if (fault) running.feed.faults(running.faults.list());
		const early = fault?.after ? run() : undefined;
		if (fault?.kind === 'slow') await running.wait(fault.delayMs ?? 1_000);
		else if (fault) {
			const effect = early && !early.error ? ', after it took effect' : '';
			entry.error = `Fault ${fault.kind}${effect}`;
			return answerFault(fault, reply, tokenOf(received));
		}
		const { status, body, error } = early ?? run();
		entry.error = error;
		return reply.code(status).send(body);
	};

	app.all('/api/*', handle);
}
