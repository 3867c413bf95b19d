/** Formats item numbers, e.g. `0-39, 41, 43`. An error lists at most ten ranges. */
export function formatFirstRanges(indexes: number[], maxRanges = 10): string {
	const ranges: Array<[from: number, to: number]> = [];
	const ascending = [...indexes].sort((a, b) => a - b);
	ascending.forEach((index) => {
		const last = ranges[ranges.length - 1];
		if (last && index <= last[1] + 1) last[1] = index;
		else ranges.push([index, index]);
	});
	const listed = ranges
		.slice(0, maxRanges)
		.map(([from, to]) => (from === to ? from : `${from}-${to}`));
	return listed.join(', ') + (ranges.length > maxRanges ? ' …' : '');
}

export const formatAllRanges = (indexes: number[]): string => formatFirstRanges(indexes, Infinity);
