/** How much one request takes. */
interface ChunkLimits<Item> {
	maxCount: number;
	maxBytes: number;
	/** The bytes that an item takes at a position of the request. */
	bytesOf: (item: Item, position: number) => number;
}

/** Cuts a list into parts for one request each, in its order. Each item fits a request alone. */
export function chunk<Item>(
	items: Item[],
	{ maxCount, maxBytes, bytesOf }: ChunkLimits<Item>,
): Item[][] {
	const parts: Item[][] = [];
	let part: Item[] = [];
	let bytesLeft = maxBytes;
	items.forEach((item) => {
		let bytes = bytesOf(item, part.length);
		if (part.length > 0 && (part.length >= maxCount || bytes > bytesLeft)) {
			parts.push(part);
			part = [];
			bytesLeft = maxBytes;
			bytes = bytesOf(item, 0);
		}
		part.push(item);
		bytesLeft -= bytes;
	});
	if (part.length > 0) parts.push(part);
	return parts;
}

/** Cuts a list into parts of so many items at most, in its order. */
export const inParts = <Item>(items: Item[], size: number): Item[][] =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
		items.slice(part * size, (part + 1) * size),
	);
