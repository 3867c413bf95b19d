import type { INode, INodeParameters } from 'n8n-workflow';

/** A node as a workflow holds it; its name is its ID too. */
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
