import { parseExactIdsAsText } from '../shared/values/singleLine';
import { parseButtonLink, parsePublicUrl } from '../shared/values/urls';
import {
	buildOptionalText,
	buildRequiredText,
	apiNameRouting,
	buildToggleOnByDefault,
} from '../shared/describe/field';

export const forwardToSms = buildToggleOnByDefault('Forward to SMS', 'forwardToSms', {
	routing: apiNameRouting('forwarding_message'),
	description: 'Whether to send the text as an SMS if Viber does not deliver the message in time',
});

export const replyIds = buildRequiredText('Reply IDs', 'replyIds', {
	routing: apiNameRouting('incoming_messages'),
	placeholder: 'e.g. 5012, 5013',
	description:
		'IDs of the replies, separated by commas or spaces, or an array from an expression',
	parse: parseExactIdsAsText,
});

export const imageUrl = buildRequiredText('Image URL', 'imageUrl', {
	placeholder: 'e.g. https://example.com/offer.jpg',
	description: 'URL of a publicly accessible image, ideally 800 x 800 pixels',
	parse: parsePublicUrl,
});

export const buttonText = buildRequiredText('Button Text', 'buttonText', {
	routing: apiNameRouting('button'),
	placeholder: 'e.g. See the offer',
	description: 'Label of the button',
});

export const buttonLink = buildRequiredText('Button Link', 'buttonLink', {
	placeholder: 'e.g. https://example.com/offer',
	description: 'URL that the button opens',
	parse: parseButtonLink,
});

export const respondButtonText = buildOptionalText('Button Text', 'buttonText', {
	routing: apiNameRouting('button'),
	placeholder: 'e.g. See the refund',
	description:
		'Label of the button that opens the response page. Without this option, the label is "Respond" in the page language. If the link has more than 150 characters, the link is added to the text, and there is no button.',
	emptyAdvice: 'Enter a label, or remove this option.',
});
