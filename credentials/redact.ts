type Redactor = (text: string) => string;

/**
 * Parts of a secret that are searched for first. The pattern of a whole link takes 20 ms to compile,
 * each message has its own, and hardly a response repeats one.
 */
const START = 4;

/** Many requests use the same secrets. */
let last: { key: string; redact: Redactor } | undefined;

/** Replaces secrets in a text, in any encoding of a URL or of JSON, by `***`. */
export function redact(text: string, secrets: string[]): string {
	const key = JSON.stringify(secrets);
	if (last?.key !== key) last = { key, redact: redactorOf(secrets) };
	return last.redact(text);
}

function redactorOf(secrets: string[]): Redactor {
	const wanted = secrets.filter((secret) => secret !== '').map(partsOf);
	if (wanted.length === 0) return (text) => text;
	const starts = new RegExp(wanted.map((parts) => encoded(parts.slice(0, START))).join('|'), 'i');
	let whole: RegExp | undefined;
	return (text) => {
		if (!starts.test(text)) return text;
		whole ??= new RegExp(wanted.map(patternOf).join('|'), 'gi');
		return text.replace(whole, '***');
	};
}

/** Characters, and runs of backslashes. */
const partsOf = (secret: string): string[] => secret.match(/\\+|[^\\]/gu) ?? [];

function encoded(parts: string[]): string {
	// Otherwise a run of backslashes would be tried again from each of its places.
	const start = parts[0].startsWith('\\') ? `(?<!\\\\(?:u005c)?|${PERCENT}5c)` : '';
	const more = (place: number) => ((parts[place - 1]?.startsWith('\\') ?? true) ? '' : '+');
	return start + parts.map((part, place) => encodings(part, more(place))).join('');
}

function patternOf(parts: string[]): string {
	const pattern = encoded(parts);
	// A very short secret would match parts of ordinary words and numbers: only whole words then.
	return parts.join('').length < 8 ? `(?<!\\w)${pattern}(?!\\w)` : pattern;
}

/** A percent sign of a URL, which a URL inside another one encodes again, and so on. */
const PERCENT = '%(?:25)*';

/** A pattern for all ways to write a character in JSON or a URL: `/` is also `\/`, `\u002f`, `%2F`. */
function encodings(character: string, more: string): string {
	// JSON doubles backslashes. Counting them apart would take exponential time.
	if (character.startsWith('\\')) return `(?:\\\\(?:u005c)?|${PERCENT}5c){${character.length},}`;
	const hex = (unit: number, digits: number) => unit.toString(16).padStart(digits, '0');
	const slash = `(?:\\\\|${PERCENT}5c)${more}`;
	const units = character.split('').map((unit) => `${slash}u${hex(unit.charCodeAt(0), 4)}`);
	const bytes = [...new TextEncoder().encode(character)].map((byte) => PERCENT + hex(byte, 2));
	const plain = character.replace(/[.*+?^${}()|[\]/]/, '\\$&');
	const escaped = /["/]/.test(character) ? `${slash}(?:${plain}|${bytes.join('')})|` : '';
	const space = character === ' ' ? '|\\+' : '';
	return `(?:${escaped}${plain}|${units.join('')}|${bytes.join('')}${space})`;
}
