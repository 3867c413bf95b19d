import { parseExactIds } from '../shared/values/singleLine';
import { parseLink, parsePublicUrl } from '../shared/values/urls';
import { optionalText, requiredText, sentAs, toggle } from '../shared/describe/field';

export const forwardToSms = toggle('Forward to SMS', 'forwardToSms', {
	routing: sentAs('forwarding_message'),
	description: 'Whether to send the text as an SMS if Viber does not deliver it in time',
});

export const replyIds = requiredText('Reply IDs', 'replyIds', {
	routing: sentAs('incoming_messages'),
	placeholder: 'e.g. 5012, 5013',
	description:
		'IDs of the replies, separated by commas or spaces, or an array from an expression',
	parse: parseExactIds,
});

export const imageUrl = requiredText('Image URL', 'imageUrl', {
	placeholder: 'e.g. https://example.com/offer.jpg',
	description: 'URL of a publicly accessible image, ideally 800 x 800 pixels',
	parse: parsePublicUrl,
});

export const buttonText = requiredText('Button Text', 'buttonText', {
	routing: sentAs('button'),
	placeholder: 'e.g. See the offer',
	description: 'Label of the button',
});

export const buttonLink = requiredText('Button Link', 'buttonLink', {
	placeholder: 'e.g. https://example.com/offer',
	description: 'URL that the button opens',
	parse: parseLink,
});

/** The button opens the response page. A link that is too long for a button is added to the text. */
export const respondButtonText = optionalText('Button Text', 'buttonText', {
	routing: sentAs('button'),
	placeholder: 'e.g. See the refund',
	description:
		'Label of the button that opens the page. Without this option, the label is "Respond" in the page language. A link of more than 150 characters is added to the text and has no button.',
	emptyAdvice: 'Enter a label, or remove this option.',
});
