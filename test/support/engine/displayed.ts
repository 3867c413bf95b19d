import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { loadNode, nodeTypeName, type NodeName } from './nodeTypes';

const isProperty = (option: object): option is INodeProperties => 'type' in option;

/**
 * Finds a field by name. If several fields have the name, a displayed field wins.
 * @throws if the node has no such field
 */
export async function displayedField(
	name: NodeName,
	parameters: INodeParameters,
	field: string,
): Promise<INodeProperties> {
	const { description } = await loadNode(name);
	const node: INode = {
		id: '',
		name,
		type: nodeTypeName(name),
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const { properties } = description;
	const complete = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		node,
		description,
	);
	const displayed = properties.filter((property) =>
		NodeHelpers.displayParameter(complete ?? parameters, property, node, description),
	);
	const inside = ({ type, options = [] }: INodeProperties): INodeProperties[] =>
		type === 'collection'
			? options.filter(isProperty).flatMap((option) => [option, ...inside(option)])
			: options.flatMap((option) => ('values' in option ? option.values : []));
	const nested = displayed.flatMap(inside);
	// Includes hidden fields, because an expression can select a hidden field.
	const candidates = [...displayed, ...nested, ...properties];
	const found = candidates.find((property) => property.name === field);
	if (!found) throw new Error(`${name} has no field ${field}`);
	return found;
}
