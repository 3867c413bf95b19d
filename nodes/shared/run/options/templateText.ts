import { NodeApiError } from 'n8n-workflow';
import { templateById } from '../../api/endpoints';
import { isShown } from '../../describe/checkField';
import type { Field } from '../../describe/field';
import type { PendingRequest } from '../../describe/operation';
import { template } from '../../describe/resourceLocators';
import { FROM_TEMPLATE, placeholders } from '../../describe/templateText';
import { withSubject } from '../../errors/errorDetail';
import { ValidationError, id, isBlank, plainText, withLabel } from '../../values/formats';
import { isRecord, toArray } from '../../values/json';

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
