import { undocumented } from '../../../nodes/shared/api/responseShapes';
import { options } from '../../../nodes/shared/describe/fields';
import { stepOptions } from '../../../nodes/shared/describe/stepOptions';
import type { OperationExamples } from '../examples/operations';
import type { Operation, Parameter } from '../shape';
import { describeParameters, flatten, notesOf } from './fields';
import { type LoadedOperation, takesAllItems } from './nodes';
import { outputFields } from './output';

/** Everything about an operation that its declaration says; its example has not run yet. */
export function describeOperation(loaded: LoadedOperation, examples: OperationExamples): Operation {
	const { key, resource, declared, fields, schema } = loaded;
	const { name, value, action, description, method, path, tokenIn, response } = declared;
	const { expects, emptyStatus } = response;
	const wholeInput = takesAllItems(loaded) || undefined;
	return {
		key,
		resource,
		operation: value,
		label: name,
		action,
		description,
		request: { method, path, parametersIn: wholeInput ? undefined : tokenIn },
		idempotent: declared.idempotent === true,
		wholeInput,
		parameters: describeParameters(fields, declared).map((parameter) => {
			const field = fields.find((one) => one.path === parameter.name);
			return field ? { ...parameter, example: examples.valueOf(loaded, field) } : parameter;
		}),
		commonOptions: commonOptions(loaded).map(({ name: path }) => path),
		notes: notesOf(fields),
		output: {
			fields: outputFields(schema),
			emptyStatus,
			mustHave: typeof expects === 'object' ? expects.key : undefined,
			undocumented: response === undocumented && !declared.respond ? true : undefined,
		},
		statusAdvice: declared.statusAdvice,
		example: examples.minimal(loaded),
	};
}

/** The options that the runner adds to those of the operation. */
export const commonOptions = ({ declared }: Pick<LoadedOperation, 'declared'>): Parameter[] =>
	describeParameters(flatten([options(...stepOptions(declared))]));
