import { ExpressionParser, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import type { Field } from '../describe/field';
import { excerpt, isBlank, ValidationError } from '../values/formats';
import { itemValues } from '../values/itemExpressions';

/**
 * Verifies for an item that each expression within a text has a value.
 *
 * @param saved the text with its expressions
 * @returns a function that throws ValidationError for an item without one of the values
 */
export function eachExpression(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	saved: unknown,
	{ displayName, partsAdvice = '' }: Field,
): (item: number) => void {
	const parts = expressionsIn(saved).map((code) => {
		const expression = `{{${code}}}`;
		const evaluate = (item: number): unknown => context.evaluateExpression(expression, item);
		return { expression, valueAt: itemValues(`=${expression}`, items, evaluate) };
	});
	return (item) => {
		const empty = parts.find(({ valueAt }) => isBlank(valueAt(item)));
		if (!empty) return;
		const problem = `has ${excerpt(empty.expression)}, which is empty`;
		throw new ValidationError(problem, partsAdvice, displayName);
	};
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
