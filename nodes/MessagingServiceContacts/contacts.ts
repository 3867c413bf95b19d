import type { IDataObject, IExecuteFunctions, ResourceMapperValue } from 'n8n-workflow';
import { email, phone } from '../shared/addresses';
import { BadValue, type Format, isBlank, text } from '../shared/formats';

/** At most so many custom fields per import. */
const FIELDS = 30;

/** One contact: field name to value; what the item left empty is absent. */
export type Contact = Map<string, string>;

/**
 * The contact of an item: its own keys with automatic mapping, else what the columns hold.
 *
 * @throws BadValue when it has neither phone nor email, too many fields, or a value that is no text
 */
export function readContact(context: IExecuteFunctions, index: number): Contact {
	const columns = context.getNodeParameter('columns', index, {}) as Partial<ResourceMapperValue>;
	const mapped = columns.mappingMode === 'defineBelow';
	const values = mapped ? columns.value : context.getInputData()[index].json;
	const contact: Contact = new Map();
	for (const [name, value] of Object.entries((values ?? {}) as IDataObject)) {
		if (!isBlank(value)) contact.set(name, String(formatted(name, value)));
	}
	const fields = [...contact.keys()];
	if (!fields.some((name) => /^(phone|email)$/i.test(name))) {
		throw new BadValue(
			'give the contact neither a phone nor an email',
			'Fill the column phone or email; with automatic mapping, name a key of the item so.',
			'Columns',
		);
	}
	assertFieldCount(fields);
	return contact;
}

/** @throws BadValue when there are more than 30 fields */
export function assertFieldCount(fields: string[]): void {
	if (fields.length <= FIELDS) return;
	throw new BadValue(
		`have ${fields.length} fields; an import takes at most ${FIELDS}`,
		'Map fewer columns, or remove keys from the items before this step.',
		'Columns',
	);
}

function formatted(name: string, value: unknown): string | number {
	const formats: Record<string, Format> = { phone, email };
	try {
		return (formats[name.toLowerCase()] ?? text)(value, '');
	} catch (error) {
		throw columnError(name, error as BadValue);
	}
}

const columnError = (name: string, { problem, advice }: BadValue) =>
	new BadValue(problem, advice, `Columns: ${name.slice(0, 40)}`);
