import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { eachExpression } from './eachExpression';
import { typedValue } from './readField';
import type { Field } from '../describe/field';
import type { ReadParameter } from '../run/field';
import type { Form, Run } from '../run/operation';
import { isBlank, withLabel } from '../values/formats';
import { assertEvaluated, hasExpression, itemValues } from '../values/itemExpressions';
import { isRecord } from '../values/json';

interface Parameter {
	read: (index: number) => unknown;
	/** The item that was read last, and its value. */
	index?: number;
	value?: unknown;
	/** What its expression has thrown. */
	error?: unknown;
}

function readInto(parameter: Parameter, index: number): void {
	parameter.index = index;
	parameter.error = undefined;
	try {
		parameter.value = parameter.read(index);
	} catch (error) {
		parameter.error = error;
	}
}

/**
 * Reads the parameters of the items, one item after the other: each parameter of an item once, however
 * many fields depend on it. A fixed value is taken as it is saved: to evaluate one, n8n first makes
 * everything that an expression might name.
 */
export function parameterReader(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ at: fieldAt }: Form,
): (index: number) => ReadParameter {
	const parameters = new Map<string, Parameter>();
	return (index) => (path) => {
		let parameter = parameters.get(path);
		if (!parameter) {
			const field = fieldAt.get(path);
			// What is in a list of values is known by the list.
			const label = (field ?? fieldAt.get(path.split('.')[0]))?.displayName;
			const read = withLabel(label, () => readerOf(context, items, path, field));
			parameter = { read };
			parameters.set(path, parameter);
		}
		if (parameter.index !== index) readInto(parameter, index);
		if (parameter.error !== undefined) throw parameter.error;
		return parameter.value;
	};
}

/** What an item has in a field, as it was entered; undefined if its expression throws. */
export const enteredBy =
	(at: Run['at']): Run['entered'] =>
	(index, { path, name }) => {
		try {
			return at(index)(path ?? name);
		} catch {
			return undefined;
		}
	};

/** The fields that the saved step has: those of the form, and the options that were added. */
export function fieldsOfStep(context: IExecuteFunctions, { values }: Form): Field[] {
	const saved = savedValue(context, 'options');
	const added = isRecord(saved) ? saved : {};
	return values.filter(({ path = '', partOf }) => {
		const [root, name] = path.split('.');
		return root !== 'options' || name in added || partOf !== undefined;
	});
}

/** What n8n returns for a parameter that is not there. */
const ABSENT = {};

/** A parameter as it is saved, with its expressions; undefined if it is not there. */
export function savedValue(context: IExecuteFunctions, path: string, field?: Field): unknown {
	const raw: unknown = context.getNodeParameter(path, 0, ABSENT, { rawExpressions: true });
	return raw === ABSENT ? undefined : valueIn(field)(raw);
}

function readerOf(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	path: string,
	field: Field | undefined,
): (index: number) => unknown {
	const saved = savedValue(context, path, field);
	if (saved === undefined) return () => undefined;
	assertEvaluated(saved);
	const valueOf = valueIn(field);
	if (!hasExpression(saved)) return () => typedValue(field, saved, true);
	const valueAt = itemValues(saved, items, (index) =>
		valueOf(context.getNodeParameter(path, index, '', { skipValidation: true })),
	);
	const assertParts = field?.partsAdvice
		? eachExpression(context, items, saved, field)
		: undefined;
	return (index) => {
		assertParts?.(index);
		const value = valueAt(index);
		return typedValue(field, isBlank(value) ? null : value);
	};
}

/** What a parameter of a field holds. */
const valueIn = (field: Field | undefined) =>
	field?.type === 'resourceLocator' ? located : (value: unknown) => value;

const located = (value: unknown): unknown =>
	isRecord(value) && '__rl' in value ? value.value : value;

/** Reads parameters, and the fields that are made of them. */
export const readersOf = (
	{ zone, where, account }: Pick<Run, 'zone' | 'where' | 'account'>,
	at: Run['at'],
): Pick<Run, 'at' | 'item'> => ({
	at,
	item: (index, countryCode) => ({
		read: at(index),
		where: where(index),
		zone,
		countryCode,
		accountZone: account.timeZone,
	}),
});
