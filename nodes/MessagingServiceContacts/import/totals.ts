import type { IDataObject } from 'n8n-workflow';
import { isRecord, toArray } from '../../shared/values/json';

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

/** A count of the service; an object may be one that no number can be made of. */
const countIn = (value: unknown): number =>
	(['number', 'string'].includes(typeof value) && Number(value)) || 0;

/** What the requests of an import did, added up. @param records with a log by input item */
export function addUp(records: IDataObject[]) {
	const sum = (key: string) => records.reduce((total, record) => total + countIn(record[key]), 0);
	const counts = { inserted: sum('inserted'), updated: sum('updated'), invalid: sum('invalid') };
	const added = new Set(records.flatMap((record) => Object.keys(record)));
	for (const known of [...Object.keys(counts), 'log']) added.delete(known);
	const others = [...added].map((key) => [key, together(records.map((one) => one[key]))]);
	const totals: IDataObject = { ...counts, ...(Object.fromEntries(others) as IDataObject) };
	return { totals, log: records.flatMap((record) => record.log as IDataObject[]) };
}

/** What several requests have in one field: numbers are added up, and all that differs is kept. */
function together(values: unknown[]): unknown {
	const given = values.filter((value) => value !== undefined);
	const isNumber = (value: unknown): value is number => typeof value === 'number';
	if (given.every(isNumber)) return given.reduce((total, one) => total + one, 0);
	const texts = given.map((value) => JSON.stringify(value));
	const different = given.filter((_, at) => texts.indexOf(texts[at]) === at);
	return different.length === 1 ? different[0] : different;
}

/** For the error of a later request. */
export const totalsText = ({ inserted = 0, updated = 0, invalid = 0 }: IDataObject = {}): string =>
	`inserted ${countIn(inserted)}, updated ${countIn(updated)}, invalid ${countIn(invalid)}`;
