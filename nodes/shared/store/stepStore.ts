import { createHash } from 'node:crypto';
import { type IExecuteFunctions, sleep } from 'n8n-workflow';

/** The keys that one step remembers in n8n's duplicate store. */
export interface Store {
	/**
	 * Remembers keys.
	 *
	 * @returns those that were not remembered before
	 */
	add: (keys: string[]) => Promise<Set<string>>;
	/** Remembers keys, whether they are new or not. */
	put: (keys: string[]) => Promise<void>;
	/**
	 * Returns the keys that are remembered. n8n adds what it looks for: a key that is not there is
	 * removed again, so ask for those that are expected to be there.
	 */
	has: (keys: string[]) => Promise<Set<string>>;
	/**
	 * Forgets keys. For each one n8n searches through all that the step remembers. What n8n does not
	 * save is forgotten before the next use of the store.
	 */
	remove: (keys: string[]) => Promise<void>;
}

/** What the keys are for: those of two purposes have nothing to do with each other. */
export interface Purpose {
	name: string;
	/** Label of the field that the error is about. */
	label?: string;
	/** A key is remembered for so many days at least, and for twice as many at most. */
	days: number;
}

/** Hashes that n8n keeps for a step. The oldest are forgotten first. */
export const MAX_HASHES = 1_000_000;
/** n8n blocks its process while it removes: so many at a time. */
const MAX_REMOVED = 100;
/** Processes that began together do not go on together. */
const MAX_DELAY_MS = 50;
const DAY_MS = 86_400_000;
const OPTIONS = { mode: 'entries', maxEntries: MAX_HASHES } as const;

/** The hashes of each step that are still to be removed, because n8n did not save it. */
const pendingRemovals = new Map<string, string[]>();

/** The store of a step, in the window of time in which it is used. */
export class StepStore implements Store {
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
		// Another n8n process may have read the same row. Of those that add the key to the next
		// window too, the first one has it.
		if (added.length > 0) await sleep(Math.random() * MAX_DELAY_MS);
		let isSaved = false;
		try {
			const claimed = new Set(await this.recordIn(this.next, added));
			isSaved = true;
			return claimed;
		} finally {
			// Not in the next window, where another process may have the key.
			if (!isSaved) await this.removeHashes(added.map(this.now));
		}
	}

	async put(keys: string[]): Promise<void> {
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

	/** Removes what an earlier use of the store could not. */
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

	/** Remembers hashes. Returns those that were not remembered before. */
	private async record(hashes: string[]) {
		if (hashes.length === 0) return [];
		return (await this.helpers.checkProcessedAndRecord(hashes, 'node', OPTIONS)).new;
	}

	/** Remembers keys in one window. Returns those that were not remembered before. */
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
			await this.helpers.removeProcessed(remaining.slice(0, MAX_REMOVED), 'node', OPTIONS);
			remaining.splice(0, MAX_REMOVED);
		}
		pendingRemovals.delete(this.step);
	}
}
