import { ExpressionParser, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import type { Field } from '../describe/field';
import { describeValue, isBlank, ValidationError } from '../values/formats';
import { createItemValueReader } from '../values/itemExpressions';

/**
 * Returns a function that throws ValidationError if an expression within a text is empty for an item.
 *
 * @param saved the text with its expressions
 */
export function createEmptyExpressionCheck(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	saved: unknown,
	{ displayName, emptyExpressionAdvice = '' }: Field,
): (item: number) => void {
	const parts = expressionsWithinText(saved).map((code) => {
		const expression = `{{${code}}}`;
		const evaluate = (item: number): unknown => context.evaluateExpression(expression, item);
		return { expression, valueAt: createItemValueReader(`=${expression}`, items, evaluate) };
	});
	return (item) => {
		const empty = parts.find(({ valueAt }) => isBlank(valueAt(item)));
		if (!empty) return;
		const problem = `has ${describeValue(empty.expression)}, which is empty`;
		throw new ValidationError(problem, emptyExpressionAdvice, displayName);
	};
}

/** Returns the expressions within a text, or none if the whole text is one expression. */
function expressionsWithinText(saved: unknown): string[] {
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
