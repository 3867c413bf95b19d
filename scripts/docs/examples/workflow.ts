import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { credentialName } from '../../../test/support/engine/credentials';
import type { NodePart, ToolExample } from '../shape';

/** A workflow to import: a manual trigger and the node, or the trigger with a step after it. */
export function minimalWorkflow(node: NodePart): IDataObject {
	const { operations, trigger } = node;
	if (!trigger) {
		const start = step('Start', 'n8n-nodes-base.manualTrigger', 1, 0, {});
		return workflowOf(node.displayName, [
			start,
			stepOf(node, 220, operations[0].example.parameters),
		]);
	}
	const [{ parameters }] = Object.values(trigger.examples);
	const next = step('Next Step', 'n8n-nodes-base.noOp', 1, 220, {});
	return workflowOf(node.displayName, [stepOf(node, 0, parameters), next]);
}

const step = (
	name: string,
	type: string,
	typeVersion: number,
	left: number,
	parameters: INodeParameters,
) => ({ name, type, typeVersion, position: [left, 0], parameters });

const credentials = { [credentialName]: { id: null, name: 'Messaging Service account' } };

/** The credential is selected after the import, if n8n does not find its name. */
const stepOf = (
	{ displayName, type, typeVersion }: NodePart,
	left: number,
	given: INodeParameters,
) => ({
	...step(displayName, type, typeVersion, left, given),
	credentials,
});

const workflowOf = (name: string, nodes: Array<ReturnType<typeof step>>): IDataObject => ({
	name,
	nodes,
	connections: {
		[nodes[0].name]: { main: [[{ node: nodes[1].name, type: 'main', index: 0 }]] },
	},
	settings: { executionOrder: 'v1' },
});

/** An MCP server with one tool. */
export function toolWorkflow({ type, parameters }: ToolExample): IDataObject {
	const path = 'a-path-of-your-own';
	const server = step('MCP Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, 0, {
		path,
		authentication: 'bearerAuth',
	});
	const tool = { ...step('Send SMS', type, 1, 220, parameters), credentials };
	return {
		nodes: [{ ...server, webhookId: path }, tool],
		connections: {
			[tool.name]: { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] },
		},
	};
}
