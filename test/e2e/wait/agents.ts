import type { INode, INodeParameters } from 'n8n-workflow';
import type { SavedCredential, SavedWorkflow } from '../../../playground/rest';
import type { FakeModel } from '../agents/fakeModel';
import { byId, fromModel } from '../agents/toolDrafts';
import type { World } from '../n8n/harness';
import { untilListening } from '../n8n/listening';
import { next, node, webhook } from '../n8n/workflowDrafts';
import { seeded } from '../operations/step';
import { PACKAGE } from './waiting';

export interface AgentWorld {
	world: World;
	model: FakeModel;
	account: SavedCredential;
}

export const SENDER = byId(seeded.alphaname);

const toAgent = (name: string) => ({ ai_tool: [[{ node: name, type: 'ai_tool', index: 0 }]] });

/**
 * An agent of version 3 whose tool is sent to a person for review.
 *
 * @param asTool whether the step that waits is a tool itself
 */
export async function publishAgent(
	{ world, model, account }: AgentWorld,
	path: string,
	review: INodeParameters,
	asTool = false,
): Promise<{ workflow: SavedWorkflow; path: string }> {
	const chat = await world.rest.saveCredential('Model', 'openAiApi', {
		apiKey: 'none',
		url: model.url,
	});
	const langchain = '@n8n/n8n-nodes-langchain';
	const credentials = { messagingServiceApi: { id: account.id, name: account.name } };
	const nodes: INode[] = [
		{ ...webhook(path), parameters: { ...webhook(path).parameters, options: {} } },
		node('Agent', `${langchain}.agent`, 200, {
			typeVersion: 3,
			parameters: {
				promptType: 'define',
				text: 'Tell Anna about her refund',
				options: { enableStreaming: false },
			},
		}),
		node('Model', `${langchain}.lmChatOpenAi`, 200, {
			typeVersion: 1.2,
			parameters: {
				model: { __rl: true, mode: 'id', value: 'made-up' },
				options: { maxRetries: 0 },
			},
			credentials: { openAiApi: { id: chat.id, name: chat.name } },
		}),
		node('Review', `${PACKAGE}.messagingServiceSms${asTool ? 'Tool' : 'HitlTool'}`, 200, {
			parameters: { resource: 'message', operation: 'sendAndWait', ...review },
			credentials,
		}),
		node('Send SMS', `${PACKAGE}.messagingServiceSmsTool`, 200, {
			parameters: {
				resource: 'message',
				operation: 'send',
				sender: SENDER,
				phone: fromModel('phone'),
				message: fromModel('text'),
			},
			credentials,
		}),
	];
	const workflow: SavedWorkflow = await world.rest.createWorkflow({
		name: path,
		nodes,
		connections: {
			Webhook: next('Agent'),
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
			Review: toAgent('Agent'),
			'Send SMS': toAgent(asTool ? 'Agent' : 'Review'),
		},
		settings: { executionOrder: 'v1' },
	});
	await world.rest.activate(workflow);
	await untilListening(world.n8n.url, path);
	return { workflow, path };
}
