import { randomUUID } from 'node:crypto';
import { type INodeExecutionData, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { Sent } from '../../describe/ledger';
import { inItemOrder } from '../../run/output';
import { assertNotCancelled } from '../../run/failure';
import { isoInZone, scheduledInstant } from '../../values/dates';
import { storeItems } from '../../wait/n8nWait';
import type { Batch } from '../types';
import { readStatuses } from './readStatuses';
import { isFinal, resultItems, resultsOf } from './results';
import { sentRequests } from './sentRequests';
import { type ResultWait, storeResultWait } from './state';

/** Seconds for the reading before the wait. A call that comes meanwhile is lost. */
const READ_SECONDS = 5;

/** What was sent of a batch, and its output if nothing waits. */
export interface SentBatch {
	sent: Sent[];
	/** Of what was sent, and of what was not. */
	output: INodeExecutionData[];
	others: INodeExecutionData[];
}

/**
 * Puts the execution to wait for the result of a batch, unless it is there already: n8n rejects a call
 * that comes while the execution runs, so the statuses are read once before the wait.
 *
 * @returns the output of the step
 */
export async function waitForResult(
	batch: Batch,
	until: number | null,
	{ sent, output, others }: SentBatch,
): Promise<INodeExecutionData[]> {
	const { run, isJson } = batch;
	const { context } = run;
	const requests = sentRequests(batch, sent);
	const wait: ResultWait = { id: randomUUID(), until, requests, others };
	const statuses = await readOnce(batch, wait);
	assertNotCancelled(run);
	const results = statuses && resultsOf(wait, statuses);
	if (results?.every(isFinal)) return resultItems(wait, results);
	tellIfTooShort(batch, until);
	const stored = { ...wait, others: isJson ? others : forErrorOutput(batch, others) };
	storeResultWait(context.getContext('node'), stored);
	await context.putExecutionToWait(until === null ? WAIT_INDEFINITELY : new Date(until));
	// Not before: if n8n cannot wait, it hands this on immediately.
	storeItems(context, timeoutItems(batch, { sent, output, others }));
	return output;
}

/** The statuses after one try of each request; undefined if one of them cannot be read. */
async function readOnce({ run, spec: { status } }: Batch, wait: ResultWait) {
	const { context, account, policy } = run;
	if (!status) return undefined;
	const timeout = Math.min(policy.timeout ?? READ_SECONDS, READ_SECONDS);
	const secrets = [...run.ledger.callbacks.values()].flatMap((one) => one.secrets);
	const reader = { context, status, account, policy: { ...policy, timeout }, secrets };
	try {
		return await readStatuses({ ...reader, isOnce: true }, wait);
	} catch {
		return undefined;
	}
}

/** Says it if the wait ends before the mailing is sent. */
function tellIfTooShort({ run: { context, zone }, mailings }: Batch, until: number | null): void {
	const times = mailings.flatMap(({ withRecipients }) => {
		const { schedule_time: time } = withRecipients([]);
		return typeof time === 'string' ? scheduledInstant(time, zone) : [];
	});
	const last = Math.max(...times, 0);
	if (until === null || last < until) return;
	const [limit, planned] = [until, last].map((time) => isoInZone(time, zone));
	context.addExecutionHints?.({
		message: `The time limit of Wait for Result ends at ${limit}, before the mailing is sent at ${planned}.`,
		location: 'outputPane',
	});
}

/**
 * What n8n hands on at the time limit. n8n pairs these items with the input by their position, so they
 * are in its order if they are as many.
 */
function timeoutItems(batch: Batch, { output, others }: SentBatch): INodeExecutionData[] {
	const isOther = new Set(others);
	const sent = output
		.filter((item) => !isOther.has(item))
		.map((item) => ({ ...item, json: { ...item.json, timedOut: true } }));
	const inOrder = batch.options.oneItemPerRecipient && !batch.isJson;
	// Out of order, n8n would add the fields of another input item.
	return inOrder ? inItemOrder(sent, forErrorOutput(batch, others)) : [...sent, ...others];
}

/**
 * For the error output when the step was resumed: n8n takes an item that has nothing but an error for a
 * failed one, and adds the fields of the input item at its position. It does not store the mark that these
 * items have.
 */
const forErrorOutput = ({ run: { node } }: Batch, others: INodeExecutionData[]) =>
	node.onError !== 'continueErrorOutput'
		? others
		: others.map((item) =>
				'error' in item.json ? { ...item, json: { error: item.json.error } } : item,
			);
