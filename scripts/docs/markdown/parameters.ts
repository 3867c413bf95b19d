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
/** A sentence up to this length is repeated, because a link would not be shorter. */
const LONG = 60;

/**
 * The first heading below which a sentence appears. The key is the parameter's name and the
 * sentence.
 */
export type Seen = Map<string, string>;

export const cellsOf = (parameter: Parameter): string[] => [
	...sentencesOf(parameter),
	...conditionsOf(parameter),
	...valueCells(parameter),
];

const valueCells = (parameter: Parameter): string[] => [
	valuesOf(parameter),
	defaultOf(parameter),
	whenAdded(parameter),
];

/**
 * Returns the table of parameters below a heading. If a long sentence already appears below an
 * earlier heading, the table links to the earlier heading instead.
 *
 * @param seen earlier sentences; new sentences are added
 */
export const parameterTable = (parameters: Parameter[], heading: string, seen: Seen): string =>
	table(
		HEADS,
		parameters.map((parameter) => {
			const { name, label } = parameter;
			const elsewhere = new Set<string>();
			const newSentences = sentencesOf(parameter).filter((sentence) => {
				const key = `${name} ${sentence}`;
				const seenHeading = sentence.length > LONG ? seen.get(key) : undefined;
				if (seenHeading === undefined) seen.set(key, heading);
				else if (seenHeading !== heading) elsewhere.add(seenHeading);
				return seenHeading === undefined;
			});
			const links = [...elsewhere].map(
				(seenHeading) => `As in ${link(seenHeading, seenHeading)}.`,
			);
			const meaning = [
				`**${label}.**`,
				...links,
				...newSentences,
				...conditionsOf(parameter),
			];
			return [code(name), meaning.join(' '), ...valueCells(parameter)];
		}),
	);

const sentencesOf = ({ description, hint }: Parameter): string[] =>
	[description, addsTo(description, hint) ? hint : undefined]
		.flatMap((text) => text?.split(/(?<=[^.]\.) (?=[A-Z])/) ?? [])
		.map((text) => asText(/[.!?]$/.test(text) ? text : `${text}.`));

const conditionsOf = ({ shownWith, hiddenWith, needs }: Parameter): string[] => [
	...(shownWith ? [`Only with ${conditionText(shownWith)}.`] : []),
	...(hiddenWith ? [`Not with ${conditionText(hiddenWith)}.`] : []),
	...(needs ? [`Needs ${code(needs)}: without that option, the step fails.`] : []),
];

/** Reports whether a hint has a word or a number that the description lacks. */
const addsTo = (description = '', hint = ''): boolean =>
	(hint.match(/\d+|\w{4,}/g) ?? []).some(
		(word) => !description.toLowerCase().includes(word.toLowerCase()),
	);

/** Escapes `<`, except in the links of a description. */
const asText = (text: string) =>
	text.replace(/<a href="([^"]*)">(.*?)<\/a>/g, '[$2]($1)').replace(/</g, '&lt;');

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

function defaultOf({ required, default: byDefault }: Parameter): string {
	const text = json(byDefault ?? '');
	if (!EMPTY.includes(text)) return code(text.replace(/^"(.*)"$/, '$1'));
	return required ? '**required**' : '';
}

const whenAdded = ({ whenAdded: value }: Parameter): string =>
	value === undefined ? '' : code(json(value).replace(/^"(.*)"$/, '$1'));

/**
 * Lists the API names of parameters, except names that only repeat the parameter's name in snake
 * case.
 */
export function apiFields(parameters: Parameter[]): string {
	const all = parameters.flatMap(({ name, apiField, sentIn }) => {
		const optionName = name.replace('options.', '');
		const isSame =
			apiField === optionName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
		if (apiField === undefined || (isSame && !sentIn)) return [];
		return [`${code(optionName)} → ${code(apiField)}${sentIn ? ` (${sentIn})` : ''}`];
	});
	return [...new Set(all)].join(', ');
}

export const noteText = ({ text, shownWith }: Note): string =>
	`> ${shownWith ? `${noteConditionText(shownWith)}: ` : ''}${fromHtml(text)}`;

const noteConditionText = (condition: Condition): string =>
	'@tool' in condition ? 'In a tool of an agent' : `With ${conditionText(condition)}`;
