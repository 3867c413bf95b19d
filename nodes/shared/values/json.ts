import type { IDataObject } from 'n8n-workflow';

/** Detects quickly that a text may contain a number with too many digits for JavaScript. */
const LONG_NUMBER_PATTERN = /(?:^|[:,[\s])-?\d{16}/;
/** Matches strings too, so that the digits in them are skipped. */
const STRING_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|(?<![\w.+-])-?\d{16,}(?![\d.eE])/gs;

/**
 * Parses JSON. Whole numbers that JavaScript would round become strings, because rounding could give two
 * messages the same ID.
 *
 * @returns undefined if the text is not JSON
 */
export function tryParseJson(json: string): unknown {
	try {
		return JSON.parse(LONG_NUMBER_PATTERN.test(json) ? quoteLongNumbers(json) : json);
	} catch {
		return undefined;
	}
}

function quoteLongNumbers(json: string): string {
	const parts: string[] = [];
	let end = 0;
	for (const { 0: found, index } of json.matchAll(STRING_OR_LONG_NUMBER)) {
		if (found.startsWith('"') || Number.isSafeInteger(Number(found))) continue;
		parts.push(json.slice(end, index), `"${found}"`);
		end = index + found.length;
	}
	return parts.join('') + json.slice(end);
}

export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Converts a value from the service to text. Objects become `[object]`, because `String()` throws if an object
 * has a field `toString`.
 */
export const toTextWithObjectPlaceholder = (value: unknown): string =>
	typeof value === 'object' && value !== null ? '[object]' : String(value);

/** Returns the entries of a list. Some servers write a list as a map by index. */
export function listOrMapValues(value: unknown): unknown[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) return value;
	return isRecord(value) ? Object.values(value) : [value];
}
