import type { INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { asNodeError, errorItem } from './nodeErrors';
import { formatRanges, withAdvice, withDetail } from './errorDetail';

type NodeError = NodeApiError | NodeOperationError;

/** What was found wrong before anything was sent, by input item. */
export class RejectedItems {
	private readonly entries: Array<{ index: number; error: NodeError; repeated: boolean }> = [];

	/** @param asTool whether an agent reads the errors */
	constructor(
		private readonly node: INode,
		private readonly action: string,
		private readonly asTool = false,
	) {}

	/** @param repeated nothing is wrong with the item but that another one says the same */
	add(error: unknown, index: number, repeated = false): void {
		const nodeError = asNodeError(error, this.node, this.action, index);
		this.entries.push({ index, error: nodeError, repeated });
	}

	/** The same for every item that has no error yet: something that is read once for all is wrong. */
	addToOthers(error: unknown, items: number): void {
		const known = new Set(this.entries.map(({ index }) => index));
		for (let index = 0; index < items; index++) if (!known.has(index)) this.add(error, index);
	}

	get count(): number {
		return this.entries.length;
	}

	/** Reasons by input item, for a dry run. */
	get reasons(): Array<{ index: number; reason: string }> {
		return this.entries.map(({ index, error }) => ({ index, reason: error.message }));
	}

	/** Each on its own item, in their order, for Continue On Fail. */
	get errorItems(): INodeExecutionData[] {
		const context = { getNode: () => this.node };
		const ordered = [...this.entries].sort((a, b) => a.index - b.index);
		return ordered.map(({ index, error }) =>
			errorItem(context, this.asTool ? withAdvice(error, this.node) : error, index),
		);
	}

	/** The first one, rather a bad value than a repeated one, with how many others there are. */
	get summary(): NodeError {
		const worst = this.entries.find(({ repeated }) => !repeated) ?? this.entries[0];
		const { error } = worst;
		const others = this.entries.filter((entry) => entry !== worst);
		if (others.length === 0) return error;
		const count = others.length === 1 ? '1 more is' : `${others.length} more are`;
		return withDetail(
			error,
			this.node,
			`${count} wrong (items ${formatRanges(others.map(({ index }) => index))}). Nothing was sent.`,
		);
	}
}
