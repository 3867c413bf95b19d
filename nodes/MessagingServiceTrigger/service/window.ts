/** Descending by number, so the newest mailing first; ids are texts of digits. */
export const newestFirst = (a: string, b: string): number =>
	b.length - a.length || (a < b ? 1 : a > b ? -1 : 0);

/**
 * The mailings to watch: the newest `max` of those listed now or watched before. One that the list
 * lacks today keeps its place, so the oldest id of a full window never goes back, and a mailing
 * that fell out of it (and was forgotten) cannot return as if it were new.
 *
 * @returns the newest first
 */
export const windowOf = (listed: string[], watched: string[], max: number): string[] =>
	[...new Set([...listed, ...watched])].sort(newestFirst).slice(0, max);

/** The order of reading: on from the mailing where the poll before ran out of time. */
export function rotated(ids: string[], from: string | undefined): string[] {
	const start = from === undefined ? -1 : ids.indexOf(from);
	return start > 0 ? [...ids.slice(start), ...ids.slice(0, start)] : ids;
}
