import type { IDataObject } from 'n8n-workflow';
import { batchText } from '../../../shared/batch/fields';
import { choice, type Field, optional, sentAs, when } from '../../../shared/describe/field';
import { type Parser, ValidationError } from '../../../shared/values/formats';
import { link } from '../../../shared/values/urls';
import { buttonLink, buttonText, imageUrl } from '../../fields';

const contentType = choice('Content Type', 'contentType', {
	options: [
		{ name: 'Text', value: 'text', description: 'Text only' },
		{ name: 'Image', value: 'image', description: 'Image only, the same for all recipients' },
		{ name: 'Button', value: 'button', description: 'Text with a button that opens a link' },
	],
	description: 'Type of content to send',
	noDataExpression: true,
});

const LENGTH = { unit: 'characters', max: 150 } as const;

const batchLink: Parser = (value, zone) => {
	const address = String(link(value, zone));
	const length = [...address].length;
	if (length <= LENGTH.max) return address;
	const rule = `a button link has at most ${LENGTH.max}`;
	throw new ValidationError(`has ${length} characters; ${rule}`, 'Use a shorter address.');
};
batchLink.limits = LENGTH;

const ONLY_BUTTON = { contentType: ['button'] };
/** The API also has `image_url` for buttons, and does not say whether it is required. */
const BUTTON_IMAGE = 'The service may reject a button without an image';
const LINK =
	'URL that the button opens, at most 150 characters. Each recipient gets the link of their own item.';

/** The content of a batch: a text, an image, or a text with a button. */
export const batchContent: Field[] = [
	contentType,
	when({ contentType: ['text', 'button'] }, batchText),
	when({ contentType: ['image'] }, imageUrl),
	when(ONLY_BUTTON, { ...optional(imageUrl), hint: BUTTON_IMAGE }),
	when(ONLY_BUTTON, { ...buttonText, routing: sentAs('caption') }),
	when(ONLY_BUTTON, { ...buttonLink, description: LINK, parse: batchLink }),
];

export function batchMailing(once: IDataObject, recipients: Array<IDataObject | string>) {
	const { alphaname_id, name, message_type, schedule_time } = once;
	const { content_type: type, text, image_url, caption, button_link } = once;
	const content = { type, text, image_url, caption, button_link };
	const mailing = { alphaname_id, name, message_type, schedule_time };
	return { ...mailing, content, delivery_list: recipients };
}
