export interface SmsParts {
	encoding: 'GSM-7' | 'UCS-2';
	/** Characters as networks count them: an extension character of GSM-7 or an emoji counts as two. */
	length: number;
	parts: number;
}

const GSM7_BASIC_CHARACTERS = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM7_EXTENSION_CHARACTERS = new Set('\f^{}\\[~]|€');

/**
 * Max characters of a part, first for a message of one part, then for a message of several parts. Each of
 * several parts also contains a sequence number.
 */
const CHARACTERS_PER_PART = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

export function detectSmsEncoding(characters: string[]) {
	const index = characters.findIndex(
		(character) =>
			!GSM7_BASIC_CHARACTERS.has(character) && !GSM7_EXTENSION_CHARACTERS.has(character),
	);
	if (index < 0) return { encoding: 'GSM-7' as const };
	return {
		encoding: 'UCS-2' as const,
		cause: { character: characters[index], position: index + 1 },
	};
}

/** Counts parts by GSM 03.38 with its extension table, or by UCS-2. */
export function measureSmsParts(text: string): SmsParts {
	const characters = [...text];
	const { encoding } = detectSmsEncoding(characters);
	const simple = encoding === 'GSM-7';
	const sizes = characters.map((character) =>
		simple ? (GSM7_EXTENSION_CHARACTERS.has(character) ? 2 : 1) : character.length,
	);
	const length = sizes.reduce((sum, size) => sum + size, 0);
	const [single, several] = CHARACTERS_PER_PART[encoding];
	if (length <= single) return { encoding, length, parts: 1 };
	let parts = 1;
	let used = 0;
	for (const size of sizes) {
		// A character that counts as two is never split, so a part may end one character early.
		if (used + size > several) {
			parts += 1;
			used = 0;
		}
		used += size;
	}
	return { encoding, length, parts };
}
