import type { IDataObject } from 'n8n-workflow';
import { batchText, fromItems } from '../../../shared/batch/fields';
import { choice, optional, type Field } from '../../../shared/describe/field';
import { ValidationError } from '../../../shared/values/formats';
import { batchLink } from '../../../shared/batch/mailingRules';
import { buttonLink, buttonText, imageUrl } from '../../fields';

const contentType = choice('Content Type', 'contentType', {
	options: [
		{ name: 'Text', value: 'text', description: 'Text only' },
		{ name: 'Image', value: 'image', description: 'Image only. Not for personal mailings.' },
		{ name: 'Button', value: 'button', description: 'Text with a button that opens a link' },
	],
	description: 'Type of content to send',
});

const ONLY_BUTTON = { contentType: ['button'] };
/** The API has `image_url` for buttons too, and does not say whether it may be left out. */
const BUTTON_IMAGE = 'The service may reject a button without an image';
const LINK =
	'URL that the button opens, at most 150 characters. In personal mailings it is read from every item.';

/** What a batch says: a text, an image, or a text with a button. */
export const batchContent: Field[] = [
	fromItems(contentType),
	fromItems(batchText, { contentType: ['text', 'button'] }),
	fromItems(imageUrl, { contentType: ['image'] }),
	fromItems({ ...optional(imageUrl), hint: BUTTON_IMAGE }, ONLY_BUTTON),
	fromItems({ ...buttonText, apiName: 'caption' }, ONLY_BUTTON),
	fromItems({ ...buttonLink, description: LINK, parse: batchLink }, ONLY_BUTTON),
];

/**
 * The mailing object of sendBulkViber.
 *
 * @throws ValidationError for an image in a personal mailing
 */
export function batchMailing(once: IDataObject, recipients: Array<IDataObject | string>) {
	const { alphaname_id, name, message_type, schedule_time } = once;
	const { content_type: type, text, image_url, caption: label, button_link } = once;
	if (type === 'image' && message_type === 'personal') {
		throw new ValidationError(
			"is set to Image, which can be sent only if 'Message Type' is Bulk",
			'Set Message Type to Bulk, or Content Type to Text or Button.',
			contentType.displayName,
		);
	}
	const content = { type, text, image_url, caption: label, button_link };
	const mailing = { alphaname_id, name, message_type, schedule_time };
	return { ...mailing, content, delivery_list: recipients };
}
