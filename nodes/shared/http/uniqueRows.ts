import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../values/formats';

/**
 * The rows of a list that is read page by page. If the list changes while it is read, its rows move
 * to other pages and come again. Such a row is kept once, as it is now.
 */
export class UniqueRows {
	readonly rows: IDataObject[] = [];

	/** Place of each row by what identifies it. */
	private readonly places = new Map<string, number>();

	/** Place after the last row of the page before. */
	end = 0;

	/** @param key fields that identify a row; a row that lacks one is identified by all its fields */
	constructor(private readonly key: string[] = []) {}

	/**
	 * Keeps the rows that no earlier page had. A row that one page has twice is kept twice.
	 *
	 * @returns whether there were any
	 */
	add(page: IDataObject[]): boolean {
		const before = this.rows.length;
		// Most lists have one page, which needs no comparison.
		if (this.places.size === 0) this.rows.forEach((row, place) => this.find(row, place));
		for (const row of page) {
			const place = before === 0 ? 0 : this.find(row, this.rows.length);
			if (place >= before) {
				this.end = this.rows.push(row);
			} else {
				this.rows[place] = row;
				this.end = place + 1;
			}
		}
		return this.rows.length > before;
	}

	/** Place of the first row that is the same; a row that there is not yet gets `next`. */
	private find(row: IDataObject, next: number): number {
		const identity = this.identityOf(row);
		const place = this.places.get(identity);
		if (place === undefined) this.places.set(identity, next);
		return place ?? next;
	}

	private identityOf(row: IDataObject): string {
		const { key } = this;
		const hasKey = key.length > 0 && !key.some((name) => isBlank(row[name]));
		return JSON.stringify(hasKey ? key.map((name) => row[name]) : row);
	}
}
