const DIGIT = /\p{Nd}/u;

/** The value of a digit of any script: each has its ten in a row, and some rows follow each other. */
function valueOf(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let zero = code;
	while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
	return String((code - zero) % 10);
}

/** The same text with the digits of all scripts as 0 to 9, and full-width signs as those of a keyboard. */
export const asciiDigits = (text: string): string =>
	/^[ -~]*$/.test(text)
		? text
		: text
				.replace(/\p{Nd}/gu, valueOf)
				.replace(/[\uff01-\uff5e]/g, (sign) =>
					String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
				);
