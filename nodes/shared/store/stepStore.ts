import { createHash } from 'node:crypto';
import { type IExecuteFunctions, sleep } from 'n8n-workflow';

/** The keys that a step remembers in n8n's duplicate store. */
export interface KeyStore {
	/**
	 * Adds keys.
	 *
	 * @returns the keys that were new
	 */
	addNew: (keys: string[]) => Promise<Set<string>>;
	/** Adds keys, even if they are already remembered. */
	addOrRenew: (keys: string[]) => Promise<void>;
	/**
	 * Returns the keys that are remembered. Look up only keys that are probably there: n8n adds every key
	 * that it looks up, so missing keys must be removed again.
	 */
	findRemembered: (keys: string[]) => Promise<Set<string>>;
	/**
	 * Removes keys. This is slow, because n8n searches all keys of the step for each one. A removal that n8n
	 * cannot save is repeated before the next use of the store.
	 */
	remove: (keys: string[]) => Promise<void>;
}

/** The purpose of keys. Keys with different purposes are independent. */
export interface KeyPurpose {
	name: string;
	optionLabel?: string;
	/** Min days to remember a key. A key may be remembered for up to twice as many days. */
	minDays: number;
}

/** Max hashes that n8n keeps for a step. The oldest are dropped first. */
export const MAX_STORED_HASHES = 1_000_000;
/** Max hashes to remove per call, because n8n blocks its process meanwhile. */
const MAX_REMOVED_PER_CALL = 100;
/** Max random delay, to separate processes that add the same key at the same time. */
const MAX_RANDOM_DELAY_MS = 50;
const DAY_MS = 86_400_000;
const DEDUPLICATION_OPTIONS = { mode: 'entries', maxEntries: MAX_STORED_HASHES } as const;

/** Hashes that n8n has not removed yet, by step. */
const pendingRemovalsByStep = new Map<string, string[]>();

/**
 * The keys of a step in n8n's duplicate store, where each key belongs to the current and the next time window
 * (see `withKeyStore`).
 */
export class StepKeyStore implements KeyStore {
	private readonly window: number;

	constructor(
		private readonly helpers: IExecuteFunctions['helpers'],
		private readonly step: string,
		private readonly purpose: KeyPurpose,
	) {
		this.window = Math.floor(Date.now() / (purpose.minDays * DAY_MS));
	}

	async addNew(keys: string[]): Promise<Set<string>> {
		const added = await this.recordKeys(this.now, keys);
		// Another n8n process may have read the same database row. A key belongs to the process that is the
		// first to add it to the next window.
		if (added.length > 0) await sleep(Math.random() * MAX_RANDOM_DELAY_MS);
		let isSaved = false;
		try {
			const claimed = new Set(await this.recordKeys(this.next, added));
			isSaved = true;
			return claimed;
		} finally {
			// Only from the current window, because another process may own the key in the next window.
			if (!isSaved) await this.removeHashes(added.map(this.now));
		}
	}

	async addOrRenew(keys: string[]): Promise<void> {
		await this.recordHashes([...keys.map(this.now), ...keys.map(this.next)]);
	}

	async findRemembered(keys: string[]): Promise<Set<string>> {
		const missing = new Set(await this.recordKeys(this.now, keys));
		await this.removeHashes([...missing].map(this.now));
		return new Set(keys.filter((key) => !missing.has(key)));
	}

	async remove(keys: string[]): Promise<void> {
		await this.removeHashes([...keys.map(this.now), ...keys.map(this.next)]);
	}

	/** Removes keys whose removal failed in an earlier use of the store. */
	async removePending(): Promise<void> {
		if (pendingRemovalsByStep.has(this.step)) await this.removeHashes([]);
	}

	private readonly now = (key: string) => this.hashForWindow(this.window, key);

	private readonly next = (key: string) => this.hashForWindow(this.window + 1, key);

	private hashForWindow(window: number, key: string): string {
		const { name, minDays } = this.purpose;
		const text = JSON.stringify([name, minDays, window, key]);
		return createHash('sha256').update(text).digest('base64');
	}

	private async recordHashes(hashes: string[]) {
		if (hashes.length === 0) return [];
		return (await this.helpers.checkProcessedAndRecord(hashes, 'node', DEDUPLICATION_OPTIONS))
			.new;
	}

	/** Adds keys to one time window, and returns the new keys. */
	private async recordKeys(hashOf: (key: string) => string, keys: string[]): Promise<string[]> {
		const byHash = new Map(keys.map((key) => [hashOf(key), key]));
		return (await this.recordHashes([...byHash.keys()])).map(
			(hash) => byHash.get(String(hash)) ?? '',
		);
	}

	private async removeHashes(hashes: string[]): Promise<void> {
		const remaining = [...(pendingRemovalsByStep.get(this.step) ?? []), ...hashes];
		pendingRemovalsByStep.set(this.step, remaining);
		while (remaining.length > 0) {
			await this.helpers.removeProcessed(
				remaining.slice(0, MAX_REMOVED_PER_CALL),
				'node',
				DEDUPLICATION_OPTIONS,
			);
			remaining.splice(0, MAX_REMOVED_PER_CALL);
		}
		pendingRemovalsByStep.delete(this.step);
	}
}
