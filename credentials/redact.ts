const MASK = '***';
/**
 * If a secret is shorter than this, it is hidden only as a whole word, because short secrets also occur
 * within other words and numbers.
 */
const MIN_LENGTH_TO_HIDE_IN_WORDS = 8;

/**
 * Hides the secrets of one request in the response to that request. Finds each secret as plain text,
 * URL-encoded once or twice, form-encoded and JSON-escaped.
 */
export class Redactor {
	/** Encoded forms of the secrets, longest first, because a form may contain a shorter form. */
	readonly #forms: string[];
	readonly #minLength: number;

	constructor(secrets: string[]) {
		const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(listEncodedForms));
		this.#forms = [...forms].sort((a, b) => b.length - a.length);
		this.#minLength = Math.min(
			this.#forms.at(-1)?.length ?? Infinity,
			MIN_LENGTH_TO_HIDE_IN_WORDS,
		);
	}

	redactText(text: string): string {
		if (text.length < this.#minLength) return text;
		return this.#forms.reduce((left, form) => {
			if (!left.includes(form)) return left;
			return left.replaceAll(
				form.length < MIN_LENGTH_TO_HIDE_IN_WORDS ? createWholeWordPattern(form) : form,
				MASK,
			);
		}, text);
	}

	/**
	 * Hides the secrets in the strings and keys of `value`. May change `value`, so use only the
	 * result.
	 *
	 * @param json the text from which `value` was parsed
	 */
	redactJson<T>(value: T, json: string): T {
		// In JSON without escapes, a search of the text finds every secret, so the values of most responses
		// need not be searched one by one.
		const mayContain = json.includes('\\') || this.#forms.some((form) => json.includes(form));
		return mayContain ? (this.#hideIn(value) as T) : value;
	}

	#hideIn(value: unknown): unknown {
		if (typeof value === 'string') return this.redactText(value);
		if (typeof value !== 'object' || value === null) return value;
		const entries = value as Record<string, unknown>;
		let isRenamed = false;
		// Replaces only values that contain a secret, because lists may have 100,000 records.
		for (const key in entries) {
			const original = entries[key];
			const redacted = this.#hideIn(original);
			if (redacted !== original) entries[key] = redacted;
			isRenamed ||= !Array.isArray(value) && this.redactText(key) !== key;
		}
		if (!isRenamed) return value;
		return Object.fromEntries(
			Object.entries(entries).map(([key, part]) => [this.redactText(key), part]),
		);
	}
}

function listEncodedForms(secret: string): string[] {
	// Half of a surrogate pair cannot be encoded, and is sent as U+FFFD.
	const sent = Buffer.from(secret).toString();
	const url = encodeURIComponent(sent);
	const form = new URLSearchParams({ '': sent }).toString().slice(1);
	const json = JSON.stringify(secret).slice(1, -1);
	const inUrl = [url, form].flatMap((encoded) => [encoded, encoded.replace(/%../g, lowerCase)]);
	return [secret, sent, ...inUrl, encodeURIComponent(url), json, escapeJsonLikePhp(json)];
}

const lowerCase = (text: string) => text.toLowerCase();

const escapeJsonLikePhp = (json: string): string =>
	json
		.replace(/\//g, '\\/')
		.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const createWholeWordPattern = (text: string): RegExp =>
	new RegExp(`(?<!\\w)${text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?!\\w)`, 'g');
