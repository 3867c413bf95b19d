import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Size {
	event: 'viberDelivery' | 'smsDelivery';
	mailings: number;
	recipients: number;
}

/**
 * Statuses that the service returns in one poll. `changed` is the percentage that differs from the
 * previous poll.
 */
export interface Round {
	number: number;
	changed: number;
}

const STATUSES = {
	viberDelivery: ['NEW', 'DELIVERED', 'READ', 'UNDELIVERED'],
	smsDelivery: ['new', 'sent', 'delivered', 'undelivered'],
};

/** Returns a pseudo-random number that is the same in every run. */
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

/** Phones of a dozen operators of one country, unsorted. */
const phoneOf = (id: number) => {
	const operator = 50 + (noise(id, 77) % 12);
	return 380_000_000_000 + operator * 10_000_000 + (noise(id, 99) % 10_000_000);
};

/** Returns a mailing's recipients as the service does. IDs have small gaps. */
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

/** Responses for a mailing's recipients, prepared before the measurement. */
export class Responses {
	/** All rows, each with a trailing comma. */
	private readonly rows: Buffer;
	/** Positions in bytes: the start of each row, and the end of the last row. */
	private readonly places = [0];

	constructor(size: Size, mailing: number, round: Round) {
		const texts = recipientsOf(size, mailing, round).map((row) => `${JSON.stringify(row)},`);
		// Each character is one byte.
		for (const { length } of texts) this.places.push((this.places.at(-1) ?? 0) + length);
		this.rows = Buffer.from(texts.join(''));
	}

	/** Returns the response for some rows, by default for all. */
	of(offset = 0, limit = Infinity): Buffer {
		const last = this.places.length - 1;
		const [from, to] = [offset, offset + limit].map((row) => this.places[Math.min(row, last)]);
		const rows = this.rows.subarray(from, Math.max(from, to - 1));
		return Buffer.concat([Buffer.from('{"status":"OK","result":['), rows, Buffer.from(']}')]);
	}
}

export const FIRST_MAILING = 5_000;

function serve(size: Size): void {
	const isPaged = size.event === 'smsDelivery';
	let mailings: Responses[] = [];
	process.on('message', (round: Round) => {
		mailings = Array.from(
			{ length: size.mailings },
			(_, index) => new Responses(size, index, round),
		);
		process.send?.('ready');
	});
	const list = (limit: number, offset: number) =>
		Array.from({ length: size.mailings }, (_, index) => ({ message_id: FIRST_MAILING + index }))
			.reverse()
			.slice(offset, offset + limit);
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			const url = new URL(request.url ?? '', 'http://127.0.0.1');
			const parameters = new URLSearchParams([
				...url.searchParams,
				...new URLSearchParams(body),
			]);
			const number = (name: string) => Number(parameters.get(name) ?? 0);
			response.setHeader('content-type', 'application/json');
			if (!parameters.has('message_id')) {
				const result = list(number('limit_rows'), number('limit_offset'));
				response.end(JSON.stringify({ status: 'OK', result }));
				return;
			}
			const responses = mailings[number('message_id') - FIRST_MAILING];
			const page = [number('limit_offset'), number('limit_rows')] as const;
			response.end(isPaged ? responses.of(...page) : responses.of());
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
