import type { Resource } from '../run/operation';

/** Returns the expression for the text below a step's name, e.g. "Get Many: mailing". */
export const buildSubtitleExpression = (resources: Resource[]): string =>
	buildLookupExpression(
		'$parameter["resource"] + ":" + $parameter["operation"]',
		resources.flatMap(({ name, value, operations }) =>
			operations.map((operation) => [
				`${value}:${operation.value}`,
				`${operation.name}: ${name.toLowerCase()}`,
			]),
		),
	);

/**
 * Returns an expression that looks up the words for a value, because n8n's expressions cannot read the label of
 * a choice.
 */
export const buildLookupExpression = (value: string, words: string[][]): string =>
	`={{ (${JSON.stringify(Object.fromEntries(words))})[${value}] }}`;
