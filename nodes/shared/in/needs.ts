import type { NewRun } from '../run/operation';
import type { Field } from '../describe/field';
import { withContext } from '../errors/problem';
import { savedValue } from './parameters';
import { hasExpression } from '../values/itemExpressions';
import { switchState } from '../values/choices';
import { ValidationError, withLabel } from '../values/formats';

/**
 * Verifies that no option is saved that does nothing, because the one that it belongs to is missing or
 * off. An expression may turn that one off for some items.
 *
 * @throws Problem that names both
 */
export function assertNeeded(run: NewRun): void {
	for (const { displayName, needs } of run.fields) {
		if (!needs || isThere(needs, savedValue(run.context, `options.${needs.name}`))) continue;
		withContext({ ...run.where(0), itemIndex: undefined }, () => {
			throw new ValidationError(
				`does nothing without '${needs.displayName}'`,
				`${needs.type === 'boolean' ? 'Turn on' : 'Add'} '${needs.displayName}', or remove this option.`,
				displayName,
			);
		});
	}
}

function isThere({ type, displayName }: Field, value: unknown): boolean {
	if (value === undefined) return false;
	if (type !== 'boolean' || hasExpression(value)) return true;
	return withLabel(displayName, () => switchState(value));
}
