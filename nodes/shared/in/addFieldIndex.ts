import { withOptionPath, flattenFields, findSentFields } from '../describe/field';
import { packageOptions } from '../describe/options';
import type { AnyOperation, WithFieldIndex } from '../run/operation';

const FIELD_TYPES_WITHOUT_VALUE = ['notice', 'fixedCollection', 'resourceMapper'];

export function addFieldIndex<Kind extends AnyOperation>(operation: Kind): WithFieldIndex<Kind> {
	const fields = [
		...flattenFields(operation.fields),
		...packageOptions(operation).map(withOptionPath),
	];
	return {
		...operation,
		fieldIndex: {
			fieldsWithValue: fields.filter(({ type }) => !FIELD_TYPES_WITHOUT_VALUE.includes(type)),
			fieldByPath: new Map(fields.map((field) => [field.path ?? field.name, field])),
			sentFields: findSentFields(operation),
			recipient: fields.find(({ name }) => name === 'phone' || name === 'email'),
			schedule: fields.find(({ name }) => name === 'scheduleTime'),
		},
	};
}
