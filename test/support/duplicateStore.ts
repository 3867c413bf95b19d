import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

interface Row {
	mode: string;
	data: string[];
}

const keyOf = (scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData) =>
	`${workflow.id}/${scope === 'node' ? `n:${node?.id}` : ''}`;

const hash = (value: DeduplicationItemTypes) =>
	createHash('md5').update(value.toString()).digest('base64');

/**
 * n8n's duplicate store with the table in memory. As in n8n 2.40 and 2.41
 * (`deduplication-helper.js`), a row is read, changed and written back without a lock.
 */
export class DuplicateStore implements IDataDeduplicator {
	readonly rows = new Map<string, string>();
	reads = 0;
	writes = 0;
	/** The last call's maximum number of hashes per row. */
	kept = 0;
	/** Runs before each write of a row. */
	beforeWrite: () => void | Promise<void> = () => {};

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ mode, maxEntries = 0 }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		this.kept = maxEntries;
		const key = keyOf(scope, context);
		const row = await this.read(key);
		const hashes = items.map(hash);
		if (!row) {
			hashes.splice(0, hashes.length - maxEntries);
			await this.write(key, { mode, data: hashes });
			return { new: items, processed: [] };
		}
		const storedHashes = new Set(row.data);
		const output: IDeduplicationOutput = { new: [], processed: [] };
		for (const [index, one] of hashes.entries()) {
			if (storedHashes.has(one)) output.processed.push(items[index]);
			else {
				output.new.push(items[index]);
				row.data.push(one);
			}
		}
		row.data.splice(0, row.data.length - maxEntries);
		await this.write(key, row);
		return output;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		const key = keyOf(scope, context);
		const row = await this.read(key);
		if (!row) return;
		for (const hashOfItem of items.map(hash)) {
			const index = row.data.findIndex((value) => value === hashOfItem);
			if (index !== -1) row.data.splice(index, 1);
		}
		await this.write(key, row);
	}

	async clearAllProcessedItems(): Promise<void> {
		this.rows.clear();
	}

	async getProcessedDataCount(): Promise<number> {
		return 0;
	}

	private async read(key: string): Promise<Row | undefined> {
		this.reads += 1;
		await turn();
		const row = this.rows.get(key);
		return row === undefined ? undefined : (JSON.parse(row) as Row);
	}

	private async write(key: string, row: Row): Promise<void> {
		this.writes += 1;
		await this.beforeWrite();
		await turn();
		this.rows.set(key, JSON.stringify(row));
	}
}

/** Jest runs several test files with one n8n-core, which accepts a store only once. */
const worker = globalThis as { duplicateStore?: DuplicateStore };

/** False in each new test file, because Jest loads this module anew. */
let isStarted = false;

/** Gives n8n's engine an empty store, unless this test file already has a store. */
export async function ensureDuplicateStore(): Promise<void> {
	if (!isStarted) await useDuplicateStore();
}

/** Gives n8n's engine an empty store for the rest of the test file. */
export async function useDuplicateStore(): Promise<DuplicateStore> {
	isStarted = true;
	const store = new DuplicateStore();
	const current = () => worker.duplicateStore as DuplicateStore;
	if (!worker.duplicateStore) {
		await DataDeduplicationService.init({
			checkProcessedAndRecord: async (...args) =>
				await current().checkProcessedAndRecord(...args),
			removeProcessed: async (items, scope, context) =>
				await current().removeProcessed(items, scope, context),
			clearAllProcessedItems: async () => await current().clearAllProcessedItems(),
			getProcessedDataCount: async () => await current().getProcessedDataCount(),
		});
	}
	worker.duplicateStore = store;
	return store;
}
