import type { Condition, Note, Parameter } from '../shape';
import { code, fromHtml, json, link, table } from './text';

/** Headings of the sections that explain the types. */
export const headings = {
	resourceLocator: 'Resource locators',
	fixedCollection: 'Fixed collections',
	resourceMapper: 'Resource mappers',
	dateTime: 'Dates',
	file: 'Files',
} as const;

const HEADS = ['Parameter', 'Label and meaning', 'Values', 'Default', 'When added'];
/** A shorter meaning is written again, because a link would not be shorter. */
const LONG = 60;

/** What a table says about a parameter besides its name. */
export const cellsOf = (parameter: Parameter): string[] => [
	meaningOf(parameter),
	valuesOf(parameter),
	defaultOf(parameter),
	whenAdded(parameter),
];

/** @param seenIn the heading under which the same parameter is described, if it is another one */
export const parameterTable = (
	parameters: Parameter[],
	seenIn: (parameter: Parameter) => string | undefined = () => undefined,
): string =>
	table(
		HEADS,
		parameters.map((parameter) => {
			const [meaning, ...others] = cellsOf(parameter);
			const heading = meaning.length > LONG ? seenIn(parameter) : undefined;
			const short = heading && `**${parameter.label}.** As in ${link(heading, heading)}.`;
			return [code(parameter.name), short ?? meaning, ...others];
		}),
	);

function meaningOf(parameter: Parameter): string {
	const { label, description, hint, shownWith, hiddenWith, needs } = parameter;
	const sentences = [label, description, addsTo(description, hint) ? hint : undefined]
		.filter((text) => text !== undefined)
		.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
	const [name, ...others] = sentences;
	const conditions = [
		shownWith && `Only with ${conditionText(shownWith)}.`,
		hiddenWith && `Not with ${conditionText(hiddenWith)}.`,
		needs && `An error without ${code(needs)}.`,
	];
	return [`**${name}**`, ...others, ...conditions].filter(Boolean).map(asText).join(' ');
}

/** Whether a hint has a word or a number that the description lacks. */
const addsTo = (description = '', hint = ''): boolean =>
	(hint.match(/\d+|\w{4,}/g) ?? []).some(
		(word) => !description.toLowerCase().includes(word.toLowerCase()),
	);

/** A `<` of a description is part of its text, except that of a link. */
const asText = (text: string | undefined) =>
	(text ?? '').replace(/<a href="([^"]*)">(.*?)<\/a>/g, '[$2]($1)').replace(/</g, '&lt;');

export const conditionText = (condition: Condition): string =>
	Object.entries(condition)
		.map(([name, values]) => {
			const list = values.map((value) => code(json(value).replace(/"/g, ''))).join(' or ');
			return `${code(name)}: ${list}`;
		})
		.join(' and ');

function valuesOf({ type, values, limits, file, example }: Parameter): string {
	if (file) return link('binary field', headings.file);
	const choices = values?.map(choiceOf).join(', ');
	if (type === 'multiOptions') return `array of ${choices ?? `IDs, e.g. ${code(json(example))}`}`;
	if (choices) return choices;
	if (type === 'boolean') return '`true`, `false`';
	if (type in headings) {
		const name = type as keyof typeof headings;
		return link(headings[name].toLowerCase().replace(/s$/, ''), headings[name]);
	}
	return [type === 'string' ? 'text' : type, limitText(limits)].filter(Boolean).join(', ');
}

function choiceOf({ value, description }: NonNullable<Parameter['values']>[0]): string {
	if (!description) return code(value);
	return `${code(value)} (${description.replace(/\.$/, '')})`;
}

function limitText(limits: Parameter['limits']): string {
	if (!limits) return '';
	const { min, max, unit = '' } = limits;
	if (max === undefined) return `${min} or more`;
	return `${min === undefined ? 'at most' : `${min} to`} ${max} ${unit}`.trim();
}

const EMPTY = ['""', '{}', '[]', '{ "mode": "list", "value": "" }'];

function defaultOf({ required, default: byDefault, type }: Parameter): string {
	const text = json(byDefault ?? '');
	if (type === 'json') return 'see below';
	if (!EMPTY.includes(text)) return code(text.replace(/^"(.*)"$/, '$1'));
	return required ? '**required**' : '';
}

const whenAdded = ({ whenAdded: value }: Parameter): string =>
	value === undefined ? '' : code(json(value).replace(/^"(.*)"$/, '$1'));

/** The names that the API has for parameters, where they are others. */
export const apiFields = (parameters: Parameter[]): string =>
	parameters
		.filter(({ apiField }) => apiField !== undefined)
		.map(({ name, apiField = '', sentIn }) => {
			const place = sentIn ? ` (${sentIn})` : '';
			return `${code(name.replace('options.', ''))} → ${code(apiField)}${place}`;
		})
		.join(', ');

/** What the form says to everybody who uses the operation. */
export const noteText = ({ text, shownWith }: Note): string =>
	`> ${shownWith ? `With ${conditionText(shownWith)}: ` : ''}${fromHtml(text)}`;
