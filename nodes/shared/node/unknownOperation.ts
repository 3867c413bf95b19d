import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Resource } from '../run/operation';
import { toProblem } from '../errors/problem';
import { toNodeError, withAdvice } from '../out/nodeError';
import { isTool } from '../http/n8nInternals';
import { excerpt, ValidationError } from '../values/formats';

/**
 * What n8n's RoutingNode calls if the step names no operation of the node. n8n takes both names as they
 * are saved: it does not evaluate an expression in them.
 */
export const unknownOperation = (resources: Resource[]) =>
	async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const node = this.getNode();
		const { resource, operation } = node.parameters;
		const known = resources.find(({ value }) => value === resource);
		const [label, given, entries] = known
			? (['Operation', operation, known.operations] as const)
			: (['Resource', resource, resources] as const);
		const valid = entries.map(({ value }) => value).sort();
		const error = toProblem(
			new ValidationError(
				`is ${excerpt(given)}, which is not one of ${valid.join(', ')}`,
				'Open this step in the editor and select it from the list.',
				label,
			),
			{ context: this, itemIndex: this.getItemIndex() },
		);
		throw toNodeError(isTool(this) ? withAdvice(error, node) : error, node);
	};
