import { code as codeDigits } from '../shared/formats';
import type { Field } from '../shared/operation';

export const code: Field = {
	displayName: 'Code',
	name: 'code',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 482915',
	description: 'The one-time code: digits only, at most 16',
	wire: 'message',
	as: codeDigits,
};
