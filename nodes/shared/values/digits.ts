const DIGIT_OF_ANY_SCRIPT = /\p{Nd}/u;

/**
 * Returns the value of a digit of any script. The digits of a script are consecutive code points. Modulo 10 is
 * needed where the digits of one script directly follow those of another.
 */
function toAsciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let zero = code;
	while (DIGIT_OF_ANY_SCRIPT.test(String.fromCodePoint(zero - 1))) zero--;
	return String((code - zero) % 10);
}

/** Converts the digits of all scripts to 0 to 9, and full-width characters to ASCII. */
export const toAsciiDigits = (text: string): string =>
	/^[ -~]*$/.test(text)
		? text
		: text
				.replace(/\p{Nd}/gu, toAsciiDigit)
				.replace(/[\uff01-\uff5e]/g, (sign) =>
					String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
				);
