import { asOption, type Field, type SentField, withOptions } from '../describe/field';
import { stepOptions } from '../describe/options';
import type { AnyOperation, Compiled } from '../run/operation';

/** Fields without a value of their own. */
const WITHOUT_VALUE = ['notice', 'fixedCollection', 'resourceMapper'];

/** An operation with its form, made when n8n loads the node: a run searches nothing in declarations. */
export function compile<Kind extends AnyOperation>(operation: Kind): Compiled<Kind> {
	const fields = [...withOptions(operation.fields), ...stepOptions(operation).map(asOption)];
	const isSent = (field: Field): field is SentField => field.routing?.send !== undefined;
	return {
		...operation,
		form: {
			values: fields.filter(({ type }) => !WITHOUT_VALUE.includes(type)),
			at: new Map(fields.map((field) => [field.path ?? field.name, field])),
			sent: withOptions(operation.fields).filter(isSent),
			recipient: fields.find(({ name }) => name === 'phone' || name === 'email'),
			schedule: fields.find(({ name }) => name === 'scheduleTime'),
		},
	};
}
