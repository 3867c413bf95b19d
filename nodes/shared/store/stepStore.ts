import { createHash } from 'node:crypto';
import { type IExecuteFunctions, sleep } from 'n8n-workflow';

/** The keys that a step remembers in n8n's duplicate store. */
export interface KeyStore {
	/**
	 * Adds keys.
	 *
	 * @returns the keys that were new
	 */
	add: (keys: string[]) => Promise<Set<string>>;
	/** Adds keys, even if they are already remembered. */
	addOrRenew: (keys: string[]) => Promise<void>;
	/**
	 * Returns the keys that are remembered. Look up only keys that are probably there: n8n adds every key
	 * that it looks up, so missing keys must be removed again.
	 */
	has: (keys: string[]) => Promise<Set<string>>;
	/**
	 * Removes keys. This is slow, because n8n searches all keys of the step for each one. A removal that n8n
	 * cannot save is repeated before the next use of the store.
	 */
	remove: (keys: string[]) => Promise<void>;
}

/** The purpose of keys. Keys with different purposes are independent. */
export interface Purpose {
	name: string;
	label?: string;
	/** Min days to remember a key. A key may be remembered for up to twice as many days. */
	days: number;
}

/** Max hashes that n8n keeps for a step. The oldest are dropped first. */
export const MAX_HASHES = 1_000_000;
/** Max hashes to remove per call, because n8n blocks its process meanwhile. */
const MAX_REMOVED_PER_CALL = 100;
/** Max random delay, to separate processes that add the same key at the same time. */
const MAX_DELAY_MS = 50;
const DAY_MS = 86_400_000;
const DEDUPLICATION_OPTIONS = { mode: 'entries', maxEntries: MAX_HASHES } as const;

/** Hashes that n8n has not removed yet, by step. */
const pendingRemovals = new Map<string, string[]>();

/**
 * The keys of a step in n8n's duplicate store, where each key belongs to the current and the next time window
 * (see `withStore`).
 */
export class StepStore implements KeyStore {
	private readonly window: number;

	constructor(
		private readonly helpers: IExecuteFunctions['helpers'],
		private readonly step: string,
		private readonly purpose: Purpose,
	) {
		this.window = Math.floor(Date.now() / (purpose.days * DAY_MS));
	}

	async add(keys: string[]): Promise<Set<string>> {
		const added = await this.recordIn(this.now, keys);
		// Another n8n process may have read the same database row. A key belongs to the process that is the
		// first to add it to the next window.
		if (added.length > 0) await sleep(Math.random() * MAX_DELAY_MS);
		let isSaved = false;
		try {
			const claimed = new Set(await this.recordIn(this.next, added));
			isSaved = true;
			return claimed;
		} finally {
			// Only from the current window, because another process may own the key in the next window.
			if (!isSaved) await this.removeHashes(added.map(this.now));
		}
	}

	async addOrRenew(keys: string[]): Promise<void> {
		await this.record([...keys.map(this.now), ...keys.map(this.next)]);
	}

	async has(keys: string[]): Promise<Set<string>> {
		const missing = new Set(await this.recordIn(this.now, keys));
		await this.removeHashes([...missing].map(this.now));
		return new Set(keys.filter((key) => !missing.has(key)));
	}

	async remove(keys: string[]): Promise<void> {
		await this.removeHashes([...keys.map(this.now), ...keys.map(this.next)]);
	}

	/** Removes keys whose removal failed in an earlier use of the store. */
	async removePending(): Promise<void> {
		if (pendingRemovals.has(this.step)) await this.removeHashes([]);
	}

	private readonly now = (key: string) => this.hashIn(this.window, key);

	private readonly next = (key: string) => this.hashIn(this.window + 1, key);

	private hashIn(window: number, key: string): string {
		const { name, days } = this.purpose;
		const text = JSON.stringify([name, days, window, key]);
		return createHash('sha256').update(text).digest('base64');
	}

	private async record(hashes: string[]) {
		if (hashes.length === 0) return [];
		return (await this.helpers.checkProcessedAndRecord(hashes, 'node', DEDUPLICATION_OPTIONS))
			.new;
	}

	/** Adds keys to one time window, and returns the new keys. */
	private async recordIn(hashOf: (key: string) => string, keys: string[]): Promise<string[]> {
		const byHash = new Map(keys.map((key) => [hashOf(key), key]));
		return (await this.record([...byHash.keys()])).map(
			(hash) => byHash.get(String(hash)) ?? '',
		);
	}

	private async removeHashes(hashes: string[]): Promise<void> {
		const remaining = [...(pendingRemovals.get(this.step) ?? []), ...hashes];
		pendingRemovals.set(this.step, remaining);
		while (remaining.length > 0) {
			await this.helpers.removeProcessed(
				remaining.slice(0, MAX_REMOVED_PER_CALL),
				'node',
				DEDUPLICATION_OPTIONS,
			);
			remaining.splice(0, MAX_REMOVED_PER_CALL);
		}
		pendingRemovals.delete(this.step);
	}
}
