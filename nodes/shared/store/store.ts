import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ValidationError } from '../values/formats';
import { withLock } from './lock';

/** The keys that one step remembers in n8n's duplicate store. */
export interface Store {
	/**
	 * Remembers keys. n8n cannot look a key up without adding it.
	 *
	 * @returns those that were not remembered before
	 */
	add: (keys: string[]) => Promise<Set<string>>;
	/** Forgets keys. Each one costs n8n a search through all that it remembers. */
	remove: (keys: string[]) => Promise<void>;
}

/** What the keys are for: those of two purposes have nothing to do with each other. */
export interface Purpose {
	name: string;
	/** A key is remembered for so many days at least, and for half as many more at most. */
	days: number;
}

/** Hashes that n8n keeps for a step; the oldest are forgotten first. A key has one for each window. */
const MAX_HASHES = 1_000_000;
const DAY_MS = 86_400_000;
/** Windows that make up the days. A key is in the window in which it is added and in these that follow. */
const WINDOWS = 2;
const OPTIONS = { mode: 'entries', maxEntries: MAX_HASHES } as const;

/**
 * Uses the store of this step. In this n8n process one user at a time has it, so that two executions
 * cannot both add a key. In a test execution of the editor nothing is remembered.
 *
 * n8n's store is one database row for each workflow and node. It has no dates and no expiry: a key is
 * added under the present window of time, where it is looked for, and under those that follow.
 *
 * @throws ValidationError if n8n gives this caller no store
 */
export async function withStore<T>(
	context: IExecuteFunctions,
	purpose: Purpose,
	use: (store: Store) => Promise<T>,
): Promise<T> {
	if (context.getMode() === 'manual') return await use(forgetful);
	const { checkProcessedAndRecord: record, removeProcessed } = context.helpers;
	if (typeof record !== 'function') throw noStore();
	const window = Math.floor((Date.now() * WINDOWS) / (purpose.days * DAY_MS));
	const later = Array.from({ length: WINDOWS }, (_, index) => window + index + 1);
	const store: Store = {
		add: async (keys) => {
			if (keys.length === 0) return new Set();
			const hashes = new Map(keys.map((key) => [hashOf(purpose, window, key), key]));
			const recorded = await record([...hashes.keys()], 'node', OPTIONS);
			const added = recorded.new.map((hash) => hashes.get(String(hash)) as string);
			const others = inWindows(purpose, later, added);
			if (others.length > 0) await record(others, 'node', OPTIONS);
			return new Set(added);
		},
		remove: async (keys) => {
			if (keys.length === 0) return;
			await removeProcessed(inWindows(purpose, [window, ...later], keys), 'node', OPTIONS);
		},
	};
	return await withLock(
		`${context.getWorkflow().id}/${context.getNode().id}`,
		async () => await use(store),
	);
}

/** Remembers nothing. */
const forgetful: Store = {
	add: async (keys) => new Set(keys),
	remove: async () => {},
};

const inWindows = (purpose: Purpose, windows: number[], keys: string[]): string[] =>
	windows.flatMap((window) => keys.map((key) => hashOf(purpose, window, key)));

const hashOf = ({ name, days }: Purpose, window: number, key: string): string =>
	createHash('sha256')
		.update(JSON.stringify([name, days, window, key]))
		.digest('base64');

const noStore = () =>
	new ValidationError(
		'needs a store that n8n does not give to a tool of an MCP server or of an older agent',
		'Use an AI Agent of version 3 or later, or call a sub-workflow with this step as the tool.',
	);
