/** Which operations an example needs before its own, found by what operations take and return. */
import { mayRepeat } from '../../../nodes/shared/api/endpoint';
import { apiNameOf } from '../../../nodes/shared/describe/field';
import { isLocal } from '../../../nodes/shared/run/operation';
import { idsAsGiven } from '../../../nodes/shared/values/singleLine';
import { type FlatField, isRequired } from '../describe/fields';
import type { LoadedOperation } from '../describe/nodes';
import { methodOf } from './lists';

/** Where the value of a field comes from. */
export interface Source {
	operation: LoadedOperation;
	/** The field of its output items. */
	key: string;
}

const isSent = ({ apiName, type }: FlatField) => apiName !== false && type !== 'collection';
const takes = ({ fields }: LoadedOperation, name: string) =>
	fields.some((field) => isSent(field) && [apiNameOf(field), field.name].includes(name));
const returns = ({ schema }: LoadedOperation, name: string) =>
	schema.properties !== undefined && name in schema.properties;

/**
 * The operation that generates what a required field takes: it returns it without taking it itself.
 * One of the same resource comes first, or of the resource of what completes it.
 *
 * @param all the operations of the node
 */
export function sourceOf(
	field: FlatField,
	operation: LoadedOperation,
	all: LoadedOperation[],
): Source | undefined {
	// What an operation without a request takes is not sent.
	if (!isRequired(field) || !(isSent(field) || isLocal(operation.declared))) return undefined;
	const name = apiNameOf(field);
	const [completed = operation] = completing(field, operation, all);
	const sameResource = all.filter(({ resource }) => resource === completed.resource);
	const generates = (one: LoadedOperation) =>
		one !== operation && !mayRepeat(one.declared) && returns(one, name) && !takes(one, name);
	const generating = sameResource.find(generates) ?? all.find(generates);
	if (generating) return { operation: generating, key: name };
	// IDs of records that nothing generates here, such as replies: a list of the resource has them.
	if (field.parse !== idsAsGiven) return undefined;
	const list = sameResource.find((one) => mayRepeat(one.declared) && returns(one, 'id'));
	return list && { operation: list, key: 'id' };
}

/**
 * What is done with a record before it is read, e.g. a mailing is confirmed: the operations that take the
 * same record and change something.
 */
export const completing = (
	field: FlatField,
	operation: LoadedOperation,
	all: LoadedOperation[],
): LoadedOperation[] =>
	mayRepeat(operation.declared) && methodOf(field)
		? all.filter(
				({ declared, fields }) =>
					!mayRepeat(declared) &&
					fields.some((one) => isRequired(one) && methodOf(one) === methodOf(field)),
			)
		: [];

const idKeys = ({ schema }: LoadedOperation) =>
	Object.keys(schema.properties ?? {}).filter((key) => /(^|_)id$/.test(key));

/** The operation of the same resource that generates what a list has. */
export function generatingFor(list: LoadedOperation, all: LoadedOperation[]) {
	const sending = all.filter(
		({ declared, resource }) => !mayRepeat(declared) && resource === list.resource,
	);
	return sending.find((one) => idKeys(list).some((key) => returns(one, key))) ?? sending[0];
}
