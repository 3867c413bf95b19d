import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../values/formats';

/**
 * The rows of a list that is read page by page. If the list changes while it is read, its rows move
 * to other pages and come again. Such a row is kept once, as it is now.
 */
export class UniqueRows {
	readonly rows: IDataObject[] = [];

	/** Place of each row by its hash, or by the next free number. A number takes less than the row. */
	private readonly places = new Map<number, number>();

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
		const fields = this.fieldsOf(row);
		for (let key = hashOf(row, fields); ; key = (key + 1) | 0) {
			const place = this.places.get(key);
			if (place === undefined) {
				this.places.set(key, next);
				return next;
			}
			const other = this.rows[place];
			if (textOf(other, this.fieldsOf(other)) === textOf(row, fields)) return place;
		}
	}

	/** The fields that identify a row. */
	private fieldsOf(row: IDataObject): string[] {
		const { key } = this;
		return key.length === 0 || key.some((name) => isBlank(row[name])) ? Object.keys(row) : key;
	}
}

const textOf = (row: IDataObject, fields: string[]): string =>
	JSON.stringify(fields.map((name) => [name, row[name]]));

const PRIME = 16777619;

/** FNV-1a in 32 bits. It reads the row itself, for its JSON takes ten times as long. */
function hashOf(row: IDataObject, fields: string[]): number {
	let hash = -2128831035;
	for (const name of fields) {
		const value = row[name];
		if (typeof value === 'number' && Number.isSafeInteger(value)) {
			hash = Math.imul(Math.imul(hash ^ value, PRIME) ^ (value / 2 ** 32), PRIME);
		} else hash = mix(hash, typeof value === 'object' ? JSON.stringify(value) : String(value));
	}
	return hash;
}

function mix(hash: number, text: string): number {
	let mixed = hash;
	for (let at = 0; at < text.length; at++) {
		mixed = Math.imul(mixed ^ text.charCodeAt(at), PRIME);
	}
	return mixed;
}
