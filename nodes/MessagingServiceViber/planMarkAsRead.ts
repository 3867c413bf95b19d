import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { formatFirstRanges } from '../shared/errors/itemRanges';
import { Problem } from '../shared/errors/problem';
import type { Entry, PlannedRequest } from '../shared/run/entry';
import type { Plan, Run } from '../shared/run/operation';
import { splitByCount } from '../shared/values/parts';
import { isTool } from '../shared/http/n8nInternals';
import { sendRequest } from '../shared/http/sendRequest';
import type { ReceivedRecords } from '../shared/response/judge';
import { addMissingFields } from '../shared/response/addedFields';
import { readItem } from '../shared/in/readItem';
import { replyIds } from './fields';
import { listOpenEntries } from '../shared/run/ledger';
import { readOrRejectItems } from '../shared/in/readItems';
import { listItemIndexes } from '../shared/out/items';

const MAX_IDS_PER_REQUEST = 500;

/**
 * Plans requests for the replies of all input items, with as many items per request as fit. The IDs of an
 * item are split only if they do not fit into one request.
 */
export async function planMarkAsRead(run: Run): Promise<Plan> {
	await readOrRejectItems(run, (entry) => {
		entry.planData = String(readItem(run, entry.itemIndex)[replyIds.name]).split(',');
	});
	return {
		createRequests: () => groupIntoRequests(run),
		// Requests are sent one at a time, because each request omits IDs that earlier requests
		// marked.
		maxConcurrent: 1,
		makeSentItems: (sent) =>
			sent.flatMap(({ entries, records: [record] }) =>
				entries.map((entry) => buildMarkResultItem(run, entry, record)),
			),
	};
}

const replyIdsOf = ({ planData }: Entry) => planData as string[];

function groupIntoRequests(run: Run): PlannedRequest[] {
	const markedIds = (run.ledger.markedReplyIds ??= new Set());
	const groups: Array<{ entries: Entry[]; ids: Set<string> }> = [];
	for (const entry of listOpenEntries(run.ledger)) {
		const ids = new Set(replyIdsOf(entry));
		const last = groups.at(-1);
		const added = [...ids].filter((id) => !last?.ids.has(id));
		if (last && last.ids.size + added.length <= MAX_IDS_PER_REQUEST) {
			last.entries.push(entry);
			for (const id of added) last.ids.add(id);
		} else groups.push({ entries: [entry], ids });
	}
	return groups.map(({ entries, ids }) => ({
		entries,
		send: async (hasRunEnded) => {
			const open = [...ids].filter((id) => !markedIds.has(id));
			let records: IDataObject[] = [];
			for (const part of splitByCount(open, MAX_IDS_PER_REQUEST)) {
				const sending = sendMarkRequest(run, part, hasRunEnded, entries);
				const received = await sending.catch((error: unknown) => {
					throw error instanceof Problem ? addItemNumbers(run, error, entries) : error;
				});
				records = received.records;
				if (!records.some(isNoneMarked)) for (const id of part) markedIds.add(id);
			}
			return { records };
		},
	}));
}

/**
 * Searches all fields for the number of marked replies, because the API only documents a sentence
 * that contains this number.
 */
function isNoneMarked(record: IDataObject): boolean {
	const [count] = /\d+/.exec(Object.values(record).join(' ')) ?? [];
	return count !== undefined && Number(count) === 0;
}

function addItemNumbers({ ledger }: Run, error: Problem, failed: Entry[]): Problem {
	const markedIds = ledger.markedReplyIds ?? new Set();
	if (ledger.entries.length === 1 && markedIds.size === 0) return error;
	const marked = ledger.entries.filter(({ state }) => state.is === 'sent');
	const partly = failed.filter((entry) => replyIdsOf(entry).some((id) => markedIds.has(id)));
	const part = (title: string, entries: Entry[]) =>
		entries.length > 0 ? [`${title}: ${formatItemNumbers(entries)}.`] : [];
	const detail = [
		...part('Failed', failed),
		...part('Marked in part', partly),
		...(marked.length > 0 ? part('Marked before', marked) : ['Nothing else was marked.']),
	];
	return error.copyWithAddedAdvice(...detail);
}

const formatItemNumbers = (entries: Entry[]): string =>
	`item${entries.length === 1 ? '' : 's'} ${formatFirstRanges(listItemIndexes(entries))}`;

async function sendMarkRequest(
	{ context, operation, policy, account, errorContextOf }: Run,
	ids: string[],
	hasRunEnded: () => boolean,
	entries: Entry[],
): Promise<ReceivedRecords> {
	const body = { token: '', incoming_messages: ids.join(',') };
	const itemIndex =
		entries.length === 1 ? errorContextOf(entries[0].itemIndex).itemIndex : undefined;
	const request = { endpoint: operation, qs: {}, body, policy, itemIndex };
	return await sendRequest(context, request, account, hasRunEnded);
}

/**
 * Adds the fields of the response to the input fields of an item. No input field is replaced, because an
 * input field may be the text of a reply.
 */
function buildMarkResultItem(
	{ context, items, ledger }: Run,
	entry: Entry,
	record: IDataObject = {},
): INodeExecutionData {
	const { itemIndex } = entry;
	const markedIds = ledger.markedReplyIds;
	const marked = replyIdsOf(entry).every((id) => markedIds?.has(id));
	// n8n would treat an item with an `error` as failed.
	const input: IDataObject = isTool(context) ? {} : { ...items[itemIndex].json };
	delete input.error;
	return {
		json: addMissingFields({ ...input, marked }, record),
		pairedItem: { item: itemIndex },
	};
}
