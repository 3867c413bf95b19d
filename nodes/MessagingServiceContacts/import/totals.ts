import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isRecord, toArray } from '../../shared/values/json';

interface Rejected {
	/** The input item; undefined if the service does not say which. */
	index?: number;
	/** The service's own words. */
	reason: string;
}

/**
 * The record of a request with a log by input item. The service counts the rows of its request from 0.
 * An entry about no such row is about an unknown item: it has the index `null`.
 *
 * @param rows the input items of each row
 */
export function withItems(record: IDataObject, rows: number[][]): IDataObject {
	const entries = toArray(record.log).filter((one) => one !== '');
	const log = entries.flatMap((one) => {
		const entry: IDataObject = isRecord(one) ? one : { error_message: one as string };
		const { index } = entry;
		const isRow = ['number', 'string'].includes(typeof index) && /^\d+$/.test(String(index));
		const items = isRow ? rows[Number(index)] : undefined;
		return (items ?? [null]).map((item) => ({ ...entry, index: item }));
	});
	return { ...record, log };
}

/** What the calls of an import did, added up. */
export class ImportTotals {
	/** Contacts that the service did not take, by their input item. */
	readonly rejected: Rejected[] = [];
	private readonly totals = { inserted: 0, updated: 0, invalid: 0 };
	private readonly log: IDataObject[] = [];
	private readonly done: number[] = [];

	/**
	 * @param record the answer of a call
	 * @param indexes the input items of its contacts
	 */
	add(record: IDataObject, indexes: number[]): void {
		for (const key of ['inserted', 'updated', 'invalid'] as const) {
			this.totals[key] += Number(record[key]) || 0;
		}
		for (const entry of record.log as IDataObject[]) {
			this.log.push(entry);
			const reason = String(entry.error_message ?? 'The service gave no reason');
			this.rejected.push({ index: (entry.index as number | null) ?? undefined, reason });
		}
		for (const index of indexes) this.done.push(index);
	}

	/**
	 * One item with the totals, none when no call was carried out.
	 *
	 * @param withoutRejected rejected contacts have items of their own
	 */
	items(withoutRejected: boolean): INodeExecutionData[] {
		if (this.done.length === 0) return [];
		const own = new Set(withoutRejected ? this.rejected.map(({ index }) => index) : []);
		const kept = this.done.filter((index) => !own.has(index)).sort((a, b) => a - b);
		const json = { ...this.totals, ...(this.log.length > 0 && { log: this.log }) };
		return [{ json, pairedItem: kept.map((item) => ({ item })) }];
	}
}

/** For the error of a later request. */
export const totalsText = ({ inserted = 0, updated = 0, invalid = 0 }: IDataObject = {}): string =>
	`inserted ${Number(inserted)}, updated ${Number(updated)}, invalid ${Number(invalid)}`;
