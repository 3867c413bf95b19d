import { choice, optionalText, when, type Field } from './field';
import { template } from './resourceLocators';

/** The text of a message is that of a template. */
export const FROM_TEMPLATE = { messageSource: ['template'] };

const messageSource = choice('Message Source', 'messageSource', {
	options: [
		{ name: 'Text', value: 'text', description: 'Enter the text below' },
		{
			name: 'Template',
			value: 'template',
			description: 'Use a message template of your account',
		},
	],
	description: 'Where the text of the message comes from',
	apiName: false,
});

export const placeholders: Field = {
	displayName: 'Placeholders',
	name: 'placeholders',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add placeholder',
	default: {},
	hint: 'One for each name in braces in the template',
	description:
		'Values for the names in braces. For {name} in the template, add a placeholder with the name "name". {{ and }} in the template are sent as { and }, and a {name} between them is not replaced.',
	options: [
		{
			name: 'values',
			displayName: 'Placeholder',
			values: [
				optionalText('Name', 'name', {
					placeholder: 'e.g. name',
					description: 'Text between the braces in the template',
				}),
				optionalText('Value', 'value', {
					placeholder: 'e.g. Anna',
					description: 'Text that replaces it',
				}),
			],
		},
	],
	apiName: false,
};

/**
 * The text of a message: written in the step, or a template with its placeholders.
 *
 * @param texts the field, or fields for different kinds of message, that take a written text
 * @param condition the fields that decide whether there is a text at all
 */
export const textOrTemplate = (texts: Field[], condition: Field['showWhen'] = {}): Field[] => [
	when(condition, messageSource),
	...texts.map((field) => when({ ...field.showWhen, messageSource: ['text'] }, field)),
	when({ ...condition, ...FROM_TEMPLATE }, { ...template, apiName: false }),
	when({ ...condition, ...FROM_TEMPLATE }, placeholders),
];
