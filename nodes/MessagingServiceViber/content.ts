import { choice, optional, requiredText, when, type Field } from '../shared/describe/field';
import type { Operation } from '../shared/describe/operation';
import { message } from '../shared/describe/fields';
import { fromTemplate, textOrTemplate } from '../shared/describe/templateText';
import { button, buttonLink, imageUrl } from './fields';

const typeMessage = choice('Content Type', 'typeMessage', {
	options: [
		{ name: 'Text', value: 'TEXT', description: 'Text only' },
		{ name: 'Image', value: 'IMAGE', description: 'Image only' },
		{ name: 'Button', value: 'BUTTON', description: 'Text with a button that opens a link' },
	],
	description: 'Type of content to send',
});

const imageSource = choice('Image Source', 'imageSource', {
	options: [
		{ name: 'URL', value: 'url', description: 'Publicly accessible image' },
		{ name: 'Input File', value: 'binary', description: 'Binary field of the input item' },
	],
	description: 'Where the image comes from',
	showWhen: { typeMessage: ['IMAGE', 'BUTTON'] },
	apiName: false,
});

const binaryPropertyName = requiredText('Input Binary Field', 'binaryPropertyName', {
	default: 'data',
	hint: 'Name of the input binary field that contains the image',
	showWhen: { typeMessage: ['IMAGE', 'BUTTON'], imageSource: ['binary'] },
	apiName: false,
});

const WITH_TEXT = { typeMessage: ['TEXT', 'BUTTON'] };
const ONLY_BUTTON = { typeMessage: ['BUTTON'] };
const texts = [when({ typeMessage: ['TEXT'] }, message), when(ONLY_BUTTON, optional(message))];
const rest = [
	imageSource,
	when({ typeMessage: ['IMAGE'], imageSource: ['url'] }, imageUrl),
	when({ typeMessage: ['BUTTON'], imageSource: ['url'] }, optional(imageUrl)),
	binaryPropertyName,
	when(ONLY_BUTTON, button),
	when(ONLY_BUTTON, buttonLink),
];

/** What a mailing says: TEXT needs a text, IMAGE a picture, BUTTON a label and a link. */
export const content: Field[] = [typeMessage, ...texts, ...rest];
/** The same for a single message, whose text may come from a template. */
export const contentOrTemplate: Field[] = [
	typeMessage,
	...textOrTemplate(texts, WITH_TEXT),
	...rest,
];
export const messageFromTemplate = fromTemplate('body', WITH_TEXT);

/** The picture from a file of the input item, when the person chose that. */
export const picture: Operation['file'] = {
	apiName: 'image',
	field: binaryPropertyName,
};
