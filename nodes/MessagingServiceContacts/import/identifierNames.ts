import { isBlank, ValidationError } from '../../shared/values/formats';

type Field = [heading: string, value: unknown];
/** A field of an item with the column that it fills. */
export type NamedValue = [...Field, column: string];

/** Names that automatic mapping takes for the two that the API documents, without blanks, dots and dashes. */
const SIMILAR = {
	phone: /^(phonenumber|mobilephone|mobilenumber|mobile|telephone|tel|cellphone|cell)$/,
	email: /^(email|emailaddress|mail)$/,
};
const SEPARATORS = /[\s._-]/g;

/**
 * Names the columns of an item. A field with a similar name fills phone or email if the item has no
 * value in a field of exactly that name, and no column of that name was added.
 *
 * @param isKept says which fields are imported
 * @param nameOf names a column by its heading
 * @param added the headings of the columns that a person added
 * @throws ValidationError if two such fields have a value
 */
export function namedColumns(
	fields: Field[],
	isKept: (field: Field) => boolean,
	nameOf: (heading: string) => string,
	added: string[],
): NamedValue[] {
	const named = fields
		.filter(isKept)
		.map(([heading, value]): NamedValue => [heading, value, nameOf(heading)]);
	for (const [identifier, similar] of Object.entries(SIMILAR)) {
		if (added.some((heading) => heading.trim().toLowerCase() === identifier)) continue;
		if (named.some(([, value, column]) => column === identifier && !isBlank(value))) continue;
		const found = named.filter(([, , column]) =>
			similar.test(column.toLowerCase().replace(SEPARATORS, '')),
		);
		const filled = found.filter(([, value]) => !isBlank(value));
		if (filled.length > 1) throw ambiguous(filled, identifier);
		for (const one of found) one[2] = identifier;
	}
	return named;
}

function ambiguous(found: NamedValue[], identifier: string): ValidationError {
	const [one, other] = found.map(([heading]) => `"${heading.slice(0, 40)}"`);
	return new ValidationError(
		`have ${one} and ${other}, and either may be the ${identifier}`,
		`Rename one of them to ${identifier} before this step, or choose "Map Each Column Manually".`,
	);
}
