import { randomUUID } from 'node:crypto';
import type { Account } from '../account/account';
import type { Batch, CallbackRecord } from '../account/records';
import { known } from '../wire/refusal';
import { Callbacks } from './callbacks';

type BatchOperation = Batch['operation'];

/** Asynchronous runs: a uuid at once, the entries a little later, then the callback. */
export class Batches {
	private readonly byUuid = new Map<string, Batch>();
	private readonly callbacks: Callbacks;

	constructor(private readonly account: Account) {
		this.callbacks = new Callbacks(account.settings.callbackPort);
	}

	start(
		operation: BatchOperation,
		run: () => Batch['entries'],
		callback?: { url: string; payload: (batch: Batch) => unknown },
	): string {
		const batch: Batch = { uuid: randomUUID(), operation, entries: [] };
		this.byUuid.set(batch.uuid, batch);
		this.account.clock.after(this.account.settings.batchDelayMs, () => {
			batch.entries = run();
			if (callback) this.callbacks.call(callback.url, batch.uuid, callback.payload(batch));
		});
		return batch.uuid;
	}

	get(operation: BatchOperation, uuid: string): Batch {
		const batch = this.byUuid.get(uuid);
		return known(batch?.operation === operation ? batch : undefined, 'uuid');
	}

	get called(): CallbackRecord[] {
		return this.callbacks.records;
	}

	stop(): void {
		this.callbacks.stop();
	}
}
