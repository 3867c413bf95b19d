import type { ChildProcess } from 'node:child_process';
import { people } from '../cases';
import { heard, start } from '../processes';
import { contenders, secretForms } from './contenders';
import { type FaultName, HIT, isInput, ITEMS, OUTAGE_SECONDS, type Setting } from './faults';
import type { Counted, Plan } from './service';
import type { Outcome, Task } from './worker';

export interface Measured {
	contender: number;
	items: number;
	setting: Setting;
	fault?: FaultName;
	requests: number;
	inFlight: number;
	/** Number of recipients who received the message more than once. */
	twice: number;
	/** Number of recipients who were reported as sent, but did not get the message. */
	lost: number;
	/**
	 * Number of recipients with a valid phone who were reported as failed and did not get the
	 * message.
	 */
	none: number;
	/** Number of recipients who were reported as failed, but got the message. */
	doubted: number;
	reveals: Array<'execution' | 'log'>;
	milliseconds: number;
	peakBytes: number;
}

/** A service and the n8n of one contender, each in a separate process. */
export class Measurement {
	private printed = '';

	private constructor(
		private readonly contender: number,
		private readonly service: ChildProcess,
		private readonly n8n: ChildProcess,
	) {
		const note = (chunk: Buffer) => (this.printed += chunk.toString());
		n8n.stdout?.on('data', note);
		n8n.stderr?.on('data', note);
	}

	static async open(contender: number): Promise<Measurement> {
		const service = start('peers/service.ts');
		const port = await heard<number>(service);
		const noProxy = { HTTP_PROXY: '', HTTPS_PROXY: '', ALL_PROXY: '' };
		const n8n = start('peers/worker.ts', {
			...noProxy,
			http_proxy: '',
			https_proxy: '',
			all_proxy: '',
			N8N_LOG_LEVEL: 'debug',
			NODE_TLS_REJECT_UNAUTHORIZED: '0',
			PEERS_PORT: String(port),
		});
		return new Measurement(contender, service, n8n);
	}

	close(): void {
		this.service.kill();
		this.n8n.kill();
	}

	/** @param latency milliseconds of each response */
	async run(
		order: { setting: Setting; fault?: FaultName; items?: number; from?: number },
		latency = 0,
	): Promise<Measured> {
		const { setting, fault, items = ITEMS, from = 0 } = order;
		const { contender } = this;
		this.printed = '';
		const phones = people(items, from).map(({ phone }) => String(phone));
		await this.count({ fault, hit: phones[HIT], latency });
		this.n8n.send({ contender, items, from, setting, fault } satisfies Task);
		const { outcome, failure } = await heard<{ outcome?: Outcome; failure?: string }>(this.n8n);
		const { name, host } = contenders[contender];
		if (!outcome) throw new Error(`${name} ${fault}: ${failure}\n${this.printed}`);
		const { says, reveals, milliseconds, peakBytes } = outcome;
		if (outcome.hosts.some((contacted) => contacted !== host)) {
			throw new Error(`${name} asked for ${outcome.hosts.join()}`);
		}
		const { messages, requests, inFlight, met } = await this.count('count');
		// The service cannot count a refused connection. If a run took longer than the outage, the
		// first try was refused.
		const wasMet = met || (fault === 'refused' && milliseconds > OUTAGE_SECONDS * 1000);
		if (fault && !isInput(fault) && !wasMet) throw new Error(`${name} did not meet ${fault}`);
		const got = phones.map((phone) => messages[phone] ?? 0);
		const valid = (item: number) => !(isInput(fault) && item === HIT);
		const places = [...got.keys()];
		const log = secretForms.some((form) => this.printed.includes(form));
		return {
			contender,
			items,
			setting,
			fault,
			requests,
			inFlight,
			twice: got.filter((count) => count > 1).length,
			lost: places.filter((item) => got[item] === 0 && says[item] === 'sent').length,
			doubted: places.filter((item) => got[item] > 0 && says[item] === 'failed').length,
			none: places.filter((item) => got[item] === 0 && says[item] === 'failed' && valid(item))
				.length,
			reveals: [...(reveals ? ['execution' as const] : []), ...(log ? ['log' as const] : [])],
			milliseconds,
			peakBytes,
		};
	}

	private async count(wanted: Plan | 'count'): Promise<Counted> {
		this.service.send(wanted);
		return await heard<Counted>(this.service);
	}
}
