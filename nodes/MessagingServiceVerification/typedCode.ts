import { type Parser, plainText } from '../shared/values/formats';

/**
 * A code as a person enters it, without spaces and dashes. Anything else is a wrong code, and no error
 * that would end the workflow.
 */
export const typedCode: Parser = (value) =>
	plainText(value, 'Enter the code that the person entered.')
		.normalize('NFKC')
		.replace(/[\s\p{Pd}\p{Cf}]/gu, '');
typedCode.isSecret = true;
