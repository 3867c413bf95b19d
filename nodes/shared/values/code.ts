import { asciiDigits } from './digits';
import { type Parser, plainText, ValidationError } from './formats';

export const CODE = { unit: 'digits', min: 1, max: 16 } as const;
/** A one-time code: digits only. */
export const code: Parser = (value) => {
	const advice = `Enter digits only, at most ${CODE.max}, e.g. 482915.`;
	const entered = asciiDigits(plainText(value, advice)).trim();
	if (!/^\d+$/.test(entered))
		throw new ValidationError('contains characters other than digits', advice);
	if (entered.length > CODE.max) {
		const problem = `has ${entered.length} digits. A code has at most ${CODE.max}`;
		throw new ValidationError(problem, advice);
	}
	return entered;
};
code.limits = CODE;
code.isSecret = true;
