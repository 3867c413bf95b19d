/** The text that replaces a secret. */
const HIDDEN = '***';
/** A shorter secret would match parts of ordinary words and numbers: only whole words then. */
const MIN_LENGTH = 8;

/**
 * Replaces the secrets of one request in its response: plain, URL-encoded (also twice, as in a URL inside
 * a URL), form-encoded and JSON-escaped. A redactor lives as long as its request.
 */
export class Redactor {
	/** The longest first: one may contain another. */
	readonly #forms: string[];
	readonly #minLength: number;

	constructor(secrets: string[]) {
		const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(formsOf));
		this.#forms = [...forms].sort((a, b) => b.length - a.length);
		this.#minLength = Math.min(this.#forms.at(-1)?.length ?? Infinity, MIN_LENGTH);
	}

	/** The same text with `***` in place of each secret. */
	text(text: string): string {
		if (text.length < this.#minLength) return text;
		return this.#forms.reduce((left, form) => {
			if (!left.includes(form)) return left;
			return left.replaceAll(form.length < MIN_LENGTH ? asWord(form) : form, HIDDEN);
		}, text);
	}

	/**
	 * Parsed JSON, which is changed: without the secrets in its strings and keys.
	 *
	 * @param json the text that it was parsed from
	 */
	values<T>(value: T, json: string): T {
		// JSON without an escape contains the parsed strings as they are, so most responses need no walk.
		const mayContain = json.includes('\\') || this.#forms.some((form) => json.includes(form));
		return mayContain ? (this.#hideIn(value) as T) : value;
	}

	#hideIn(value: unknown): unknown {
		if (typeof value === 'string') return this.text(value);
		if (typeof value !== 'object' || value === null) return value;
		const entries = value as Record<string, unknown>;
		let isRenamed = false;
		// Lists may have 100,000 records, so only values with a secret are written again.
		for (const key in entries) {
			const original = entries[key];
			const redacted = this.#hideIn(original);
			if (redacted !== original) entries[key] = redacted;
			isRenamed ||= !Array.isArray(value) && this.text(key) !== key;
		}
		if (!isRenamed) return value;
		return Object.fromEntries(
			Object.entries(entries).map(([key, part]) => [this.text(key), part]),
		);
	}
}

/** The ways to write a secret that are searched for. */
function formsOf(secret: string): string[] {
	// A lone half of a character cannot be encoded, and is sent as U+FFFD.
	const sent = Buffer.from(secret).toString();
	const url = encodeURIComponent(sent);
	const form = new URLSearchParams({ '': sent }).toString().slice(1);
	const json = JSON.stringify(secret).slice(1, -1);
	const inUrl = [url, form].flatMap((encoded) => [encoded, encoded.replace(/%../g, lowerCase)]);
	return [secret, sent, ...inUrl, encodeURIComponent(url), json, phpEscaped(json)];
}

const lowerCase = (text: string) => text.toLowerCase();

/** JSON as PHP writes it. */
const phpEscaped = (json: string): string =>
	json
		.replace(/\//g, '\\/')
		.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const asWord = (text: string): RegExp =>
	new RegExp(`(?<!\\w)${text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?!\\w)`, 'g');
