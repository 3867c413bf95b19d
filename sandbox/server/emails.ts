import type { FastifyInstance } from 'fastify';
import { Refusal } from '../wire/refusal';
import type { RunningSandbox } from './runningSandbox';

/** An email may bring any HTML: it gets no script, no form, no frame, and nothing from elsewhere. */
const POLICY =
	"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** Links would leave the frame: with a target they are pop-ups, which the sandbox blocks. */
const HEAD = '<!doctype html><meta charset="utf-8" /><base target="_blank" />';

/** HTML emails as pages of their own, for a frame of the inbox page. */
export function registerEmails(app: FastifyInstance, running: RunningSandbox): void {
	app.get<{ Params: { id: string } }>('/_sandbox/emails/:id', (request, reply) => {
		const email = running.service.outbox.find(Number(request.params.id));
		if (email?.channel !== 'email') throw new Refusal(404, 'no such email');
		reply.header('content-security-policy', POLICY).header('x-content-type-options', 'nosniff');
		return reply.type('text/html; charset=utf-8').send(HEAD + email.text);
	});
}
