import type { Endpoint } from '../../../nodes/shared/api/endpoint';
import { undocumentedShape } from '../../../nodes/shared/api/responseShapes';
import { buildOptions } from '../../../nodes/shared/describe/fields';
import { isLocal } from '../../../nodes/shared/run/operation';
import { packageOptions } from '../../../nodes/shared/describe/options';
import { minimalExample, valueOf } from '../examples/minimal';
import type { Operation, Parameter } from '../shape';
import { describeParameters, flatten, notesOf } from './fields';
import { type LoadedOperation, takesAllItems } from './nodes';
import { outputFields, withOutcome } from './output';

/** Describes an operation without the output of its example. */
export function describeOperation(loaded: LoadedOperation, all: LoadedOperation[]): Operation {
	const { key, resource, declared, fields, schema } = loaded;
	const { name, value, action, description } = declared;
	return {
		key,
		resource,
		operation: value,
		label: name,
		action,
		description,
		request: requestOf(loaded),
		effect: declared.effect,
		wholeInput: takesAllItems(loaded) || undefined,
		parameters: describeParameters(fields, declared).map((parameter) => {
			const field = fields.find((candidate) => candidate.path === parameter.name);
			return field ? { ...parameter, example: valueOf(field, loaded) } : parameter;
		}),
		commonOptions: commonOptions(loaded).map(({ name: path }) => path),
		notes: notesOf(fields),
		output: {
			fields: withOutcome(outputFields(schema), loaded),
			...(isLocal(declared) ? {} : responseOf(declared)),
			simplified:
				(!isLocal(declared) && declared.simplifiedFields !== undefined) || undefined,
		},
		statusAdvice: isLocal(declared) ? undefined : declared.adviceByHttpStatus,
		example: minimalExample(loaded, all),
	};
}

function requestOf(loaded: LoadedOperation): Operation['request'] {
	const { declared } = loaded;
	if (isLocal(declared)) return undefined;
	const { routing, tokenIn } = declared;
	const { method, url: path } = routing.request;
	return { method, path, sentIn: takesAllItems(loaded) ? undefined : tokenIn };
}

const responseOf = ({ response }: Endpoint) => ({
	emptyStatus: response.emptyListHttpStatus,
	mustHave:
		typeof response.expectedData === 'object' ? response.expectedData.requiredKey : undefined,
	undocumented: response === undocumentedShape ? (true as const) : undefined,
});

/** Returns the operation's fields that the runner adds. */
export const commonOptions = ({ declared }: Pick<LoadedOperation, 'declared'>): Parameter[] =>
	describeParameters(flatten([buildOptions(...packageOptions(declared))]));
