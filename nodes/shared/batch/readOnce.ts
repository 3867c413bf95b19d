import type { INodeExecutionData } from 'n8n-workflow';
import { isShown, readField } from '../describe/checkField';
import { defaultCountryCode } from '../describe/countryCode';
import { asOption, type Field, withOptions } from '../describe/field';
import { sendBetween } from '../describe/fields';
import type { Run } from '../describe/operation';
import { maxParts } from '../describe/sendLimits';
import { sendOnceKey, stepOptions } from '../describe/stepOptions';
import { withNodeError } from '../errors/nodeErrors';
import { savedValue } from '../run/readParameters';
import { ValidationError } from '../values/formats';
import { hasExpression, keysIn, namesItem } from '../values/itemExpressions';

/** Items between the first and the last one for which an expression that computes is evaluated. */
const BETWEEN = 100;
/** How often a value that changes while it is read is read again. */
const READINGS = 50;
const PERSONAL = 'To send each recipient their own value, set Message Type to Personal.';
const SHARED = 'Use one value for all items, or send items with different values in separate runs.';

/** Options that each item has for itself. */
const OWN = [sendOnceKey];
/** What each item has for itself if it has mailings of its own. */
const OWN_IN_JSON = [...OWN, sendBetween, maxParts, defaultCountryCode];
const namesOf = (fields: Field[]): string[] => fields.map(({ name }) => name);

/** What of a batch is not one value for all items, by the names of the fields. */
export interface PerItem {
	/** Read from each item. */
	names: string[];
	/** Read from each item only if the mailing is personal. */
	personal: string[];
}

/** What each input item has for itself, besides its recipient. */
export const perItemIn = (isJson: boolean): string[] =>
	isJson ? ['mailingsJson', ...namesOf(OWN_IN_JSON)] : namesOf(OWN);

/**
 * Verifies that what is read once for all items comes to one value: it would be sent to everyone.
 *
 * @throws NodeOperationError that names the field and the first item that differs
 */
export function assertReadOnce(run: Run, { names, personal }: PerItem): void {
	const { context, operation, items, where } = run;
	if (items.length < 2) return;
	const fields = [
		...withOptions(operation.fields),
		...stepOptions(operation).map((option) => asOption(option)),
	].filter(({ type, name }) => type !== 'notice' && !names.includes(name));
	for (const field of fields) {
		const saved = savedValue(context, field.path ?? field.name, field);
		if (!canDiffer(saved) || !isShown(field, run.at(0))) continue;
		const item = firstOther(run, field, compared(saved, items));
		if (item === undefined) continue;
		withNodeError({ ...where(item), label: field.displayName }, () => {
			const advice = personal.includes(field.name) ? PERSONAL : SHARED;
			throw new ValidationError(`differs in item ${item} from item 0`, advice);
		});
	}
}

const canDiffer = (saved: unknown): boolean =>
	hasExpression(saved) && (typeof saved !== 'string' || namesItem(saved));

/** The items to compare with the first one: n8n needs up to 0.25 ms for an expression. */
function compared(saved: unknown, items: INodeExecutionData[]): number[] {
	const keys = keysIn(saved);
	if (keys) {
		const first = items[0].json;
		return [...items.keys()].filter((item) =>
			keys.some((key) => items[item].json?.[key] !== first?.[key]),
		);
	}
	const last = items.length - 1;
	const steps = Math.min(last, BETWEEN + 1);
	return Array.from({ length: steps }, (_, n) => Math.round(((n + 1) * last) / steps));
}

/** The first of some items whose value is sent in another form than that of the first item. */
function firstOther(run: Run, field: Field, items: number[]): number | undefined {
	// A value that is wrong in the first item is an error of its own.
	const first = readField(field, run.item(0));
	return items.find((item) => {
		if (wireOf(run, field, item) === first) return false;
		// A time, or part of it: both items are read in the same moment.
		for (let reading = 0; reading < READINGS; reading++) {
			const before = wireOf(run, field, 0);
			const value = wireOf(run, field, item);
			if (value === before) return false;
			const after = wireOf(run, field, 0);
			if (value === after) return false;
			if (before === after) return true;
		}
		return true;
	});
}

/** What is sent for an item; an error for a value that is wrong, which no other value is equal to. */
function wireOf(run: Run, field: Field, item: number): unknown {
	try {
		return readField(field, run.item(item));
	} catch (error) {
		return error;
	}
}
