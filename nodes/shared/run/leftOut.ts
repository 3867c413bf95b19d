import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { AnyRun, Plan, PlannedRequest } from '../describe/operation';
import type { RejectedItems } from '../errors/rejectedItems';
import { settledRequest } from '../http/sentRequests';
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

	/** Checks the items that are still to be sent. One for which this throws is rejected. */
	check(run: AnyRun, { requests }: Plan, rejected: RejectedItems, one: (index: number) => void) {
		for (const index of new Set(requests.flatMap(askedBy))) {
			// Not read again: whatever its expressions come to now, it was sent.
			if (settledRequest(run, index) || this.dropped.has(index)) continue;
			try {
				one(index);
			} catch (error) {
				this.drop(index);
				rejected.add(error, index);
			}
		}
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
			askedBy(request).some((index) => this.dropped.has(index))
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
