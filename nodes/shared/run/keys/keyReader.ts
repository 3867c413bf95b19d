import { readField } from '../readField';
import { asOption } from '../../describe/field';
import { eachExpression } from '../eachExpression';
import type { AnyRun } from '../operation';
import { sendOnceKey } from '../options/stepOptions';

/**
 * Reads the key of an item.
 *
 * @returns a function that throws NodeOperationError if an item has no key, or a part of it is empty: all
 * items without the value would have the same key, and only the first would be sent
 */
export function keyReader(run: AnyRun): (item: number) => string {
	const field = asOption(sendOnceKey);
	const assertParts = eachExpression(run, field, field.emptyAdvice ?? '');
	return (item) => {
		assertParts(item);
		return String(readField(field, run.item(item)));
	};
}
