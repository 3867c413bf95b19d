import type { NewRun } from '../operation';
import type { Field } from '../../describe/field';
import { formFields } from './stepOptions';
import { withContext } from '../../errors/problem';
import { hasExpression } from '../../values/itemExpressions';
import { switchState } from '../../values/choices';
import { ValidationError, withLabel } from '../../values/formats';

/** What n8n returns for an option that is not there. */
const ABSENT = {};

/**
 * Verifies that no option is saved that does nothing, because the one that it belongs to is missing or
 * off. An expression may turn that one off for some items.
 *
 * @throws Problem that names both
 */
export function assertNeeded(run: NewRun): void {
	const saved = (path: string): unknown =>
		run.context.getNodeParameter(path, 0, ABSENT, { rawExpressions: true });
	for (const { displayName, path = '', needs } of formFields(run.operation)) {
		if (!needs || saved(path) === ABSENT || isThere(needs, saved(`options.${needs.name}`)))
			continue;
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
	if (value === ABSENT) return false;
	if (type !== 'boolean' || hasExpression(value)) return true;
	return withLabel(displayName, () => switchState(value));
}
