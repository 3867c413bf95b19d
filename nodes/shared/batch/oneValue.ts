import { isShown, readField } from '../in/readField';
import type { Field } from '../describe/field';
import type { Run } from '../run/operation';
import { sendOnceKeyOption } from '../describe/options';
import { runWithContext } from '../errors/problem';
import { readSavedValue } from '../in/parameters';
import { ValidationError } from '../values/formats';
import { hasExpression, findInsertedFields, dependsOnItem } from '../values/itemExpressions';
import { createPauser } from '../in/readItems';

const SAME_VALUE_ADVICE =
	'Use one value for all items, or send items with different values in separate runs.';

/**
 * Verifies that each shared field has one value for all items.
 *
 * @param perItem names of the fields that may differ between items
 * @throws Problem with the field and the first item whose value differs
 */
export async function assertSameSharedValues(run: Run, perItem: string[]): Promise<void> {
	const { context, items, parameterReaderOf } = run;
	if (items.length < 2) return;
	const fields = run.stepFields.filter(
		({ name }) => name !== sendOnceKeyOption.name && !perItem.includes(name),
	);
	for (const field of fields) {
		const savedHere = readSavedValue(context, field.path ?? field.name, field);
		const saved =
			savedHere ??
			(field.fallbackField && readSavedValue(context, field.fallbackField.fieldName));
		if (!canDifferBetweenItems(saved) || !isShown(field, parameterReaderOf(0))) continue;
		const item = await findDifferentItemIndex(run, field, saved);
		if (item === undefined) continue;
		runWithContext({ ...run.errorContextOf(item), label: field.displayName }, () => {
			throw new ValidationError(`differs between item 0 and item ${item}`, SAME_VALUE_ADVICE);
		});
	}
}

const canDifferBetweenItems = (saved: unknown): boolean =>
	hasExpression(saved) && (typeof saved !== 'string' || dependsOnItem(saved));

async function findDifferentItemIndex(
	run: Run,
	field: Field,
	saved: unknown,
): Promise<number | undefined> {
	const first = readField(field, run.readerOf(0));
	const pause = createPauser();
	for (const item of listIndexesToCompare(run, saved)) {
		if (readWireFormOrError(run, field, item) !== first) return item;
		const turn = pause();
		if (turn) await turn;
	}
	return undefined;
}

/**
 * Skips items in which the fields that the expression inserts equal those of item 0, because
 * evaluating an expression takes 0.25 ms.
 */
function listIndexesToCompare({ items }: Run, saved: unknown): number[] {
	const [{ json: first }] = items;
	const keys = findInsertedFields(saved);
	const others = [...items.keys()].slice(1);
	if (!keys) return others;
	return others.filter((item) => keys.some((key) => items[item].json?.[key] !== first?.[key]));
}

/** If the value is invalid, returns the error, which never equals the value of item 0. */
function readWireFormOrError(run: Run, field: Field, item: number): unknown {
	try {
		return readField(field, run.readerOf(item));
	} catch (error) {
		return error;
	}
}
