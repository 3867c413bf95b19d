/** Runs the sandbox in a separate process, so that its work is not measured. */
import { startSandbox } from '../sandbox';

export interface Counted {
	requests: number;
	messages: number;
	people: number;
	contacts: number;
}

/** Commands of the benchmark. `latency` is in milliseconds. */
export type Wanted = 'count' | 'stop' | { reset: true; latency: number };

async function main(): Promise<void> {
	const sandbox = await startSandbox({ batchDelayMs: 0, paceMs: 3_600_000, logLimit: 500_000 });
	process.on('message', (wanted: Wanted) => {
		if (wanted === 'stop') {
			void sandbox.close().then(() => process.disconnect());
			return;
		}
		if (wanted !== 'count') {
			sandbox.reset();
			if (wanted.latency > 0)
				sandbox.fault({ kind: 'slow', delayMs: wanted.latency, rate: 1 });
		}
		const measured = sandbox.messages;
		const contacts = sandbox.state.lists.flatMap(({ contacts }) => contacts);
		const counted: Counted = {
			requests: sandbox.requests.length,
			messages: measured.length,
			people: new Set(measured.map(({ to }) => to)).size,
			contacts: contacts.filter(({ PHONE = '' }) => PHONE.startsWith('38050')).length,
		};
		process.send?.(counted);
	});
	process.send?.({ url: sandbox.url, token: sandbox.token });
}

void main();
