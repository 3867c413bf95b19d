import { randomInt } from 'node:crypto';
import { code as codeDigits, integerBetween } from '../shared/values/formats';
import type { Field } from '../shared/describe/field';
import type { PendingRequest } from '../shared/describe/operation';
import { checkField, whereOf } from '../shared/run/checkRequest';

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

const codeLength: Field = {
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

/** Makes a code of decimal digits from a cryptographic source, and returns it with the answer. */
export function makeCode({ context, request, operation }: PendingRequest): undefined {
	if (context.getNodeParameter('generateCode', false) !== true) return undefined;
	const given = context.getNodeParameter('codeLength', 6);
	const digits = Number(checkField(codeLength, given, '', whereOf(context, operation)));
	const made = Array.from({ length: digits }, () => randomInt(10)).join('');
	request.qs = { ...request.qs, message: made };
	request.returns = { code: made };
	return undefined;
}
