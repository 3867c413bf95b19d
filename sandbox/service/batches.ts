import { randomUUID } from 'node:crypto';
import type { Account } from '../account/account';
import type { Batch, CallbackRecord } from '../account/records';
import { orRefuse } from '../wire/refusal';
import { type CallbackPlan, usualCallbacks } from './callbackPlan';
import { Callbacks } from './callbacks';

type BatchOperation = Batch['operation'];

/** Returns a uuid immediately, lists the entries of a batch later, and then calls callback_url. */
export class Batches {
	private readonly byUuid = new Map<string, Batch>();
	private readonly callbacks: Callbacks;
	private readonly held: Array<() => void> = [];
	plan: CallbackPlan = usualCallbacks;

	constructor(
		private readonly account: Account,
		private readonly changed: () => void,
	) {
		this.callbacks = new Callbacks(account.settings.callbackPort);
	}

	start(
		operation: BatchOperation,
		run: () => Batch['entries'],
		callback?: { url: string; payload: (batch: Batch) => unknown },
	): string {
		const { clock, settings } = this.account;
		const batch: Batch = {
			uuid: randomUUID(),
			operation,
			startedAt: clock.now(),
			isDone: false,
			entries: [],
		};
		this.byUuid.set(batch.uuid, batch);
		const call = () => {
			if (!callback) return;
			const { url, payload } = callback;
			const { method, times } = this.plan;
			for (let n = 0; n < times; n++) {
				this.callbacks.call(url, batch.uuid, method, payload(batch));
			}
		};
		const { when } = this.plan;
		if (when === 'immediately') call();
		clock.after(settings.batchDelayMs, () => {
			batch.entries = run();
			batch.isDone = true;
			this.changed();
		});
		if (when === 'done') {
			clock.after(settings.batchDelayMs + settings.callbackDelayMs, () => this.inOrder(call));
		}
		return batch.uuid;
	}

	private inOrder(call: () => void): void {
		if (this.plan.order === 'sent') {
			call();
			return;
		}
		this.held.push(call);
		const count = this.held.length;
		const { clock, settings } = this.account;
		clock.after(Math.max(settings.batchDelayMs, 1), () => {
			if (this.held.length > count) return;
			for (const heldCall of this.held.splice(0).reverse()) heldCall();
		});
	}

	get(operation: BatchOperation, uuid: string): Batch {
		const batch = this.byUuid.get(uuid);
		return orRefuse(batch?.operation === operation ? batch : undefined, 'uuid');
	}

	get all(): Batch[] {
		return [...this.byUuid.values()];
	}

	get called(): CallbackRecord[] {
		return this.callbacks.records;
	}

	stop(): void {
		this.callbacks.stop();
	}
}
