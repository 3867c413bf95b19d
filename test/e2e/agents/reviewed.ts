import type { INodeParameters } from 'n8n-workflow';
import type { SavedCredential, SavedWorkflow } from '../../../playground/rest';
import type { World } from '../n8n/harness';
import { untilListening } from '../n8n/listening';
import { step, webhook } from '../n8n/workflowDrafts';
import { byId, seeded } from '../operations/step';
import { agentDraft } from './agentDraft';
import type { FakeModel } from './fakeModel';
import { fromModel } from './toolDrafts';

export interface AgentWorld {
	world: World;
	model: FakeModel;
	account: Pick<SavedCredential, 'id' | 'name'>;
}

let count = 0;

/**
 * Publishes an agent whose tool Send SMS needs a review by a person.
 *
 * @param asTool true if the node that waits for the review is a tool itself
 */
export async function publishAgent(
	setup: AgentWorld,
	review: INodeParameters,
	asTool = false,
): Promise<{ workflow: SavedWorkflow; path: string }> {
	const { world, account } = setup;
	const path = `review-${++count}`;
	const start = webhook(path);
	start.parameters.options = {};
	const asking = { resource: 'message', operation: 'sendAndWait', ...review };
	const draft = await agentDraft(setup, start, [
		[step('Review', `messagingServiceSms${asTool ? 'Tool' : 'HitlTool'}`, account, asking)],
		[
			step('Send SMS', 'messagingServiceSmsTool', account, {
				...{ resource: 'message', operation: 'send', sender: byId(seeded.alphaname) },
				...{ phone: fromModel('phone'), message: fromModel('text') },
			}),
			asTool ? 'Agent' : 'Review',
		],
	]);
	const workflow = await world.rest.createWorkflow(draft);
	await world.rest.activate(workflow);
	await untilListening(world.n8n.url, path);
	return { workflow, path };
}
