import type { FaultOptions, Sandbox } from '../../sandbox';

const RETRY_AFTER = 1;

/**
 * Shares: 5 % 429, 2 % 500, 1 % cut connections, 1 % rejections. Half of the 500s and cuts come
 * after sending.
 */
const struck: FaultOptions[] = [
	{ kind: '429', rate: 0.04 },
	{ kind: '429', rate: 0.01, retryAfter: RETRY_AFTER },
	{ kind: '500', rate: 0.01 },
	{ kind: '500', rate: 0.01, after: true },
	{ kind: 'cut', rate: 0.005 },
	{ kind: 'cut', rate: 0.005, after: true },
	{ kind: 'error200', rate: 0.01 },
];

/** Adds faults to the operations that n8n calls. Operations of the test have none. */
export function misbehave(sandbox: Sandbox, operations: string[]): void {
	for (const operation of operations) {
		for (const fault of struck) sandbox.fault({ ...fault, operation });
	}
}

/** Counts the faults of requests. The log of the sandbox keeps only the latest requests. */
export class FaultCount {
	private readonly counts = new Map<string, number>();
	private seen = new WeakSet<object>();
	requests = 0;

	take({ requests }: Sandbox): void {
		for (const request of requests) {
			if (this.seen.has(request)) continue;
			this.seen.add(request);
			this.requests++;
			const { fault } = request;
			if (fault) this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
		}
	}

	/** e.g. `429: 61, 500: 12` */
	get summary(): string {
		const all = [...this.counts].sort(([a], [b]) => a.localeCompare(b));
		return all.map(([kind, count]) => `${kind}: ${count}`).join(', ');
	}

	of(kind: string): number {
		return this.counts.get(kind) ?? 0;
	}
}
