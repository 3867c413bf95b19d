import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Plan, PlannedRequest } from '../describe/operation';
import { addFields } from '../response/addedFields';

/** Items that are not sent although they are valid. Each has an output item that says why. */
export class LeftOut {
	private readonly reasons = new Map<number, IDataObject>();
	private readonly dropped = new Set<number>();
	/** Whether an option may leave out items. */
	isAsked = false;

	/** @param reason what the output item has beside `sent` */
	add(index: number, reason: IDataObject): void {
		this.drop(index);
		this.reasons.set(index, { sent: false, ...reason });
	}

	/** Leaves out an item whose output is decided later. */
	drop(index: number): void {
		this.dropped.add(index);
	}

	has(index: number): boolean {
		return this.dropped.has(index);
	}

	get items(): INodeExecutionData[] {
		return [...this.reasons].map(([item, json]) => ({ json, pairedItem: { item } }));
	}

	/** Adds "sent": true to records of a step that may leave out others. */
	mark(records: IDataObject[]): IDataObject[] {
		return this.isAsked ? records.map((record) => addFields(record, { sent: true })) : records;
	}

	/** Takes the items out of what a plan sends. */
	takeFrom({ requests }: Plan): void {
		if (this.dropped.size === 0) return;
		const kept = requests.flatMap((request) =>
			askedBy(request).some((index) => this.has(index))
				? (request.without?.(this.dropped) ?? [])
				: [request],
		);
		// In place: the output of the plan is made of the same list.
		requests.length = 0;
		for (const request of kept) requests.push(request);
	}
}

/** The items that a request is asked for by: all that it is for, except if one has them all as JSON. */
export const askedBy = ({ indexes, readFrom = indexes }: PlannedRequest): number[] => readFrom;
