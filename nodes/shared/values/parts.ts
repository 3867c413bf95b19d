/**
 * Splits a list into parts of at most `maxBytes`, in order. A larger item gets a part of its own.
 *
 * @param bytesOf returns the size of an item, which may depend on its position in the part
 */
export function splitByBytes<Item>(
	maxBytes: number,
	items: Item[],
	bytesOf: (item: Item, position: number) => number,
): Item[][] {
	const parts: Item[][] = [];
	let part: Item[] = [];
	let bytesLeft = maxBytes;
	for (const item of items) {
		let bytes = bytesOf(item, part.length);
		if (bytes > bytesLeft && part.length > 0) {
			parts.push(part);
			part = [];
			bytesLeft = maxBytes;
			bytes = bytesOf(item, 0);
		}
		part.push(item);
		bytesLeft -= bytes;
	}
	if (part.length > 0) parts.push(part);
	return parts;
}

export const splitByCount = <Item>(items: Item[], size: number): Item[][] =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
		items.slice(part * size, (part + 1) * size),
	);
