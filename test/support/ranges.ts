/** Expands ranges such as `0-3, 7`. */
export const expandRanges = (ranges: string): number[] =>
	ranges.split(', ').flatMap((range) => {
		const [from, to = from] = range.split('-').map(Number);
		return Array.from({ length: to - from + 1 }, (_, at) => from + at);
	});
