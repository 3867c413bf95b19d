/**
 * The GSM 03.38 basic alphabet. Any other character changes the encoding of the whole text to
 * UCS-2.
 */
const BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
		'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take two units: an escape and the character. */
const EXTENSION = new Set('\f^{}\\[~]|€');

/** Counts the SMS parts of a text. A character of two units is never split between parts. */
export function smsParts(text: string): number {
	const characters = Array.from(text);
	const gsm = characters.every((character) => BASIC.has(character) || EXTENSION.has(character));
	const sizes = characters.map((character) =>
		gsm ? (EXTENSION.has(character) ? 2 : 1) : character.length,
	);
	const total = sizes.reduce((sum, size) => sum + size, 0);
	if (total <= (gsm ? 160 : 70)) return 1;
	const room = gsm ? 153 : 67;
	let parts = 1;
	let used = 0;
	for (const size of sizes) {
		if (used + size > room) {
			parts += 1;
			used = 0;
		}
		used += size;
	}
	return parts;
}
