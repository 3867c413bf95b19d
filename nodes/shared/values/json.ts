import type { IDataObject } from 'n8n-workflow';

/** Where a value begins and may be a number with more digits than JavaScript counts exactly. */
const LONG = /(?:^|[:,[\s])-?\d{16}/;
/** A string, so that digits in it are skipped, or a whole number that may be too long. */
const STRING_OR_LONG = /"[^"\\]*(?:\\.[^"\\]*)*"?|(?<![\w.+-])-?\d{16,}(?![\d.eE])/gs;

/**
 * Parses JSON. Whole numbers that JavaScript would round become strings: two messages must never
 * share an ID, and none must get the ID of another one.
 *
 * @returns undefined if it is not JSON
 */
export function parseJson(json: string): unknown {
	try {
		return JSON.parse(LONG.test(json) ? quoteLongNumbers(json) : json);
	} catch {
		return undefined;
	}
}

/** The same JSON with quotes around the whole numbers that JavaScript would round. */
function quoteLongNumbers(json: string): string {
	const parts: string[] = [];
	let end = 0;
	for (const { 0: found, index } of json.matchAll(STRING_OR_LONG)) {
		if (found.startsWith('"') || Number.isSafeInteger(Number(found))) continue;
		parts.push(json.slice(end, index), `"${found}"`);
		end = index + found.length;
	}
	return parts.join('') + json.slice(end);
}

export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of the service as text. String() throws if an object in it has a `toString` of its own. */
export const toText = (value: unknown): string =>
	typeof value === 'object' && value !== null ? '[object]' : String(value);

/** The entries of a list inside a record. Some servers write a list as a map of its indexes. */
export function toArray(value: unknown): unknown[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) return value;
	return isRecord(value) ? Object.values(value) : [value];
}
