import { code as codeDigits } from '../shared/values/code';
import { requiredText, toggle, wholeNumber } from '../shared/describe/field';

const generateCode = toggle('Generate Code', 'generateCode', {
	description:
		'Whether to generate a random code. It is returned as "code" so that you can compare it with what the person enters.',
	apiName: false,
});

const code = requiredText('Code', 'code', {
	placeholder: 'e.g. 482915',
	hint: 'Digits only, at most 16',
	description: 'One-time code to send. It has 1 to 16 digits and no other characters.',
	showWhen: { generateCode: [false] },
	apiName: 'message',
	parse: codeDigits,
});

export const codeLength = wholeNumber('Code Length', 'codeLength', [4, 16], {
	required: true,
	default: 6,
	hint: '4 to 16 digits',
	description: 'Number of digits in the code, 4 to 16',
	showWhen: { generateCode: [true] },
	apiName: false,
});

/** A code that the person gives, or one that is made here. */
export const codeFields = [generateCode, code, codeLength];
