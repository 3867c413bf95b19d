import type { INodeParameters } from 'n8n-workflow';
import type { NodePart, ToolExample } from '../shape';

/** The first operation as a tool: the model chooses every text that it needs. */
export function toolExample([node]: NodePart[]): ToolExample {
	const [{ example, parameters }] = node.operations;
	const texts = parameters.filter(
		({ name, type }) => type === 'string' && name in example.parameters,
	);
	const chosen = texts.map(({ name, label }) => [
		name,
		`={{ $fromAI('${name}', '${label}', 'string') }}`,
	]);
	return {
		// n8n's name of a node as a tool.
		type: `${node.type}Tool`,
		parameters: {
			...example.parameters,
			...(Object.fromEntries(chosen) as INodeParameters),
		},
		arguments: Object.fromEntries(texts.map(({ name }) => [name, example.parameters[name]])),
	};
}
