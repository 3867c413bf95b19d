/** How much one request takes. */
export interface ChunkLimits<Item> {
	maxCount: number;
	/** Undefined if only the count is limited. */
	maxBytes?: number;
	/** The bytes that an item takes at a position of the request. */
	bytesOf: (item: Item, position: number) => number;
	/** Gets an item that is too large even alone, with its bytes. */
	reject: (item: Item, bytes: number) => void;
}

/** Cuts a list into parts that each fit one request, in the order of the list. */
export function chunk<Item>(
	items: Item[],
	{ maxCount, maxBytes, bytesOf, reject }: ChunkLimits<Item>,
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
		if (bytes > bytesLeft) reject(item, bytes);
		else {
			part.push(item);
			bytesLeft -= bytes;
		}
	});
	if (part.length > 0) parts.push(part);
	return parts;
}
