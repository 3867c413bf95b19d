import { buildNotice, recipientPhoneField } from '../../../shared/describe/fields';
import type { LocalOperation } from '../../../shared/run/operation';
import { prepareCodeCheck } from '../../prepareCodeCheck';
import { fieldsDroppedIfFailed, enteredCodeField, tokenField } from '../../fields';

/** Makes no request, because the token contains everything that the check needs. */
export const checkSentCode: LocalOperation = {
	name: 'Check',
	value: 'check',
	action: 'Check code',
	description: 'Check the code that a person entered, without a request to the service',
	fields: [
		tokenField,
		recipientPhoneField,
		enteredCodeField,
		buildNotice(
			'checkNotice',
			'Each code allows five tries and can be confirmed once. A test execution does not count the tries.',
		),
	],
	prepareRecord: prepareCodeCheck,
	fieldsDroppedIfFailed,
};
