import type { IDataObject } from 'n8n-workflow';
import { batchTextField } from '../../../shared/batch/fields';
import {
	buildChoice,
	type Field,
	asOptional,
	apiNameRouting,
	when,
} from '../../../shared/describe/field';
import { type Parser, ValidationError } from '../../../shared/values/formats';
import { parseButtonLink } from '../../../shared/values/urls';
import { buttonLink, buttonText, imageUrl } from '../../fields';

const contentType = buildChoice('Content Type', 'contentType', {
	options: [
		{ name: 'Text', value: 'text', description: 'Text only' },
		{ name: 'Image', value: 'image', description: 'Image only, the same for all recipients' },
		{ name: 'Button', value: 'button', description: 'Text with a button that opens a link' },
	],
	description: 'Type of content to send',
	noDataExpression: true,
});

const BUTTON_LINK_LIMITS = { unit: 'characters', max: 150 } as const;

const parseBatchButtonLink: Parser = (value, zone) => {
	const address = String(parseButtonLink(value, zone));
	const length = [...address].length;
	if (length <= BUTTON_LINK_LIMITS.max) return address;
	const rule = `a button link has at most ${BUTTON_LINK_LIMITS.max}`;
	throw new ValidationError(`has ${length} characters; ${rule}`, 'Use a shorter address.');
};
parseBatchButtonLink.lengthLimits = BUTTON_LINK_LIMITS;

const BUTTON_CONDITION = { contentType: ['button'] };
/** The API documents `image_url` for buttons, but not whether a button needs an image. */
const BUTTON_IMAGE_HINT = 'The service may reject a button without an image';
const BUTTON_LINK_DESCRIPTION =
	'URL that the button opens, at most 150 characters. Each recipient gets the link of their own item.';

export const batchContentFields: Field[] = [
	contentType,
	when({ contentType: ['text', 'button'] }, batchTextField),
	when({ contentType: ['image'] }, imageUrl),
	when(BUTTON_CONDITION, { ...asOptional(imageUrl), hint: BUTTON_IMAGE_HINT }),
	when(BUTTON_CONDITION, { ...buttonText, routing: apiNameRouting('caption') }),
	when(BUTTON_CONDITION, {
		...buttonLink,
		description: BUTTON_LINK_DESCRIPTION,
		parse: parseBatchButtonLink,
	}),
];

export function buildBatchMailing(once: IDataObject, recipients: Array<IDataObject | string>) {
	const { alphaname_id, name, message_type, schedule_time } = once;
	const { content_type: type, text, image_url, caption, button_link } = once;
	const content = { type, text, image_url, caption, button_link };
	const mailing = { alphaname_id, name, message_type, schedule_time };
	return { ...mailing, content, delivery_list: recipients };
}
