import { Readable } from 'node:stream';
import type { ByteStore } from '@n8n/blob-storage';
import { Container } from '@n8n/di';
import {
	BinaryDataBlobManager,
	BinaryDataConfig,
	BinaryDataService,
	ErrorReporter,
} from 'n8n-core';
import { BINARY_ENCODING, type IBinaryData, type IBinaryKeyData } from 'n8n-workflow';

export type BinaryMode = 'default' | 'filesystem' | 'database';

/** Stores bytes in memory, because the store of `database` mode is part of n8n's server. */
function rowsInMemory(): ByteStore {
	const rows = new Map<string, Buffer>();
	return {
		async write(key, body) {
			const bytes = Buffer.isBuffer(body) ? body : Buffer.concat(await body.toArray());
			rows.set(key, bytes);
			return bytes.length;
		},
		async read(key) {
			return rows.get(key) ?? null;
		},
		async readStream(key) {
			const bytes = rows.get(key);
			return bytes === undefined ? null : Readable.from([bytes]);
		},
		async copy(from, to) {
			rows.set(to, rows.get(from) ?? Buffer.alloc(0));
		},
		async rename(from, to) {
			rows.set(to, rows.get(from) ?? Buffer.alloc(0));
			rows.delete(from);
		},
		async delete(keys) {
			for (const key of keys) rows.delete(key);
		},
	};
}

/** Makes n8n-core store files as a server with this `mode` does. */
export async function useBinaryMode(mode: BinaryMode): Promise<void> {
	Container.get(BinaryDataConfig).mode = mode;
	const service = Container.get(BinaryDataService);
	await service.init();
	if (mode !== 'database') return;
	const manager = new BinaryDataBlobManager(rowsInMemory(), Container.get(ErrorReporter));
	service.setManager('database', manager);
}

export interface InputFile {
	content: string | Buffer;
	fileName?: string;
	fileExtension?: string;
	mimeType: string;
}

/** Stores files of an input item. Returns the item's `binary`. */
export async function storeFiles(files: Record<string, InputFile>): Promise<IBinaryKeyData> {
	const stored: IBinaryKeyData = {};
	for (const [name, { content, mimeType, ...named }] of Object.entries(files)) {
		const bytes = Buffer.from(content);
		const data: IBinaryData = { ...named, mimeType, data: bytes.toString(BINARY_ENCODING) };
		stored[name] = await Container.get(BinaryDataService).store(
			{ type: 'execution', workflowId: 'workflow', executionId: 'input' },
			bytes,
			data,
		);
	}
	return stored;
}
