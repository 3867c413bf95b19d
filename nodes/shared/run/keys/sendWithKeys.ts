import type { Claim } from '../entry';
import type { AnyRun } from '../operation';
import { OPTION_LABELS } from '../../values/optionLabels';
import { getCancelSignal } from '../../http/attempt';
import { waitAndReserveKeys } from '../../store/inProcess';
import { isTestExecution, withKeyStore } from '../../store/store';
import { type KeyStore } from '../../store/stepStore';
import { isOpen, rejectedState, setOtherExecutionOutcome, setState } from '../ledger';
import { mapEntriesByItem, type KeyClaimPlan, keyOutcome } from './claims';
import { alreadySentState, assertMaxKeys, maybeSentError, testExecutionHint } from './keyProblems';

/** The stored claim, written before the message is sent. */
const claimedStoreKey = (key: string) => `claimed ${key}`;
/** The stored outcome, written after the message is sent. */
const sentStoreKey = (key: string) => `sent ${key}`;

/**
 * Claims keys, sends, and stores the outcomes (docs/adr/0010-claim-before-sending.md). Keys of messages that
 * were not sent are released, even if `send` throws.
 *
 * @throws ValidationError before anything is sent, if there is no store, or if the store is full or fails
 */
export async function sendWithKeys<T>(
	run: AnyRun,
	keys: KeyClaimPlan | undefined,
	send: () => Promise<T>,
): Promise<T> {
	if (!keys) return await send();
	const { context, node } = run;
	const { openClaims } = keys;
	assertMaxKeys(openClaims.length);
	const isTest = isTestExecution(context);
	if (isTest && openClaims.length > 0) context.addExecutionHints?.(testExecutionHint);
	const step = `${context.getWorkflow().id}/${node.id}`;
	const reserved = isTest ? [] : openClaims.map(([key]) => key);
	const release = await waitAndReserveKeys(step, reserved, getCancelSignal(context));
	try {
		await useKeyStore(run, keys, async (store) => await claimOrSettleKeys(run, keys, store));
		try {
			return await send();
		} finally {
			await saveAndReleaseKeys(run, keys);
		}
	} finally {
		release();
	}
}

const useKeyStore = async <T>(
	{ context }: AnyRun,
	{ rememberDays }: KeyClaimPlan,
	use: (store: KeyStore) => Promise<T>,
) =>
	await withKeyStore(
		context,
		{ name: 'sendOnce', optionLabel: OPTION_LABELS.sendOnceKey, minRememberDays: rememberDays },
		use,
	);

async function claimOrSettleKeys(
	run: AnyRun,
	{ openClaims }: KeyClaimPlan,
	store: KeyStore,
): Promise<void> {
	const unclaimed = openClaims.flatMap(([key, { isOwned }]) =>
		isOwned ? [] : [claimedStoreKey(key)],
	);
	const added = await store.addNew(unclaimed);
	let isSaved = false;
	try {
		await settleOrRenewClaims(run, store, openClaims, added);
		isSaved = true;
	} finally {
		if (!isSaved) await store.remove([...added]);
	}
	for (const [key, claim] of openClaims)
		if (added.has(claimedStoreKey(key))) claim.isOwned = true;
}

/**
 * Applies the outcomes of other executions with the same keys. Renews the claims of the items that
 * this run will try to send.
 *
 * @param added the stored claims that were new
 */
async function settleOrRenewClaims(
	run: AnyRun,
	store: KeyStore,
	openClaims: KeyClaimPlan['openClaims'],
	added: Set<string>,
): Promise<void> {
	const claims = openClaims.filter(([key]) => !added.has(claimedStoreKey(key)));
	const sent = await store.findRememberedByAdding(claims.map(([key]) => sentStoreKey(key)));
	for (const [key, claim] of claims) {
		if (sent.has(sentStoreKey(key))) claim.outcomeInOtherExecution = 'sent';
		else if (!claim.isOwned) claim.outcomeInOtherExecution = 'unknown';
	}
	// Includes the new claims, because in an earlier try of this run the outcome may have been unknown.
	applyOtherExecutionOutcomes(run, openClaims);
	// Claims are renewed, because a claim expires with its time window.
	const toRenew = claims.filter(([, claim]) => claim.isOwned || mayResend(claim));
	await store.addOrRenew(toRenew.map(([key]) => claimedStoreKey(key)));
}

const mayResend = ({ outcomeInOtherExecution, canResendIfUnknown }: Claim) =>
	outcomeInOtherExecution === 'unknown' && canResendIfUnknown === true;

/**
 * Leaves out items that another execution sent. Rejects items that another execution may have sent, unless
 * Resend If Unknown is on.
 */
function applyOtherExecutionOutcomes(run: AnyRun, claims: KeyClaimPlan['openClaims']): void {
	const entries = mapEntriesByItem(run.ledger);
	for (const [key, claim] of claims) {
		const { itemIndex, outcomeInOtherExecution } = claim;
		const open = (entries.get(itemIndex) ?? []).filter(isOpen);
		const unknown =
			outcomeInOtherExecution === 'unknown'
				? rejectedState(run, itemIndex, maybeSentError(key))
				: undefined;
		setOtherExecutionOutcome(open, unknown && { by: 'execution', error: unknown.error });
		if (outcomeInOtherExecution === 'sent') setState(open, alreadySentState(key));
		else if (unknown && !mayResend(claim)) setState(open, unknown);
	}
}

/** Keys with an unknown outcome stay claimed. */
async function saveAndReleaseKeys(run: AnyRun, keys: KeyClaimPlan): Promise<void> {
	const entries = mapEntriesByItem(run.ledger);
	const sent: string[] = [];
	const notSent: string[] = [];
	for (const [key, claim] of run.ledger.claimByKey) {
		const outcome = keyOutcome(entries.get(claim.itemIndex) ?? []);
		// The run may have resent a message of another execution, so the run now owns the key.
		if (outcome !== 'notSent') claim.isOwned = true;
		if (outcome === 'sent') sent.push(sentStoreKey(key));
		else if (outcome === 'notSent' && claim.isOwned) notSent.push(claimedStoreKey(key));
	}
	try {
		await useKeyStore(run, keys, async (store) => {
			try {
				await store.addOrRenew(sent);
			} finally {
				await store.remove(notSent);
			}
		});
	} catch {
		// `withKeyStore` has logged the error. The keys stay claimed, so the next execution reports an unknown
		// outcome.
	}
}
