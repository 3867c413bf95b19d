import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Listening } from '../support/listen';

/** Outcome of a request that its client can know. */
export type Outcome = 'sent' | 'rejected' | 'unknown';

type Respond = (response: ServerResponse) => void;
const reply =
	(status: number, body: string): Respond =>
	(response) =>
		void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const ERROR = '{"error":"Something went wrong"}';

/** Kinds of failed requests. */
export const faults = {
	error200: ['rejected', reply(200, ERROR)],
	'400': ['rejected', reply(400, ERROR)],
	'429': ['rejected', reply(429, ERROR)],
	'500': ['unknown', reply(500, ERROR)],
	HTML: ['unknown', reply(200, '<html><body>Hello</body></html>')],
	cut: ['unknown', (response) => void response.destroy()],
	'cut in the body': [
		'unknown',
		(response) => {
			response.writeHead(200, { 'content-length': '500' });
			response.write('{"status":', () => response.destroy());
		},
	],
} satisfies Record<string, [Outcome, Respond]>;

export type Fault = keyof typeof faults;

/** The digits in all requests for an entry, and the faults of these requests in order. */
export interface Addressee {
	mark: string;
	faults: Fault[];
}

/** A received request. */
export interface Seen {
	marks: string[];
	fault?: Fault;
	outcome: Outcome;
	/** The ID that the service returned. */
	id: string;
	/** Counter of arrivals and ends, instead of a time. */
	came: number;
	ended: number;
}

/** Returns the documented response of an operation. */
function success(api: string, id: number, rows: number): unknown {
	const envelope = (result: object) => ({ status: 'OK', result });
	if (/^sendBulk(Sms|Viber)$/.test(api)) return { uuid: `${id}`, success: 'OK' };
	if (api === 'sendBulkEmail') return envelope({ uuid: `${id}` });
	if (api === 'sendQuickViberMessage') return envelope({ message_id: id });
	if (api === 'sendEmail') return envelope({ email_id: id });
	if (api === 'createSubscriberList') return envelope({ list_id: id });
	if (api === 'importContacts') return envelope({ inserted: rows, updated: 0, invalid: 0 });
	if (/confirm|unsubscribe/.test(api)) return { status: 'OK' };
	return { sms_id: id, status: 'NEW', parts: 1 };
}

async function textOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return `${request.url ?? ''}\n${Buffer.concat(parts).toString('latin1')}`;
}

/** A service on loopback that records each request, and the outcome that its sender can know. */
export class LedgerService {
	readonly seen: Seen[] = [];
	private clock = 0;
	private listening: Listening | undefined;

	private constructor(private readonly addressees: Addressee[]) {}

	static async open(addressees: Addressee[]): Promise<LedgerService> {
		const service = new LedgerService(addressees);
		const server = createServer((request, response) => {
			void textOf(request).then((text) => service.handle(text, response));
		});
		service.listening = await listen(server);
		return service;
	}

	get url(): string {
		return this.listening?.url ?? '';
	}

	async close(): Promise<void> {
		await this.listening?.close();
	}

	private handle(text: string, response: ServerResponse): void {
		const api = /\/api\/v\d\/(\w+)/.exec(text)?.[1] ?? '';
		const found = this.addressees.filter(({ mark }) => text.includes(mark));
		const fault = found[0]?.faults[this.requestsOf(found[0].mark).length];
		const [outcome, failing] = fault ? faults[fault] : (['sent', undefined] as const);
		const id = 7_000 + this.seen.length;
		const marks = found.map(({ mark }) => mark);
		const seen = { marks, fault, outcome, id: `${id}`, came: this.clock++, ended: Infinity };
		this.seen.push(seen);
		response.once('close', () => (seen.ended = this.clock++));
		const respond = failing ?? reply(200, JSON.stringify(success(api, id, found.length)));
		// Lets requests overlap.
		setTimeout(() => respond(response), 2);
	}

	requestsOf(...marks: string[]): Seen[] {
		return this.seen.filter((one) => marks.some((mark) => one.marks.includes(mark)));
	}
}
