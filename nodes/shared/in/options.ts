import { asOption, type Field } from '../describe/field';
import { maxRecipients, rememberDays, resendUnknown, sendOnceKey } from '../describe/options';
import type { Entry } from '../run/entry';
import type { AnyRun, NewRun, RunOptions, Values } from '../run/operation';
import { recipientKey } from '../values/recipientKey';
import { readField } from './readField';
import { lowerLimit } from './sendLimits';
import { withContext } from '../errors/problem';
import { savedValue } from './parameters';
import { hasExpression } from '../values/itemExpressions';
import { switchState } from '../values/choices';
import { ValidationError, withLabel } from '../values/formats';

/** What is read once, from the first item. @throws Problem or UserError */
export function readRunOptions({
	operation,
	account,
	item,
}: Pick<AnyRun, 'operation' | 'account' | 'item'>): RunOptions {
	const read = (field: typeof rememberDays) => readField(asOption(field), item(0));
	const hasLimit = operation.form.at.has(`options.${maxRecipients.name}`);
	return {
		maxRecipients: hasLimit
			? lowerLimit({ account }, maxRecipients, read(maxRecipients))
			: undefined,
		rememberDays: Number(read(rememberDays) ?? rememberDays.default),
	};
}

/**
 * Writes what the options of an item say of its entry. It takes no memory from entries without these options.
 *
 * @param values what the item has in its fields
 * @param once what a batch has once in its fields
 */
export function setOptions(run: AnyRun, entry: Entry, values: Values, once = values): void {
	if (once[resendUnknown.name] === 1) entry.isResent = true;
	const key = values[sendOnceKey.name];
	if (key !== undefined) entry.key = withRecipient(run, entry, String(key));
}

/**
 * The key with the recipient in its one form. People write a phone or an email in many ways, each of which would
 * be a key of its own. A wait may be for several, so its keys stay as they are.
 */
function withRecipient(run: AnyRun, { item, place, address }: Entry, key: string): string {
	const { recipient } = run.operation.form;
	if (!recipient || place !== undefined || address === undefined) return key;
	// A blank beside the recipient may be the entered one's.
	const parts = key.split(String(run.at(item)(recipient.name)).trim());
	return parts
		.map((part) => part.trim())
		.join(` ${recipientKey(address)} `)
		.trim();
}

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
