import type { INodeProperties } from 'n8n-workflow';
import { agree, displayOf, type Form, type FormField, type Shown } from './displayOptions';

interface Merged extends Shown {
	key: string;
	property: INodeProperties;
}

/**
 * The fields of all operations, one for those that have the same. n8n evaluates an expression for
 * each field of its name, shown or not, twice an item: a phone that is declared three times makes
 * every message three times as expensive.
 */
export function mergedFields(forms: Form[]): INodeProperties[] {
	const found: Merged[] = [];
	for (const form of forms) {
		// What comes later in a form comes later in the list.
		let from = 0;
		for (const field of form.fields) {
			const key = JSON.stringify({ ...field.property, routing: undefined });
			const same = found.findIndex(
				(one, index) => index >= from && one.key === key && fits(one, field, form, forms),
			);
			if (same < 0) found.splice(from, 0, { ...field, key, forms: [form] });
			else join(found[same], field, form);
			from = (same < 0 ? from : same) + 1;
		}
	}
	return found.map((one) => ({ ...one.property, displayOptions: displayOf(one) }));
}

function join(one: Merged, { property, when }: FormField, form: Form): void {
	one.forms.push(form);
	one.when = { ...one.when, ...when };
	// An operation over all items sends its values itself, and has no routing.
	if (property.routing) one.property = property;
}

function fits(one: Merged, { property, when }: FormField, form: Form, forms: Form[]): boolean {
	const { routing } = property;
	const own = one.property.routing;
	const sameRouting = !own || !routing || JSON.stringify(own) === JSON.stringify(routing);
	return sameRouting && agree(one, { when, forms: [form] }) && noStranger(one, form, forms);
}

/** n8n shows a field for every pair of its resources and operations: none may be a stranger's. */
function noStranger({ forms: own }: Merged, wanted: Form, forms: Form[]): boolean {
	const all = [...own, wanted];
	const shown = ({ resource, operation }: Form): boolean =>
		all.some((form) => form.resource === resource) &&
		all.some((form) => form.operation === operation);
	return forms.every((form) => all.includes(form) || !shown(form));
}
