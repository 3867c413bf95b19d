import type { IDataObject } from 'n8n-workflow';

/**
 * The rows of a list that is read page by page. When the list grows while it is read, its rows move
 * to later pages and come again: such a row is kept once. Rows are the same if all they hold is, except
 * for a field that may change meanwhile.
 */
export class UniqueRows {
	readonly rows: IDataObject[] = [];

	constructor(private readonly changing?: string) {}

	/** Place of each row by its hash, or by the next free number. A number takes less than the row. */
	private readonly places = new Map<number, number>();

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
			if (place >= before) this.rows.push(row);
		}
		return this.rows.length > before;
	}

	/** Place of the first row that is the same; a row that there is not yet gets `next`. */
	private find(row: IDataObject, next: number): number {
		for (let key = hashOf(row, this.changing); ; key = (key + 1) | 0) {
			const place = this.places.get(key);
			if (place === undefined) {
				this.places.set(key, next);
				return next;
			}
			if (this.textOf(this.rows[place]) === this.textOf(row)) return place;
		}
	}

	private textOf(row: IDataObject): string {
		return JSON.stringify(this.changing ? { ...row, [this.changing]: undefined } : row);
	}
}

/** FNV-1a in 32 bits. It reads the row itself, for its JSON takes ten times as long. */
function hashOf(row: IDataObject, changing?: string): number {
	let hash = -2128831035;
	for (const key in row) {
		if (key === changing) continue;
		const value = row[key];
		hash = mix(mix(hash, key), typeof value === 'string' ? value : `${JSON.stringify(value)}`);
	}
	return hash;
}

function mix(hash: number, text: string): number {
	let mixed = hash;
	for (let at = 0; at < text.length; at++) {
		mixed = Math.imul(mixed ^ text.charCodeAt(at), 16777619);
	}
	return mixed;
}
