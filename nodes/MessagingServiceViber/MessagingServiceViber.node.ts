import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { listSearch } from '../shared/node/listSearch';
import { createCustomOperations, toProperties } from '../shared/node/properties';
import { buildSubtitleExpression } from '../shared/node/subtitle';
import { showPageOrAcceptResponse, waitingNodeTooltip, waitWebhooks } from '../shared/wait/webhook';
import { resources } from './operations';

export class MessagingServiceViber implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Viber',
		name: 'messagingServiceViber',
		icon: {
			light: 'file:messagingServiceViber.svg',
			dark: 'file:messagingServiceViber.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: buildSubtitleExpression(resources),
		description: 'Send Viber messages to one recipient or many, and read their replies',
		builderHint: {
			searchHint:
				'For more than a few recipients, use Batch > Send, which sends all input items in one request. To react to Viber replies, start the workflow with the Messaging Service Trigger.',
		},
		defaults: { name: 'Messaging Service Viber' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		webhooks: waitWebhooks,
		waitingNodeTooltip,
		requestDefaults: {},
		properties: toProperties(resources),
	};

	methods = { listSearch };

	customOperations = createCustomOperations(resources);

	webhook = showPageOrAcceptResponse;
}
