import { PollContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { credentialName, StoredCredentials } from '../../test/support/engine/credentials';
import {
	loadNode,
	nodeTypeName,
	nodeTypesFor,
	readCredential,
} from '../../test/support/engine/nodeTypes';

const NAME = 'messagingServiceTrigger';

/** Opens the trigger in n8n-core's poll context, with its state kept between polls. */
export async function openPoller(baseUrl: string, parameters: IDataObject) {
	const node: INode = {
		id: 'trigger',
		name: 'Trigger',
		type: nodeTypeName(NAME),
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: { [credentialName]: { id: '1', name: 'Bench' } },
	};
	const workflow = new Workflow({
		id: 'bench',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: await nodeTypesFor(NAME),
	});
	const stored = { baseUrl, token: 'bench-token' };
	const additionalData = {
		credentialsHelper: new StoredCredentials(await readCredential(), stored),
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
	const { poll } = await loadNode(NAME);
	return {
		state: workflow.getStaticData('node', node),
		poll: async (): Promise<number> => {
			const tested = workflow.nodes.Trigger;
			const context = new PollContext(workflow, tested, additionalData, 'trigger', 'init');
			const output = await poll?.call(context);
			return output?.[0].length ?? 0;
		},
	};
}
