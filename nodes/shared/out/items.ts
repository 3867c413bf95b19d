import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import type { Entry, Sent, State } from '../run/entry';
import { type AnyOperation, type NewRun, type Plan, recipientFieldOf } from '../run/operation';
import { isBlank } from '../values/formats';
import { type ErrorKind, errorKind } from '../errors/errorKind';
import { type Problem, withStop } from '../errors/problem';
import { withAdvice } from './nodeError';
import { isTool } from '../http/n8nInternals';
import { addressOf, byItem, byState, wasSent } from '../run/ledger';
import { isUnknownKey, progressOf } from './progress';
import { reasons, UNCERTAIN } from './reasons';

/** The sent entries with their records, request by request. */
export const sentOf = ({ context, ledger, operation }: NewRun): Sent[] =>
	byState(ledger.entries).flatMap(([state, entries]) => {
		if (state.is !== 'sent' || 'error' in state) return [];
		const isSent = sentField(operation, entries);
		const told =
			state.isUncertain && isTool(context) ? toldInWords : (same: IDataObject) => same;
		const records = state.records.map((record) => told({ ...record, ...isSent }));
		return [{ entries, records }];
	});

/** Puts the hint into the message, because a model does not see hints above the output. */
const toldInWords = ({ message, ...record }: IDataObject): IDataObject => ({
	...record,
	message: [message && withStop(String(message)), UNCERTAIN].filter(Boolean).join(' '),
});

/** `is_sent` for the items of an operation that sends. It replaces a field of this name in a response. */
const sentField = ({ effect }: AnyOperation, entries: Entry[]): IDataObject =>
	effect === 'send' ? { is_sent: wasSent(entries) } : {};

export const itemsOf = (entries: Entry[]): number[] => [
	...new Set(entries.map(({ item }) => item)),
];

/** An output item is paired with the input items that it is about. */
export const pairedWith = (items: number[]) => items.map((item) => ({ item }));

/** The output of what was sent, without a plan that knows better: its records, one after the other. */
export const recordItems = (run: NewRun): INodeExecutionData[] =>
	sentOf(run).flatMap(({ entries, records }) => {
		const items = itemsOf(entries);
		const pairedItem = items.length === 1 ? { item: items[0] } : pairedWith(items);
		return records.map((json) => ({ json, pairedItem }));
	});

/**
 * One output item for each input item that was left out or has an error, in the order of the input. Of a
 * wait, what may have been sent to one recipient comes before what was then not sent to the others.
 */
export const unsentItems = (run: NewRun, plan?: Plan): INodeExecutionData[] =>
	[...byItem(run.ledger.entries)].flatMap(([item, entries]) => {
		const states = byState(entries).sort(([a], [b]) => rank(a) - rank(b));
		const detail = needsDetail(entries, states) ? progressOf(run.ledger, plan, entries) : [];
		const outputs = states.flatMap(([state, own]): INodeExecutionData[] => {
			if (state.is === 'leftOut') {
				return [{ json: leftOutRecord(run, own, state), pairedItem: { item } }];
			}
			return 'error' in state
				? [
						errorItem(run, {
							error: state.error,
							item,
							detail,
							entries,
							made: madeIn(state),
						}),
					]
				: [];
		});
		return outputs.slice(0, 1);
	});

/** What a person wants to know first: of a wait, it is shown in place of what comes after. */
const rank = (state: State): number => {
	if ('error' in state) return 0;
	return state.is === 'leftOut' ? reasons[state.reason].rank : 1;
};

const madeIn = (state: State): IDataObject | undefined =>
	state.is === 'sent' ? state.records[0] : undefined;

/** The output of entries that were left out for one reason. */
export const leftOutRecord = (
	run: NewRun,
	entries: Entry[],
	{ reason, facts }: Extract<State, { is: 'leftOut' }>,
): IDataObject => ({
	...addressField(run, entries),
	is_sent: wasSent(entries),
	reason,
	...facts,
	...(isTool(run.context) && { message: reasons[reason].toModel(facts) }),
});

/** Whom an item is for, if the ledger knows it. */
function addressField({ operation }: NewRun, entries: Entry[]): IDataObject {
	const addresses = entries.map(addressOf).filter((address) => address !== '');
	return addresses.length === 0
		? {}
		: { [operation.form.recipient?.name ?? 'phone']: addresses.join(', ') };
}

/** Whether the error of one state does not say what is known of all entries of an item. */
function needsDetail(entries: Entry[], states: Array<[State, Entry[]]>): boolean {
	if (states.length > 1) return states.some(([{ is }]) => is !== 'rejected');
	return states[0][0].is === 'failed' && isUnknownKey(entries[0]);
}

interface FailedItem {
	error: Problem;
	/** Undefined for an unknown item. */
	item?: number;
	/** The status of the other parts of the item. */
	detail?: string[];
	/** The entries of the item, if the operation sends. */
	entries?: Entry[];
	/** What its request has made all the same. */
	made?: IDataObject;
	/** If the error does not say it. */
	kind?: ErrorKind;
}

/** Fields about a message. In the input of this step they are about the message of an earlier step. */
const OF_EARLIER_STEP =
	'sms_id message_id email_id uuid status success parts cost is_sent is_delivered is_finished verified reason error_kind scheduled_for repeats_item dry_run since'.split(
		' ',
	);

/** The input of a failed item, without the fields about an earlier message. */
function keptInput({ dropsIfFailed = [] }: AnyOperation, input: IDataObject): IDataObject {
	const kept = { ...input };
	for (const name of [...OF_EARLIER_STEP, ...dropsIfFailed]) delete kept[name];
	return kept;
}

/** The IDs that the step was called with. They replace input fields of the same names. */
function givenIds({ operation, items, entered }: NewRun, item: number): IDataObject {
	const ids: IDataObject = {};
	for (const field of operation.form.sent) {
		const name = field.routing.send.property;
		if (!/^(sms_id|message_id|uuid)$/.test(name) || !(name in items[item].json)) continue;
		const value = entered(item, field);
		if (!isBlank(value)) ids[name] = value as string;
	}
	return ids;
}

/** The recipient of a failed item, as it would be sent, or as entered if it cannot be read. */
function recipientField(
	run: NewRun,
	item: number,
	entries: Entry[],
	kept: IDataObject,
): IDataObject {
	const { operation } = run;
	const field = recipientFieldOf(operation);
	if (!field) return {};
	if (field.name in kept) return { [field.name]: kept[field.name] };
	const known = addressField(run, entries);
	if (field.name in known) return known;
	const entered = run.entered(item, field);
	return isBlank(entered) ? {} : { [field.name]: entered as string };
}

/**
 * The output item of a failed input item: the recipient, `error` and what is known of it, then the fields of
 * the input. A tool omits the input, because a model has written it.
 */
export function errorItem(run: NewRun, failed: FailedItem): INodeExecutionData {
	const { context, node, items, operation } = run;
	const { error, item, detail = [], entries = [], made, kind } = failed;
	const isForTool = isTool(context);
	const isKnown = !isForTool && item !== undefined;
	const input: IDataObject = isKnown ? { ...items[item].json } : {};
	const hasDetail = detail.length > 0;
	const whole = hasDetail ? error.withDetail(...detail) : error;
	const short = error.itemMessage;
	const text = hasDetail ? [withStop(short), ...detail].join(' ') : short;
	const message = isForTool ? withAdvice(whole, node).message : text;
	const is = sentField(operation, entries);
	const outcome = {
		error: message,
		error_kind: kind ?? errorKind(error, is.is_sent),
		...is,
		...made,
	};
	// Paired with no item: n8n would pair it with one if it were not paired at all.
	const pairedItem = item === undefined ? [] : { item };
	const kept = isKnown ? { ...keptInput(operation, input), ...givenIds(run, item) } : {};
	const recipient = isKnown ? recipientField(run, item, entries, kept) : {};
	const json = { ...recipient, ...outcome, ...kept, ...outcome };
	if (node.onError !== 'continueErrorOutput') return { json, pairedItem };
	// On the error output n8n lays an item over its input, of which it would show the other fields again.
	const others = Object.keys(input).filter((name) => !(name in json));
	const hidden = Object.fromEntries(others.map((name) => [name, undefined]));
	return forErrorOutput({ json: { ...json, ...hidden }, pairedItem });
}

/**
 * Marks an item for the error output. Without an error of its own, n8n takes an item that has more
 * fields than `error` for one that did not fail. Of an item with an error that can be copied, n8n drops
 * the fields.
 */
const forErrorOutput = (item: INodeExecutionData): INodeExecutionData =>
	Object.defineProperty(item, 'error', { value: { message: item.json.error } });

/**
 * Sorts output items by their first input item. An item without one comes last.
 */
export function inItemOrder(output: INodeExecutionData[]): INodeExecutionData[] {
	const firstItem = ({ pairedItem }: INodeExecutionData) =>
		([] as IPairedItemData[]).concat(pairedItem as IPairedItemData[])[0]?.item ?? LAST;
	return output.sort((a, b) => firstItem(a) - firstItem(b));
}

const LAST = Number.MAX_SAFE_INTEGER;
