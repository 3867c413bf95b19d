import {
	buildChoice,
	type Field,
	routeToBody,
	asOptional,
	buildRequiredText,
	apiNameRouting,
	when,
} from '../shared/describe/field';
import type { Operation } from '../shared/run/operation';
import { messageField } from '../shared/describe/fields';
import { upperCaseOptionParser } from '../shared/values/choices';
import { buttonLink, buttonText, imageUrl } from './fields';

const contentType = buildChoice('Content Type', 'contentType', {
	routing: apiNameRouting('type_message'),
	options: [
		{ name: 'Text', value: 'text', description: 'Text only' },
		{ name: 'Image', value: 'image', description: 'Image only' },
		{ name: 'Button', value: 'button', description: 'Text with a button that opens a link' },
	],
	description: 'Type of content to send',
	// No expression, because with an expression n8n would show and require the fields of every
	// type.
	noDataExpression: true,
	parse: upperCaseOptionParser(['text', 'image', 'button']),
});

const imageSource = buildChoice('Image Source', 'imageSource', {
	options: [
		{ name: 'URL', value: 'url', description: 'Publicly accessible image' },
		{ name: 'Input File', value: 'binary', description: 'Binary field of the input item' },
	],
	description: 'Where the image comes from',
	noDataExpression: true,
	showWhen: { contentType: ['image', 'button'] },
});

const binaryPropertyName = buildRequiredText('Input Binary Field', 'binaryPropertyName', {
	default: 'data',
	hint: 'Name of the input binary field that contains the image',
	showWhen: { contentType: ['image', 'button'], imageSource: ['binary'] },
});

const BUTTON_CONDITION = { contentType: ['button'] };
const textFields = [
	when({ contentType: ['text'] }, messageField),
	when(BUTTON_CONDITION, asOptional(messageField)),
];
const forwardedTextField = when(
	{ contentType: ['image'] },
	asOptional({
		...messageField,
		hint: 'This text is sent only if the message is forwarded to SMS. Viber shows the image alone.',
		description: 'Text of the SMS if the message is forwarded to SMS',
	}),
);
const imageAndButtonFields = [
	imageSource,
	...routeToBody(
		when({ contentType: ['image'], imageSource: ['url'] }, imageUrl),
		when({ contentType: ['button'], imageSource: ['url'] }, asOptional(imageUrl)),
	),
	binaryPropertyName,
	...routeToBody(when(BUTTON_CONDITION, buttonText), when(BUTTON_CONDITION, buttonLink)),
];

export const contentFields: Field[] = [
	...routeToBody(contentType, ...textFields),
	...imageAndButtonFields,
];
export const forwardableContentFields: Field[] = [
	...routeToBody(contentType, ...textFields, forwardedTextField),
	...imageAndButtonFields,
];

export const imageFileSetting: Operation['fileUpload'] = {
	apiName: 'image',
	field: binaryPropertyName,
};
