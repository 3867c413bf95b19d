import type { IDataObject } from 'n8n-workflow';
import type { LeftOutReason } from '../run/entry';
import type { NewRun } from '../run/operation';
import { knownState } from '../run/ledger';
import { LABELS } from '../values/optionLabels';

/** What a run says of entries that were left out for a reason. */
interface Reason {
	/** What a person wants to know first: of a wait, a lower one is shown in place of a higher one. Errors have 0. */
	rank: number;
	/** Whether the error of a run names them as not sent: it was their turn, and it was too late. */
	isNotSent: boolean;
	/** The hint above the output about so many messages: n8n marks the step as done. */
	hint?: (count: number) => string;
	/** Tells a model about one message, because it does not see hints. */
	toModel: (facts: IDataObject) => string;
}

/** `reason` of an output item. docs/errors.md has each of them. */
export const reasons: Record<LeftOutReason, Reason> = {
	// Each run has a hint that the list is on, also if it leaves out nobody.
	'not in Only Send To': {
		rank: 2,
		isNotSent: false,
		toModel: () =>
			'Not sent: the recipient is not in Only Send To of the credential, which a person has to change.',
	},
	'already sent': {
		rank: 1,
		isNotSent: false,
		toModel: () => 'Not sent again: a message with this key was sent before.',
	},
	'repeated in this run': {
		rank: 1,
		isNotSent: false,
		hint: (count) =>
			`${count === 1 ? '1 item repeats' : `${count} items repeat`} an earlier item of this run: the same message to the same recipient. Each message is sent once. See repeats_item.`,
		toModel: ({ repeats_item }) =>
			`Not sent again: item ${String(repeats_item)} of this run is the same message to the same recipient.`,
	},
	'dry run': {
		rank: 3,
		isNotSent: false,
		hint: (count) =>
			`Dry Run: ${count === 1 ? '1 message was' : `${count} messages were`} checked, and not sent.`,
		toModel: () => 'Not sent: Dry Run is on, which only shows what would be sent.',
	},
	'outside sending hours': {
		rank: 1,
		isNotSent: true,
		hint: (count) =>
			`${count === 1 ? '1 message was' : `${count} messages were`} not sent, outside the hours of ${LABELS.sendBetween}. See send_after.`,
		toModel: ({ send_after }) =>
			`Not sent: it is outside the hours of ${LABELS.sendBetween}. It can be sent from ${String(send_after)}.`,
	},
};

/** The hint for a response that is only a sentence. Sentences are not read: they may be in any language. */
export const UNCERTAIN =
	'The service returned only a sentence, or nothing, so it is not certain that the request was executed. Check the status of the mailing before you run the step again.';

/** Shows above the output of a dry run what was entered and what would be left out. */
export function addPreviewHints(run: NewRun): void {
	addReadingHints(run);
	addLeftOutHints(run);
}

/** Shows above the output what was left out, failed or is uncertain, because n8n marks the step as successful. */
export function addHints(run: NewRun): void {
	const { context, ledger } = run;
	addReadingHints(run);
	const isUncertain = ledger.entries.some(
		({ state }) => state.is === 'sent' && state.isUncertain,
	);
	for (const warning of [failedHint(run), isUncertain && { message: UNCERTAIN }]) {
		if (!warning) continue;
		context.addExecutionHints?.({ ...warning, type: 'warning', location: 'outputPane' });
	}
	addLeftOutHints(run);
}

/** Shows hints about entered values. */
function addReadingHints({ context, ledger }: NewRun): void {
	for (const message of ledger.hints) {
		context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
	}
}

function addLeftOutHints({ context, ledger }: NewRun): void {
	for (const [reason, { hint }] of Object.entries(reasons)) {
		if (!hint) continue;
		const { length } = ledger.entries.filter(
			({ state }) => state.is === 'leftOut' && state.reason === reason,
		);
		if (length === 0) continue;
		const message = hint(length);
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	}
}

function failedHint({ ledger, operation }: NewRun): { message: string } | undefined {
	const { length } = ledger.entries;
	const failed = ledger.entries.map(knownState).filter((state) => 'error' in state);
	const unknown = failed.filter(({ is }) => is === 'unknown').length;
	const notSent = failed.filter(({ is }) => is === 'rejected' || is === 'failed').length;
	if (failed.length === 0) return undefined;
	if (operation.effect !== 'send') {
		const items = length === 1 ? 'item' : 'items';
		return { message: `${failed.length} of ${length} ${items} failed; see error.` };
	}
	const parts = [
		...(notSent > 0 ? [`${counted(notSent, length)} not sent to`] : []),
		...(unknown > 0 ? [`${unknown} of ${length} may have been sent to`] : []),
	];
	return parts.length === 0 ? undefined : { message: `${parts.join(', and ')}; see error.` };
}

const counted = (some: number, all: number): string =>
	`${some} of ${all} recipient${all === 1 ? '' : 's'} ${some === 1 ? 'was' : 'were'}`;
