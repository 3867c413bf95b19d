import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ReadParameter } from '../describe/checkField';
import { hasExpression, itemValues } from '../values/itemExpressions';
import { isRecord } from '../values/json';

interface Parameter {
	read: (index: number) => unknown;
	/** The item that was read last, and its value. */
	index?: number;
	value?: unknown;
}

/**
 * Reads the parameters of the items, one item after the other: each parameter of an item once, however
 * many fields depend on it. A fixed value is taken as it is saved: to evaluate one, n8n first makes
 * everything that an expression might name.
 */
export function parameterReader(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): (index: number) => ReadParameter {
	const parameters = new Map<string, Parameter>();
	return (index) => (path) => {
		let parameter = parameters.get(path);
		if (!parameter) {
			parameter = { read: readerOf(context, items, path) };
			parameters.set(path, parameter);
		}
		if (parameter.index !== index) {
			parameter.value = parameter.read(index);
			parameter.index = index;
		}
		return parameter.value;
	};
}

function readerOf(context: IExecuteFunctions, items: INodeExecutionData[], path: string) {
	const raw: unknown = context.getNodeParameter(path, 0, '', { rawExpressions: true });
	const saved = valueOf(raw);
	if (!hasExpression(saved)) return () => saved;
	return itemValues(saved, items, (index) =>
		valueOf(context.getNodeParameter(path, index, '', { skipValidation: true })),
	);
}

/** What a resource locator holds. */
const valueOf = (value: unknown): unknown =>
	isRecord(value) && '__rl' in value ? value.value : value;
