import type { FastifyInstance } from 'fastify';
import { readCallbackPlan } from '../service/callbackPlan';
import { Refusal } from '../wire/refusal';
import { accountOf } from './accountView';
import type { RunningSandbox } from './runningSandbox';
import { controlBody } from './body';
import { readFault } from './faults';
import { shownMessage, shownReply } from './shown';
import { stateOf } from './state';

/**
 * Types of uploads that are displayed. Other uploads are downloaded, so that none runs as a page.
 */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const DEFAULT_MESSAGES = 2_000;

export function registerControl(app: FastifyInstance, running: RunningSandbox): void {
	app.get('/_sandbox/state', () => stateOf(running));

	app.get('/_sandbox/account', () => accountOf(running));

	app.get<{ Querystring: { to?: string; limit?: string } }>('/_sandbox/messages', (request) => {
		running.clock.runDue();
		const { to, limit } = request.query;
		const { sent } = running.service.outbox;
		const found = to === undefined ? sent : sent.filter((message) => message.to === to);
		return found.slice(-Number(limit ?? DEFAULT_MESSAGES)).map(shownMessage);
	});

	app.get('/_sandbox/scheduled', () => {
		running.clock.runDue();
		return [...running.service.outbox.scheduled].map(shownMessage);
	});

	app.get('/_sandbox/replies', () => running.service.replies.all.map(shownReply));

	type Wanted = { operation?: string; rejected?: string };
	app.get<{ Querystring: Wanted }>('/_sandbox/requests', ({ query }) => {
		const { operation, rejected } = query;
		return running.log.entries.filter(
			(entry) =>
				(operation === undefined || entry.operation === operation) &&
				(rejected === undefined || entry.error !== undefined),
		);
	});

	app.put('/_sandbox/undeliverable', (request) => {
		const recipients: unknown = controlBody(request).get('recipients');
		const isList =
			Array.isArray(recipients) &&
			recipients.every((recipient) => typeof recipient === 'string');
		if (!isList) throw new Refusal(400, 'recipients must be an array of phones and emails');
		running.deliverNothingTo(recipients);
		return { ok: true };
	});

	app.put('/_sandbox/callbacks', (request) => {
		running.service.batches.plan = readCallbackPlan(controlBody(request));
		return { ok: true };
	});

	app.get<{ Params: { id: string } }>('/_sandbox/files/:id', (request, reply) => {
		const kept = running.service.files.get(Number(request.params.id));
		if (!kept) throw new Refusal(404, 'no such file');
		const isImage = PICTURES.includes(kept.contentType);
		reply.header('x-content-type-options', 'nosniff');
		return reply.type(isImage ? kept.contentType : 'application/octet-stream').send(kept.bytes);
	});

	app.get('/_sandbox/events', (request, reply) => {
		reply.hijack();
		running.feed.open(reply.raw);
		request.raw.on('error', () => reply.raw.destroy());
	});

	app.get('/_sandbox/faults', () => running.faults.list());

	app.post('/_sandbox/faults', (request) => {
		const fault = readFault(Object.fromEntries(controlBody(request)));
		running.faults.add(fault);
		running.feed.faults(running.faults.list());
		return { ok: true };
	});

	app.delete('/_sandbox/faults', () => {
		running.faults.clear();
		running.feed.faults(running.faults.list());
		return { ok: true };
	});

	app.post('/_sandbox/reply', (request) => {
		const body = controlBody(request);
		const [phone, text, messageId] = [
			body.get('phone'),
			body.get('text'),
			body.get('messageId'),
		];
		if (typeof phone !== 'string' || typeof text !== 'string' || text === '') {
			throw new Refusal(400, 'phone and text are required');
		}
		const repliesTo = typeof messageId === 'number' ? messageId : undefined;
		const reply = running.reply(phone, text, repliesTo);
		if (!reply) throw new Refusal(400, 'there is no Viber message to this phone');
		return shownReply(reply);
	});

	app.post('/_sandbox/advance', (request) => {
		running.advance(Number(controlBody(request).get('ms')));
		return { now: running.clock.now() };
	});

	app.post('/_sandbox/reset', () => {
		running.reset();
		return { ok: true };
	});
}
