import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

type Hide = (text: string) => string;

/** The last one made: thousands of answers in a row hide the same token. */
let last: { token: string; hide: Hide } | undefined;

/** A function that replaces the token in a text, as it is, URL-encoded or JSON-escaped, by `***`. */
export function tokenRedactor(credentials: Pick<ICredentialDataDecryptedObject, 'token'>): Hide {
	const token = String(credentials.token ?? '').trim();
	if (last?.token !== token) last = { token, hide: hiderOf(token) };
	return last.hide;
}

function hiderOf(token: string): Hide {
	if (token === '') return (text) => text;
	const any = [...token].map(encodings).join('');
	// A very short token would hit parts of ordinary words and numbers: only whole words then.
	const pattern = new RegExp(token.length < 8 ? `(?<!\\w)${any}(?!\\w)` : any, 'gi');
	return (text) => text.replace(pattern, '***');
}

/** A pattern for all ways to write a character in JSON or a URL: `/` is also `\/`, `\u002f`, `%2F`. */
function encodings(character: string): string {
	const hex = (unit: number, digits: number) => unit.toString(16).padStart(digits, '0');
	const units = [...character.split('')].map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`);
	const bytes = [...new TextEncoder().encode(character)].map((byte) => `%${hex(byte, 2)}`);
	const plain = character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
	const escaped = /["\\/]/.test(character) ? `\\\\${plain}|` : '';
	const space = character === ' ' ? '|\\+' : '';
	return `(?:${escaped}${plain}|${units.join('')}|${bytes.join('')}${space})`;
}
