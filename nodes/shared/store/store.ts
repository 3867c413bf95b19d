import { createHash } from 'node:crypto';
import { type IExecuteFunctions, sleep } from 'n8n-workflow';
import { ValidationError } from '../values/formats';
import { withLock } from './lock';

/** The keys that one step remembers in n8n's duplicate store. */
export interface Store {
	/**
	 * Remembers keys.
	 *
	 * @returns those that were not remembered before
	 */
	add: (keys: string[]) => Promise<Set<string>>;
	/** Remembers keys that nobody has to know of whether they are new. */
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
const REMOVED_AT_ONCE = 100;
/** Processes that began together do not go on together. */
const SPREAD_MS = 50;
const DAY_MS = 86_400_000;
const OPTIONS = { mode: 'entries', maxEntries: MAX_HASHES } as const;

/** The hashes of each step that are still to be removed, because n8n did not save it. */
const owed = new Map<string, string[]>();

/**
 * Uses the store of this step. In this n8n process one user at a time has it, so that two executions
 * cannot both add a key. In a test execution of the editor nothing is remembered.
 *
 * n8n's store is one database row for each workflow and node. It has no dates and no expiry: a key is
 * looked for in the present window of time, and added to that one and the next.
 *
 * @throws ValidationError if n8n gives this caller no store
 */
export async function withStore<T>(
	context: IExecuteFunctions,
	purpose: Purpose,
	use: (store: Store) => Promise<T>,
): Promise<T> {
	if (isForgetful(context)) return await use(forgetful);
	const { checkProcessedAndRecord: check, removeProcessed } = context.helpers;
	if (typeof check !== 'function') throw noStore(purpose.label);
	const step = `${context.getWorkflow().id}/${context.getNode().id}`;
	const window = Math.floor(Date.now() / (purpose.days * DAY_MS));
	const hashIn = (one: number) => (key: string) =>
		createHash('sha256')
			.update(JSON.stringify([purpose.name, purpose.days, one, key]))
			.digest('base64');
	const now = hashIn(window);
	const next = hashIn(window + 1);
	const record = async (hashes: string[]) =>
		hashes.length > 0 ? (await check(hashes, 'node', OPTIONS)).new : [];
	const recordIn = async (hashOf: (key: string) => string, keys: string[]) => {
		const byHash = new Map(keys.map((key) => [hashOf(key), key]));
		return (await record([...byHash.keys()])).map((hash) => byHash.get(String(hash)) ?? '');
	};
	const remove = async (hashes: string[]) => {
		const left = [...(owed.get(step) ?? []), ...hashes];
		owed.set(step, left);
		while (left.length > 0) {
			await removeProcessed(left.slice(0, REMOVED_AT_ONCE), 'node', OPTIONS);
			left.splice(0, REMOVED_AT_ONCE);
		}
		owed.delete(step);
	};
	const store: Store = {
		add: async (keys) => {
			const added = await recordIn(now, keys);
			// Another n8n process may have read the same row. Of those that add the key to the next
			// window too, the first one has it.
			if (added.length > 0) await sleep(Math.random() * SPREAD_MS);
			let isSaved = false;
			try {
				const claimed = new Set(await recordIn(next, added));
				isSaved = true;
				return claimed;
			} finally {
				// Not in the next window, where another process may have the key.
				if (!isSaved) await remove(added.map(now));
			}
		},
		put: async (keys) => {
			await record([...keys.map(now), ...keys.map(next)]);
		},
		has: async (keys) => {
			const missing = new Set(await recordIn(now, keys));
			await remove([...missing].map(now));
			return new Set(keys.filter((key) => !missing.has(key)));
		},
		remove: async (keys) => await remove([...keys.map(now), ...keys.map(next)]),
	};
	return await withLock(step, async () => {
		if (owed.has(step)) await remove([]);
		return await use(store);
	});
}

/** Whether nothing is remembered: a test execution of the editor may be repeated. */
export const isForgetful = (context: Pick<IExecuteFunctions, 'getMode'>): boolean =>
	context.getMode() === 'manual';

const forgetful: Store = {
	add: async (keys) => new Set(keys),
	put: async () => {},
	has: async () => new Set(),
	remove: async () => {},
};

const noStore = (label?: string) =>
	new ValidationError(
		'needs a store that n8n does not give to a tool of an MCP server or of an older agent',
		'Use an AI Agent of version 3 or later, or call a sub-workflow with this step as the tool.',
		label,
	);
