import { readField } from '../describe/checkField';
import { asOption } from '../describe/field';
import type { AnyRun, Plan } from '../describe/operation';
import { rememberDays, sendOnceKey } from '../describe/stepOptions';
import type { RejectedItems } from '../errors/rejectedItems';
import { cancelSignal } from '../http/sendOnce';
import { reserveKeys } from '../store/inFlight';
import { isForgetful, type Purpose, type Store, withStore } from '../store/store';
import { claimOf, keysWith, markOf, type Outcome, outcomesOf, saveOutcomes } from './keyOutcomes';
import { alreadySent, assertRoomFor, maybeSent, notSent, testHint } from './keyProblems';
import type { LeftOut } from './leftOut';
import type { Result } from './progress';
import { hasOption } from './readParameters';

/**
 * The keys of a run whose step has Send Once Per Key. They are claimed in n8n's duplicate store before
 * anything is sent, and settled when all is sent (docs/adr/0010-claim-before-sending.md).
 */
export class KeyClaims {
	private readonly purpose: Purpose;
	/** By item. */
	private readonly keys = new Map<number, string>();
	private readonly held: Map<string, number>;
	/** The item that sends a key. The others with the same one follow it. */
	private readonly first: Map<string, number>;
	private readonly asked: string[] = [];
	private readonly outcomes = new Map<string, Outcome>();
	private free = () => {};

	/**
	 * Reads the keys of all items that are sent. An item without a key is rejected.
	 *
	 * @throws NodeOperationError if the days are wrong
	 */
	static of(run: AnyRun, plan: Plan, rejected: RejectedItems, leftOut: LeftOut) {
		if (run.operation.effect !== 'send') return undefined;
		const { at, where, zone } = run;
		const days = readField(asOption(rememberDays), at(0), zone, where(0));
		if (!hasOption(at(0), sendOnceKey)) return undefined;
		leftOut.isAsked = true;
		return new KeyClaims(run, plan, rejected, leftOut, Number(days ?? rememberDays.default));
	}

	private constructor(
		private readonly run: AnyRun,
		private readonly plan: Plan,
		private readonly rejected: RejectedItems,
		private readonly leftOut: LeftOut,
		days: number,
	) {
		this.purpose = { name: 'sendOnce', label: sendOnceKey.displayName, days };
		this.held = run.sent.heldKeys;
		this.first = new Map(this.held);
		leftOut.check(run, plan, rejected, (index) => {
			const { at, where, zone } = run;
			const key = String(readField(asOption(sendOnceKey), at(index), zone, where(index)));
			this.keys.set(index, key);
			const first = this.first.get(key);
			if (first === undefined) {
				this.first.set(key, index);
				this.asked.push(key);
			} else if (first !== index) leftOut.drop(index);
		});
	}

	/**
	 * Claims the keys. What was sent before is left out. What may have been sent before is rejected,
	 * unless it is to be resent.
	 *
	 * @throws ValidationError if n8n gives no store, or has no room for so many keys
	 */
	async claim(): Promise<void> {
		const { context, node } = this.run;
		const { asked } = this;
		assertRoomFor(asked.length);
		const isTest = isForgetful(context);
		if (isTest) context.addExecutionHints?.(testHint);
		const step = `${context.getWorkflow().id}/${node.id}`;
		this.free = await reserveKeys(step, isTest ? [] : asked, cancelSignal(context));
		let goesOn = false;
		try {
			await withStore(context, this.purpose, async (store) => {
				const added = await store.add(asked.map(claimOf));
				try {
					goesOn = await this.judge(store, added);
				} finally {
					if (!goesOn) await store.remove([...added]);
				}
			});
		} finally {
			if (!goesOn) this.free();
		}
	}

	/** Whether the run goes on. If it does not, its claims are taken back. */
	private async judge(store: Store, added: Set<string>): Promise<boolean> {
		const { asked, first, held, outcomes, run } = this;
		const others = asked.filter((key) => !added.has(claimOf(key)));
		const sent = await store.has(others.map(markOf));
		const resent: string[] = [];
		for (const key of others) {
			const index = first.get(key) ?? 0;
			if (sent.has(markOf(key))) {
				outcomes.set(key, 'sent');
				this.leftOut.add(index, alreadySent(key));
			} else if (run.policy.resendUnknown) resent.push(key);
			else {
				outcomes.set(key, 'unknown');
				this.leftOut.drop(index);
				this.rejected.add(maybeSent(), index);
			}
		}
		if (this.rejected.count > 0 && !run.context.continueOnFail()) return false;
		await store.put(resent.map(claimOf));
		for (const key of asked) {
			if (!outcomes.has(key)) held.set(key, first.get(key) ?? 0);
		}
		return true;
	}

	/** Remembers what was sent, and forgets what definitely was not. */
	async settle(results: Result[]): Promise<void> {
		const { held, outcomes, plan, run } = this;
		const byItem = outcomesOf(plan, results);
		// What an earlier try has sent has no request if it cannot be read any more.
		const settled = new Map(
			[...held].map(([key, index]) => [key, byItem.get(index) ?? 'unknown']),
		);
		for (const [key, outcome] of settled) outcomes.set(key, outcome);
		for (const key of keysWith('failed', settled)) held.delete(key);
		const save = async (store: Store) => await saveOutcomes(store, settled);
		try {
			await withStore(run.context, this.purpose, save);
		} catch (error) {
			// The keys stay claimed, and the next execution says that their outcome is unknown.
			const reason = error instanceof Error ? error.message : '';
			run.context.logger.warn(`${run.node.name}: n8n did not save the keys. ${reason}`);
		} finally {
			this.free();
		}
		// The items that have the key of an earlier one: left out as that one was, or failed as it.
		for (const [index, key] of this.keys) {
			const before = this.first.get(key) ?? index;
			if (before === index) continue;
			const outcome = outcomes.get(key);
			if (outcome === 'sent') this.leftOut.add(index, alreadySent(key));
			else this.rejected.add(outcome === 'unknown' ? maybeSent() : notSent(before), index);
		}
	}
}
