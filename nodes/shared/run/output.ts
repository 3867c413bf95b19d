import type { INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import type { Entry, Sent, State } from '../describe/ledger';
import type { NewRun, Plan } from '../describe/operation';
import { withAdvice, withDetail } from '../errors/errorDetail';
import { itemMessageOf, type NodeError, withStop } from '../errors/nodeErrors';
import { isTool } from '../http/n8nInternals';
import { addFields } from '../response/addedFields';
import { byItem, statusOf } from './ledger';
import { byState, progressOf } from './progress';

/** What was sent, request by request. */
export const sentOf = ({ ledger, saysSent }: NewRun): Sent[] =>
	[...byState(ledger.entries)].flatMap(([state, entries]) => {
		if (state.is !== 'sent') return [];
		const { records } = state;
		if (saysSent) for (const record of records) addFields(record, { sent: true });
		return [{ entries, records }];
	});

/** The input items of entries. */
export const itemsOf = ({ ledger, items }: NewRun, entries: Entry[]): number[] =>
	ledger.isShared ? [...items.keys()] : [...new Set(entries.map(({ item }) => item))];

/** An output item is paired with the input items that it is about. */
export const pairedWith = (items: number[]) => items.map((item) => ({ item }));

/** The output of what was sent, without a plan that knows better: its records, one after the other. */
export const recordItems = (run: NewRun): INodeExecutionData[] =>
	sentOf(run).flatMap(({ entries, records }) => {
		const items = itemsOf(run, entries);
		const pairedItem = items.length === 1 ? { item: items[0] } : pairedWith(items);
		return records.map((json) => ({ json, pairedItem }));
	});

/** One item for each input item that was left out or has an error, in the order of the input. */
export function otherItems(run: NewRun, plan?: Plan): INodeExecutionData[] {
	const { entries, noun } = run.ledger;
	if (noun === 'item')
		return entries.flatMap((entry) => otherItem(run, statusOf(entry), entry.item));
	return [...byItem(entries)].flatMap(([item, own]) => {
		const states = [...byState(own).keys()];
		const isPart = states.length > 1 && states.some(({ is }) => is !== 'rejected');
		const detail = isPart ? progressOf(run.ledger, plan, own) : '';
		return states.flatMap((state) => otherItem(run, state, item, detail));
	});
}

function otherItem(run: NewRun, state: State, item: number, detail = ''): INodeExecutionData[] {
	const { isShared, noun } = run.ledger;
	const pairedItem = isShared ? pairedWith([...run.items.keys()]) : { item };
	if (state.is === 'leftOut') return [{ json: { sent: false, ...state.reason }, pairedItem }];
	if (!('error' in state)) return [];
	// Of several mailings each one that is wrong has an error of its own.
	const isOfOne = state.is === 'rejected' && noun === 'mailing';
	return [{ ...errorItem(run, state.error, item, isOfOne ? '' : detail), pairedItem }];
}

/**
 * The output item of a failed input item. It has the input's fields beside `error`. For the error
 * output n8n adds them, and takes no item for failed that has them already. For the regular output n8n
 * drops them from an item that has an error object.
 *
 * @param index undefined for an unknown item
 * @param detail the status of the other parts of the item
 */
export function errorItem(
	{ context, node, items, operation }: NewRun,
	error: NodeError,
	index?: number,
	detail = '',
): INodeExecutionData {
	// Paired with no item: n8n would pair it with one if it were not paired at all.
	const pairedItem = index === undefined ? [] : { item: index };
	if (isTool(context)) {
		const whole = detail ? withDetail(error, node, detail) : error;
		return { json: { error: withAdvice(whole, node).message }, pairedItem };
	}
	const isAdded = index === undefined || node.onError === 'continueErrorOutput';
	const input = isAdded ? {} : (operation.keeps?.(items[index].json) ?? items[index].json);
	const message = itemMessageOf(error);
	const said = detail ? `${withStop(message)} ${detail}` : message;
	return { json: { ...input, error: said }, pairedItem };
}

/** Output and other items in the order of the input items. */
export function inItemOrder(
	output: INodeExecutionData[],
	others: INodeExecutionData[],
): INodeExecutionData[] {
	const itemOf = ({ pairedItem }: INodeExecutionData) =>
		(([] as IPairedItemData[]).concat(pairedItem as IPairedItemData[])[0] ?? { item: -1 }).item;
	return [...output, ...others].sort((a, b) => itemOf(a) - itemOf(b));
}
