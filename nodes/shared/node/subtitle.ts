import type { Resource } from '../run/operation';

/** The line below the name of a step: the words of what was selected, e.g. "Get Many: mailing". */
export const subtitleOf = (resources: Resource[]): string =>
	inWords(
		'$parameter["resource"] + ":" + $parameter["operation"]',
		resources.flatMap(({ name, value, operations }) =>
			operations.map((one) => [
				`${value}:${one.value}`,
				`${one.name}: ${name.toLowerCase()}`,
			]),
		),
	);

/** An expression that returns the words for a value. n8n has none for the label of a choice. */
export const inWords = (value: string, words: string[][]): string =>
	`={{ (${JSON.stringify(Object.fromEntries(words))})[${value}] }}`;
