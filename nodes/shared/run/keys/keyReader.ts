import { readField } from '../readField';
import { asOption } from '../../describe/field';
import type { AnyRun } from '../operation';
import { sendOnceKey } from '../options/stepOptions';
import { withNodeError } from '../../errors/nodeErrors';
import { excerpt, ValidationError } from '../../values/formats';
import { savedValue } from '../readParameters';

/** An expression within a text. */
const EXPRESSION = /\{\{((?!\}\})[^])*\}\}/g;

/**
 * Reads the key of an item. What stands around its expressions is no key if they are empty: all messages
 * without the value would have the same one, and only the first would be sent.
 *
 * @returns a function that throws NodeOperationError if an item has no key
 */
export function keyReader(run: AnyRun): (item: number) => string {
	const { context, where } = run;
	const field = asOption(sendOnceKey);
	const around = textAround(savedValue(context, field.path ?? field.name));
	return (item) => {
		const key = String(readField(field, run.item(item)));
		return withNodeError({ ...where(item), label: field.displayName }, () => {
			if (key !== around) return key;
			const problem = `is ${excerpt(key)}, because its expression is empty`;
			throw new ValidationError(problem, field.emptyAdvice ?? '');
		});
	};
}

/** A saved text without its expressions; undefined if it has none. */
function textAround(saved: unknown): string | undefined {
	if (typeof saved !== 'string' || !saved.startsWith('=')) return undefined;
	const text = saved.slice(1).replace(EXPRESSION, '');
	return text === saved.slice(1) ? undefined : text.trim().normalize();
}
