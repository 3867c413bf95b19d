import { createHash } from 'node:crypto';
import { type IExecuteFunctions, sleep } from 'n8n-workflow';

/** The keys that a step remembers in n8n's duplicate store. */
export interface KeyStore {
	/** Returns the keys that were new. */
	addNew: (keys: string[]) => Promise<Set<string>>;
	addOrRenew: (keys: string[]) => Promise<void>;
	/**
	 * Returns the remembered keys. Call this only with keys that are probably remembered: n8n adds every key
	 * that it looks up, and added keys must be removed again.
	 */
	findRememberedByAdding: (keys: string[]) => Promise<Set<string>>;
	/**
	 * A removal is slow, because n8n searches all keys for each removed key. If n8n cannot save a removal, the
	 * removal is repeated before the next use of the store.
	 */
	remove: (keys: string[]) => Promise<void>;
}

/** Keys with different purposes are independent. */
export interface KeyPurpose {
	name: string;
	optionLabel?: string;
	/** A key is remembered for at least this many days, and at most twice as many. */
	minRememberDays: number;
}

/** Max hashes that n8n keeps for a step. n8n drops the oldest hashes first. */
export const MAX_STORED_HASHES = 1_000_000;
/** Max hashes in one removal, because n8n blocks its process during a removal. */
const MAX_HASHES_PER_REMOVAL = 100;
/** Max random delay, which separates n8n processes that add the same key at the same time. */
const MAX_RANDOM_DELAY_MS = 50;
const DAY_MS = 86_400_000;
const DEDUPLICATION_OPTIONS = { mode: 'entries', maxEntries: MAX_STORED_HASHES } as const;

const pendingRemovalsByStep = new Map<string, string[]>();

export class StepKeyStore implements KeyStore {
	private readonly window: number;

	constructor(
		private readonly helpers: IExecuteFunctions['helpers'],
		private readonly step: string,
		private readonly purpose: KeyPurpose,
	) {
		this.window = Math.floor(Date.now() / (purpose.minRememberDays * DAY_MS));
	}

	async addNew(keys: string[]): Promise<Set<string>> {
		const added = await this.recordKeys(this.hashInThisWindow, keys);
		// Another n8n process may also see the keys as new, because it may have read the same
		// database row. The first process that adds a key to the next window owns the key.
		if (added.length > 0) await sleep(Math.random() * MAX_RANDOM_DELAY_MS);
		let isSaved = false;
		try {
			const claimed = new Set(await this.recordKeys(this.hashInNextWindow, added));
			isSaved = true;
			return claimed;
		} finally {
			// Another process may own the key in the next window, so only the current window is cleared.
			if (!isSaved) await this.removeHashes(added.map(this.hashInThisWindow));
		}
	}

	async addOrRenew(keys: string[]): Promise<void> {
		await this.recordHashes([
			...keys.map(this.hashInThisWindow),
			...keys.map(this.hashInNextWindow),
		]);
	}

	async findRememberedByAdding(keys: string[]): Promise<Set<string>> {
		const missing = new Set(await this.recordKeys(this.hashInThisWindow, keys));
		await this.removeHashes([...missing].map(this.hashInThisWindow));
		return new Set(keys.filter((key) => !missing.has(key)));
	}

	async remove(keys: string[]): Promise<void> {
		await this.removeHashes([
			...keys.map(this.hashInThisWindow),
			...keys.map(this.hashInNextWindow),
		]);
	}

	async finishPendingRemovals(): Promise<void> {
		if (pendingRemovalsByStep.has(this.step)) await this.removeHashes([]);
	}

	private readonly hashInThisWindow = (key: string) => this.hashForWindow(this.window, key);

	private readonly hashInNextWindow = (key: string) => this.hashForWindow(this.window + 1, key);

	private hashForWindow(window: number, key: string): string {
		const { name, minRememberDays } = this.purpose;
		const text = JSON.stringify([name, minRememberDays, window, key]);
		return createHash('sha256').update(text).digest('base64');
	}

	private async recordHashes(hashes: string[]) {
		if (hashes.length === 0) return [];
		return (await this.helpers.checkProcessedAndRecord(hashes, 'node', DEDUPLICATION_OPTIONS))
			.new;
	}

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
				remaining.slice(0, MAX_HASHES_PER_REMOVAL),
				'node',
				DEDUPLICATION_OPTIONS,
			);
			remaining.splice(0, MAX_HASHES_PER_REMOVAL);
		}
		pendingRemovalsByStep.delete(this.step);
	}
}
