import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Outcome of a request as its client can know it. */
export type Outcome = 'confirmed' | 'rejected' | 'unknown';

interface FaultRow {
	outcome: Outcome;
	/** True if the service executed the request. */
	isCarriedOut: boolean;
	respond: (response: ServerResponse) => void;
}

const reply =
	(status: number, body: string, headers: Record<string, string> = {}): FaultRow['respond'] =>
	(response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
	};
const cutOff: FaultRow['respond'] = (response) => response.destroy();
const inTheBody: FaultRow['respond'] = (response) => {
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
	response.write('{"status":', () => response.destroy());
};
const never: FaultRow['respond'] = () => {};
const ERROR = '{"error":"Something went wrong"}';
const rejected = (respond: FaultRow['respond']): FaultRow => ({
	outcome: 'rejected',
	isCarriedOut: false,
	respond,
});
const unknown = (respond: FaultRow['respond'], isCarriedOut: boolean): FaultRow => ({
	outcome: 'unknown',
	isCarriedOut,
	respond,
});

/** Every way in which a request fails. If it is executed anyway, only its response is lost. */
export const faults = {
	error200: rejected(reply(200, ERROR)),
	'400': rejected(reply(400, ERROR)),
	'402': rejected(reply(402, ERROR)),
	'429': rejected(reply(429, ERROR)),
	'429 now': rejected(reply(429, ERROR, { 'retry-after': '0' })),
	'429 later': rejected(reply(429, ERROR, { 'retry-after': '999' })),
	'500': unknown(reply(500, ERROR), false),
	'500 carried out': unknown(reply(500, ERROR), true),
	cut: unknown(cutOff, false),
	'cut carried out': unknown(cutOff, true),
	'cut body carried out': unknown(inTheBody, true),
	timeout: unknown(never, false),
	'timeout carried out': unknown(never, true),
	'HTML carried out': unknown(reply(200, '<html><body>Hello</body></html>'), true),
	'half JSON carried out': unknown(reply(200, '{"status":"OK","res'), true),
} satisfies Record<string, FaultRow>;

export type Fault = keyof typeof faults;

/** Recipient of a request, and the faults that its requests get, one after the other. */
export interface Addressee {
	marks: string[];
	faults: Fault[];
}

export interface Seen {
	api: string;
	/** The marks of addressees that are in it. */
	marks: Set<string>;
	fault?: Fault;
	outcome: Outcome;
	isCarriedOut: boolean;
	/** ID from the service. */
	id?: string;
	/** Contacts that the service has inserted. */
	rows?: number;
	/** The contacts of an import, and the columns that it has. */
	contacts: Array<Record<string, string>>;
	/** The phones in it, as digits. */
	phones: string[];
	/** Has a time at which it is to be sent. */
	isScheduled: boolean;
	/** The recipients of one item are in the same order in the request: the first marks of its entries. */
	inOrder: string[];
	/** Places in the sequence of all that happened at the service. */
	came: number;
	ended: number;
}

/** The service goes away after so many requests, for some milliseconds. */
export interface Down {
	after: number;
}
const AWAY_MS = 40;

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return text;
	}
};

async function textOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return `${decoded(request.url ?? '')}\n${decoded(Buffer.concat(parts).toString('latin1'))}`;
}

/** Documented response of an operation with this ID. */
function success(api: string, id: number): unknown {
	const envelope = (result: object) => ({ status: 'OK', result });
	if (/^sendBulk(Sms|Viber)$/.test(api)) return { uuid: `u-${id}`, success: 'OK' };
	if (api === 'sendBulkEmail') return envelope({ uuid: `u-${id}` });
	if (api === 'sendQuickViberMessage') return envelope({ message_id: id });
	if (api === 'sendEmail') return envelope({ email_id: id });
	if (api === 'createSubscriberList') return envelope({ list_id: id });
	if (/Template/.test(api)) return envelope({ id, name: 'A', message: 'Hi', parts: 1 });
	if (/confirm|unsubscribe/.test(api)) return { status: 'OK' };
	return { sms_id: id, status: 'NEW', parts: 1 };
}

/** Contacts of an import. */
const rowsIn = (text: string) => new Set(text.match(/data\[\d+\]/g)).size;

function contactsIn(text: string): Seen['contacts'] {
	const names = [...text.matchAll(/field_names\[\d+\]=([^&\s]*)/g)].map(([, name]) => name);
	const contacts: Seen['contacts'] = [];
	for (const [, row, column, value] of text.matchAll(/data\[(\d+)\]\[(\d+)\]=([^&\s]*)/g)) {
		(contacts[Number(row)] ??= {})[names[Number(column)]] = value;
	}
	return contacts;
}

/** Phones in a query or a form. */
const PHONE = /\b(?:phone\]?=|delivery_list\]\[\d+\]=|name="phone"\s+)([^&"\s]*)/g;
/** Phones in JSON: one, or a list. */
const IN_JSON = /"(?:phone":"([^"]*)"|delivery_list":\["([^\]]*)"\])/g;

/** A batch has them in its JSON, and in its query too unless that is too long. */
function phonesIn(text: string): string[] {
	const found = [...text.matchAll(PHONE)].map(([, phone]) => phone);
	if (found.length > 0) return found;
	return [...text.matchAll(IN_JSON)].flatMap(([, phone, list]) => phone ?? list.split('","'));
}

/** A mark is not a part of longer digits. */
const placeIn = (text: string, mark: string): number =>
	text.search(new RegExp(`(?<!\\d)${mark}(?!\\d)`));

/** A service on loopback that records each request, and what the requester can know of it. */
export class LedgerService {
	readonly seen: Seen[] = [];
	/** Called when a request has come. */
	readonly whenSeen: Array<(count: number) => void> = [];
	url = '';
	private open = 0;
	private clock = 0;
	private port = 0;
	private isClosed = false;
	private readonly server = createServer((request, response) => {
		this.open++;
		response.once('close', () => this.open--);
		void textOf(request).then((text) => this.handle(text, response));
	});

	constructor(
		private readonly addressees: Addressee[],
		private readonly down: Down | undefined,
		/** Milliseconds that a response takes. */
		private readonly delay: number,
	) {}

	async start(): Promise<void> {
		await this.listen();
		this.url = `http://127.0.0.1:${this.port}`;
		if (this.down?.after === 0) this.goAway();
	}

	get isBusy(): boolean {
		return this.open > 0;
	}

	async close(): Promise<void> {
		this.isClosed = true;
		this.server.closeAllConnections();
		if (this.server.listening) await new Promise((closed) => this.server.close(closed));
	}

	private async listen(): Promise<void> {
		await new Promise<void>((done) => this.server.listen(this.port, '127.0.0.1', done));
		this.port = (this.server.address() as AddressInfo).port;
	}

	/** New connections are refused, and those that are open are lost. */
	private goAway(): void {
		this.server.close();
		this.server.closeAllConnections();
		setTimeout(() => void (this.isClosed || this.listen()), AWAY_MS).unref();
	}

	private handle(text: string, response: ServerResponse): void {
		const api = /\/api\/v\d\/(\w+)/.exec(text)?.[1] ?? '';
		const found = this.addressees.filter(({ marks }) =>
			marks.some((one) => placeIn(text, one) >= 0),
		);
		const inOrder = found
			.flatMap((one) => one.marks)
			.map((mark) => ({ mark, place: placeIn(text, mark) }))
			.filter(({ place }) => place >= 0)
			.sort((a, b) => a.place - b.place)
			.map(({ mark }) => mark);
		const marks = new Set(inOrder);
		const fault = found[0]?.faults[this.earlier(found[0])];
		const row = fault && faults[fault];
		const id = 7_000 + this.seen.length;
		const body = api === 'importContacts' ? this.imports(text) : success(api, id);
		const seen: Seen = {
			...{ api, marks, inOrder, fault, came: this.clock++, ended: Infinity },
			contacts: api === 'importContacts' ? contactsIn(text) : [],
			phones: phonesIn(text),
			isScheduled: /\b(schedule_time|d_schedule)\b/.test(text),
			outcome: row?.outcome ?? 'confirmed',
			isCarriedOut: row?.isCarriedOut ?? true,
			...(api === 'importContacts' && { rows: rowsIn(text) }),
			id: api.startsWith('sendBulk') ? `u-${id}` : String(id),
		};
		this.seen.push(seen);
		response.once('close', () => (seen.ended = this.clock++));
		const { respond } = row ?? { respond: reply(200, JSON.stringify(body)) };
		if (this.delay === 0) respond(response);
		else setTimeout(() => respond(response), this.delay);
		for (const react of this.whenSeen) react(this.seen.length);
		if (this.seen.length === this.down?.after) {
			response.once('finish', () => this.goAway());
		}
	}

	private earlier({ marks }: Addressee): number {
		return this.seen.filter((one) => marks.some((mark) => one.marks.has(mark))).length;
	}

	private readonly imports = (text: string) => ({
		status: 'OK',
		result: { inserted: rowsIn(text), updated: 0, invalid: 0 },
	});
}
