import { readField } from '../../describe/checkField';
import { asOption } from '../../describe/field';
import type { Entry, State } from '../../describe/ledger';
import type { AnyRun, Plan } from '../../describe/operation';
import { rememberDays, sendOnceKey } from '../../describe/stepOptions';
import { toNodeError } from '../../errors/nodeErrors';
import { cancelSignal } from '../../http/attempt';
import { reserveKeys } from '../../store/inFlight';
import { isForgetful, type Purpose, type Store, withStore } from '../../store/store';
import { byItem, hasRejected, judge, NOT_STARTED, openEntries } from '../ledger';
import { isResent } from '../options/resend';
import { hasOption } from '../readParameters';
import { claimOf, keysWith, markOf, type KeyOutcome, outcomeOf, saveOutcomes } from './keyOutcomes';
import { alreadySent, assertRoomFor, firstWasNotSent, maybeSent, testHint } from './keyProblems';
import { keyReader } from './keyReader';

/**
 * Claims the keys of a run whose step has Send Once Per Key, before anything is sent
 * (docs/adr/0010-claim-before-sending.md). An item without a key is rejected. What was sent before is
 * left out, and what may have been sent before is rejected, unless it is to be resent.
 *
 * @returns saves the outcome of the keys; to be called when no request is left
 * @throws NodeOperationError if the days are wrong
 * @throws ValidationError if n8n gives no store, or has no room for so many keys
 */
export async function keys(run: AnyRun, plan: Plan): Promise<(() => Promise<void>) | undefined> {
	if (run.operation.effect !== 'send') return undefined;
	const days = Number(readField(asOption(rememberDays), run.item(0)) ?? rememberDays.default);
	if (!hasOption(run.at(0), sendOnceKey)) return undefined;
	const claims = new KeyClaims(run, days);
	judge(run, (item, entries) => claims.read(item, entries));
	if (plan.preview || (hasRejected(run.ledger) && !run.continues)) return undefined;
	await claims.claim();
	return async () => await claims.save();
}

class KeyClaims {
	private readonly purpose: Purpose;
	/** The item that sends each key. */
	private readonly first: Map<string, number>;
	private readonly asked: string[] = [];
	/** The keys of items that are sent again if their outcome is unknown. */
	private readonly resendable = new Set<string>();
	/** Those of them that an earlier execution has claimed. */
	private readonly resent = new Set<string>();
	/** What has the key of an earlier item, and becomes what that item becomes. */
	private readonly followers: Array<{ key: string; item: number; entries: Entry[] }> = [];
	/** Of keys of this run, and of those that an earlier execution has claimed. */
	private readonly outcomes = new Map<string, KeyOutcome>();
	private free = () => {};
	private readonly keyOf: (item: number) => string;

	constructor(
		private readonly run: AnyRun,
		days: number,
	) {
		this.purpose = { name: 'sendOnce', label: sendOnceKey.displayName, days };
		this.first = new Map(run.ledger.claimed);
		this.keyOf = keyReader(run);
	}

	/** Reads the key of an item. @throws NodeOperationError if it has none */
	read(item: number, entries: Entry[]): State | undefined {
		const key = this.keyOf(item);
		const first = this.first.get(key) ?? item;
		if (first === item) {
			this.first.set(key, item);
			this.asked.push(key);
			if (isResent(this.run.item(item))) this.resendable.add(key);
			return undefined;
		}
		this.followers.push({ key, item, entries });
		// Until it is known what the first one becomes.
		return NOT_STARTED;
	}

	async claim(): Promise<void> {
		const { context, node, ledger } = this.run;
		const { asked } = this;
		assertRoomFor(asked.length);
		const isTest = isForgetful(context);
		if (isTest) context.addExecutionHints?.(testHint);
		const step = `${context.getWorkflow().id}/${node.id}`;
		this.free = await reserveKeys(step, isTest ? [] : asked, cancelSignal(context));
		let goesOn = false;
		try {
			await withStore(context, this.purpose, async (store) => {
				const isNew = (key: string) => !ledger.claimed.has(key);
				const added = await store.add(asked.filter(isNew).map(claimOf));
				try {
					goesOn = await this.judgeKnown(store, added);
				} finally {
					if (!goesOn) await store.remove([...added]);
				}
			});
		} finally {
			if (!goesOn) this.free();
		}
	}

	/** Whether the run goes on. If it does not, its claims are taken back. */
	private async judgeKnown(store: Store, added: Set<string>): Promise<boolean> {
		const { asked, first, outcomes, run } = this;
		const { claimed } = run.ledger;
		const others = asked.filter((key) => !added.has(claimOf(key)));
		const sent = await store.has(others.map(markOf));
		const unknown = new Set<string>();
		const known = new Map<number, State>();
		for (const key of others) {
			const item = first.get(key) ?? 0;
			if (sent.has(markOf(key))) {
				outcomes.set(key, 'sent');
				// If an earlier try of this execution has claimed it, another execution sent it since.
				claimed.delete(key);
				known.set(item, { is: 'leftOut', reason: alreadySent(key) });
			} else if (!claimed.has(key)) {
				unknown.add(key);
				if (this.resendable.has(key)) this.resent.add(key);
				else {
					outcomes.set(key, 'unknown');
					known.set(item, this.unsure(key, item));
				}
			}
		}
		this.markUnknown(unknown);
		judge(run, (item) => known.get(item));
		if (hasRejected(run.ledger) && !run.continues) return false;
		// The claims that are there may end with the present window of time.
		await store.put(others.filter((key) => !outcomes.has(key)).map(claimOf));
		for (const key of asked) {
			if (!outcomes.has(key) && !this.resent.has(key)) claimed.set(key, first.get(key) ?? 0);
		}
		return true;
	}

	/** Marks what an earlier execution may have sent, and nothing else that is still to be judged. */
	private markUnknown(keys: Set<string>): void {
		const items = new Set([...keys].map((key) => this.first.get(key)));
		const mark = (entries: Entry[], isUnknown: boolean) => {
			for (const entry of entries) {
				if (isUnknown || entry.keyIsUnknown) entry.keyIsUnknown = isUnknown;
			}
		};
		for (const [item, own] of byItem(openEntries(this.run.ledger))) mark(own, items.has(item));
		for (const { key, entries } of this.followers) mark(entries, keys.has(key));
	}

	/** The outcome of an earlier execution is unknown. */
	private unsure(key: string, item: number): State {
		return { is: 'rejected', error: toNodeError(maybeSent(key), this.run.where(item)) };
	}

	/** Remembers what was sent, and forgets what certainly was not. A key of unknown outcome stays claimed. */
	async save(): Promise<void> {
		const { outcomes, run } = this;
		const { claimed, entries } = run.ledger;
		const items = new Map(byItem(entries));
		const outcomeAt = (item: number) => outcomeOf(items.get(item) ?? []);
		for (const key of this.resent) {
			const item = this.first.get(key) ?? -1;
			// If it was not sent now, the outcome of the earlier execution counts.
			if (outcomeAt(item) === 'notSent') outcomes.set(key, 'unknown');
			else claimed.set(key, item);
		}
		const own = new Map([...claimed].map(([key, item]) => [key, outcomeAt(item)]));
		for (const [key, outcome] of own) outcomes.set(key, outcome);
		for (const key of keysWith('notSent', own)) claimed.delete(key);
		try {
			await withStore(run.context, this.purpose, async (store) => {
				await saveOutcomes(store, own);
			});
		} catch (error) {
			// The keys stay claimed, and the next execution says that their outcome is unknown.
			const reason = error instanceof Error ? error.message : '';
			run.context.logger.warn(`${run.node.name}: n8n did not save the keys. ${reason}`);
		} finally {
			this.free();
		}
		this.judgeFollowers(items);
	}

	/** They are left out as the item before them was sent or left out, or fail as it did. */
	private judgeFollowers(items: Map<number, Entry[]>): void {
		for (const { key, item, entries } of this.followers) {
			const [before] = items.get(this.first.get(key) ?? 0) ?? [];
			const state = this.stateOfFollower(key, item, before);
			const keyIsUnknown = this.outcomes.get(key) === 'unknown' || undefined;
			for (const entry of entries) Object.assign(entry, { state, keyIsUnknown });
		}
	}

	private stateOfFollower(key: string, item: number, before?: Entry): State {
		const outcome = this.outcomes.get(key);
		if (outcome === 'sent') return { is: 'leftOut', reason: alreadySent(key) };
		// The hours of Send Between ended before its request began.
		if (before?.state.is === 'leftOut') return before.state;
		if (outcome === 'unknown') return this.unsure(key, item);
		const error = firstWasNotSent(key, this.first.get(key) ?? 0);
		return { is: 'rejected', error: toNodeError(error, this.run.where(item)) };
	}
}
