import type { INodeProperties } from 'n8n-workflow';

/** The fields of one operation, in their order; `show` holds only conditions of their own. */
export interface Form {
	resource: string;
	operation: string;
	fields: INodeProperties[];
}

interface Merged {
	key: string;
	property: INodeProperties;
	resources: Set<string>;
	operations: Set<string>;
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
		for (const property of form.fields) {
			const key = JSON.stringify(property);
			const same = found.findIndex(
				(one, index) => index >= from && one.key === key && fits(one, form, forms),
			);
			if (same < 0) found.splice(from, 0, newField(key, property, form));
			else {
				found[same].resources.add(form.resource);
				found[same].operations.add(form.operation);
			}
			from = (same < 0 ? from : same) + 1;
		}
	}
	return found.map(({ property, resources, operations }) => {
		const own = property.displayOptions?.show;
		const show = { resource: [...resources], operation: [...operations], ...own };
		return { ...property, displayOptions: { show } };
	});
}

const newField = (key: string, property: INodeProperties, form: Form): Merged => ({
	key,
	property,
	resources: new Set([form.resource]),
	operations: new Set([form.operation]),
});

/** n8n shows a field for every pair of its resources and operations: none may be a stranger's. */
function fits({ resources, operations }: Merged, wanted: Form, forms: Form[]): boolean {
	const shown = ({ resource, operation }: Form, more?: Form): boolean =>
		(resources.has(resource) || resource === more?.resource) &&
		(operations.has(operation) || operation === more?.operation);
	return forms.every((form) => form === wanted || shown(form) || !shown(form, wanted));
}
