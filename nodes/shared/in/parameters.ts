import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { createEmptyExpressionCheck } from './createEmptyExpressionCheck';
import { parseSwitchOrChoice } from './readField';
import type { Field } from '../describe/field';
import type { ReadParameter } from '../run/field';
import type { FieldIndex, Run } from '../run/operation';
import { isBlank, runWithLabel } from '../values/formats';
import {
	assertNoUnevaluatedCode,
	hasExpression,
	createItemValueReader,
} from '../values/itemExpressions';
import { isRecord } from '../values/json';

interface CachedParameter {
	evaluate: (index: number) => unknown;
	/** Index of the item that `value` and `error` belong to. */
	itemIndex?: number;
	value?: unknown;
	error?: unknown;
}

function evaluateIntoCache(parameter: CachedParameter, index: number): void {
	parameter.itemIndex = index;
	parameter.error = undefined;
	try {
		parameter.value = parameter.evaluate(index);
	} catch (error) {
		parameter.error = error;
	}
}

/**
 * Returns a reader that evaluates each parameter once per item. Items must be read in order.
 *
 * Fixed values are not evaluated, because n8n would first prepare all data that expressions can refer to.
 */
export function createParameterReader(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ fieldByPath }: FieldIndex,
): (index: number) => ReadParameter {
	const parameters = new Map<string, CachedParameter>();
	return (index) => (path) => {
		let parameter = parameters.get(path);
		if (!parameter) {
			const field = fieldByPath.get(path);
			// For a value within a list, errors name the list.
			const label = (field ?? fieldByPath.get(path.split('.')[0]))?.displayName;
			const read = runWithLabel(label, () =>
				createParameterEvaluator(context, items, path, field),
			);
			parameter = { evaluate: read };
			parameters.set(path, parameter);
		}
		if (parameter.itemIndex !== index) evaluateIntoCache(parameter, index);
		if (parameter.error !== undefined) throw parameter.error;
		return parameter.value;
	};
}

/**
 * Returns the fields of the step, but only those options that the user added or that have a
 * fallback field.
 */
export function fieldsOfStep(context: IExecuteFunctions, { fieldsWithValue }: FieldIndex): Field[] {
	const saved = readSavedValue(context, 'options');
	const added = isRecord(saved) ? saved : {};
	return fieldsWithValue.filter(({ path = '', fallbackField }) => {
		const [root, name] = path.split('.');
		return root !== 'options' || name in added || fallbackField !== undefined;
	});
}

/** The default that n8n returns for a missing parameter. */
const ABSENT = {};

/** Returns a parameter as saved, with its expressions. Undefined if the parameter is missing. */
export function readSavedValue(context: IExecuteFunctions, path: string, field?: Field): unknown {
	const raw: unknown = context.getNodeParameter(path, 0, ABSENT, { rawExpressions: true });
	return raw === ABSENT ? undefined : createValueUnwrapper(field)(raw);
}

function createParameterEvaluator(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	path: string,
	field: Field | undefined,
): (index: number) => unknown {
	const saved = readSavedValue(context, path, field);
	if (saved === undefined) return () => undefined;
	assertNoUnevaluatedCode(saved);
	const valueOf = createValueUnwrapper(field);
	if (!hasExpression(saved)) return () => parseSwitchOrChoice(field, saved, true);
	const valueAt = createItemValueReader(saved, items, (index) =>
		valueOf(context.getNodeParameter(path, index, '', { skipValidation: true })),
	);
	const assertParts = field?.emptyExpressionAdvice
		? createEmptyExpressionCheck(context, items, saved, field)
		: undefined;
	return (index) => {
		assertParts?.(index);
		const value = valueAt(index);
		return parseSwitchOrChoice(field, isBlank(value) ? null : value);
	};
}

const createValueUnwrapper = (field: Field | undefined) =>
	field?.type === 'resourceLocator' ? unwrapLocator : (value: unknown) => value;

const unwrapLocator = (value: unknown): unknown =>
	isRecord(value) && '__rl' in value ? value.value : value;

export const createItemReaders = (
	{ zone, errorContextOf, account }: Pick<Run, 'zone' | 'errorContextOf' | 'account'>,
	parameterReaderOf: Run['parameterReaderOf'],
): Pick<Run, 'parameterReaderOf' | 'readerOf'> => ({
	parameterReaderOf,
	readerOf: (index, countryCode) => ({
		read: parameterReaderOf(index),
		errorContext: errorContextOf(index),
		zone,
		countryCode,
		accountZone: account.timeZone,
	}),
});
