type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * Parses the "flatted" format of execution data: an array that contains each string and object
 * once. Values refer to an element by its index.
 */
export function parseFlatted(text: string): unknown {
	const table = JSON.parse(text) as Json[];
	const revived = new Map<number, unknown>();
	const at = (index: number): unknown => {
		const entry = table[index];
		if (entry === null || typeof entry !== 'object') return entry;
		if (revived.has(index)) return revived.get(index);
		const target: Record<string, unknown> | unknown[] = Array.isArray(entry) ? [] : {};
		revived.set(index, target);
		for (const [key, value] of Object.entries(entry)) {
			Object.assign(target, { [key]: typeof value === 'string' ? at(Number(value)) : value });
		}
		return target;
	};
	return at(0);
}
