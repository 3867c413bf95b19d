import { ids } from '../shared/values/formats';
import { link, publicUrl } from '../shared/values/urls';
import type { Field } from '../shared/describe/field';

export const forwardingMessage: Field = {
	displayName: 'Forward to SMS',
	name: 'forwardingMessage',
	type: 'boolean',
	default: true,
	description: 'Whether to send the text as SMS when Viber does not deliver it in time',
};

export const mailingName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring sale',
	description:
		'Name by which you find the mailing again; the service makes one when this is empty',
};

export const incomingMessages: Field = {
	displayName: 'Reply IDs',
	name: 'incomingMessages',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 5012, 5013',
	description:
		'IDs of the replies: separated by commas or spaces, or an array from an expression',
	parse: ids,
};

export const imageUrl: Field = {
	displayName: 'Image URL',
	name: 'imageUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/offer.jpg',
	description: 'Address of a picture that everybody can open; best 800 x 800 pixels',
	parse: publicUrl,
};

export const button: Field = {
	displayName: 'Button Text',
	name: 'button',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. See the offer',
	description: 'Label of the button',
};

export const buttonLink: Field = {
	displayName: 'Button Link',
	name: 'buttonLink',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/offer',
	description: 'Address that the button opens',
	parse: link,
};
