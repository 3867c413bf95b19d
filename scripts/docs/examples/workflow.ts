import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { credentialName } from '../../../test/support/engine/credentials';
import type { NodePart, ToolExample } from '../shape';

const step = (name: string, type: string, typeVersion: number, parameters: INodeParameters) => ({
	name,
	type,
	typeVersion,
	position: [name === 'Send SMS' ? 220 : 0, 0],
	parameters,
});

/** n8n finds the credential by its name, or the user selects one after the import. */
const sendStep = (type: string, parameters: INodeParameters) => ({
	...step('Send SMS', type, 1, parameters),
	credentials: { [credentialName]: { id: null, name: 'Messaging Service account' } },
});

/** Builds a workflow of a manual trigger and the first operation. */
export const minimalWorkflow = ({ type, operations }: NodePart): IDataObject => ({
	name: 'Send an SMS',
	nodes: [
		step('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		sendStep(type, operations[0].example.parameters),
	],
	connections: { Start: { main: [[{ node: 'Send SMS', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

/** Makes the first operation a tool. The model chooses the phone and the text. */
export function toolExample([{ type, operations }]: NodePart[]): ToolExample {
	const { parameters } = operations[0].example;
	const { phone, message } = parameters;
	const chosen = {
		phone: "={{ $fromAI('phone', 'Phone', 'string') }}",
		message: "={{ $fromAI('message', 'Message', 'string') }}",
	};
	// n8n's server adds this type for a node that is usable as a tool.
	const tool = { type: `${type}Tool`, parameters: { ...parameters, ...chosen } };
	return { ...tool, arguments: { phone, message } };
}

/** Builds a workflow of an MCP server with one tool. */
export function toolWorkflow({ type, parameters }: ToolExample): IDataObject {
	const path = 'a-path-of-your-own';
	const settings = { path, authentication: 'bearerAuth' };
	const server = step('MCP Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, settings);
	return {
		nodes: [{ ...server, webhookId: path }, sendStep(type, parameters)],
		connections: {
			'Send SMS': { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] },
		},
	};
}
