import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { RecipientStatus, SentRequest } from '../run/entry';
import { waitForFinalStatusField } from '../describe/fields';
import type { Run } from '../run/operation';
import { formatAllRanges } from '../errors/itemRanges';
import { getCancelSignal } from '../http/attempt';
import { Deadline } from '../http/deadline';
import { isRunByRoutingNode, isTool } from '../http/n8nInternals';
import { sendRequest } from '../http/sendRequest';
import { addMissingFields } from '../response/addedFields';
import { logIfCancelled } from '../out/runErrors';
import { listItemIndexes } from '../out/items';
import { readUntil } from '../each/readUntil';
import { ValidationError } from '../values/formats';
import { pairStatus } from './pairStatus';
import { addressOf } from '../run/ledger';
import type { Batch } from './types';
import { toSingleLine } from '../values/singleLine';

/**
 * @throws ValidationError in a tool, because a tool must not wait: an MCP client would give up after a minute
 *   and call the tool again
 */
export function assertIsNotTool({ context }: Run): void {
	if (!isTool(context) && !isRunByRoutingNode(context)) return;
	throw new ValidationError(
		'cannot be used in a tool of an agent or of an MCP server',
		'Remove this option, and add the operation Get Status as a second tool.',
		waitForFinalStatusField.displayName,
	);
}

/**
 * Polls until all recipients have a final status or the time is up. A failed read never fails the step,
 * because the messages are already sent.
 *
 * @param seconds counted from the last request, which an earlier try of Retry On Fail may have sent
 */
export async function waitForFinalStatuses(
	batch: Batch,
	sent: SentRequest[],
	seconds: number,
): Promise<void> {
	const { run, sendAtMs } = batch;
	if (sent.length === 0) return;
	// Logs the batch IDs, because they would be lost if n8n were killed during the wait.
	run.context.logger.info(`${run.node.name}: sent ${sent.map(describeBatch).join(', ')}`);
	const time = (run.ledger.lastRequestMonotonicMs ?? 0) + seconds * 1000 - performance.now();
	if (sendAtMs <= Date.now() + time) await pollUntilFinal(batch, sent, time);
	if (logIfCancelled(run)) run.context.addExecutionHints?.(CANCELLED_WAIT_HINT);
}

/** The first read gets at least this time, even if the wait is shorter. */
const MIN_FIRST_READ_TIMEOUT_MS = 30_000;

async function pollUntilFinal(batch: Batch, sent: SentRequest[], time: number): Promise<void> {
	const { run } = batch;
	const firstDeadline = new Deadline(
		Math.max(time, MIN_FIRST_READ_TIMEOUT_MS),
		getCancelSignal(run.context),
	);
	const open = () => sent.filter((request) => !canStopPolling(batch, request));
	const read = async (signal = firstDeadline.signal) => {
		await Promise.all(open().map((request) => updateStatuses(batch, request, signal)));
		return open();
	};
	try {
		await readUntil(run, {
			timeLimitMs: time,
			read,
			isComplete: (requests) => requests.length === 0,
		});
	} finally {
		firstDeadline.removeListeners();
	}
}

const batchUuidOf = ({ records: [record] }: SentRequest): string => String(record?.uuid ?? '');

const describeBatch = (request: SentRequest): string =>
	`batch ${toSingleLine(batchUuidOf(request)).slice(0, 100)} (items ${formatAllRanges(listItemIndexes(request.entries))})`;

const CANCELLED_WAIT_HINT = {
	message:
		'The execution was cancelled while it waited for final statuses. The messages were sent. Read their statuses with Get Status.',
	type: 'warning',
	location: 'outputPane',
} as const;

/** Returns the statuses in the order of the request's entries. Undefined before the first read. */
const latestStatusesOf = (
	{ run }: Batch,
	{ entries }: SentRequest,
): RecipientStatus[] | undefined => run.ledger.statusesByFirstEntry?.get(entries[0]);

const canStopPolling = (batch: Batch, request: SentRequest): boolean =>
	batchUuidOf(request) === '' ||
	latestStatusesOf(batch, request)?.every((status) => status.isFinal) === true;

async function updateStatuses(
	batch: Batch,
	request: SentRequest,
	signal: AbortSignal,
): Promise<void> {
	const { entries } = request;
	const records = await tryReadStatusRecords(batch, batchUuidOf(request), signal);
	if (!records) return;
	const earlier = latestStatusesOf(batch, request);
	const latest = pairStatus(entries.map(addressOf), records);
	const statuses = (batch.run.ledger.statusesByFirstEntry ??= new Map());
	statuses.set(
		entries[0],
		latest.map((status, index) => preferCompleteStatus(status, earlier?.[index])),
	);
}

/** Returns the earlier status if the latest status has less information, e.g. is no longer final. */
function preferCompleteStatus(latest: RecipientStatus, earlier?: RecipientStatus): RecipientStatus {
	const hasLessInfo = earlier && (earlier.isFinal ? !latest.isFinal : !latest.record);
	return hasLessInfo
		? { ...earlier, serviceTexts: latest.serviceTexts ?? earlier.serviceTexts }
		: latest;
}

async function tryReadStatusRecords(
	{ run, spec: { statusEndpoint }, callbackSecrets }: Batch,
	uuid: string,
	signal: AbortSignal,
): Promise<IDataObject[] | undefined> {
	const { context, policy, account } = run;
	const inForm = statusEndpoint.tokenIn === 'form';
	const parameters = inForm ? { body: { token: '', uuid } } : { qs: { token: '', uuid } };
	try {
		const request = {
			endpoint: statusEndpoint,
			policy,
			secrets: callbackSecrets,
			signal,
			...parameters,
		};
		return (await sendRequest(context, request, account, () => signal.aborted)).records;
	} catch {
		return undefined;
	}
}

export function buildRecipientItems(batch: Batch, sent: SentRequest[]): INodeExecutionData[] {
	const { recipientFieldName } = batch.spec;
	return sent.flatMap((request) => {
		const statuses = latestStatusesOf(batch, request);
		const { is_sent, ...response } = request.records[0] ?? {};
		return request.entries.map((entry, index) => {
			const { record = {}, mailing = {}, serviceTexts } = statuses?.[index] ?? {};
			const { status = null, is_delivered = null } = record;
			const json: IDataObject = {
				...{ [recipientFieldName]: addressOf(entry), status, is_delivered, is_sent },
			};
			addMissingFields(addMissingFields(json, record), mailing);
			if (serviceTexts) json.errors = serviceTexts;
			return {
				json: addMissingFields(json, response),
				pairedItem: { item: entry.itemIndex },
			};
		});
	});
}
