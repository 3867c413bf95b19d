import { code as codeDigits, integerBetween } from '../shared/values/formats';
import type { Field } from '../shared/describe/field';

const SHORTEST = 4;
const LONGEST = 16;

const generateCode: Field = {
	displayName: 'Generate Code',
	name: 'generateCode',
	type: 'boolean',
	default: false,
	description:
		'Whether to generate a random code. It is returned as "code" so that you can compare it with what the person enters.',
	apiName: false,
};

const code: Field = {
	displayName: 'Code',
	name: 'code',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 482915',
	hint: 'Digits only, at most 16',
	description: 'One-time code to send. It has 1 to 16 digits and no other characters.',
	showWhen: { generateCode: [false] },
	apiName: 'message',
	parse: codeDigits,
};

export const codeLength: Field = {
	displayName: 'Code Length',
	name: 'codeLength',
	type: 'number',
	typeOptions: { minValue: SHORTEST, maxValue: LONGEST },
	required: true,
	default: 6,
	hint: '4 to 16 digits',
	description: 'Number of digits in the code, 4 to 16',
	showWhen: { generateCode: [true] },
	apiName: false,
	parse: integerBetween(SHORTEST, LONGEST),
};

/** A code that the person gives, or one that is made here. */
export const codeFields = [generateCode, code, codeLength];
