/** How much one request takes. */
export interface ChunkLimits<Item> {
	maxCount: number;
	/** Undefined if only the count is limited. */
	maxBytes?: number;
	/** The bytes that an item takes at a position of the request. */
	bytesOf: (item: Item, position: number) => number;
}

/** Cuts a list into parts for one request each, in its order. Each item fits a request alone. */
export function chunk<Item>(
	items: Item[],
	{ maxCount, maxBytes, bytesOf }: ChunkLimits<Item>,
): Item[][] {
	const size = (item: Item, position: number) =>
		maxBytes === undefined ? 0 : bytesOf(item, position);
	const room = maxBytes ?? 0;
	const parts: Item[][] = [];
	let part: Item[] = [];
	let bytesLeft = room;
	items.forEach((item) => {
		let bytes = size(item, part.length);
		if (part.length > 0 && (part.length >= maxCount || bytes > bytesLeft)) {
			parts.push(part);
			part = [];
			bytesLeft = room;
			bytes = size(item, 0);
		}
		part.push(item);
		bytesLeft -= bytes;
	});
	if (part.length > 0) parts.push(part);
	return parts;
}
