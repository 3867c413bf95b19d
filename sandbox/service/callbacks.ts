import { type ClientRequest, request } from 'node:http';
import type { CallbackRecord } from '../account/records';
import { isLoopback } from '../wire/loopback';

/** n8n or its workers may take this long to start. */
const TIMEOUT_MS = 30_000;

/**
 * Calls callback_url, and records a failure. Calls only n8n's port, because the URL comes from a
 * request and other programs listen on this machine.
 */
export class Callbacks {
	readonly records: CallbackRecord[] = [];
	private readonly open = new Set<ClientRequest>();

	constructor(private readonly port: number) {}

	call(address: string, uuid: string, method: 'POST' | 'GET', payload: unknown): void {
		const url = new URL(address);
		const record: CallbackRecord = { url: address, uuid, outcome: 'pending' };
		this.records.push(record);
		if (url.protocol !== 'http:' || !isLoopback(url.host, this.port)) {
			record.outcome = 'not called: its port is not the port of n8n';
			return;
		}
		const body = Buffer.from(method === 'POST' ? JSON.stringify(payload) : '');
		const json = { 'content-type': 'application/json', 'content-length': body.length };
		const headers = method === 'POST' ? json : {};
		// Open sockets of a shared agent would outlive the sandbox.
		const call = request(url, { method, agent: false, timeout: TIMEOUT_MS, headers });
		this.open.add(call);
		call.on('response', (response) => {
			record.outcome = response.statusCode ?? 'failed';
			response.on('error', () => undefined).resume();
		});
		call.on('timeout', () => call.destroy());
		call.on('error', () => {
			record.outcome = 'failed';
		});
		call.on('close', () => this.open.delete(call));
		call.end(body);
	}

	stop(): void {
		for (const call of this.open) call.destroy();
	}
}
