import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Entry, Sent } from '../run/entry';
import { waitForFinalStatus } from '../describe/fields';
import type { Run } from '../run/operation';
import { allRanges } from '../errors/itemRanges';
import { Deadline } from '../http/deadline';
import { cancelSignal } from '../http/attempt';
import { isSingleItem, isTool } from '../http/n8nInternals';
import { sleepUnlessCancelled } from '../http/retry';
import { sendRequest } from '../http/sendRequest';
import { addFields } from '../response/addedFields';
import { logIfCancelled } from '../run/report/errors';
import { itemsOf } from '../run/report/items';
import { pauses } from '../run/readUntil';
import { ValidationError } from '../values/formats';
import { type Known, knownOf } from './pairStatus';
import { addressOf } from '../run/ledger';
import type { Batch } from './types';
import { oneLine } from '../values/singleLine';

/** A request that was sent, and what is known of its recipients, in the order of its entries. */
interface SentRequest {
	entries: Entry[];
	record: IDataObject;
	uuid: string;
	known: Known[];
	isFinal: boolean;
}

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
 * @returns one item per recipient that was sent to
 */
export async function awaitFinalStatus(
	batch: Batch,
	sent: Sent[],
	seconds: number,
): Promise<INodeExecutionData[]> {
	const { run, sentFrom } = batch;
	const requests = sent.map(({ entries, records: [record = {}] }): SentRequest => {
		const uuid = String(record.uuid ?? '');
		return { entries, record, uuid, known: [], isFinal: uuid === '' };
	});
	// A kill in the wait loses what is in memory.
	run.context.logger.info(`${run.node.name}: sent ${requests.map(nameOf).join(', ')}`);
	const left = (run.ledger.lastSentAt ?? 0) + seconds * 1000 - performance.now();
	if (sentFrom <= Date.now() + left) await askInRounds(batch, requests, left);
	// The messages are sent, so a cancelled wait is a hint and not an error.
	if (logIfCancelled(run)) run.context.addExecutionHints?.(CANCELLED);
	return requests.flatMap((request) => itemsOfRequest(batch, request));
}

const nameOf = ({ uuid, entries }: SentRequest): string =>
	`batch ${oneLine(uuid).slice(0, 100)} (items ${allRanges(itemsOf(entries))})`;

/** @param left milliseconds until the time is over; at least one round is asked */
async function askInRounds(batch: Batch, requests: SentRequest[], left: number): Promise<void> {
	const signal = cancelSignal(batch.run.context);
	const end = performance.now() + left;
	const isOver = () => signal?.aborted === true;
	await askOpen(batch, requests, left > 0 ? left : MIN_TIME);
	for (const pause of pauses()) {
		const time = end - performance.now() - LAST_ROUND;
		if (time <= 0 || isOver() || requests.every(({ isFinal }) => isFinal)) return;
		await sleepUnlessCancelled(Math.min(pause, time), undefined, isOver);
		if (isOver()) return;
		await askOpen(batch, requests, end - performance.now());
	}
}

const CANCELLED = {
	message:
		'The execution was cancelled while it waited for final statuses. The messages were sent. Read their statuses with Get Status.',
	type: 'warning',
	location: 'outputPane',
} as const;

/** The last round begins so many milliseconds before the end, to have time for its responses. */
const LAST_ROUND = 500;
/** Of a later try, whose time is over: one round is asked. */
const MIN_TIME = 10_000;

/** One round: the status of each batch that is not final. */
async function askOpen(batch: Batch, requests: SentRequest[], time: number): Promise<void> {
	const { run, spec } = batch;
	// If n8n is busy, the pause ends late, and no time may be left.
	const deadline = new Deadline(Math.max(time, 1), cancelSignal(run.context));
	try {
		const open = requests.filter(({ isFinal }) => !isFinal);
		await Promise.all(
			open.map(async (request) => {
				const status = await readStatus(batch, request.uuid, deadline.signal);
				if (!status) return;
				const addresses = request.entries.map(addressOf);
				const known = knownOf(addresses, status, spec.recipientField);
				request.known = known.map((now, place) => withEarlier(now, request.known[place]));
				request.isFinal = request.known.every(({ isFinal }) => isFinal);
			}),
		);
	} finally {
		deadline.clear();
	}
}

/** What is known of a recipient stays if a later status lacks it. */
const withEarlier = (now: Known, before?: Known): Known =>
	before?.fields && !now.fields ? { ...before, texts: now.texts ?? before.texts } : now;

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
		const received = await sendRequest(context, request, account, () => signal.aborted);
		return received.records;
	} catch {
		return undefined;
	}
}

function itemsOfRequest(
	{ spec }: Batch,
	{ entries, record, known }: SentRequest,
): INodeExecutionData[] {
	return entries.map((entry, place) => {
		const { fields = {}, is_delivered = null, texts } = known[place] ?? {};
		const { status = null, ...more } = fields;
		const json: IDataObject = {
			...{ [spec.recipientField]: addressOf(entry), status, is_delivered },
			is_sent: record.is_sent,
		};
		addFields(json, more);
		if (texts) json.errors = texts;
		addFields(json, record);
		return { json, pairedItem: { item: entry.item } };
	});
}
