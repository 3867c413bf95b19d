/** Characters of a token of which a part is hidden: fewer stand in other words and numbers too. */
const MIN_PART = 8;
/** Each part has one that begins at a place that is looked at: every fifth. */
const GRAM = 4;
const STEP = MIN_PART - GRAM + 1;
const SLOTS = 4096;

/** A character as it is, or as URLs and JSON write it. */
const CHARACTER = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\?./gis;

type Range = [from: number, to: number];

/** Finds parts of a token in a text, in time that grows with its length only. */
export class TokenParts {
	/** Whether a piece of four characters may be one of the token. */
	readonly #slots = new Uint8Array(SLOTS);

	/** @param forms the ways to write the token; a short token has no parts */
	constructor(private readonly forms: string[]) {
		for (const form of forms) {
			for (let at = 0; at + GRAM <= form.length; at++) this.#slots[slotOf(form, at)] = 1;
		}
	}

	isIn(text: string): boolean {
		return this.#next(text, 0) !== undefined;
	}

	/** The same text with `hidden` in place of each part. */
	hide(text: string, hidden: string): string {
		let left = '';
		let end = 0;
		for (let part = this.#next(text, 0); part; part = this.#next(text, end)) {
			left += text.slice(end, part[0]) + hidden;
			end = part[1];
		}
		return end === 0 ? text : left + text.slice(end);
	}

	/** The first part that begins at `start` or later. */
	#next(text: string, start: number): Range | undefined {
		for (let at = start; at + GRAM <= text.length; at += STEP) {
			if (this.#slots[slotOf(text, at)] === 0) continue;
			const part = this.#partAt(text, at, start);
			if (part) return part;
		}
		return undefined;
	}

	/** The longest part around a place. */
	#partAt(text: string, at: number, start: number): Range | undefined {
		const gram = text.slice(at, at + GRAM);
		let longest: Range | undefined;
		for (const form of this.forms) {
			for (
				let place = form.indexOf(gram);
				place >= 0;
				place = form.indexOf(gram, place + 1)
			) {
				let [from, to] = [at, at + GRAM];
				while (from > start && isSame(text, from - 1, form, place + from - 1 - at)) from--;
				while (to < text.length && isSame(text, to, form, place + to - at)) to++;
				if (to - from <= (longest ? longest[1] - longest[0] : MIN_PART - 1)) continue;
				if (lengthOf(text.slice(from, to)) >= MIN_PART) longest = [from, to];
			}
		}
		return longest;
	}
}

const slotOf = (text: string, at: number): number =>
	(text.charCodeAt(at) ^
		(text.charCodeAt(at + 1) << 3) ^
		(text.charCodeAt(at + 2) << 5) ^
		(text.charCodeAt(at + 3) << 7)) &
	(SLOTS - 1);

const isSame = (text: string, at: number, form: string, place: number): boolean =>
	place >= 0 && place < form.length && text.charCodeAt(at) === form.charCodeAt(place);

const lengthOf = (part: string): number => part.match(CHARACTER)?.length ?? 0;
