import fastify, { type FastifyError } from 'fastify';
import type { AddressInfo } from 'node:net';
import { defaults, type SandboxOptions } from './options';
import { RunningSandbox } from './server/runningSandbox';
import { registerApi } from './server/api';
import { BODY_LIMIT, registerBodies } from './server/body';
import { registerControl } from './server/control';
import { registerGuard } from './server/guard';
import type { FaultOptions } from './server/faults';
import { registerPage } from './server/page';
import type { LoggedRequest } from './server/requestLog';
import { type SentMessage, type SentReply, shownMessage, shownReply } from './server/shown';
import { type SandboxState, stateOf } from './server/state';
import { type CallbackPlan, usualCallbacks } from './service/callbackPlan';
import { Refusal } from './wire/refusal';

export type { SandboxOptions } from './options';
export type { FaultKind, FaultOptions } from './server/faults';
export type { LoggedRequest } from './server/requestLog';
export type { SentMessage, SentReply } from './server/shown';
export type { SandboxState } from './server/state';

export interface Sandbox {
	/** Base URL, without a trailing slash. */
	readonly url: string;
	readonly token: string;
	/** Requests to the API, oldest first. */
	readonly requests: LoggedRequest[];
	readonly maxInFlight: number;
	/** Sent messages, oldest first. */
	readonly messages: SentMessage[];
	readonly scheduled: SentMessage[];
	readonly replies: SentReply[];
	readonly state: SandboxState;
	fault(fault: FaultOptions): void;
	clearFaults(): void;
	/** Sets how SMS and Viber batches call callback_url, until the next reset. */
	callbacks(plan: Partial<CallbackPlan>): void;
	/** Replies as a Viber recipient, by default to the latest message to the phone. */
	reply(phone: string, text: string, messageId?: number): SentReply;
	/** Moves the clock forward and runs all due tasks. */
	advance(ms: number): void;
	/**
	 * Sends an SMS mailing to the list Customers as if from the service's web site. Returns the
	 * mailing's ID.
	 */
	sendFromWeb(name: string, text: string): number;
	/** Number of messages sent to a phone or an email address. */
	deliveriesTo(recipient: string): number;
	/** Restores the seed data and the current time. Removes messages, the log and faults. */
	reset(): void;
	close(): Promise<void>;
}

/** Maximum URL in bytes. A longer URL gets a 414, although Node would accept the URL. */
const LONGEST_URL = 16 * 1024;

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const running = new RunningSandbox({ ...defaults, ...options });
	const app = fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		http: { maxHeaderSize: 4 * 1024 * 1024 },
	});
	registerGuard(app);
	app.addHook('onRequest', (request, _reply, done) => {
		const long = (request.raw.url ?? '').length > LONGEST_URL;
		done(long ? new Refusal(414, 'The address is longer than 16 kB') : undefined);
	});
	app.setErrorHandler((error: FastifyError | Refusal, _request, reply) => {
		const isRefusal = error instanceof Refusal;
		const status = isRefusal ? error.status : (error.statusCode ?? 500);
		return reply.code(status).send({ error: isRefusal ? error.reason : error.message });
	});
	app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Page not found' }));
	registerBodies(app);
	registerApi(app, running);
	registerControl(app, running);
	registerPage(app);
	try {
		await app.listen({ port: running.settings.port, host: '127.0.0.1' });
	} catch (error) {
		running.stop();
		await app.close();
		throw error;
	}
	const { port } = app.server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		token: running.settings.token,
		get requests() {
			return running.log.entries;
		},
		get maxInFlight() {
			return running.log.maxInFlight;
		},
		get messages() {
			running.clock.runDue();
			return running.service.outbox.sent.map(shownMessage);
		},
		get scheduled() {
			running.clock.runDue();
			return [...running.service.outbox.scheduled].map(shownMessage);
		},
		get replies() {
			return running.service.replies.all.map(shownReply);
		},
		get state() {
			return stateOf(running);
		},
		fault: (fault) => running.faults.add(fault),
		clearFaults: () => running.faults.clear(),
		callbacks: (plan) => {
			running.service.batches.plan = { ...usualCallbacks, ...plan };
		},
		reply(phone, text, messageId) {
			const reply = running.reply(phone, text, messageId);
			if (!reply) throw new Error(`There is no Viber message to ${phone}`);
			return shownReply(reply);
		},
		advance: (ms) => running.advance(ms),
		sendFromWeb: (name, text) => running.sendFromWeb(name, text),
		deliveriesTo(recipient) {
			running.clock.runDue();
			return running.service.outbox.countTo(recipient);
		},
		reset: () => running.reset(),
		async close() {
			running.stop();
			await app.close();
		},
	};
}
