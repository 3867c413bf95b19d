const DIGIT_PATTERN = /\p{Nd}/u;

/**
 * Counts back to the zero of the digit's script, because the digits of a script are consecutive code points.
 * Modulo 10 handles scripts whose digits directly follow those of another script.
 */
function toAsciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let zero = code;
	while (DIGIT_PATTERN.test(String.fromCodePoint(zero - 1))) zero--;
	return String((code - zero) % 10);
}

/** Converts digits of all scripts, and full-width characters such as `＋`, to ASCII. */
export const toAsciiDigits = (text: string): string =>
	/^[ -~]*$/.test(text)
		? text
		: text
				.replace(/\p{Nd}/gu, toAsciiDigit)
				.replace(/[\uff01-\uff5e]/g, (sign) =>
					String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
				);
