import type { IDataObject } from 'n8n-workflow';
import { templateById } from '../../../shared/api/endpoints';
import { type Field, routeToQuery, buildOptionalText } from '../../../shared/describe/field';
import { templateField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import {
	describeValue,
	parseId,
	isBlank,
	requirePlainText,
	ValidationError,
	runWithLabel,
} from '../../../shared/values/formats';
import { isRecord, listOrMapValues } from '../../../shared/values/json';
import { measureSmsParts } from '../../../shared/values/smsParts';

const placeholders: Field = {
	displayName: 'Placeholders',
	name: 'placeholders',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add placeholder',
	default: {},
	hint: 'One placeholder for each name in braces in the template',
	description:
		'Values for the names in braces. For {name} in the template, add a placeholder with the name "name".',
	options: [
		{
			name: 'values',
			displayName: 'Placeholder',
			values: [
				buildOptionalText('Name', 'name', {
					placeholder: 'e.g. name',
					description: 'Text between the braces in the template',
				}),
				buildOptionalText('Value', 'value', {
					placeholder: 'e.g. Anna',
					description: 'Text that replaces the name and its braces',
				}),
			],
		},
	],
};

/** Returns a text for the Message field of a later step. Sends nothing. */
export const fillInTemplate: Operation = {
	...templateById,
	name: 'Fill In',
	value: 'fillIn',
	action: 'Fill in template',
	description: 'Get the text of a template with values in place of its placeholders',
	fields: [...routeToQuery(templateField), placeholders],
	cachesResponses: true,
	createItemMapper: (read, input) => {
		const chosen = parseId(read(templateField.name), '');
		const values = readPlaceholderValues(listOrMapValues(read(`${placeholders.name}.values`)));
		return ([record]) => [{ ...input, ...fillInRecord(record, chosen, values) }];
	},
};

/** @throws ValidationError for a duplicate name */
function readPlaceholderValues(entered: unknown[]): Map<string, string> {
	const values = new Map<string, string>();
	for (const { name, value } of entered.filter(isRecord)) {
		if (isBlank(name)) continue;
		const key = parsePlaceholderText(name).trim();
		if (values.has(key)) {
			const problem = `contain "${key.slice(0, 40)}" twice`;
			throw new ValidationError(
				problem,
				'Remove one of the two placeholders.',
				placeholders.displayName,
			);
		}
		if (!isBlank(value)) values.set(key, parsePlaceholderText(value));
	}
	return values;
}

/**
 * @throws ValidationError if the service returned a different template, or a template without text,
 *   or if a placeholder has no value
 */
function fillInRecord(
	{ id: returned, name, message: text }: IDataObject,
	chosen: string | number,
	values: Map<string, string>,
): IDataObject {
	if (!isBlank(returned) && String(returned) !== String(chosen)) {
		throw new ValidationError(
			`is ${chosen}, but the service returned the template ${describeValue(returned)}`,
			'Choose the template again. If the error occurs again, contact the service.',
			templateField.displayName,
		);
	}
	if (isBlank(text)) {
		const advice = 'Choose another template, or enter a text in this template.';
		throw new ValidationError('has no text', advice, templateField.displayName);
	}
	const message = fillPlaceholders(
		runWithLabel(templateField.displayName, () =>
			requirePlainText(text, 'Choose another template.'),
		),
		values,
	);
	const { parts, encoding } = measureSmsParts(message);
	return { template_id: chosen, template_name: name, message, parts, encoding };
}

/** A name in braces. Empty braces are plain text. */
const PLACEHOLDER_PATTERN = /\{\s*([^{}\s](?:[^{}]*[^{}\s])?)\s*\}/g;

/** @throws ValidationError for double braces, or for placeholders without a value */
function fillPlaceholders(text: string, values: Map<string, string>): string {
	const doubled = /\{\{[^{}]*[^{}\s][^{}]*\}\}/.exec(text)?.[0];
	if (doubled) {
		throw new ValidationError(
			`has ${doubled.slice(0, 40)} in double braces`,
			'Write each placeholder of the template in single braces, such as {name}.',
			templateField.displayName,
		);
	}
	const names = new Set([...text.matchAll(PLACEHOLDER_PATTERN)].map(([, name]) => name));
	const missing = [...names].filter((name) => !values.has(name));
	if (missing.length > 0) {
		const list = missing.map((name) => `{${name.slice(0, 40)}}`).join(', ');
		throw new ValidationError(
			`have no value for ${list}, which the template needs`,
			'Add a placeholder with a value for each of these names.',
			placeholders.displayName,
		);
	}
	return text.replace(PLACEHOLDER_PATTERN, (_, name: string) => values.get(name) ?? '');
}

const parsePlaceholderText = (value: unknown): string =>
	runWithLabel(placeholders.displayName, () =>
		requirePlainText(value, 'Enter text or a single value for each placeholder.'),
	);
