import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The recipients of a bench. */
export interface Size {
	event: 'viberDelivery' | 'smsDelivery';
	mailings: number;
	recipients: number;
}

/** The round of statuses that the service returns: `changed` percent differ from the round before. */
export interface Round {
	number: number;
	changed: number;
}

const STATUSES = {
	viberDelivery: ['NEW', 'DELIVERED', 'READ', 'UNDELIVERED'],
	smsDelivery: ['new', 'sent', 'delivered', 'undelivered'],
};

/** Numbers that look random and are the same in every run. */
function noise(...seeds: number[]): number {
	let hash = 2166136261;
	for (const seed of seeds) hash = Math.imul(hash ^ seed, 16777619) ^ (hash >>> 13);
	hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
	return (hash ^ (hash >>> 13)) >>> 0;
}

function statusOf(id: number, { number, changed }: Round): number {
	let status = noise(id) % 4;
	for (let round = 1; round <= number; round++) {
		if (noise(id, round) % 100 < changed) status = (status + 1) % 4;
	}
	return status;
}

/** Phones of a dozen operators of one country, in no order. */
const phoneOf = (id: number) => {
	const operator = 50 + (noise(id, 77) % 12);
	return 380_000_000_000 + operator * 10_000_000 + (noise(id, 99) % 10_000_000);
};

/** A mailing's recipients as the service returns them. Ids have small gaps. */
export function recipientsOf({ event, recipients }: Size, mailing: number, round: Round): object[] {
	const names = STATUSES[event];
	return Array.from({ length: recipients }, (_, index) => {
		const key = mailing * recipients + index;
		const status = names[statusOf(key, round)];
		const phone = phoneOf(key);
		if (event === 'smsDelivery') return { phone, status, d_sent: '2026-03-01 10:00:00' };
		const id = 40_000_000 + key * 3 + (noise(key, 5) % 3);
		return { delivery_id: id, phone: String(phone), status, error_code: 0 };
	});
}

/** The responses to the requests for one mailing, by offset. */
export function responsesFor(size: Size, mailing: number, round: Round): Map<number, string> {
	const all = recipientsOf(size, mailing, round);
	if (size.event === 'viberDelivery') {
		return new Map([[0, JSON.stringify({ status: 'OK', result: all })]]);
	}
	const pages = new Map<number, string>();
	let rows = 1_000;
	for (let offset = 0; offset <= all.length; rows = Math.min(rows * 4, 10_000)) {
		pages.set(offset, JSON.stringify({ result: all.slice(offset, offset + rows) }));
		offset += rows;
	}
	return pages;
}

export const FIRST_MAILING = 5_000;

function serve(size: Size): void {
	let responses: Array<Map<number, string>> = [];
	process.on('message', (round: Round) => {
		responses = Array.from({ length: size.mailings }, (_, place) =>
			responsesFor(size, place, round),
		);
		process.send?.('ready');
	});
	const list = (rows: number, offset: number) =>
		Array.from({ length: size.mailings }, (_, place) => ({ message_id: FIRST_MAILING + place }))
			.reverse()
			.slice(offset, offset + rows);
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			const url = new URL(request.url ?? '', 'http://127.0.0.1');
			const given = new URLSearchParams([...url.searchParams, ...new URLSearchParams(body)]);
			const number = (name: string) => Number(given.get(name) ?? 0);
			response.setHeader('content-type', 'application/json');
			if (!given.has('message_id')) {
				const result = list(number('limit_rows'), number('limit_offset'));
				response.end(JSON.stringify({ status: 'OK', result }));
				return;
			}
			const pages = responses[number('message_id') - FIRST_MAILING];
			response.end(pages.get(number('limit_offset')) ?? '{"result":[]}');
		});
	});
	server.listen(0, '127.0.0.1', () => {
		process.send?.((server.address() as AddressInfo).port);
	});
}

/** Starts the service in another process, so that its work is not measured. */
export async function startService(size: Size) {
	const execArgv = process.execArgv.filter((option) => option !== '--expose-gc');
	const child = fork(__filename, [JSON.stringify(size)], { execArgv });
	const next = async () =>
		await new Promise((resolve, reject) => {
			child.once('message', resolve);
			child.once('exit', () => reject(new Error('The service of the bench ended')));
		});
	const port = await next();
	return {
		url: `http://127.0.0.1:${String(port)}`,
		show: async (round: Round) => {
			const ready = next();
			child.send(round);
			await ready;
		},
		stop: () => child.removeAllListeners('exit').kill(),
	};
}

if (process.send && require.main === module) serve(JSON.parse(process.argv[2]) as Size);
