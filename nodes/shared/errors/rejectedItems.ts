import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { type ErrorContext, itemMessageOf, type NodeError, toNodeError } from './nodeErrors';
import { formatRanges, withAdvice, withDetail } from './errorDetail';

/** Errors found before anything was sent, by input item. */
export class RejectedItems {
	private readonly entries: Array<{ index: number; error: NodeError; isDuplicate: boolean }> = [];

	/**
	 * @param items the input
	 * @param where names an item in its error
	 * @param asTool whether an agent reads the errors
	 */
	constructor(
		private readonly node: INode,
		private readonly items: INodeExecutionData[],
		private readonly where: (index: number) => ErrorContext,
		private readonly asTool: boolean,
		private readonly keeps: (input: IDataObject) => IDataObject = (input) => input,
	) {}

	/** @param isDuplicate the item is valid, but another one has the same recipient */
	add(error: unknown, index: number, isDuplicate = false): void {
		this.entries.push({ index, error: toNodeError(error, this.where(index)), isDuplicate });
	}

	/**
	 * The same for every item that has no error yet: something that is read once for all is wrong.
	 *
	 * @param sent has the items that an earlier try has sent
	 */
	addToOthers(error: unknown, sent: { has: (index: number) => boolean }): void {
		const known = new Set(this.entries.map(({ index }) => index));
		for (let index = 0; index < this.items.length; index++) {
			if (!known.has(index) && !sent.has(index)) this.add(error, index);
		}
	}

	get count(): number {
		return this.entries.length;
	}

	/** Reasons by input item, for a dry run. */
	get reasons(): Array<{ index: number; reason: string }> {
		return this.entries.map(({ index, error }) => ({ index, reason: itemMessageOf(error) }));
	}

	/** One output item for each, in the order of the input, for Continue and Error Output. */
	get errorItems(): INodeExecutionData[] {
		const ordered = [...this.entries].sort((a, b) => a.index - b.index);
		return ordered.map(({ index, error }) => this.errorItem(error, index));
	}

	/**
	 * The output item of a failed input item. It has the input's fields beside `error`. For the error
	 * output n8n adds them, and takes no item for failed that has them already. For the regular output
	 * n8n drops them from an item that has an error object.
	 *
	 * @param index undefined for an unknown item
	 */
	errorItem(error: NodeError, index?: number): INodeExecutionData {
		// Paired with no item: n8n would pair it with one if it were not paired at all.
		const pairedItem = index === undefined ? [] : { item: index };
		if (this.asTool)
			return { json: { error: withAdvice(error, this.node).message }, pairedItem };
		const isAdded = index === undefined || this.node.onError === 'continueErrorOutput';
		const input = isAdded ? {} : this.keeps(this.items[index].json);
		return { json: { ...input, error: itemMessageOf(error) }, pairedItem };
	}

	/** The first error, bad values before duplicates, with the number of the others. */
	get summary(): NodeError {
		const worst = this.entries.find(({ isDuplicate }) => !isDuplicate) ?? this.entries[0];
		const { error } = worst;
		const others = this.entries.filter((entry) => entry !== worst);
		if (others.length === 0) return error;
		const items = formatRanges(others.map(({ index }) => index));
		const rest =
			others.length === 1
				? `1 more item has an error (item ${items})`
				: `${others.length} more items have errors (items ${items})`;
		return withDetail(error, this.node, `${rest}. Nothing was sent.`);
	}
}
