import type { IDataObject } from 'n8n-workflow';
import { simplify } from '../describe/fields';
import type { Operation, Values } from '../run/operation';

/** Fields that tell what went wrong, e.g. `error_code` or `reason`. They are returned in any case. */
const PROBLEM = /^(err|reason|log$|warning|reject|fail|problem)/i;

/** The fields that an item asks for. Undefined for all: the operation has no Simplify, or it is off. */
export const simplifiedFields = (
	{ simplified: fields }: Operation,
	values: Values,
): string[] | undefined => (values[simplify.name] === 0 ? undefined : fields);

/** Records with these fields only. One without its ID is another kind of record, and stays whole. */
export function simplified(records: IDataObject[], fields: string[] | undefined): IDataObject[] {
	if (!fields) return records;
	return records.map((record) => {
		if (!(fields[0] in record)) return record;
		const problems = Object.keys(record).filter((name) => PROBLEM.test(name));
		const kept = new Set([...fields.filter((name) => name in record), ...problems]);
		return Object.fromEntries([...kept].map((name) => [name, record[name]]));
	});
}
