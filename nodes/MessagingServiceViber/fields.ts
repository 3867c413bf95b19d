import { listOf } from '../shared/values/formats';
import { idAsGiven } from '../shared/values/singleLine';
import { link, publicUrl } from '../shared/values/urls';
import { requiredText, toggle } from '../shared/describe/field';

export const forwardingMessage = toggle('Forward to SMS', 'forwardingMessage', {
	default: true,
	description: 'Whether to send the text as an SMS if Viber does not deliver it in time',
});

export const incomingMessages = requiredText('Reply IDs', 'incomingMessages', {
	placeholder: 'e.g. 5012, 5013',
	description:
		'IDs of the replies, separated by commas or spaces, or an array from an expression',
	parse: listOf(idAsGiven),
});

export const imageUrl = requiredText('Image URL', 'imageUrl', {
	placeholder: 'e.g. https://example.com/offer.jpg',
	description: 'URL of a publicly accessible image, ideally 800 x 800 pixels',
	parse: publicUrl,
});

export const button = requiredText('Button Text', 'button', {
	placeholder: 'e.g. See the offer',
	description: 'Label of the button',
});

export const buttonLink = requiredText('Button Link', 'buttonLink', {
	placeholder: 'e.g. https://example.com/offer',
	description: 'URL that the button opens',
	parse: link,
});
