import { choice, optionalText, when, type Field } from '../../describe/field';
import { template } from '../../describe/resourceLocators';
import { NodeApiError } from 'n8n-workflow';
import { templateById } from '../../api/endpoints';
import { isShown } from '../readField';
import type { PendingRequest } from '../operation';
import { withSubject } from '../../errors/errorDetail';
import { ValidationError, id, isBlank, plainText, withLabel } from '../../values/formats';
import { isRecord, toArray } from '../../values/json';

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
	assertThisOne(record?.id, template_id);
	const message = fillPlaceholders(templateMessage(record?.message), given);
	request[sentIn] = { ...request[sentIn], message };
}

/** Another template has a text that nobody chose. @throws ValidationError */
function assertThisOne(found: unknown, chosen: unknown): void {
	if (isBlank(found) || String(found) === String(chosen)) return;
	throw new ValidationError(
		`is ${String(chosen)}, and the service returned the template ${shown(String(found))}`,
		'Choose the template again. If it is the right one, contact the service.',
		LABEL,
	);
}

/** The text of a template in the service's response. @throws ValidationError */
function templateMessage(message: unknown): string {
	if (!isBlank(message) && /^(string|number)$/.test(typeof message)) {
		return textOf(message, LABEL);
	}
	const advice = 'Choose another template, or enter a text in this one.';
	throw new ValidationError('has no text', advice, LABEL);
}

/** What is in a template: braces that are sent as one, and names. */
const IN_TEMPLATE = /\{\{|\}\}|\{[^{}]+\}/g;

/**
 * A template's text with every `{name}` replaced. `{{` and `}}` become single braces, and what is
 * between them stays as it is.
 *
 * @param given the placeholders, each with a name and a value
 * @throws ValidationError if names in the text have no value, or the text lacks the name of a placeholder
 */
export function fillPlaceholders(text: string, given: unknown[]): string {
	const values = valuesByName(given);
	const names = new Set<string>();
	const end = text.lastIndexOf('}}');
	let depth = 0;
	const filled = text.replace(IN_TEMPLATE, (found, position: number) => {
		if (found === '{{') depth += Number(position < end);
		if (found === '}}') depth = Math.max(0, depth - 1);
		const name = found.slice(1, -1).trim();
		if (found.length === 2) return found[0];
		if (depth > 0 || name === '') return found;
		names.add(name);
		return values.get(name) ?? '';
	});
	assertNoneMissing([...names].filter((name) => !values.get(name)));
	assertUsed(
		[...values.keys()].filter((name) => !names.has(name)),
		text,
	);
	return filled;
}

/** Empty for a placeholder without a value. */
function valuesByName(given: unknown[]): Map<string, string> {
	const values = new Map<string, string>();
	for (const { name: entered, value } of given.filter(isRecord)) {
		if (isBlank(entered)) continue;
		const name = textOf(entered, VALUES).trim();
		if (values.has(name)) {
			throw new ValidationError(`have "${shown(name)}" twice`, 'Remove one of them.', VALUES);
		}
		values.set(name, isBlank(value) ? '' : textOf(value, VALUES));
	}
	return values;
}

function assertNoneMissing(names: string[]): void {
	if (names.length === 0) return;
	const list = names.map((name) => `{${shown(name)}}`).join(', ');
	const those = names.map((name) => `"${shown(name)}"`).join(', ');
	throw new ValidationError(
		`have no value for ${list}, which the template needs`,
		names.length === 1
			? `Add a placeholder with the name ${those} and a value.`
			: `Add a placeholder with a value for each of the names ${those}.`,
		VALUES,
	);
}

function assertUsed([name]: string[], text: string): void {
	if (name === undefined) return;
	const isDoubled = text.includes(`{{${name}}}`);
	const why = isDoubled
		? `it has {{${shown(name)}}}, which is sent as {${shown(name)}}`
		: 'check its spelling';
	throw new ValidationError(
		`have "${shown(name)}", which the template does not use: ${why}`,
		isDoubled
			? `Write {${shown(name)}} in the template, or remove this placeholder.`
			: 'Correct the name, or remove this placeholder.',
		VALUES,
	);
}

const shown = (name: string) => name.slice(0, 40);

const textOf = (value: unknown, label: string): string =>
	withLabel(label, () => plainText(value, 'Give each placeholder one text.'));
