import type { IDataObject } from 'n8n-workflow';

/** A number of so many digits may be more than JavaScript counts exactly. */
const LONG = /\d{16}/;
/** A whole number like that, or digits inside a text that look like one. */
const WHOLE = /(?<![\w.+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON. Whole numbers that JavaScript would round become texts: two messages must never
 * share an ID, and none must get the ID of another one.
 *
 * @returns undefined when it is not JSON
 */
export function parseJson(json: string): unknown {
	try {
		return JSON.parse(LONG.test(json) ? quoted(json) : json);
	} catch {
		return undefined;
	}
}

/** The same JSON with quotes around the whole numbers that JavaScript would round. */
function quoted(json: string): string {
	const parts: string[] = [];
	const isInText = textFinder(json);
	let done = 0;
	for (const { 0: digits, index } of json.matchAll(WHOLE)) {
		if (Number.isSafeInteger(Number(digits)) || isInText(index)) continue;
		parts.push(json.slice(done, index), `"${digits}"`);
		done = index + digits.length;
	}
	return parts.join('') + json.slice(done);
}

/** Tells of ascending places in JSON whether they are inside a text. */
function textFinder(json: string): (place: number) => boolean {
	let inText = false;
	let quote = json.indexOf('"');
	const isEscaped = (place: number) => {
		let slash = place;
		while (json[slash - 1] === '\\') slash--;
		return (place - slash) % 2 === 1;
	};
	return (place) => {
		while (quote >= 0 && quote < place) {
			if (!inText || !isEscaped(quote)) inText = !inText;
			quote = json.indexOf('"', quote + 1);
		}
		return inText;
	};
}

export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of a list inside a record; some servers write a list as a map of its places. */
export function toArray(value: unknown): unknown[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) return value;
	return isRecord(value) ? Object.values(value) : [value];
}
