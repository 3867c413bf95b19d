import type { ParameterLocation } from '../api/endpoint';
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	NodeOutput,
} from 'n8n-workflow';
import { sentFields, apiNameOf } from '../describe/field';
import { type Operation } from '../describe/operation';
import { runOperation } from './runOperation';

type Inputs = Record<string, Array<INodeExecutionData[] | null> | undefined>;

/**
 * Runs an operation that lists records over all input items. n8n's own engine hands the records of an
 * answer on as the arguments of one call, and more than some 120,000 are more than its stack holds.
 */
export const runList = (operation: Operation) => {
	const runItem = runOperation(operation);
	return async function (this: IExecuteFunctions): Promise<NodeOutput> {
		const { inputData } = this as unknown as { inputData: Inputs };
		const [items] = inputData.main ?? inputData.ai_tool ?? [];
		const runs = (items ?? []).map(async (_, index) => {
			const context = singleContext(this, index);
			const options = rawOptions(context, operation);
			return await runItem.call(context, { options, preSend: [], postReceive: [] });
		});
		const output: INodeExecutionData[] = [];
		// All end before one fails the step, as in n8n's own engine.
		for (const run of await Promise.allSettled(runs)) {
			if (run.status === 'rejected') throw run.reason;
			for (const item of run.value) output.push(item);
		}
		return [output];
	};
};

/** The context that n8n's engine would make for one item. */
function singleContext(context: IExecuteFunctions, index: number): IExecutePaginationFunctions {
	type Read = (name: string, index: number, fallback?: unknown, options?: object) => unknown;
	const read = context.getNodeParameter.bind(context) as Read;
	const own = {
		getItemIndex: () => index,
		getInputData: () => context.getInputData()[index],
		getNodeParameter: (name: string, fallback?: unknown, options?: object) =>
			read(name, index, fallback, options),
		getCredentials: async (type: string) => await context.getCredentials(type, index),
	};
	return Object.assign(Object.create(context) as IExecutePaginationFunctions, own);
}

/** What n8n's routing collects for one item: values in their places. */
function rawOptions(context: IExecutePaginationFunctions, operation: Operation) {
	const places: Record<ParameterLocation, IDataObject> = { query: {}, form: {} };
	for (const field of sentFields(operation)) {
		const path = field.path ?? field.name;
		const value: unknown = context.getNodeParameter(path, '', { extractValue: true });
		places[field.sendIn ?? operation.tokenIn][apiNameOf(field)] = value as IDataObject;
	}
	return { qs: places.query, body: places.form, url: operation.path };
}
