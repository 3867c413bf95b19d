import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import type { Entry, Sent, State } from '../describe/ledger';
import type { AnyOperation, NewRun, Plan } from '../describe/operation';
import { withAdvice, withDetail } from '../errors/errorDetail';
import { itemMessageOf, type NodeError, withStop } from '../errors/nodeErrors';
import { isTool } from '../http/n8nInternals';
import { byItem, knownState, wasSent } from './ledger';
import { byState, progressOf } from './progress';

/** What was sent, request by request. */
export const sentOf = ({ ledger, operation }: NewRun): Sent[] =>
	[...byState(ledger.entries)].flatMap(([state, entries]) => {
		if (state.is !== 'sent') return [];
		const said = sentField(operation, entries);
		return [{ entries, records: state.records.map((record) => ({ ...record, ...said })) }];
	});

/** What the items of an operation that sends say. A field of this name in a response would hide it. */
const sentField = ({ effect }: AnyOperation, entries: Entry[]): IDataObject =>
	effect === 'send' ? { is_sent: wasSent(entries) } : {};

/** The input items of entries. */
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

/** One item for each input item that was left out or has an error, in the order of the input. */
export function otherItems(run: NewRun, plan?: Plan): INodeExecutionData[] {
	const { entries, noun } = run.ledger;
	if (noun === 'item') {
		return entries.flatMap((entry) => {
			const state = knownState(entry);
			const isUnknown = entry.keyIsUnknown && state.is === 'failed';
			const detail = isUnknown ? progressOf(run.ledger, plan, [entry]) : '';
			return otherItem(run, state, [entry], detail);
		});
	}
	return [...byItem(entries)].flatMap(([, own]) => {
		const states = [...byState(own)];
		const isPart = states.length > 1 && states.some(([{ is }]) => is !== 'rejected');
		const detail = isPart ? progressOf(run.ledger, plan, own) : '';
		const outputs = states.flatMap(([state]) => otherItem(run, state, own, detail));
		// A wait has one: what may have been sent comes before what was not sent after it.
		return outputs.slice(0, 1);
	});
}

/** @param entries what the item is about */
function otherItem(
	run: NewRun,
	state: State,
	entries: Entry[],
	detail?: string,
): INodeExecutionData[] {
	const [{ item }] = entries;
	const pairedItem = { item };
	if (state.is === 'leftOut')
		return [{ json: { is_sent: wasSent(entries), ...state.reason }, pairedItem }];
	if (!('error' in state)) return [];
	return [errorItem(run, { error: state.error, item, detail, entries })];
}

interface FailedItem {
	error: NodeError;
	/** Undefined for an unknown item. */
	item?: number;
	/** The status of the other parts of the item. */
	detail?: string;
	/** What it is about, if the operation sends. */
	entries?: Entry[];
}

/**
 * The output item of a failed input item. It has the input's fields after `error`, where n8n's table
 * shows it. A tool has none of them: a model has written them.
 */
export function errorItem(run: NewRun, failed: FailedItem): INodeExecutionData {
	const { context, node, items, operation } = run;
	const { error, item, detail = '', entries = [] } = failed;
	const isForTool = isTool(context);
	const input = isForTool || item === undefined ? {} : items[item].json;
	const whole = detail ? withDetail(error, node, detail) : error;
	const short = itemMessageOf(error);
	const said = detail ? `${withStop(short)} ${detail}` : short;
	const message = isForTool ? withAdvice(whole, node).message : said;
	const own = { error: message, ...sentField(operation, entries) };
	// Paired with no item: n8n would pair it with one if it were not paired at all.
	const pairedItem = item === undefined ? [] : { item };
	const output = { json: { ...own, ...(operation.keeps?.(input) ?? input), ...own }, pairedItem };
	return node.onError === 'continueErrorOutput' ? forErrorOutput(output) : output;
}

/**
 * Marks an item for the error output. Without an error of its own, n8n takes an item that has more
 * fields than `error` for one that did not fail. Of an item with an error that can be copied, n8n drops
 * the fields.
 */
const forErrorOutput = (item: INodeExecutionData): INodeExecutionData =>
	Object.defineProperty(item, 'error', { value: { message: item.json.error } });

/** Output and other items in the order of the input items. */
export function inItemOrder(
	output: INodeExecutionData[],
	others: INodeExecutionData[],
): INodeExecutionData[] {
	const itemOf = ({ pairedItem }: INodeExecutionData) =>
		(([] as IPairedItemData[]).concat(pairedItem as IPairedItemData[])[0] ?? { item: -1 }).item;
	return [...output, ...others].sort((a, b) => itemOf(a) - itemOf(b));
}
