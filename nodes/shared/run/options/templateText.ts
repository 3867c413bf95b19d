import { choice, optionalText, when, type Field } from '../../describe/field';
import { template } from '../../describe/resourceLocators';
import { NodeApiError } from 'n8n-workflow';
import { templateById } from '../../api/endpoints';
import { isShown } from '../readField';
import type { PendingRequest } from '../operation';
import { withSubject } from '../../errors/errorDetail';
import { ValidationError, id, isBlank, plainText, withLabel } from '../../values/formats';
import { isRecord, toArray } from '../../values/json';

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

const LABEL = template.displayName;
const VALUES = placeholders.displayName;

/**
 * Makes the text of a chosen template the message of a request.
 *
 * @param sentIn where the API documents the message
 * @param condition as in `textOrTemplate`
 */
export const fromTemplate = (sentIn: 'qs' | 'body', condition: Field['showWhen'] = {}) => {
	const chosen = { showWhen: { ...condition, ...FROM_TEMPLATE } };
	return (pending: PendingRequest): Promise<void> | undefined =>
		isShown(chosen, pending.reader.read) ? loadTemplate(pending, sentIn) : undefined;
};

async function loadTemplate(
	{ reader: { read, where }, request, ask }: PendingRequest,
	sentIn: 'qs' | 'body',
): Promise<void> {
	const chosen = read('templateId');
	if (isBlank(chosen)) throw new ValidationError('is empty', 'Choose a template.', LABEL);
	const given = toArray(read('placeholders.values'));
	const template_id = withLabel(LABEL, () => id(chosen, ''));
	const [record] = await ask(templateById, { token: '', template_id }).catch((error: unknown) => {
		if (!(error instanceof NodeApiError)) throw error;
		throw withSubject(error, where.context.getNode(), `'${LABEL}' ${String(template_id)}`);
	});
	const message = fillPlaceholders(templateMessage(record?.message), given);
	request[sentIn] = { ...request[sentIn], message };
}

/** The text of a template in the service's response. @throws ValidationError */
function templateMessage(message: unknown): string {
	if (!isBlank(message) && /^(string|number)$/.test(typeof message)) {
		return textOf(message, LABEL);
	}
	const advice = 'Choose another template, or enter a text in this one.';
	throw new ValidationError('has no text', advice, LABEL);
}

/**
 * A template's text with every `{name}` replaced. `{{` and `}}` become single braces, and what is
 * between them stays as it is.
 *
 * @param given the placeholders, each with a name and a value
 * @throws ValidationError if a name in the text has no value
 */
export function fillPlaceholders(text: string, given: unknown[]): string {
	const named = given.filter(isRecord).filter(({ name }) => !isBlank(name));
	const values = new Map(named.map(({ name, value }) => [textOf(name, VALUES).trim(), value]));
	const end = text.lastIndexOf('}}');
	let depth = 0;
	return text.replace(/\{\{|\}\}|\{[^{}]+\}/g, (found, position: number) => {
		if (found === '{{') depth += Number(position < end);
		if (found === '}}') depth = Math.max(0, depth - 1);
		const name = found.slice(1, -1).trim();
		if (found.length === 2) return found[0];
		return depth > 0 || name === '' ? found : valueOf(name, values.get(name));
	});
}

function valueOf(name: string, value: unknown): string {
	if (!isBlank(value)) return textOf(value, VALUES);
	throw new ValidationError(
		`have no value for {${name.slice(0, 40)}}, which the template needs`,
		`Add a placeholder with the name "${name.slice(0, 40)}" and a value.`,
		VALUES,
	);
}

const textOf = (value: unknown, label: string): string =>
	withLabel(label, () => plainText(value, 'Give each placeholder one text.'));
