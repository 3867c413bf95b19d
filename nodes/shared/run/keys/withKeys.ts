import type { Claim, Entry } from '../entry';
import type { AnyRun } from '../operation';
import { LABELS } from '../../values/optionLabels';
import { cancelSignal } from '../../http/attempt';
import { reserveKeys } from '../../store/inProcess';
import { isTestExecution, withStore } from '../../store/store';
import { type Store } from '../../store/stepStore';
import { isOpen, rejected, setBefore, setState } from '../ledger';
import { entriesByItem, type Keys, outcomeOf } from './claims';
import { alreadySent, assertRoomFor, maybeSent, testHint } from './keyProblems';

/** What n8n's store has of a key from before it is sent. */
const claimOf = (key: string) => `claimed ${key}`;
/** What it has besides once the key was sent. */
const markOf = (key: string) => `sent ${key}`;

/**
 * Sends within the keys of a run (docs/adr/0010-claim-before-sending.md). They are claimed before the first
 * request. What was sent before is left out, and what may have been sent before is rejected, unless it is to
 * be resent. When no request is left, the keys of what was sent are remembered, and those of what certainly
 * was not are released, also if `send` throws.
 *
 * @returns what `send` returns
 * @throws ValidationError before anything is sent: n8n provides no store, its database fails, or the store is
 *   full
 */
export async function withKeys<T>(
	run: AnyRun,
	keys: Keys | undefined,
	send: () => Promise<T>,
): Promise<T> {
	if (!keys) return await send();
	const { context, node } = run;
	const { asked } = keys;
	assertRoomFor(asked.length);
	const isTest = isTestExecution(context);
	if (isTest) context.addExecutionHints?.(testHint);
	const step = `${context.getWorkflow().id}/${node.id}`;
	const reserved = isTest ? [] : asked.map(([key]) => key);
	const free = await reserveKeys(step, reserved, cancelSignal(context));
	try {
		await inStore(run, keys, async (store) => await claim(run, keys, store));
		try {
			return await send();
		} finally {
			await save(run, keys);
		}
	} finally {
		free();
	}
}

const inStore = async <T>({ context }: AnyRun, { days }: Keys, use: (store: Store) => Promise<T>) =>
	await withStore(context, { name: 'sendOnce', label: LABELS.sendOnceKey, days }, use);

/** Claims what no other execution has, and writes down what is known of the rest. */
async function claim(run: AnyRun, { asked }: Keys, store: Store): Promise<void> {
	const wanted = asked.flatMap(([key, { isOurs }]) => (isOurs ? [] : [claimOf(key)]));
	const added = await store.add(wanted);
	let isSaved = false;
	try {
		await readEarlier(
			run,
			store,
			asked.filter(([key]) => !added.has(claimOf(key))),
		);
		isSaved = true;
	} finally {
		if (!isSaved) await store.remove([...added]);
	}
	for (const [key, one] of asked) if (added.has(claimOf(key))) one.isOurs = true;
}

/** Reads what other executions have done with the keys. @param asked without those that were added now */
async function readEarlier(run: AnyRun, store: Store, asked: Keys['asked']): Promise<void> {
	const sent = await store.has(asked.map(([key]) => markOf(key)));
	for (const [key, one] of asked) {
		if (sent.has(markOf(key))) {
			one.before = 'sent';
			// If an earlier try of this execution has claimed it, another execution sent it since.
			one.isOurs = false;
		} else if (!one.isOurs) one.before = 'unknown';
	}
	applyEarlier(run, asked);
	// The claims that are there may end with the present window of time.
	const renewed = asked.filter(([, one]) => one.isOurs || isSentAgain(one));
	await store.put(renewed.map(([key]) => claimOf(key)));
}

const isSentAgain = ({ before, isResent }: Claim) => before === 'unknown' && isResent === true;

/** Leaves out what another execution has sent, and rejects what it may have sent, unless it is resent. */
function applyEarlier(run: AnyRun, asked: Keys['asked']): void {
	const entries = entriesByItem(run.ledger);
	for (const [key, one] of asked) {
		const { item, before } = one;
		const open = (entries.get(item) ?? []).filter(isOpen);
		const unknown = before === 'unknown' ? rejected(run, item, maybeSent(key)) : undefined;
		markUnknown(open, unknown);
		if (before === 'sent') setState(open, alreadySent(key));
		else if (unknown && !isSentAgain(one)) setState(open, unknown);
	}
}

/** What an earlier try of this run may have sent counts more. */
function markUnknown(entries: Entry[], unknown: ReturnType<typeof rejected> | undefined): void {
	const before = unknown && ({ by: 'execution', error: unknown.error } as const);
	setBefore(
		entries.filter((entry) => entry.before?.by !== 'try'),
		before,
	);
}

/** Remembers what was sent, and forgets what certainly was not. A key of unknown outcome stays claimed. */
async function save(run: AnyRun, keys: Keys): Promise<void> {
	const { claims } = run.ledger;
	const entries = entriesByItem(run.ledger);
	const sent: string[] = [];
	const notSent: string[] = [];
	for (const [key, one] of claims) {
		const outcome = outcomeOf(entries.get(one.item) ?? []);
		// What another execution has left unknown is ours once this run has sent it, or may have.
		if (one.before === 'unknown' && outcome !== 'notSent') one.isOurs = true;
		if (!one.isOurs) continue;
		if (outcome === 'sent') sent.push(markOf(key));
		else if (outcome === 'notSent') notSent.push(claimOf(key));
	}
	try {
		await inStore(run, keys, async (store) => {
			try {
				await store.put(sent);
			} finally {
				// Even if n8n saves only one of them.
				await store.remove(notSent);
			}
		});
	} catch {
		// Logged by n8n. The keys stay claimed, and the next execution reports their outcome as unknown.
	}
}
