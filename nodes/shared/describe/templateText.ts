import type { IDataObject } from 'n8n-workflow';
import { choice, optionalText, when, type Field } from './field';
import { ValidationError, id, isBlank, plainText } from '../values/formats';
import { template } from './resourceLocators';
import type { PendingRequest } from './operation';
import { isShown } from './checkField';
import { templateById } from '../api/endpoints';

const LABEL = template.displayName;
const FROM_TEMPLATE = { messageSource: ['template'] };

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

const placeholders: Field = {
	displayName: 'Placeholders',
	name: 'placeholders',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add placeholder',
	default: {},
	hint: 'One for each name in braces in the template',
	description:
		'Values for the names in braces. For {name} in the template, add a placeholder with the name "name".',
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

/**
 * Makes the text of a chosen template the message of a request.
 *
 * @param sentIn where the API documents the message
 * @param condition as in `textOrTemplate`
 */
export const fromTemplate = (sentIn: 'qs' | 'body', condition: Field['showWhen'] = {}) => {
	const chosen = { showWhen: { ...condition, ...FROM_TEMPLATE } };
	return (pending: PendingRequest): Promise<void> | undefined =>
		isShown(chosen, pending.read) ? loadTemplate(pending, sentIn) : undefined;
};

async function loadTemplate(
	{ read, request, ask }: PendingRequest,
	sentIn: 'qs' | 'body',
): Promise<void> {
	const chosen = read('templateId');
	if (isBlank(chosen)) throw new ValidationError('is empty', 'Choose a template.', LABEL);
	const given = (read('placeholders.values') || []) as IDataObject[];
	const [{ message }] = await ask(templateById, { token: '', template_id: id(chosen, '') });
	request[sentIn] = { ...request[sentIn], message: fillPlaceholders(String(message), given) };
}

/**
 * A template's text with every `{name}` replaced.
 *
 * @throws BadValue when a name in the text has no value
 */
export function fillPlaceholders(text: string, given: IDataObject[]): string {
	const values = new Map(given.map(({ name, value }) => [String(name).trim(), value]));
	return text.replace(/\{([^{}]+)\}/g, (whole, inner: string) => {
		const name = inner.trim();
		if (name === '') return whole;
		const value = values.get(name);
		if (!isBlank(value)) return plainText(value, 'Give each placeholder one text.');
		throw new ValidationError(
			`have no value for {${name.slice(0, 40)}}, which the template needs`,
			`Add a placeholder with the name "${name.slice(0, 40)}" and a value.`,
			placeholders.displayName,
		);
	});
}
