import { decodeIds, encodeIds } from './ids';

/** Recipients and their statuses, in arrays of numbers because there may be 100,000. */
export interface Statuses {
	/** Whole numbers below 2^53, ascending, some perhaps several times. */
	ids: Float64Array;
	/** Of each recipient the index of its status in the state's table. */
	statuses: Uint32Array;
}

/** Marks of the first statuses in the table. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The statuses of a mailing's recipients as text: of each the gap to the id before in base 36, which
 * is left out if it is 1, and its status as a letter. Statuses after the 26th are numbers in
 * parentheses, in base 36: ids 7001, 7002 and 7010 with the statuses 0, 1 and 40 are `5ehAB8(14)`.
 */
export const encodeStatuses = ({ ids, statuses }: Statuses): string =>
	encodeIds(ids, (at) => LETTERS[statuses[at]] ?? `(${statuses[at].toString(36)})`);

/**
 * The reverse of `encodeStatuses`.
 *
 * @param known how many statuses the table has
 * @throws Error if the text is damaged
 */
export function decodeStatuses(text: string, known: number): Statuses {
	// Each recipient has one character or more.
	const ids = new Float64Array(text.length);
	const statuses = new Uint32Array(text.length);
	let count = 0;
	decodeIds(text, (id, mark) => {
		const letter = LETTERS.indexOf(text[mark]);
		const end = letter < 0 ? text.indexOf(')', mark) : mark;
		const status = letter < 0 ? parseInt(text.slice(mark + 1, end), 36) : letter;
		ids[count] = id;
		statuses[count++] = status;
		return status >= 0 && status < known ? end + 1 : mark;
	});
	return { ids: ids.slice(0, count), statuses: statuses.slice(0, count) };
}
