import type { IDataObject } from 'n8n-workflow';
import type { LeftOutReason } from '../run/entry';
import type { NewRun } from '../run/operation';
import { stateOverAllTries } from '../run/ledger';
import { OPTION_LABELS } from '../values/optionLabels';

interface LeftOutReasonInfo {
	/**
	 * If the recipients of a Send and Wait have different reasons, the reason with the lowest rank is output. An
	 * error has rank 0.
	 */
	outputRank: number;
	/** True if an error lists the entries with this reason as not sent. */
	isReportedNotSent: boolean;
	/** Makes the hint above the output, because n8n shows the step as successful. */
	makeHint?: (count: number) => string;
	/** Makes the `message` for a model, because a model does not see hints. */
	makeModelMessage: (facts: IDataObject) => string;
}

/** Keyed by the values of the output field `reason`. docs/errors.md explains these values. */
export const infoByLeftOutReason: Record<LeftOutReason, LeftOutReasonInfo> = {
	// No `makeHint`: the rule `onlySendTo` adds a hint to every run, even if nobody is left out.
	'not in Only Send To': {
		outputRank: 2,
		isReportedNotSent: false,
		makeModelMessage: () =>
			'Not sent: the recipient is not in Only Send To of the credential. Only a person can change this list.',
	},
	'already sent': {
		outputRank: 1,
		isReportedNotSent: false,
		makeModelMessage: () => 'Not sent again: a message with this key was sent before.',
	},
	'repeated in this run': {
		outputRank: 1,
		isReportedNotSent: false,
		makeHint: (count) =>
			`${count === 1 ? '1 item repeats' : `${count} items repeat`} an earlier item of this run: the same message to the same recipient. Each message is sent once. See the field repeats_item of the output.`,
		makeModelMessage: ({ repeats_item }) =>
			`Not sent again: item ${String(repeats_item)} of this run is the same message to the same recipient.`,
	},
	'dry run': {
		outputRank: 3,
		isReportedNotSent: false,
		makeHint: (count) =>
			`Dry Run: ${count === 1 ? '1 message was' : `${count} messages were`} checked, and not sent.`,
		makeModelMessage: () => 'Not sent: Dry Run is on, which only shows what would be sent.',
	},
	'outside sending hours': {
		outputRank: 1,
		isReportedNotSent: true,
		makeHint: (count) =>
			`${count === 1 ? '1 message was' : `${count} messages were`} not sent, because the time is outside the hours of ${OPTION_LABELS.sendBetween}. See the field send_after of the output.`,
		makeModelMessage: ({ send_after }) =>
			`Not sent: the time is outside the hours of ${OPTION_LABELS.sendBetween}. The message can be sent at or after ${String(send_after)}.`,
	},
};

export const UNCLEAR_RESPONSE_HINT =
	'The response was empty or plain text, so it is not certain that the request was executed. Check the status of the mailing before you run the step again.';

export function addPreviewHints(run: NewRun): void {
	addLedgerHints(run);
	addLeftOutHints(run);
}

/** Adds hints, because n8n shows the step as successful even if entries failed or were left out. */
export function addRunHints(run: NewRun): void {
	const { context, ledger } = run;
	addLedgerHints(run);
	const isUncertain = ledger.entries.some(
		({ state }) => state.is === 'sent' && state.isUncertain,
	);
	for (const warning of [
		makeFailedHint(run),
		isUncertain && { message: UNCLEAR_RESPONSE_HINT },
	]) {
		if (!warning) continue;
		context.addExecutionHints?.({ ...warning, type: 'warning', location: 'outputPane' });
	}
	addLeftOutHints(run);
}

function addLedgerHints({ context, ledger }: NewRun): void {
	for (const message of ledger.warningHints) {
		context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
	}
}

function addLeftOutHints({ context, ledger }: NewRun): void {
	for (const [reason, { makeHint }] of Object.entries(infoByLeftOutReason)) {
		if (!makeHint) continue;
		const { length } = ledger.entries.filter(
			({ state }) => state.is === 'leftOut' && state.reason === reason,
		);
		if (length === 0) continue;
		const message = makeHint(length);
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	}
}

function makeFailedHint({ ledger, operation }: NewRun): { message: string } | undefined {
	const { length } = ledger.entries;
	const failed = ledger.entries.map(stateOverAllTries).filter((state) => 'error' in state);
	const unknown = failed.filter(({ is }) => is === 'unknown').length;
	const notSent = failed.filter(({ is }) => is === 'rejected' || is === 'failed').length;
	if (failed.length === 0) return undefined;
	if (operation.effect !== 'send') {
		const items = length === 1 ? 'item' : 'items';
		return {
			message: `${failed.length} of ${length} ${items} failed. See the field error of the output.`,
		};
	}
	const recipients = length === 1 ? 'recipient' : 'recipients';
	const parts = [
		...(notSent > 0 ? [`Not sent to ${notSent} of ${length} ${recipients}.`] : []),
		...(unknown > 0 ? [`May have been sent to ${unknown} of ${length} ${recipients}.`] : []),
	];
	return parts.length === 0
		? undefined
		: { message: `${parts.join(' ')} See the field error of the output.` };
}
