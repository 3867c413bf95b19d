import { type ClientRequest, request } from 'node:http';
import type { CallbackRecord } from '../account/records';

const TIMEOUT_MS = 10_000;

/** Nothing ever leaves the machine, so other hosts are only written down. */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Calls of callback_url: POST with JSON, once; a failure is recorded and otherwise ignored. */
export class Callbacks {
	readonly records: CallbackRecord[] = [];
	private readonly open = new Set<ClientRequest>();

	call(address: string, uuid: string, payload: unknown): void {
		const url = new URL(address);
		const record: CallbackRecord = { url: address, uuid, outcome: 'pending' };
		this.records.push(record);
		if (url.protocol !== 'http:' || !isLoopback(url.hostname)) {
			record.outcome = 'not called: not a loopback address';
			return;
		}
		const body = Buffer.from(JSON.stringify(payload));
		const headers = { 'content-type': 'application/json', 'content-length': body.length };
		// No shared agent: a kept socket would outlive the sandbox.
		const call = request(url, { method: 'POST', agent: false, timeout: TIMEOUT_MS, headers });
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
