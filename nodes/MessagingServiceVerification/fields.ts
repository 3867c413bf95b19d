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
		'Whether to make a random code here; the output holds it as "code", to compare it later with what the person enters',
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
	description: 'The one-time code to send: 1 to 16 digits, no letters and no spaces',
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
	description: 'How many digits the code has: 4 to 16',
	showWhen: { generateCode: [true] },
	apiName: false,
	parse: integerBetween(SHORTEST, LONGEST),
};

/** A code that the person gives, or one that is made here. */
export const codeFields = [generateCode, code, codeLength];
