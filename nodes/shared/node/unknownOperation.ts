import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Resource } from '../run/operation';
import { toProblem } from '../errors/problem';
import { toNodeError, addAdviceToMessage } from '../out/nodeError';
import { isTool } from '../http/n8nInternals';
import { describeValue, ValidationError } from '../values/formats';

/**
 * Returns the pagination function for a step whose resource or operation does not exist. Reads both as saved,
 * because n8n does not evaluate expressions in these two parameters.
 */
export const createUnknownOperationHandler = (resources: Resource[]) =>
	async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const node = this.getNode();
		const { resource, operation } = node.parameters;
		const savedResource = resources.find(({ value }) => value === resource);
		const [label, saved, entries] = savedResource
			? (['Operation', operation, savedResource.operations] as const)
			: (['Resource', resource, resources] as const);
		const valid = entries.map(({ value }) => value).sort();
		const error = toProblem(
			new ValidationError(
				`is ${describeValue(saved)}, which is not one of ${valid.join(', ')}`,
				'Open this step in the editor, and select a value from the list.',
				label,
			),
			{ context: this, itemIndex: this.getItemIndex() },
		);
		throw toNodeError(isTool(this) ? addAdviceToMessage(error, node) : error, node);
	};
