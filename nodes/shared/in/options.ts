import { withOptionPath, type Field } from '../describe/field';
import {
	maxRecipientsOption,
	rememberDaysOption,
	resendUnknownOption,
	sendOnceKeyOption,
} from '../describe/options';
import type { Entry } from '../run/entry';
import type { AnyRun, NewRun, RunOptions, Values } from '../run/operation';
import { recipientKey } from '../values/recipientKey';
import { readField } from './readField';
import { stricterLimit } from './sendLimits';
import { runWithContext } from '../errors/problem';
import { readSavedValue } from './parameters';
import { hasExpression } from '../values/itemExpressions';
import { parseBoolean } from '../values/choices';
import { ValidationError, runWithLabel } from '../values/formats';

export const isOptionAdded = ({ stepFields }: AnyRun, option: Field): boolean =>
	stepFields.some(({ name }) => name === option.name);

/** Reads from the first item the options that apply to the whole run. @throws Problem or UserError */
export function readRunOptions({
	operation,
	account,
	readerOf,
}: Pick<AnyRun, 'operation' | 'account' | 'readerOf'>): RunOptions {
	const read = (field: typeof rememberDaysOption) =>
		readField(withOptionPath(field), readerOf(0));
	const hasLimit = operation.fieldIndex.fieldByPath.has(`options.${maxRecipientsOption.name}`);
	return {
		maxRecipients: hasLimit
			? stricterLimit({ account }, maxRecipientsOption, read(maxRecipientsOption))
			: undefined,
		rememberDays: Number(read(rememberDaysOption) ?? rememberDaysOption.default),
	};
}

/**
 * Copies the options of an item to its entry.
 *
 * @param sharedValues the field values that a batch reads from the first item only
 */
export function copyOptionsToEntry(
	run: AnyRun,
	entry: Entry,
	values: Values,
	sharedValues = values,
): void {
	if (sharedValues[resendUnknownOption.name] === 1) entry.canResendIfUnknown = true;
	const key = values[sendOnceKeyOption.name];
	if (key !== undefined) entry.sendKey = normalizeRecipientInKey(run, entry, String(key));
}

/**
 * Replaces the recipient within a key by its normalized form, so that two spellings of a recipient make the
 * same key. Skips Send and Wait, which may have several recipients.
 */
function normalizeRecipientInKey(
	run: AnyRun,
	{ itemIndex, recipientOrdinal, address }: Entry,
	key: string,
): string {
	const { recipient } = run.operation.fieldIndex;
	if (!recipient || recipientOrdinal !== undefined || address === undefined) return key;
	// Trims the entered recipient, because the key may contain the recipient without spaces around it.
	const parts = key.split(String(run.parameterReaderOf(itemIndex)(recipient.name)).trim());
	return parts
		.map((part) => part.trim())
		.join(` ${recipientKey(address)} `)
		.trim();
}

/**
 * Rejects an option if the option that it depends on is not set. An expression counts as set,
 * because its value may differ between items.
 *
 * @throws Problem that names both options
 */
export function assertOptionDependencies(run: NewRun): void {
	for (const { displayName, dependsOn } of run.stepFields) {
		if (
			!dependsOn ||
			isOptionSet(dependsOn, readSavedValue(run.context, `options.${dependsOn.name}`))
		)
			continue;
		runWithContext({ ...run.errorContextOf(0), itemIndex: undefined }, () => {
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
	return runWithLabel(displayName, () => parseBoolean(value));
}
