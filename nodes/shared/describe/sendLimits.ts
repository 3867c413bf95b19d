import { type Field, wholeNumber } from './field';
import type { Operation } from './operation';

export const maxParts = wholeNumber('Max Parts per Message', 'maxParts', [1, 255], {
	default: '',
	placeholder: 'e.g. 3',
	hint: '1 to 255 parts. A longer message is not sent.',
	description:
		'Maximum number of SMS parts of a message. Without it the limit is 10. A longer message is an error of its item, before anything is sent. A lower limit in the credential applies instead.',
	apiName: false,
});

export const maxRecipients = wholeNumber(
	'Max Recipients per Run',
	'maxRecipients',
	[1, 1_000_000],
	{
		default: '',
		placeholder: 'e.g. 1000',
		hint: '1 to 1,000,000. If there are more, nothing is sent.',
		description:
			'Maximum number of recipients of all input items. If there are more, nothing is sent. A lower limit in the credential applies instead.',
		apiName: false,
	},
);

/** The options that limit what a step sends. */
export const limitOptions = ({ isSms, knowsRecipients }: Operation): Field[] => [
	...(isSms ? [maxParts] : []),
	...(knowsRecipients ? [maxRecipients] : []),
];
