import type { INode, INodeParameters } from 'n8n-workflow';

/** Returns a node as saved in a workflow. Its name is also its ID. */
export const newNode = (
	name: string,
	type: string,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...more,
});
