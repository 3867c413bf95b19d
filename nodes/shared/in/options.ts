import { withOptionPath, type Field } from '../describe/field';
import { maxRecipients, rememberDays, resendUnknown, sendOnceKey } from '../describe/options';
import type { Entry } from '../run/entry';
import type { AnyRun, NewRun, RunOptions, Values } from '../run/operation';
import { recipientKey } from '../values/recipientKey';
import { readField } from './readField';
import { lowerLimit } from './sendLimits';
import { withContext } from '../errors/problem';
import { readSavedValue } from './parameters';
import { hasExpression } from '../values/itemExpressions';
import { switchState } from '../values/choices';
import { ValidationError, withLabel } from '../values/formats';

/** Reports whether the option was added to the saved step, whatever its value. */
export const hasOption = ({ fields }: AnyRun, option: Field): boolean =>
	fields.some(({ name }) => name === option.name);

/** Reads the options that apply to the whole run from the first item. @throws Problem or UserError */
export function readRunOptions({
	operation,
	account,
	readerOf,
}: Pick<AnyRun, 'operation' | 'account' | 'readerOf'>): RunOptions {
	const read = (field: typeof rememberDays) => readField(withOptionPath(field), readerOf(0));
	const hasLimit = operation.fieldIndex.byPath.has(`options.${maxRecipients.name}`);
	return {
		maxRecipients: hasLimit
			? lowerLimit({ account }, maxRecipients, read(maxRecipients))
			: undefined,
		rememberDays: Number(read(rememberDays) ?? rememberDays.default),
	};
}

/**
 * Copies the options of an item to its entry. Sets only properties that are needed, because there may be
 * 100,000 entries.
 *
 * @param sharedValues the field values that a batch reads once
 */
export function copyOptionsToEntry(
	run: AnyRun,
	entry: Entry,
	values: Values,
	sharedValues = values,
): void {
	if (sharedValues[resendUnknown.name] === 1) entry.canResendIfUnknown = true;
	const key = values[sendOnceKey.name];
	if (key !== undefined) entry.key = normalizeRecipientInKey(run, entry, String(key));
}

/**
 * Normalizes the recipient within a key, because a phone or email can be written in several ways. Not for a
 * Send and Wait, which may have several recipients.
 */
function normalizeRecipientInKey(
	run: AnyRun,
	{ item, recipientNumber, address }: Entry,
	key: string,
): string {
	const { recipient } = run.operation.fieldIndex;
	if (!recipient || recipientNumber !== undefined || address === undefined) return key;
	// Whitespace next to the recipient may belong to the entered value.
	const parts = key.split(String(run.parameterReaderOf(item)(recipient.name)).trim());
	return parts
		.map((part) => part.trim())
		.join(` ${recipientKey(address)} `)
		.trim();
}

/**
 * Verifies that each option of the saved step has the option it depends on. An expression for that option
 * counts, because it may differ between items.
 *
 * @throws Problem with both options
 */
export function assertOptionDependencies(run: NewRun): void {
	for (const { displayName, dependsOn } of run.fields) {
		if (
			!dependsOn ||
			isOptionSet(dependsOn, readSavedValue(run.context, `options.${dependsOn.name}`))
		)
			continue;
		withContext({ ...run.errorContext(0), itemIndex: undefined }, () => {
			throw new ValidationError(
				`does nothing without '${dependsOn.displayName}'`,
				`${dependsOn.type === 'boolean' ? 'Turn on' : 'Add'} '${dependsOn.displayName}', or remove this option.`,
				displayName,
			);
		});
	}
}

function isOptionSet({ type, displayName }: Field, value: unknown): boolean {
	if (value === undefined) return false;
	if (type !== 'boolean' || hasExpression(value)) return true;
	return withLabel(displayName, () => switchState(value));
}
