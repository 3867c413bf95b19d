import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { RecipientStatus, Sent } from '../run/entry';
import { waitForFinalStatus } from '../describe/fields';
import type { Run } from '../run/operation';
import { allRanges } from '../errors/itemRanges';
import { cancelSignal } from '../http/attempt';
import { Deadline } from '../http/deadline';
import { isSingleItem, isTool } from '../http/n8nInternals';
import { sendRequest } from '../http/sendRequest';
import { addFields } from '../response/addedFields';
import { logIfCancelled } from '../out/runErrors';
import { itemsOf } from '../out/items';
import { readUntil } from '../each/readUntil';
import { ValidationError } from '../values/formats';
import { pairStatus } from './pairStatus';
import { addressOf } from '../run/ledger';
import type { Batch } from './types';
import { toSingleLine } from '../values/singleLine';

/** @throws ValidationError in a tool: an MCP client gives up after a minute, and calls again */
export function assertNoTool({ context }: Run): void {
	if (!isTool(context) && !isSingleItem(context)) return;
	throw new ValidationError(
		'cannot wait in a tool of an agent or of an MCP server',
		'Remove this option, and use the operation Get Status as another tool.',
		waitForFinalStatus.displayName,
	);
}

/**
 * Asks for the statuses of a batch until all recipients are final, or the time is over. A status that cannot
 * be read is asked for again: the messages are sent, so nothing of this is an error of the step.
 *
 * @param seconds from the last request that was sent, also by an earlier try of Retry On Fail
 */
export async function awaitFinalStatus(batch: Batch, sent: Sent[], seconds: number): Promise<void> {
	const { run, sentFrom } = batch;
	if (sent.length === 0) return;
	// A kill in the wait loses what is in memory.
	run.context.logger.info(`${run.node.name}: sent ${sent.map(nameOf).join(', ')}`);
	const time = (run.ledger.lastSentAt ?? 0) + seconds * 1000 - performance.now();
	if (sentFrom <= Date.now() + time) await askUntilFinal(batch, sent, time);
	// The messages are sent, so a cancelled wait is a hint and not an error.
	if (logIfCancelled(run)) run.context.addExecutionHints?.(CANCELLED);
}

/** The first statuses may take so many milliseconds, also of a wait that is shorter. */
const FIRST_STATUSES = 30_000;

async function askUntilFinal(batch: Batch, sent: Sent[], time: number): Promise<void> {
	const { run } = batch;
	const first = new Deadline(Math.max(time, FIRST_STATUSES), cancelSignal(run.context));
	const open = () => sent.filter((request) => !isFinal(batch, request));
	const read = async (signal = first.signal) => {
		await Promise.all(open().map((request) => askStatus(batch, request, signal)));
		return open();
	};
	try {
		await readUntil(run, { time, read, isThere: (requests) => requests.length === 0 });
	} finally {
		first.clear();
	}
}

const uuidOf = ({ records: [record] }: Sent): string => String(record?.uuid ?? '');

const nameOf = (request: Sent): string =>
	`batch ${toSingleLine(uuidOf(request)).slice(0, 100)} (items ${allRanges(itemsOf(request.entries))})`;

const CANCELLED = {
	message:
		'The execution was cancelled while it waited for final statuses. The messages were sent. Read their statuses with Get Status.',
	type: 'warning',
	location: 'outputPane',
} as const;

/** The statuses of the recipients of a request, in the order of its entries. */
const statusesOf = ({ run }: Batch, { entries }: Sent): RecipientStatus[] | undefined =>
	run.ledger.statuses?.get(entries[0]);

const isFinal = (batch: Batch, request: Sent): boolean =>
	uuidOf(request) === '' || statusesOf(batch, request)?.every((one) => one.isFinal) === true;

async function askStatus(batch: Batch, request: Sent, signal: AbortSignal): Promise<void> {
	const { entries } = request;
	const records = await readStatus(batch, uuidOf(request), signal);
	if (!records) return;
	const earlier = statusesOf(batch, request);
	const latest = pairStatus(entries.map(addressOf), records);
	const statuses = (batch.run.ledger.statuses ??= new Map());
	statuses.set(
		entries[0],
		latest.map((status, at) => withEarlier(status, earlier?.[at])),
	);
}

/** A later status that says less takes back nothing. */
function withEarlier(latest: RecipientStatus, earlier?: RecipientStatus): RecipientStatus {
	const saysLess = earlier && (earlier.isFinal ? !latest.isFinal : !latest.record);
	return saysLess ? { ...earlier, texts: latest.texts ?? earlier.texts } : latest;
}

/** The entries of a status; undefined if it cannot be read now. */
async function readStatus(
	{ run, spec: { status: operation }, secrets }: Batch,
	uuid: string,
	signal: AbortSignal,
): Promise<IDataObject[] | undefined> {
	const { context, policy, account } = run;
	const inForm = operation.tokenIn === 'form';
	const given = inForm ? { body: { token: '', uuid } } : { qs: { token: '', uuid } };
	try {
		const request = { operation, policy, secrets, signal, ...given };
		return (await sendRequest(context, request, account, () => signal.aborted)).records;
	} catch {
		return undefined;
	}
}

/** One item per recipient that was sent to, with the status that was read last. */
export function recipientItems(batch: Batch, sent: Sent[]): INodeExecutionData[] {
	const { recipientField } = batch.spec;
	return sent.flatMap((request) => {
		const statuses = statusesOf(batch, request);
		const { is_sent, ...response } = request.records[0] ?? {};
		return request.entries.map((entry, at) => {
			const { record = {}, mailing = {}, texts } = statuses?.[at] ?? {};
			const { status = null, is_delivered = null } = record;
			const json: IDataObject = {
				...{ [recipientField]: addressOf(entry), status, is_delivered, is_sent },
			};
			addFields(addFields(json, record), mailing);
			if (texts) json.errors = texts;
			return { json: addFields(json, response), pairedItem: { item: entry.item } };
		});
	});
}
