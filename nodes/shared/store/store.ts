import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
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
	/** Forgets keys. For each one n8n searches through all that the step remembers. */
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
const DAY_MS = 86_400_000;
const OPTIONS = { mode: 'entries', maxEntries: MAX_HASHES } as const;

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
	const window = Math.floor(Date.now() / (purpose.days * DAY_MS));
	const hashIn = (one: number) => (key: string) =>
		createHash('sha256')
			.update(JSON.stringify([purpose.name, purpose.days, one, key]))
			.digest('base64');
	const now = hashIn(window);
	const next = hashIn(window + 1);
	const record = async (hashes: string[]) =>
		hashes.length > 0 ? (await check(hashes, 'node', OPTIONS)).new : [];
	const recordNow = async (keys: string[]) => {
		const byHash = new Map(keys.map((key) => [now(key), key]));
		return (await record([...byHash.keys()])).map((hash) => byHash.get(String(hash)) ?? '');
	};
	const remove = async (hashes: string[]) => {
		for (let from = 0; from < hashes.length; from += REMOVED_AT_ONCE) {
			await removeProcessed(hashes.slice(from, from + REMOVED_AT_ONCE), 'node', OPTIONS);
		}
	};
	const store: Store = {
		add: async (keys) => {
			const added = await recordNow(keys);
			await record(added.map(next));
			return new Set(added);
		},
		put: async (keys) => {
			await record([...keys.map(now), ...keys.map(next)]);
		},
		has: async (keys) => {
			const missing = new Set(await recordNow(keys));
			await remove([...missing].map(now));
			return new Set(keys.filter((key) => !missing.has(key)));
		},
		remove: async (keys) => await remove([...keys.map(now), ...keys.map(next)]),
	};
	const step = `${context.getWorkflow().id}/${context.getNode().id}`;
	return await withLock(step, async () => await use(store));
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
