import {
	type Field,
	buildOptionalText,
	buildRequiredText,
	apiNameRouting,
} from '../describe/field';
import { recipientEmailField, messageField, recipientPhoneField } from '../describe/fields';
import { parseCallbackUrl } from './callback';

export const batchMailingNameField = buildRequiredText('Mailing Name', 'mailingName', {
	routing: apiNameRouting('name'),
	placeholder: 'e.g. Spring sale',
	description: 'Internal name of the mailing. Recipients do not see it.',
});

export const batchPhoneField: Field = {
	...recipientPhoneField,
	hint: 'With + and the country code. Each input item is one recipient.',
};
export const batchEmailField: Field = {
	...recipientEmailField,
	hint: 'Each input item is one recipient',
};

export const batchTextField: Field = {
	...messageField,
	routing: apiNameRouting('text'),
	description: 'Text of the message. Each recipient gets the text of their own item.',
};

export const callbackUrlField = buildOptionalText('Callback URL', 'callbackUrl', {
	placeholder: 'e.g. https://example.com/batch-done',
	description: 'URL that the service calls with the result when the batch is done',
	parse: parseCallbackUrl,
	emptyAdvice: 'Enter a URL, or remove this option.',
});
