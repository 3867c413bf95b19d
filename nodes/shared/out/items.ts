import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import type { Entry, SentRequest, State } from '../run/entry';
import type { Field } from '../run/field';
import {
	type AnyOperation,
	type NewRun,
	type Plan,
	recipientFieldIfSending,
} from '../run/operation';
import { isBlank } from '../values/formats';
import { type ErrorKind, errorKind } from '../errors/errorKind';
import { type Problem, ensureFullStop } from '../errors/problem';
import { addAdviceToMessage } from './nodeError';
import { isTool } from '../http/n8nInternals';
import { addressOf, chunkByItem, groupBySharedState, computeIsSent } from '../run/ledger';
import { maybeSentByOtherExecution, describeProgress } from './progress';
import { infoByLeftOutReason, UNCLEAR_RESPONSE_HINT } from './reasons';

export const collectSentRequests = ({ context, ledger, operation }: NewRun): SentRequest[] =>
	groupBySharedState(ledger.entries).flatMap(([state, entries]) => {
		if (state.is !== 'sent' || 'error' in state) return [];
		const isSent = makeIsSentField(operation, entries);
		const forReader =
			state.isUncertain && isTool(context)
				? addUncertainMessage
				: (record: IDataObject) => record;
		const records = state.records.map((record) => forReader({ ...record, ...isSent }));
		return [{ entries, records }];
	});

/** Adds the hint to the record, because a model does not see hints above the output. */
const addUncertainMessage = ({ message, ...record }: IDataObject): IDataObject => ({
	...record,
	message: [message && ensureFullStop(String(message)), UNCLEAR_RESPONSE_HINT]
		.filter(Boolean)
		.join(' '),
});

/** Makes the field `is_sent` if the operation sends. The field replaces a field `is_sent` of the response. */
const makeIsSentField = ({ effect }: AnyOperation, entries: Entry[]): IDataObject =>
	effect === 'send' ? { is_sent: computeIsSent(entries) } : {};

export const listItemIndexes = (entries: Entry[]): number[] => [
	...new Set(entries.map(({ itemIndex }) => itemIndex)),
];

export const toPairedItems = (items: number[]) => items.map((item) => ({ item }));

export const makeRecordItems = (run: NewRun): INodeExecutionData[] =>
	collectSentRequests(run).flatMap(({ entries, records }) => {
		const items = listItemIndexes(entries);
		const pairedItem = items.length === 1 ? { item: items[0] } : toPairedItems(items);
		return records.map((json) => ({ json, pairedItem }));
	});

/**
 * Makes one output item for each input item with an error or a left-out entry. If the recipients of a Send and
 * Wait have different states, an error takes precedence, then the reason with the lowest rank.
 */
export const makeErrorAndLeftOutItems = (run: NewRun, plan?: Plan): INodeExecutionData[] =>
	[...chunkByItem(run.ledger.entries)].flatMap(([item, entries]) => {
		const states = groupBySharedState(entries).sort(([a], [b]) => rankState(a) - rankState(b));
		const detail = needsDetail(entries, states)
			? describeProgress(run.ledger, plan, entries)
			: [];
		const outputs = states.flatMap(([state, group]): INodeExecutionData[] => {
			if (state.is === 'leftOut') {
				return [{ json: makeLeftOutRecord(run, group, state), pairedItem: { item } }];
			}
			return 'error' in state
				? [
						makeErrorItem(run, {
							error: state.error,
							itemIndex: item,
							detail,
							entries,
							createdRecord: state.is === 'sent' ? state.records[0] : undefined,
						}),
					]
				: [];
		});
		return outputs.slice(0, 1);
	});

const rankState = (state: State): number => {
	if ('error' in state) return 0;
	return state.is === 'leftOut' ? infoByLeftOutReason[state.reason].outputRank : 1;
};

export const makeLeftOutRecord = (
	run: NewRun,
	entries: Entry[],
	{ reason, outputFields }: Extract<State, { is: 'leftOut' }>,
): IDataObject => ({
	...makeAddressField(run, entries),
	is_sent: computeIsSent(entries),
	reason,
	...outputFields,
	...(isTool(run.context) && {
		message: infoByLeftOutReason[reason].makeModelMessage(outputFields),
	}),
});

function makeAddressField({ operation }: NewRun, entries: Entry[]): IDataObject {
	const addresses = entries.map(addressOf).filter((address) => address !== '');
	return addresses.length === 0
		? {}
		: { [operation.fieldIndex.recipient?.name ?? 'phone']: addresses.join(', ') };
}

/**
 * Reports whether the error of an item must also mention other recipients, or a message of another execution.
 */
function needsDetail(entries: Entry[], states: Array<[State, Entry[]]>): boolean {
	if (states.length > 1) return states.some(([{ is }]) => is !== 'rejected');
	return states[0][0].is === 'failed' && maybeSentByOtherExecution(entries[0]);
}

interface FailedItem {
	error: Problem;
	/** Undefined if the error concerns no single item. */
	itemIndex?: number;
	detail?: string[];
	entries?: Entry[];
	/** A record that the request created, although the item has an error. */
	createdRecord?: IDataObject;
	kind?: ErrorKind;
}

/**
 * Fields that a failed item does not keep from its input, because they describe the message of an earlier step.
 */
const ALWAYS_DROPPED_FIELDS =
	'sms_id message_id email_id uuid status success parts cost is_sent is_delivered is_finished verified reason error_kind scheduled_for repeats_item dry_run since'.split(
		' ',
	);

function pickKeptInput(
	{ fieldsDroppedIfFailed = [] }: AnyOperation,
	input: IDataObject,
): IDataObject {
	const kept = { ...input };
	for (const name of [...ALWAYS_DROPPED_FIELDS, ...fieldsDroppedIfFailed]) delete kept[name];
	return kept;
}

/** Returns the IDs that the user entered. In the output, they replace the input fields of the same names. */
function readEnteredIds(run: NewRun, item: number): IDataObject {
	const ids: IDataObject = {};
	for (const field of run.operation.fieldIndex.sentFields) {
		const name = field.routing.send.property;
		if (!/^(sms_id|message_id|uuid)$/.test(name) || !(name in run.items[item].json)) continue;
		const value = tryReadValue(run, item, field);
		if (!isBlank(value)) ids[name] = value as string;
	}
	return ids;
}

/** Returns the value as entered, or undefined if its expression throws. */
function tryReadValue({ parameterReaderOf }: NewRun, item: number, { path, name }: Field): unknown {
	try {
		return parameterReaderOf(item)(path ?? name);
	} catch {
		return undefined;
	}
}

/** Returns the recipient as sent, or as entered if it is invalid. */
function makeRecipientField(
	run: NewRun,
	item: number,
	entries: Entry[],
	kept: IDataObject,
): IDataObject {
	const { operation } = run;
	const field = recipientFieldIfSending(operation);
	if (!field) return {};
	if (field.name in kept) return { [field.name]: kept[field.name] };
	const address = makeAddressField(run, entries);
	if (field.name in address) return address;
	const entered = tryReadValue(run, item, field);
	return isBlank(entered) ? {} : { [field.name]: entered as string };
}

/**
 * Makes an output item with recipient, error and input fields, in this order. If a model calls the
 * step as a tool, the item has only the error fields, because the model wrote the input.
 */
export function makeErrorItem(run: NewRun, failed: FailedItem): INodeExecutionData {
	const { context, node, items, operation } = run;
	const { error, itemIndex, detail = [], entries = [], createdRecord, kind } = failed;
	const isForModel = isTool(context);
	const hasInput = !isForModel && itemIndex !== undefined;
	const input: IDataObject = hasInput ? { ...items[itemIndex].json } : {};
	const hasDetail = detail.length > 0;
	const fullError = hasDetail ? error.copyWithAddedAdvice(...detail) : error;
	const unmaskedMessage = error.unmaskedMessage;
	const text = hasDetail
		? [ensureFullStop(unmaskedMessage), ...detail].join(' ')
		: unmaskedMessage;
	const message = isForModel ? addAdviceToMessage(fullError, node).message : text;
	const isSent = makeIsSentField(operation, entries);
	const outcome = {
		error: message,
		error_kind: kind ?? errorKind(error, isSent.is_sent),
		...isSent,
		...createdRecord,
	};
	// An empty list means that the error concerns no input item. If `pairedItem` is missing, n8n chooses an
	// item.
	const pairedItem = itemIndex === undefined ? [] : { item: itemIndex };
	const kept = hasInput
		? { ...pickKeptInput(operation, input), ...readEnteredIds(run, itemIndex) }
		: {};
	const recipient = hasInput ? makeRecipientField(run, itemIndex, entries, kept) : {};
	const json = { ...recipient, ...outcome, ...kept, ...outcome };
	if (node.onError !== 'continueErrorOutput') return { json, pairedItem };
	// On the error output, n8n merges an item with its input. Undefined values remove input fields that must
	// not appear.
	const omitted = Object.keys(input).filter((name) => !(name in json));
	const blanks = Object.fromEntries(omitted.map((name) => [name, undefined]));
	return markForErrorOutput({ json: { ...json, ...blanks }, pairedItem });
}

/**
 * Marks an item for the error output. n8n treats an item with fields besides `json.error` as successful, unless
 * the item itself has an `error`. The property is not enumerable, because n8n would copy an enumerable error
 * and drop the other fields.
 */
const markForErrorOutput = (item: INodeExecutionData): INodeExecutionData =>
	Object.defineProperty(item, 'error', { value: { message: item.json.error } });

/**
 * Makes the output of a dry run of a batch or an import.
 *
 * @param facts the messages that would be sent, and the recipients that are left out
 */
export function makeDryRunItem({ items, ledger }: NewRun, facts: object): INodeExecutionData {
	const rejects = ledger.entries.flatMap(({ state, itemIndex: index }) =>
		state.is === 'rejected' ? [{ index, reason: state.error.unmaskedMessage }] : [],
	);
	const json = { dry_run: true, is_sent: false, reason: 'dry run', ...facts, rejects };
	return { json: json as IDataObject, pairedItem: toPairedItems([...items.keys()]) };
}

/** Sorts by the first input item. Items without an input item come last. */
export function sortByItem(output: INodeExecutionData[]): INodeExecutionData[] {
	const firstItem = ({ pairedItem }: INodeExecutionData) =>
		([] as IPairedItemData[]).concat(pairedItem as IPairedItemData[])[0]?.item ??
		SORT_INDEX_WITHOUT_ITEM;
	return output.sort((a, b) => firstItem(a) - firstItem(b));
}

const SORT_INDEX_WITHOUT_ITEM = Number.MAX_SAFE_INTEGER;
