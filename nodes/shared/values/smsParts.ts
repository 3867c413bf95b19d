/** How a text is cut into the parts that an SMS is paid by. */
export interface SmsParts {
	encoding: 'GSM-7' | 'UCS-2';
	/** Characters as they count: one of the extension table counts twice, an emoji as well. */
	length: number;
	parts: number;
}

const BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');

/** Room in a message of one part, and in each of several, which spend some on their order. */
const CAPACITY = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

/** The encoding of a text, and what of it is not in GSM-7: a character and its position, from 1. */
export function encodingOf(characters: string[]) {
	const index = characters.findIndex(
		(character) => !BASIC.has(character) && !EXTENSION.has(character),
	);
	if (index < 0) return { encoding: 'GSM-7' as const };
	return {
		encoding: 'UCS-2' as const,
		cause: { character: characters[index], position: index + 1 },
	};
}

/** The parts of a text, by GSM 03.38 (with its extension table) or UCS-2. */
export function smsParts(text: string): SmsParts {
	const characters = [...text];
	const { encoding } = encodingOf(characters);
	const simple = encoding === 'GSM-7';
	const sizes = characters.map((character) =>
		simple ? (EXTENSION.has(character) ? 2 : 1) : character.length,
	);
	const length = sizes.reduce((sum, size) => sum + size, 0);
	const [single, several] = CAPACITY[encoding];
	if (length <= single) return { encoding, length, parts: 1 };
	let parts = 1;
	let used = 0;
	for (const size of sizes) {
		// A character of two halves is never divided: the part before it ends one short.
		if (used + size > several) {
			parts += 1;
			used = 0;
		}
		used += size;
	}
	return { encoding, length, parts };
}
