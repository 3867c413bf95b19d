import { optional, when } from '../shared/describe/field';
import type { Field } from '../shared/describe/field';
import type { Operation } from '../shared/describe/operation';
import { isShown } from '../shared/describe/checkField';
import { fromTemplate, textOrTemplate } from '../shared/describe/templateText';
import { button, buttonLink, imageUrl } from './fields';

const typeMessage: Field = {
	displayName: 'Content Type',
	name: 'typeMessage',
	type: 'options',
	options: [
		{ name: 'Text', value: 'TEXT', description: 'Text only' },
		{ name: 'Image', value: 'IMAGE', description: 'Image only' },
		{ name: 'Button', value: 'BUTTON', description: 'Text with a button that opens a link' },
	],
	default: 'TEXT',
	description: 'Type of content to send',
};

const text = (required: boolean, typeMessage: string): Field => ({
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required,
	default: '',
	placeholder: 'e.g. Your order is ready',
	description: 'Text of the message',
	showWhen: { typeMessage: [typeMessage] },
});

const imageSource: Field = {
	displayName: 'Image Source',
	name: 'imageSource',
	type: 'options',
	options: [
		{ name: 'URL', value: 'url', description: 'Publicly accessible image' },
		{ name: 'Input File', value: 'binary', description: 'Binary field of the input item' },
	],
	default: 'url',
	description: 'Where the image comes from',
	showWhen: { typeMessage: ['IMAGE', 'BUTTON'] },
	apiName: false,
};

const binaryPropertyName: Field = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'Name of the input binary field that contains the image',
	showWhen: { typeMessage: ['IMAGE', 'BUTTON'], imageSource: ['binary'] },
	apiName: false,
};

const WITH_TEXT = { typeMessage: ['TEXT', 'BUTTON'] };
const ONLY_BUTTON = { typeMessage: ['BUTTON'] };
const texts = [text(true, 'TEXT'), text(false, 'BUTTON')];
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
	label: binaryPropertyName.displayName,
	fieldOf: (read) =>
		isShown(binaryPropertyName, read) ? String(read('binaryPropertyName')) : undefined,
};
