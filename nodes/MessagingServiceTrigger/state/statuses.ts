import { BitReader, BitWriter, riceBits } from './bits';

/** Recipients that share a width for their gaps and one for their statuses. */
const BLOCK = 256;
/** Widths tried around the one of the block's median gap. */
const AROUND = 2;
/** Bits of a status's index. */
const WORD = 16;
/** The same after `MANY`: a service may put a time into each of its statuses. */
const WIDE_WORD = 24;
/** In place of the number of statuses. */
const MANY = 0xffff;
/** In place of a width: the ranks are in unary. */
const UNARY = 31;

/** Recipients and their statuses; arrays of numbers, for there may be a hundred thousand. */
export interface Statuses {
	/** Whole numbers below 2^53, ascending. */
	ids: Float64Array;
	/** The index of each one's status. */
	words: Uint32Array;
}

export const noStatuses: Statuses = { ids: new Float64Array(), words: new Uint32Array() };

/**
 * The statuses of a mailing's recipients as a short text: ids as gaps, and each status as its rank
 * by frequency. Ids without gaps and of one status cost about a bit each.
 */
export function packStatuses({ ids, words }: Statuses): string {
	if (ids.length === 0) return '';
	const out = new BitWriter();
	const known = byFrequency(words);
	const highest = words.reduce((a, b) => Math.max(a, b), 0);
	const rankOf = new Uint32Array(highest + 1);
	known.forEach((word, rank) => (rankOf[word] = rank));
	const lowest = known.length - 1;
	out.put(ids.length, 32);
	const isWide = Math.max(known.length, highest) >= MANY;
	const bits = isWide ? WIDE_WORD : WORD;
	if (isWide) out.put(MANY, WORD);
	out.put(known.length, bits);
	for (const word of known) out.put(word, bits);
	for (let from = 0; from < ids.length; from += BLOCK) {
		const to = Math.min(from + BLOCK, ids.length);
		const gaps = new Float64Array(to - from);
		const ranks = new Uint32Array(to - from);
		for (let at = from; at < to; at++) {
			gaps[at - from] = ids[at] - (at > 0 ? ids[at - 1] : -1) - 1;
			ranks[at - from] = rankOf[words[at]];
		}
		const gapWidth = bestWidth(gaps);
		const rankWidth = 32 - Math.clz32(ranks.reduce((a, b) => Math.max(a, b), 0));
		const unaryBits = ranks.reduce((sum, rank) => sum + Math.min(rank + 1, lowest), 0);
		const isUnary = unaryBits < rankWidth * ranks.length;
		out.put(gapWidth, 6);
		out.put(isUnary ? UNARY : rankWidth, 5);
		for (let at = 0; at < gaps.length; at++) {
			out.putRice(gaps[at], gapWidth);
			if (isUnary) out.putUnary(ranks[at], lowest);
			else out.put(ranks[at], rankWidth);
		}
	}
	return out.toText();
}

/** The reverse of `packStatuses`. */
export function unpackStatuses(text: string): Statuses {
	if (text === '') return noStatuses;
	const input = BitReader.fromText(text);
	const count = input.take(32);
	let length = input.take(WORD);
	const bits = length === MANY ? WIDE_WORD : WORD;
	if (length === MANY) length = input.take(bits);
	const known = Array.from({ length }, () => input.take(bits));
	const lowest = known.length - 1;
	const ids = new Float64Array(count);
	const words = new Uint32Array(count);
	let last = -1;
	for (let from = 0; from < count; from += BLOCK) {
		const gapWidth = input.take(6);
		const rankWidth = input.take(5);
		for (let at = from; at < Math.min(from + BLOCK, count); at++) {
			last += input.takeRice(gapWidth) + 1;
			ids[at] = last;
			words[at] =
				known[rankWidth === UNARY ? input.takeUnary(lowest) : input.take(rankWidth)];
		}
	}
	return { ids, words };
}

function byFrequency(words: Uint32Array): number[] {
	const counts = new Map<number, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

function bestWidth(gaps: Float64Array): number {
	const median = gaps.slice().sort()[gaps.length >> 1];
	const middle = Math.floor(Math.log2(median + 1));
	let best = 0;
	let least = Infinity;
	for (let width = Math.max(0, middle - AROUND); width <= middle + AROUND; width++) {
		let bits = 0;
		for (const gap of gaps) bits += riceBits(gap, width);
		if (bits < least) [best, least] = [width, bits];
	}
	return best;
}
