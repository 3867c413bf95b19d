import { ExpressionParser } from 'n8n-workflow';
import type { Field } from '../describe/field';
import { withContext } from '../errors/problem';
import { excerpt, isBlank, ValidationError } from '../values/formats';
import { itemValues } from '../values/itemExpressions';
import type { AnyRun } from './operation';
import { savedValue } from './readParameters';

/**
 * Verifies for an item that each expression within a text has a value, where the text means something else
 * without it: a key that other items have too, or hours of another time zone.
 *
 * @param advice how to give every item a value
 * @returns a function that throws NodeOperationError for an item without one of the values
 */
export function eachExpression(run: AnyRun, field: Field, advice: string): (item: number) => void {
	const { context, items, where } = run;
	const label = field.displayName;
	const parts = expressionsIn(savedValue(context, field.path ?? field.name)).map((code) => {
		const expression = `{{${code}}}`;
		const evaluate = (item: number): unknown => context.evaluateExpression(expression, item);
		return { expression, valueAt: itemValues(`=${expression}`, items, evaluate) };
	});
	return (item) =>
		withContext({ ...where(item), label }, () => {
			const empty = parts.find(({ valueAt }) => isBlank(valueAt(item)));
			if (!empty) return;
			throw new ValidationError(`has ${excerpt(empty.expression)}, which is empty`, advice);
		});
}

/** The expressions in a text with more than one part; none in what is one expression, or is fixed. */
function expressionsIn(saved: unknown): string[] {
	if (typeof saved !== 'string' || !saved.startsWith('=')) return [];
	const parts = ExpressionParser.splitExpression(saved.slice(1)).filter(
		({ text }) => text !== '',
	);
	return parts.length < 2
		? []
		: parts.flatMap((part) =>
				part.type === 'code' && part.hasClosingBrackets ? [part.text] : [],
			);
}
